"""The planner's answer as a model gives it: few tokens, days as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from agents.facts import STATISTICS, meanings
from agents.model.terse import Terse
from agents.types import GapType, Quantity, QueryType, Statistic

DAY = "YYYY-MM-DD"


class DaysWire(Terse):
    """From one day to another, both included."""

    start: str = Field(description=DAY)
    end: str = Field(description=DAY)


if TYPE_CHECKING:
    Known = Statistic
else:
    Known = Literal[tuple(STATISTICS)]


class FigureWire(Terse):
    """A number that code shall compute."""

    statistic: Known = Field(description=meanings())
    quantity: Quantity = Field(description="value for a single value; days to count days")
    measure: str
    days: DaysWire | None = Field(default=None, description="none: over everything")
    versus: DaysWire | None = Field(default=None, description="compare with these days")
    per: Literal["day", "week", "month"] | None = None
    reps: int | None = Field(default=None, description="only sets of so many")
    distance_m: float | None = Field(default=None, description="only bouts of about so many metres")
    at_least: float | None = Field(default=None, description="only what reaches this, in unit")
    below: float | None = Field(default=None, description="only what stays under this, in unit")
    unit: str | None = Field(default=None, description="of at_least and below, as written")
    split_by: str | None = Field(
        default=None, description="for split: the measure whose days below the mark are set against the rest"
    )


class MissingWire(Terse):
    """A number that code shall compute of records that were read."""

    statistic: Literal["average", "sum", "max", "min", "count", "last", "first", "trend", "frequency"]
    quantity: Quantity
    measure: str
    days: DaysWire | None = None
    versus: DaysWire | None = None


Wanted = Literal[
    QueryType.SIMPLE, QueryType.COMPARISON, QueryType.INSIGHT, QueryType.RECOMMENDATION, QueryType.CHAT
]
"""What a question can want; a correction is none."""


class PartWire(Terse):
    """One question of those in the message."""

    question: str = Field(default="", description="only if there are several: this one, in full")
    type: Wanted
    about: tuple[str, ...] = Field(default=(), description="measures it is about")
    days: DaysWire | None = Field(default=None, description="days it is about, if it names any")
    figures: tuple[FigureWire, ...] = ()


class SearchWire(Terse):
    """One search. Measures or domains, words, or only days."""

    part: int = Field(default=1, description="number of the part it is for")
    topics: tuple[str, ...] = Field(default=(), description="measures or domains")
    words: tuple[str, ...] = Field(default=(), description="words that stand in entries")
    days: DaysWire | None = Field(default=None, description="none: everything")


class GapWire(Terse):
    """Something that is missing."""

    key: str = Field(description="a name for it, a word or two")
    what: str = Field(description="what is missing, for the person")
    kind: GapType
    critical: bool
    options: tuple[str, ...] = Field(default=(), description="likely answers, where they are known")


class PlannerWire(Terse):
    """A planner's answer."""

    reasoning: str = Field(description="one short sentence")
    parts: tuple[PartWire, ...]
    searches: tuple[SearchWire, ...] = ()
    gaps: tuple[GapWire, ...] = ()
    expand: tuple[str, ...] = Field(default=(), description="domains to load, of those that are not")
    next_action: Literal["retrieve", "expand_domain", "clarify", "synthesize"]
