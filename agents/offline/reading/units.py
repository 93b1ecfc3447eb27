"""Loads without a unit: the user's default, else the unit of last time, else a question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from agents.parser import Uncertainty
from agents.profile import Profile
from storage.entities import Entry, Measure, WeightUnit

_WEIGHED = ("body weight",)


def fill_units(
    measures: Sequence[Measure], profile: Profile, recent: Iterable[Entry]
) -> tuple[list[Measure], tuple[str, ...], Uncertainty | None]:
    """The measures with their units, a note on what was assumed, the question when nothing is known."""
    missing = [measure for measure in measures if _lacks(measure)]
    if not missing:
        return list(measures), (), None
    unit = profile.weight_unit
    source = "your unit"
    if unit is None:
        unit = _last_unit(missing, recent)
        source = "like last time"
    if unit is None:
        question = Uncertainty(
            key="weight_unit", question="Kilograms or pounds? You wrote no unit.", options=("kg", "lb")
        )
        return list(measures), (), question
    filled = [_with_unit(measure, unit) if _lacks(measure) else measure for measure in measures]
    return filled, (f"No unit written: taken as {unit}, {source}.",), None


def _lacks(measure: Measure) -> bool:
    if measure.name in _WEIGHED:
        return measure.value is not None and measure.unit is None
    return measure.weight is not None and measure.weight_unit is None


def _with_unit(measure: Measure, unit: WeightUnit) -> Measure:
    field = "unit" if measure.name in _WEIGHED else "weight_unit"
    return measure.model_copy(update={field: unit, "certainty": {**measure.certainty, field: "inferred"}})


def _last_unit(missing: Sequence[Measure], recent: Iterable[Entry]) -> WeightUnit | None:
    """The unit written before: for the same exercise if there is one, else the usual one."""
    names = {measure.name for measure in missing}
    used: Counter[WeightUnit] = Counter()
    for entry in recent:
        for measure in entry.measures:
            unit = measure.weight_unit
            if unit is None or measure.certainty.get("weight_unit") == "inferred":
                continue
            if measure.name in names:
                return unit
            used[unit] += 1
    return used.most_common(1)[0][0] if used else None
