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
    """The measures with their units, and the question when nothing is known; `answered` it was with that.

    In a message only loads lend loads their unit, and body weights body weights: many weigh themselves in
    stone and lift kilograms. The only unit of what was logged lately is that of both.
    """
    lately = [measure for entry in recent for measure in entry.measures]
    units: dict[bool, WeightUnit | None] = {
        kind: profile.weight_unit or _last_unit(kind, measures, lately) for kind in (True, False)
    }
    told: Certainty = "inherited" if unit_chosen(answered) else "inferred"
    filled = [
        _with_unit(measure, unit, told)
        if (unit := units[measure.name in _WEIGHED]) is not None and _lacks(measure)
        else measure
        for measure in measures
    ]
    if not any(map(_lacks, filled)):
        return filled, None
    question = "Kilograms or pounds? You wrote no unit."
    return filled, Uncertainty(key="weight_unit", question=question, options=("kg", "lb"))


def _lacks(measure: Measure) -> bool:
    if measure.name in _WEIGHED:
        return measure.value is not None and measure.unit is None
    return measure.weight is not None and measure.weight_unit is None


def _with_unit(measure: Measure, unit: WeightUnit, told: Certainty) -> Measure:
    field = "unit" if measure.name in _WEIGHED else "weight_unit"
    return measure.model_copy(update={field: unit, "certainty": {**measure.certainty, field: told}})


def _last_unit(weighed: bool, said: Sequence[Measure], lately: Sequence[Measure]) -> WeightUnit | None:
    """The unit written in the message, before it for the same measure, else the only one written lately.

    `weighed`: for body weights, else for loads.
    """
    here = [one for one in said if (one.name in _WEIGHED) == weighed]
    used: set[WeightUnit] = {unit for measure in here if (unit := _written(measure))}
    if len(used) == 1:
        return next(iter(used))
    names = {measure.name for measure in here if _lacks(measure)}
    written: list[tuple[str, WeightUnit]] = [
        (measure.name, unit) for measure in lately if (unit := _written(measure))
    ]
    used |= {unit for _, unit in written}
    same: WeightUnit | None = next((unit for name, unit in written if name in names), None)
    return same or (next(iter(used)) if len(used) == 1 else None)


def _written(measure: Measure) -> WeightUnit | None:
    match measure.unit if measure.name in _WEIGHED else measure.weight_unit:
        case "kg" | "lb" as unit if unit_assumed(measure) is None:
            return unit
        case _:
            return None
