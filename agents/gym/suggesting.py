"""What is due without a programme: the session longest ago again, with more where all of it was done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta

from agents.facts import is_training
from agents.gym.coming import Change, Planned, Target
from agents.gym.gear import Gear, convert, rounded
from agents.vocabulary import is_called
from storage.entities import A_SET_FAILED, Entry, Frozen, Measure, WeightUnit

_RECENT = timedelta(days=10)
_MOST = 6
_STEP: dict[WeightUnit, float] = {"kg": 2.5, "lb": 5}


class Suggested(Frozen):
    """What to do next, by what was done on `last`."""

    last: date
    targets: tuple[Target, ...]
    unit: WeightUnit
    spared: tuple[str, ...] = ()
    """Lifts that are left out, because what they load hurts."""


def suggested(
    entries: Iterable[Entry], today: date, gear: Gear, hurts: Callable[[str], bool], lift: str = ""
) -> Suggested | None:
    """Of the lifts of the last days those longest ago, before today's; what `hurts` is left out.

    Of one `lift`, by its name or the last word of it, what was done last, however long ago.
    """
    sets: dict[str, dict[date, list[Measure]]] = {}
    for measure in (one for entry in entries for one in entry.measures):
        if is_training(measure) and measure.reps is not None and not measure.warmup and measure.day <= today:
            sets.setdefault(measure.name, {}).setdefault(measure.day, []).append(measure)
    last = {name: max(days) for name, days in sets.items()}
    recent = [day for day in last.values() if today - _RECENT <= day]
    due = [day for day in recent if day < today] or recent
    if lift:
        last = {name: day for name, day in last.items() if is_called(name, lift)}
        due = list(last.values())
    if not due:
        return None
    day = min(due)
    names = [name for name, when in last.items() if when == day][:_MOST]
    spared = tuple(name for name in names if hurts(name))
    targets = tuple(_again(name, sets[name][day], gear) for name in names if name not in spared)
    return Suggested(last=day, targets=targets, unit=gear.unit, spared=spared)


def _again(name: str, done: Sequence[Measure], gear: Gear) -> Target:
    """The heaviest sets again: heavier where each had as many repetitions, else all with the most of them."""
    loads = [_load(one, gear.unit) for one in done]
    top = max((load for load in loads if load is not None), default=None)
    working = [one for one, load in zip(done, loads, strict=True) if load == top]
    count, reps = sum(one.sets for one in working), max(one.reps or 1 for one in working)
    whole = all(one.reps == reps and one.text != A_SET_FAILED for one in working)
    change: Change = "added" if whole else "again"
    if top is None:
        return Target(name, (Planned(None, count, reps + whole),), change)
    load = rounded(top + _STEP[gear.unit], gear, "above", over=top) if whole and top >= gear.bar else top
    return Target(name, (Planned(load, count, reps),), change if load > top or not whole else "")


def _load(measure: Measure, unit: WeightUnit) -> float | None:
    if measure.weight is None:
        return None
    return round(convert(measure.weight, measure.weight_unit or unit, unit), 2)
