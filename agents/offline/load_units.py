"""Loads without a unit: the one the message names, the user's own, that of last time, else a question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agents.notation import unit_assumed, unit_chosen
from agents.parser import Uncertainty
from agents.profile import Profile
from storage.entities import Certainty, Entry, Measure, WeightUnit

_WEIGHED = ("body weight",)


def fill_units(
    measures: Sequence[Measure], profile: Profile, recent: Iterable[Entry], answered: str = ""
) -> tuple[list[Measure], Uncertainty | None]:
    """The measures with their units, and the question when nothing is known; `answered` it was with that."""
    missing = [measure for measure in measures if _lacks(measure)]
    if not missing:
        return list(measures), None
    unit = profile.weight_unit or _last_unit(missing, measures, recent)
    if unit is None:
        question = Uncertainty(
            key="weight_unit", question="Kilograms or pounds? You wrote no unit.", options=("kg", "lb")
        )
        return list(measures), question
    told: Certainty = "inherited" if unit_chosen(answered) else "inferred"
    return [_with_unit(measure, unit, told) if _lacks(measure) else measure for measure in measures], None


def _lacks(measure: Measure) -> bool:
    if measure.name in _WEIGHED:
        return measure.value is not None and measure.unit is None
    return measure.weight is not None and measure.weight_unit is None


def _with_unit(measure: Measure, unit: WeightUnit, told: Certainty) -> Measure:
    field = "unit" if measure.name in _WEIGHED else "weight_unit"
    return measure.model_copy(update={field: unit, "certainty": {**measure.certainty, field: told}})


def _last_unit(
    missing: Sequence[Measure], said: Iterable[Measure], recent: Iterable[Entry]
) -> WeightUnit | None:
    """The unit written in the message, before it for the same measure, else the only one written lately."""
    names = {measure.name for measure in missing}
    used: set[WeightUnit] = {unit for measure in said if (unit := _written(measure))}
    if len(used) == 1:
        return next(iter(used))
    for measure in (measure for entry in recent for measure in entry.measures):
        unit = _written(measure)
        if unit is not None and measure.name in names:
            return unit
        used |= {unit} if unit else set()
    return next(iter(used)) if len(used) == 1 else None


def _written(measure: Measure) -> WeightUnit | None:
    match measure.unit if measure.name in _WEIGHED else measure.weight_unit:
        case "kg" | "lb" as unit if unit_assumed(measure) is None:
            return unit
        case _:
            return None
