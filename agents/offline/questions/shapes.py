"""How a subject is recorded, and which quantity makes sense for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast

from agents.facts import RATED_DOMAINS
from agents.offline.questions.subjects import (
    CARDIO,
    ENDURANCE,
    HOME,
    LOGGING,
    METRIC_DOMAINS,
    PULSE,
    TRAINING,
)
from agents.planner import LoggedMeasure
from agents.types import Quantity, Statistic
from domains.model import ActiveDomainContext
from domains.muscles import muscles_of

Shape = Literal["sets", "bouts", "metrics", "mixed"]
_BOUTS = (*ENDURANCE, "climbing", "mobility")
_MOVED = ("distance", "duration", "pace", "speed")
_DAYS = frozenset({"count", "frequency", "streak", "rest_days", "gap", "most", "weekdays"})


def shape_of(name: str, context: ActiveDomainContext, logged: Sequence[LoggedMeasure]) -> Shape:
    """How a subject is recorded; `mixed` for training as such."""
    home = context.domain_of(name)
    if name in (TRAINING, LOGGING):
        return "mixed"
    if name.endswith(PULSE):
        return "metrics"
    if name == "strength" or name in ENDURANCE or name == CARDIO:
        return "sets" if name == "strength" else "bouts"
    if home is not None and home.measure(name) is not None:
        return home.shape_of(name)
    if home is not None or name in RATED_DOMAINS or HOME.get(name) in METRIC_DOMAINS:
        return "metrics"
    domain = next((measure.domain for measure in logged if measure.name == name), "strength")
    return "bouts" if domain in _BOUTS else "metrics" if domain in RATED_DOMAINS else "sets"


def fitting(quantity: Quantity | None, statistic: Statistic, shape: Shape, name: str) -> Quantity:
    """The quantity that makes sense for how the subject is recorded."""
    if quantity == "days" or statistic in _DAYS:
        return "days"
    if shape == "metrics" or quantity == "rpe":
        return "value" if shape == "metrics" else "rpe"
    if quantity == "hard_sets" or (quantity == "sets" and muscles_of(name)):
        return "hard_sets"
    if shape == "bouts" or (shape == "mixed" and quantity in _MOVED):
        moved = quantity if quantity in _MOVED else "distance"
        return "speed" if moved == "pace" and name in ("ride", "cycling") else cast("Quantity", moved)
    if quantity in ("distance", "pace", "speed", "value", None):
        return "volume" if statistic == "sum" else "e1rm" if statistic == "trend" else "weight"
    return quantity
