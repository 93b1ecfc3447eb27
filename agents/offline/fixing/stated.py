"""What a correction says, taken apart."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from storage.entities import DistanceUnit, WeightUnit

Slot = Literal["weight", "reps", "sets", "rpe", "distance_m", "duration_s", "value", "text"]


@dataclass(frozen=True, slots=True)
class Value:
    """A number of the correction; `slot` where the words say what it is."""

    value: float
    slot: Slot | None
    unit: str = ""
    more: int = 0
    """1 or -1 where it says by how much, not to what: "2.5kg more"."""


@dataclass(frozen=True, slots=True)
class Addition:
    """Sets that were left out: like the last one but for what is told."""

    sets: int
    reps: int | None = None
    weight: float | None = None
    unit: str = ""


@dataclass(slots=True)
class Statement:
    """A correction taken apart. `which` is a set's place: 0 the first, -1 the last, None unsaid."""

    deletes: bool = False
    adds: bool = False
    whole: bool = False
    which: int | None = None
    count: int = 1
    """How many sets from there: "the last two"."""
    several_logs: bool = False
    things: bool = False
    """So many exercises are meant, where the log has several."""
    one_set: bool = False
    """It speaks of a set, whichever that is."""
    every: bool = False
    top: bool = False
    warmup: bool | None = None
    """What they were, where that is what it says."""
    warmup_sets: bool = False
    """Only those that are warm-ups are meant."""
    swaps: bool = False
    addition: Addition | None = None
    where: list[Value] = field(default_factory=list[Value])
    """Figures that tell which sets are meant: "the 100kg set"."""
    effort: bool = False
    """It speaks of the RPE."""
    words: list[str] = field(default_factory=list[str])
    """What is right and means nothing by itself ("dumbbells")."""
    new: list[Value] = field(default_factory=list[Value])
    old: list[Value] = field(default_factory=list[Value])
    names: list[str] = field(default_factory=list[str])
    old_names: list[str] = field(default_factory=list[str])
    unit: WeightUnit | DistanceUnit | None = None
    day: date | None = None
    day_selects: bool = False
    """The day tells which log is meant ("monday's bench was 95"), not when it was."""
    structured: bool = False
    """It repeats a whole set (`100x5`), not just one value."""
    kept_text: str = ""
    """The text without what it says was wrong."""
