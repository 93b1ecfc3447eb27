"""How a subject is recorded, and which quantity of it makes sense."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from agents.offline.asking.subjects import CARDIO, ENDURANCE, HOME, LOGGING, TRAINING
from agents.planner import LoggedMeasure
from agents.types import Quantity, Statistic
from domains.model import ActiveDomainContext
from domains.muscles import muscles_of

Shape = Literal["sets", "bouts", "metrics", "mixed"]
RATED = ("sleep", "mood", "nutrition")


def shape_of(name: str, context: ActiveDomainContext, logged: Sequence[LoggedMeasure]) -> Shape:
    """How a subject is recorded; `mixed` for training as such."""
    if name in (TRAINING, LOGGING):
        return "mixed"
    if name == "strength":
        return "sets"
    if name in ENDURANCE or name == CARDIO:
        return "bouts"
    home = context.domain_of(name)
    if home is not None and home.measure(name) is not None:
        return home.shape_of(name)
    if home is not None or name in RATED or HOME.get(name) in ("general", "mood", "nutrition", "sleep"):
        return "metrics"
    domain = next((measure.domain for measure in logged if measure.name == name), "strength")
    return "bouts" if domain in ENDURANCE else "metrics" if domain in RATED else "sets"


_MOVED = ("distance", "duration", "pace", "speed")


def fitting(quantity: Quantity | None, statistic: Statistic, shape: Shape, name: str) -> Quantity:
    """The quantity that makes sense for how the subject is recorded."""
    if quantity == "days" or statistic in (
        "count",
        "frequency",
        "streak",
        "rest_days",
        "gap",
        "most",
        "weekdays",
    ):
        return "days"
    if shape == "metrics":
        return "value"
    if quantity in ("hard_sets", "rpe") or (quantity == "sets" and muscles_of(name)):
        return "rpe" if quantity == "rpe" else "hard_sets"
    # Which sport a "quickest commute" is, the entries tell.
    if shape == "bouts" or (shape == "mixed" and quantity in _MOVED):
        if quantity == "pace" and name in ("ride", "cycling"):
            return "speed"
        return quantity if quantity in _MOVED else "distance"
    if quantity in ("distance", "pace", "speed", "value", None):
        quantity = None
    by_default: Quantity = "volume" if statistic == "sum" else "e1rm" if statistic == "trend" else "weight"
    return quantity or by_default
