"""What is read of a question's part, and what reading it needs to know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from agents.offline.asking.particulars import Beside
from agents.offline.lexicon import Language
from agents.planner import LoggedMeasure
from agents.types import Quantity, QueryType, Statistic
from storage.entities import DateRange


@dataclass(frozen=True, slots=True)
class Reading:
    """One part of a question, as far as its own words tell."""

    text: str
    language: Language
    query_type: QueryType
    subjects: tuple[str, ...] = ()
    statistic: Statistic | None = None
    quantity: Quantity | None = None
    periods: tuple[DateRange, ...] = ()
    reps: int | None = None
    load: float | None = None
    distance_m: float | None = None
    at_least: float | None = None
    below: float | None = None
    unit: str | None = None
    inclusive: bool = False
    """Whether `below` may be the mark itself."""
    strict: bool = False
    """Whether `at_least` must be passed."""
    newest: int | None = None
    """Only so many of the last days."""
    per: Literal["day", "week", "month"] | None = None
    keywords: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    """Words that nobody knows beside the subjects."""
    follow_up: bool = False
    pronoun: bool = False
    overview: bool = False
    all_records: bool = False
    more_or_less: bool = False
    currently: bool = False
    """Whether the present is named, as one side of a comparison."""
    listed: bool = False
    split: bool = False
    """Whether one thing is asked to be set against another ("better when I sleep more")."""
    whole: bool = False
    """Whether it is a whole sentence about the asker, no fragment such as "and in October?"."""
    impossible: str | None = None
    """A time that it names and that no calendar has."""
    path: str | None = None
    """A vault path or glob that it names."""
    words: tuple[str, ...] = ()
    """Only what was logged with one of these words is meant."""
    asks_meaning: bool = False
    """Whether it asks what a word of the field means."""
    kinds: tuple[tuple[str, ...], ...] = ()
    """Kinds of sessions that are set against each other, each as the words for it."""
    around: tuple[str, ...] = ()
    """An event: the days before it are set against those after it."""
    beside: Beside | None = None
    """Only the days just beside the event."""
    elliptic: bool = False
    """Whether it asks for "the first" or "the best one" of what was talked about."""
    linked: bool = False
    """Whether it speaks of the day that the part before finds."""

    @property
    def computes_nothing(self) -> bool:
        """Whether no figure answers it: a time that no calendar has, a file, what a word means."""
        return bool(self.impossible or self.path or self.asks_meaning)

    @property
    def over_all(self) -> bool:
        """Whether it asks how days went or what was done on them, whatever was talked about before."""
        if self.pronoun or self.subjects:
            return False
        vague = self.statistic in (None, "list", "trend") and self.quantity is None
        return vague and (self.overview or (self.whole and bool(self.periods)))

    @property
    def inherits(self) -> bool:
        """Whether it says too little to stand alone and belongs to what was said before."""
        if self.over_all or self.computes_nothing:
            return False
        if self.follow_up or self.pronoun:
            return True
        if self.subjects or self.keywords:
            return False
        return not self.whole or self.elliptic


@dataclass(frozen=True, slots=True)
class Known:
    """What reading needs to know: `now` on the user's clock, the words, and what was ever logged."""

    now: datetime
    vocabulary: Mapping[str, str]
    logged: Sequence[LoggedMeasure] = ()
    order: Literal["DMY", "MDY"] = "DMY"
    places: Mapping[str, str] = field(default_factory=dict[str, str])
    """Parts of the body by the words for them."""
    language: str = "en"
    """For a question whose words do not tell."""
