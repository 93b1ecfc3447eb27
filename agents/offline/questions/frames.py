"""What a question asks, as frozen values: statistic x quantity x subjects x period x per x where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from agents.offline.lexicon import Language
from agents.types import Quantity, Statistic
from storage.entities import DateRange

Aim = Literal["figure", "compare", "effect", "why", "advice", "meaning", "request"]
"""`effect`: days set against other days. `meaning`: what no log tells. `request`: something to be done."""
Per = Literal["day", "week", "month"]
Beside = Literal["before", "day before", "after", "day after", "week before", "week after", "since", "until"]
Wish = Literal["reminder", "calendar", "chart", "other"]
DATED: frozenset[Statistic] = frozenset({"record", "min", "max", "last", "first", "reached", "previous"})
"""What has one day as its answer, and is told with it."""
OF_ALL: frozenset[Statistic] = frozenset(
    {"streak", "rest_days", "gap", "neglected", "load", "muscles", "most", "weekdays"}
)
"""What is asked of all that was logged where nothing is named."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What a question is about, by its canonical name; `text[start:end]` is how it is named there."""

    name: str
    start: int
    end: int
    text: str
    muscle: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A figure to reach (`least`) or stay under; `strict` when it must be passed. A pace is in "s/km"."""

    value: float
    unit: str | None
    least: bool
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Where:
    """What narrows the entries."""

    reps: int | None = None
    load: float | None = None
    unit: str | None = None
    distance_m: float | None = None
    mark: Mark | None = None
    newest: int | None = None
    ranks: tuple[int, ...] = ()
    """Places in a ranking: 2 of the second best, 1 to 3 of the three best."""
    words: tuple[str, ...] = ()
    """Only what was logged with one of these words: a kind of session, a place that hurts, a dish."""
    kinds: tuple[tuple[str, ...], ...] = ()
    """Kinds of sessions set against each other, each as the words for it."""
    around: tuple[str, ...] = ()
    """What an event is called."""
    beside: Beside | None = None
    """Only the days just beside the event."""
    weekdays: tuple[int, ...] = ()
    """Only these days of the week, 0 is Monday."""
    without: tuple[str, ...] = ()
    """What does not count: `without_days`: nor do the days on which it was done."""
    without_days: bool = False
    ranked: bool = False
    """Whether the mark is an amount that is asked to be judged."""


@dataclass(frozen=True, slots=True)
class Part:
    """One question of a message; `signs` are the symbols that it holds, `unread` words that nothing took."""

    text: str
    language: Language
    aim: Aim = "figure"
    statistic: Statistic | None = None
    quantity: Quantity | None = None
    subjects: tuple[str, ...] = ()
    periods: tuple[DateRange, ...] = ()
    """The stretches that it names; a comparison is between two of them, or with the one before."""
    per: Per | None = None
    where: Where = Where()
    signs: frozenset[str] = frozenset()
    unread: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    """The unread words, where only they say what it is about."""
    impossible: str | None = None
    """A time that it names and that no calendar has."""
    linked: bool = False
    """Whether it speaks of the day that the part before finds."""

    def has(self, *signs: str) -> bool:
        """Whether any of these stands in it."""
        return not self.signs.isdisjoint(signs)

    @property
    def computes_nothing(self) -> bool:
        """Whether no figure answers it."""
        return self.impossible is not None or self.aim in ("meaning", "request")

    @property
    def over_all(self) -> bool:
        """Whether it asks how days went or what was done on them, whatever was talked about before."""
        if (
            self.subjects
            or self.has("PRONOUN")
            or (self.aim == "compare" and self.has("short") and self.has("start.AUX"))
        ):
            return False
        vague = self.statistic in (None, "list", "trend") and self.quantity is None
        if vague and self.aim == "compare" and self.has("start.COMPARE") and len(self.periods) > 1:
            return not self.keywords  # "compare this week to last week"
        if self.has("MY_DOINGS") and (self.statistic, self.quantity) == ("sum", None):
            return True  # "how am I doing overall"
        return vague and (self.has("OVERVIEW") or (self.has("WHOLE") and bool(self.periods)))

    @property
    def is_food(self) -> bool:
        """Whether it is about what was eaten and nothing else."""
        return bool(self.subjects) and set(self.subjects) <= {"nutrition", "meal"}

    @property
    def leans(self) -> bool:
        """Whether it says too little to stand alone and belongs to what was said before."""
        if self.over_all or self.computes_nothing or (self.has("LOGGING") and self.statistic == "first"):
            return False
        if self.has("FOLLOWS", "PRONOUN"):
            return True
        if self.keywords or (self.statistic == "rest_days" and self.periods):
            return False
        if self.subjects:
            return self._only_names
        return not self.has("WHOLE") or self.has("SAME_TOPIC") or self._names_nothing

    @property
    def _names_nothing(self) -> bool:
        """Whether it is a whole sentence that asks of something and leaves out of what."""
        whole = self.statistic in OF_ALL or self.quantity in ("volume", "hard_sets")
        return self.aim in ("figure", "compare") and not whole and not self.has("WHATS_MY")

    @property
    def _only_names(self) -> bool:
        """Whether it names a thing and nothing else: "beers", after the coffees of October."""
        asks = self.statistic or self.quantity or self.periods or self.unread or self.aim != "figure"
        return (
            not asks
            and self.where == Where(words=self.where.words)
            and self.has("short")
            and not self.has("WHOLE", "two")
        )
