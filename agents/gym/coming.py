"""What comes next: sessions, sets, runs. Light, as every receipt may carry it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from storage.entities import WeightUnit

Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
WEEKDAYS: tuple[Weekday, ...] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
Change = Literal["", "added", "again", "fewer", "dropped"]
"""What was last made of a lift: load added, the same again, the next stage, load taken off."""


@dataclass(frozen=True, slots=True)
class Planned:
    """Sets that are alike; `plus`: of the last one as many as can be done."""

    load: float | None
    sets: int
    reps: int
    plus: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """What to do of a lift; of today's the sets that are still to do."""

    lift: str
    sets: tuple[Planned, ...]
    change: Change = ""


@dataclass(frozen=True, slots=True)
class Coming:
    """What comes next. `begun`: it is today's, and some of it is done. Loads are in `unit`."""

    day: date
    workout: str
    targets: tuple[Target, ...]
    unit: WeightUnit = "kg"
    begun: bool = False


@dataclass(frozen=True, slots=True)
class PlannedRun:
    """A run of the plan on its day."""

    day: date
    name: str
    km: float
    done: bool


@dataclass(frozen=True, slots=True)
class Week:
    """A week of a run plan, from 1; `coming` is the next run, perhaps of the week after; None: it is over."""

    number: int
    of: int
    runs: tuple[PlannedRun, ...]
    coming: PlannedRun | None
