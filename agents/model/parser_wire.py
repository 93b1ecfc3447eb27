"""The parser's answer as a model gives it: few tokens, figures as written."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from agents.model.terse import Terse
from storage.entities import DistanceUnit, WeightUnit


class MeasureWire(Terse):
    """One thing measured."""

    name: str = Field(
        description="from the list of measures where it is one, else the person's own name for it"
    )
    domain: str = Field(default="", description="the domain it belongs to")
    weight: float | None = Field(default=None, description="load of one set")
    weight_unit: WeightUnit | None = Field(default=None, description="only if written")
    reps: int | None = None
    sets: int = Field(default=1, description="how many sets are alike")
    rpe: float | None = None
    distance: float | None = Field(default=None, description="of one bout, in distance_unit")
    distance_unit: DistanceUnit | None = None
    seconds: float | None = Field(default=None, description="duration of one set or bout, put into seconds")
    value: float | None = Field(default=None, description="of a single value that is no set and no bout")
    unit: str | None = Field(default=None, description="of value, from the list of measures")
    text: str | None = Field(
        default=None, description="words that belong to it: what was eaten, where it hurts"
    )
    warmup: bool = False
    guessed: tuple[Literal["weight", "reps", "sets", "rpe", "distance", "seconds", "value", "name"], ...] = (
        Field(default=(), description="fields that you inferred although they are not written")
    )


class DayWire(Terse):
    """One day of a log."""

    day: str = Field(description="YYYY-MM-DD")
    words: str = Field(
        default="", description="only if there are several days: the words about this one, copied exactly"
    )
    measures: tuple[MeasureWire, ...] = ()
    unclear: tuple[str, ...] = Field(default=(), description="what you could not read, copied exactly")


class RowWire(MeasureWire):
    """A row of an entry that changes: its name and only what is different."""

    row: int = Field(default=0, description="number of the row that changes; 0 for one that is added")


class FixWire(Terse):
    """A correction of one entry. Rows that are not mentioned stay as they are."""

    entry: str = Field(description="as it is called in the list, such as e1")
    day: str | None = Field(default=None, description="YYYY-MM-DD, only if the day changes")
    rows: tuple[RowWire, ...] = ()
    remove: tuple[int, ...] = Field(default=(), description="numbers of rows the person wants gone")
    action: Literal["change", "delete"] = Field(description="delete only when the whole entry is to go")


class DoubtWire(Terse):
    """Something only the person can decide."""

    about: Literal["notation", "exercise", "target", "date"]
    question: str
    options: tuple[str, ...] = Field(description="2 to 4 short answers to choose from")


class ParserWire(Terse):
    """A parser's answer: days of a log, or a correction."""

    days: tuple[DayWire, ...] = Field(default=(), description="for a log")
    fix: FixWire | None = Field(default=None, description="for a correction")
    doubts: tuple[DoubtWire, ...] = ()
    confidence: float = Field(description="0 to 1")
