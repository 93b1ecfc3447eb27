"""Parts of a question about a day that another finds: "my best bench, and how did I sleep before it?"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from agents.offline.lexicon import Language
from agents.offline.questions.question_rules import decided, question_rules
from agents.offline.questions.question_spans import signs_in
from agents.types import FigureRequest, Finding, SubQuery
from storage.entities import DateRange

_DATED = frozenset({"last", "first", "record", "max", "min", "reached"})
"""What has one day as its answer."""
_STATED = frozenset({"sum", "average", "last", "record", "trend", "list", "frequency", "count"})
"""What of a single day is simply what was logged on it."""


@dataclass(frozen=True, slots=True)
class Link:
    """How far from the found day the linked one is; a night belongs to the day on which it ends."""

    days: int = 0
    nights: int = 0

    def from_day(self, day: date, measure: str) -> date:
        """The day that is meant, of this measure."""
        return day + timedelta(days=self.nights if measure == "sleep" else self.days)


_LINKS = {"day": Link(), "night": Link(nights=1), "before": Link(days=-1), "after": Link(days=1, nights=1)}


def link(text: str, language: Language) -> Link | None:
    """What a part says of "that day"; None where it speaks of none."""
    row = decided(question_rules().links, signs_in(text, language))
    return _LINKS[row.is_] if row else None


def day_found(parts: Sequence[SubQuery], findings: Sequence[Finding]) -> date | None:
    """The day that the parts so far have found."""
    dated = {p.id for p in parts if any(r.statistic in _DATED and r.per is None for r in p.figures)}
    days = [f.day for one in findings if one.sub_query in dated for f in one.figures if f.day is not None]
    return days[0] if days else None


def on_the_day(part: SubQuery, day: date, how: Link) -> SubQuery:
    """The part, asked of that day alone."""
    figures = tuple(_on_day(request, how.from_day(day, request.measure)) for request in part.figures)
    first = how.from_day(day, part.subjects[0] if part.subjects else "")
    return part.model_copy(update={"figures": figures, "date_range": DateRange(start=first, end=first)})


def _on_day(request: FigureRequest, day: date) -> FigureRequest:
    statistic = "list" if request.statistic in _STATED else request.statistic
    return request.model_copy(
        update={"date_range": DateRange(start=day, end=day), "statistic": statistic, "versus": None}
    )
