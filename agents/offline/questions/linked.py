"""Parts of a question about a day that another finds: "my best bench, and how did I sleep before it?"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from agents.language.days.calendars import whole
from agents.offline.lexicon import Language
from agents.offline.questions.frames import DATED
from agents.offline.questions.question_rules import decided, question_rules
from agents.offline.questions.question_spans import signs_in
from agents.types import FigureRequest, Finding, Statistic, SubQuery
from storage.entities import DateRange

_STATED = frozenset({"sum", "average", "last", "record", "trend", "list", "frequency", "count"})
"""What of a single day is simply what was logged on it."""
_AT_ALL = frozenset({"last"})
"""What of some days is what was logged on them."""


@dataclass(frozen=True, slots=True)
class Link:
    """How far from the found day the linked one is, or the week or month (`unit`) that holds it.

    A night belongs to the day on which it ends.
    """

    days: int = 0
    nights: int = 0
    unit: str = "day"

    def from_day(self, day: date, measure: str) -> DateRange:
        """The days that are meant, of this measure."""
        moved = day + timedelta(days=self.nights if measure == "sleep" else self.days)
        return whole(moved, self.unit)

    def asked(self, statistic: Statistic) -> Statistic:
        """What is wanted of these days; of a single one simply what was logged on it."""
        return "list" if statistic in (_STATED if self.unit == "day" else _AT_ALL) else statistic


_LINKS = {
    "day": Link(),
    "week": Link(unit="week"),
    "month": Link(unit="month"),
    "night": Link(nights=1),
    "before": Link(days=-1),
    "after": Link(days=1, nights=1),
}


def link(text: str, language: Language) -> Link | None:
    """What a part says of "that day"; None where it speaks of none."""
    row = decided(question_rules().links, signs_in(text, language))
    return _LINKS[row.is_] if row else None


def day_found(parts: Sequence[SubQuery], findings: Sequence[Finding]) -> date | None:
    """The day that the parts so far have found."""
    dated = {p.id for p in parts if any(r.statistic in DATED and r.per is None for r in p.figures)}
    days = [f.day for one in findings if one.sub_query in dated for f in one.figures if f.day is not None]
    return days[0] if days else None


def on_the_day(part: SubQuery, day: date, how: Link) -> SubQuery:
    """The part, asked of that day alone, or of its week."""
    figures = tuple(_on_day(request, day, how) for request in part.figures)
    span = how.from_day(day, part.subjects[0] if part.subjects else "")
    return part.model_copy(update={"figures": figures, "date_range": span})


def _on_day(request: FigureRequest, day: date, how: Link) -> FigureRequest:
    span = how.from_day(day, request.measure)
    return request.model_copy(
        update={"date_range": span, "statistic": how.asked(request.statistic), "versus": None}
    )
