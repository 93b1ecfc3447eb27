"""A goal: what is to reach which value, up or down, by when."""

from __future__ import annotations

from datetime import date
from typing import Literal

from agents.types import Quantity
from storage.entities import DistanceUnit, Frozen, WeightUnit

TRAINING = "training"
"""The name that stands for every set and bout."""
BODY = "body weight"

Kind = Literal["best", "pace", "total", "average", "level", "frequency", "streak"]
"""The best of an exercise; a time over a distance; what a month or another period comes to; the mean of a
metric's last days; a metric's newest value (body weight); days a week, or what a week comes to; days in a
row."""


class Goal(Frozen):
    """One. `target` is in `unit`, for a pace in seconds over `metres`."""

    kind: Kind
    name: str
    quantity: Quantity = "value"
    target: float
    unit: str = ""
    down: bool = False
    """Whether less is better."""
    sided: bool = True
    """False: nothing was measured when it was made, so its first value tells whether less is better."""
    reps: int | None = None
    """The load is to be lifted at least so often."""
    metres: float | None = None
    """A pace over at least (nearly) this distance."""
    distance_unit: DistanceUnit | None = None
    """As the distance was written."""
    change: float | None = None
    """What the target is from the newest value, before that is known (`settled` looks it up)."""
    since: date | None = None
    """Of a total, the first day of its period."""
    by: date | None = None
    made: date
    """The day from which on it can be reached."""

    @property
    def counts_days(self) -> bool:
        """Whether days are counted for it, a week or in a row; else figures are measured or summed."""
        return self.unit == "days"

    @property
    def weight_unit(self) -> WeightUnit | None:
        """Of its target, if that is a weight."""
        return "kg" if self.unit == "kg" else "lb" if self.unit == "lb" else None

    @property
    def lacks_unit(self) -> bool:
        """Whether its target is a weight, and nobody knows in what."""
        return not self.unit and (self.quantity in ("weight", "e1rm") or self.name == BODY)

    def is_met(self, value: float) -> bool:
        """Whether a value is as good as the target; loads and times within a thousandth are the same."""
        slack = abs(self.target) * _SAME
        return value <= self.target + slack if self.down else value >= self.target - slack


_SAME = 1e-3
