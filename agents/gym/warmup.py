"""A ramp of sets up to a working weight."""

from __future__ import annotations

from dataclasses import dataclass

from agents.gym.gear import Gear, Loaded, loading

_RAMP = ((0.4, 5), (0.6, 3), (0.8, 2))
_HEAVY_RAMP = (*_RAMP, (0.9, 1))
_HEAVY = 7.0
"""Times the bar: from there on one more single."""
_BAR_REPS = 10


@dataclass(frozen=True, slots=True)
class WarmupSet:
    """One set of it."""

    loaded: Loaded
    reps: int


def ramp(target: float, gear: Gear) -> tuple[WarmupSet, ...]:
    """Lightest first, the bare bar first of all, each lighter than the target (in the gear's unit)."""
    steps = _HEAVY_RAMP if target >= _HEAVY * gear.bar else _RAMP
    found = {gear.bar: WarmupSet(Loaded(gear.bar, ()), _BAR_REPS)} if target > gear.bar else {}
    for share, reps in steps:
        loaded = loading(target * share, gear).below
        if loaded is not None and gear.bar < loaded.total < target:
            found[loaded.total] = WarmupSet(loaded, reps)
    return tuple(found[total] for total in sorted(found))
