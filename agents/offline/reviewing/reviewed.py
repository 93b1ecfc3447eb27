"""What a review is computed from: the diary up to its last day, and the days it is of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from agents.facts import Sample, Series, Units, is_training, samples, series, units_of
from agents.goals.progress import Progress
from agents.offline.answers.scope import trained
from agents.offline.answers.wording import Wording
from agents.offline.charts.asked import AskedChart
from agents.offline.charts.made import Made
from agents.offline.charts.making import made
from agents.offline.charts.scope import ChartScope
from agents.offline.lexicon import language_of
from agents.profile import Profile
from agents.reports.part import Draft, Part, Picture
from agents.reports.speech import ReportWords, report_words
from agents.types import Quantity
from domains.model import ActiveDomainContext
from storage.entities import DateRange, Entry, Measure

_MONTHS = 366
"""Days up to which a report goes by months; a longer one goes by years."""

_SHORT = 14
"""Days below which nothing is told by weeks."""
_BEGUN = 0.1
"""The share of the time before that may have passed without a log, so that it can be compared with."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One diary and the days of a review. `entries` of the scope are all up to the last of these days."""

    scope: ChartScope
    span: DateRange
    words: ReportWords
    goals: tuple[Progress, ...] = ()
    without: frozenset[str] = frozenset()
    """Parts that the person does not want: what they are about stands in no table either."""

    @property
    def beside(self) -> list[str]:
        """Metrics that stand beside the training."""
        parts = {"sleep": "sleep", "weight": "body weight"}
        return [name for part, name in parts.items() if part not in self.without]

    @property
    def before(self) -> DateRange | None:
        """As many days just before; None: the log is not so old."""
        length = self.span.end - self.span.start + timedelta(days=1)
        earlier = DateRange(start=self.span.start - length, end=self.span.start - timedelta(days=1))
        first = min((one.day for one in self.scope.entries), default=self.span.end)
        return earlier if first <= earlier.start + length * _BEGUN else None

    @property
    def is_short(self) -> bool:
        """Whether weeks and days of the week tell nothing yet."""
        return (self.span.end - self.span.start).days + 1 < _SHORT

    @property
    def inside(self) -> list[Entry]:
        """The entries of its days."""
        return [one for one in self.scope.entries if self.span.start <= one.day <= self.span.end]

    @property
    def units(self) -> Units:
        """Of everything that is told together."""
        return units_of((one for entry in self.scope.entries for one in entry.measures), self.scope.profile)

    def worked(self, span: DateRange | None = None) -> list[Sample]:
        """Every set and bout of its days, or of others."""
        return trained(self.scope.entries, span or self.span)

    def value(self, name: str) -> Series:
        """A metric over all time."""
        found = samples(self.scope.entries, lambda one: one.name == name and one.value is not None)
        return series(found, name, "value", units_of((one.measure for one in found), self.scope.profile))

    def together(self, quantity: Quantity, wanted: Callable[[Measure], bool], name: str = "") -> Series:
        """What all work that is wanted comes to, over all time."""
        found = samples(self.scope.entries, lambda one: is_training(one) and wanted(one))
        return series(found, name, quantity, self.units)

    def usual(self, wanted: Callable[[Measure], bool], least: int = 1) -> list[str]:
        """Names done on so many of its days, the most usual first."""
        days = Counter(
            name for name, _ in {(s.measure.name, s.day) for s in self.worked() if wanted(s.measure)}
        )
        return [
            name for name, count in sorted(days.items(), key=lambda one: (-one[1], one[0])) if count >= least
        ]

    def called(self, name: str) -> str:
        """What a measure is called, with a capital."""
        named = self.scope.wording.name(name).replace("|", "/")
        return named[:1].upper() + named[1:]

    def draw(self, draft: Draft, asked: AskedChart) -> None:
        """The chart, where there is something to see."""
        drawn = made(self.scope, asked)
        if isinstance(drawn, Made):
            title, span = drawn.spec.title, asked.span
            draft.picture(Picture(title=title, course=asked.course, requests=asked.requests, span=span))

    def table(self, draft: Draft, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """A table with heads of these keys; none without rows."""
        if rows:
            draft.table([self.words.heads[key] for key in heads], rows)

    def draft(self, name: str) -> Draft:
        """An empty one."""
        return Draft(name)

    @property
    def by_years(self) -> bool:
        """Whether it goes by years, not by months."""
        return (self.span.end - self.span.start).days > _MONTHS

    def done(self, draft: Draft) -> Part | None:
        """With its title."""
        title = "years" if draft.name == "months" and self.by_years else draft.name
        return draft.part(self.words.titles[title])


def reviewed(  # noqa: PLR0917 - what a review is of
    entries: Sequence[Entry],
    profile: Profile,
    context: ActiveDomainContext,
    span: DateRange,
    today: date,
    goals: tuple[Progress, ...] = (),
) -> Reviewed:
    """Of entries that were read; today is the person's."""
    language = language_of("", profile.language)
    live = [one for one in entries if not one.deleted and one.day <= span.end]
    scope = ChartScope(live, profile, context, today, Wording(language, context, today))
    begun = min((one.day for one in live), default=span.start)  # a log that is younger has no days before
    start = min(max(span.start, begun), span.end)
    return Reviewed(scope, DateRange(start=start, end=span.end), report_words(language), goals)


def periods(span: DateRange) -> list[DateRange]:
    """The months of a span, or its years where there are more than twelve months."""
    by_year = (span.end - span.start).days > _MONTHS
    found: list[DateRange] = []
    first = span.start
    while first <= span.end:
        following = (
            date(first.year + 1, 1, 1)
            if by_year
            else (first.replace(day=28) + timedelta(days=4)).replace(day=1)
        )
        found.append(DateRange(start=first, end=min(span.end, following - timedelta(days=1))))
        first = following
    return found
