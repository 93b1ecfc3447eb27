"""One message's reading as a line of `swealog parse --batch`: absent = not said, unit null = not written."""

from __future__ import annotations

import json
from collections.abc import Iterable

from pydantic import BaseModel, Field

from agents.offline.fixing.statements import read_statement
from agents.parser import ParserInput, ParserOutput
from agents.router import RouterOutput
from agents.types import InputType
from storage.entities import Measure, WeightUnit
from units import KG_PER_LB


class SetLine(BaseModel, extra="forbid"):
    """Sets alike, or a bout (`distance_m`, `duration_s`; `sets` if repeated). `unit` is that of `weight`."""

    exercise: str
    weight: float | None = None
    unit: WeightUnit | None = None
    reps: int | None = None
    sets: int | None = None
    rpe: float | None = None
    distance_m: float | None = None
    duration_s: float | None = None
    date: str


class CorrectionLine(BaseModel, extra="forbid", populate_by_name=True):
    """What a correction changes: `to` is the new number, unit, exercise or day, or "delete"."""

    to: float | str
    was: float | str | None = Field(None, serialization_alias="from")
    what: str | None = None


class ParseLine(BaseModel, extra="forbid"):
    """The whole line."""

    id: str
    input_type: str
    domains: list[str]
    date: str | None = None
    sets: list[SetLine] | None = None
    sleep_h: float | None = None
    meals: list[str] | None = None
    kcal: float | None = None
    protein_g: float | None = None
    body_weight_kg: float | None = None
    mood: float | str | None = None
    energy: float | str | None = None
    pain: list[str] | None = None
    dates: list[str] | None = None
    correction: CorrectionLine | None = None

    def json_line(self) -> str:
        """One line of JSON; what was not said is left out, but a load has its unit, null if unwritten."""
        data = self.model_dump(mode="json", by_alias=True, exclude_none=True)
        for shown, held in zip(data.get("sets", ()), self.sets or (), strict=False):
            if held.weight is not None:
                shown["unit"] = held.unit
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def parse_line(
    message_id: str, routed: RouterOutput, given: ParserInput, parsed: ParserOutput | None
) -> ParseLine:
    """The line for a message; `parsed` is None for one that is neither log nor correction."""
    measures = [measure for entry in parsed.entries for measure in entry.measures] if parsed else []
    days = list(dict.fromkeys(str(entry.day) for entry in parsed.entries)) if parsed else []
    found = dict.fromkeys((*routed.selected_domains, *(measure.domain for measure in measures)))
    return ParseLine(
        id=message_id,
        input_type=routed.input_type.value,
        domains=list(found),
        date=days[0] if days else None,
        sets=[_set_line(one) for one in measures if _is_set(one)] or None,
        sleep_h=_first(measures, "sleep"),
        meals=[one.text for one in measures if one.name == "meal" and one.text] or None,
        kcal=_total(measures, "kcal"),
        protein_g=_total(measures, "protein"),
        body_weight_kg=_body_weight(measures),
        mood=_felt(measures, "mood"),
        energy=_felt(measures, "energy"),
        pain=[one.text or "" for one in measures if one.name == "pain"] or None,
        dates=days or None,
        correction=_correction(given) if routed.input_type is InputType.CORRECTION else None,
    )


def _is_set(measure: Measure) -> bool:
    figures = (measure.weight, measure.reps, measure.distance_m, measure.duration_s)
    return any(figure is not None for figure in figures) or (measure.value is None and measure.text is None)


def _set_line(measure: Measure) -> SetLine:
    unsaid = measure.certainty.get("weight_unit") == "inferred"
    return SetLine(
        exercise=measure.name,
        weight=measure.weight,
        unit=None if unsaid else measure.weight_unit,
        reps=measure.reps,
        sets=None if _is_one_bout(measure) else measure.sets,
        rpe=measure.rpe,
        distance_m=measure.distance_m,
        duration_s=measure.duration_s,
        date=str(measure.day),
    )


def _is_one_bout(measure: Measure) -> bool:
    """A run of which nobody said how many times."""
    return measure.sets == 1 and measure.domain != "strength" and measure.reps is None


def _first(measures: Iterable[Measure], name: str) -> float | None:
    return next((one.value for one in measures if one.name == name and one.value is not None), None)


def _total(measures: Iterable[Measure], name: str) -> float | None:
    values = [one.value for one in measures if one.name == name and one.value is not None]
    return sum(values) if values else None


def _body_weight(measures: Iterable[Measure]) -> float | None:
    for one in measures:
        if one.name == "body weight" and one.value is not None:
            return round(one.value * KG_PER_LB, 2) if one.unit == "lb" else one.value
    return None


def _felt(measures: Iterable[Measure], name: str) -> float | str | None:
    for one in measures:
        if one.name == name:
            return one.value if one.value is not None else one.text
    return None


def _correction(given: ParserInput) -> CorrectionLine | None:
    statement = read_statement(given)
    if statement.new:
        new = statement.new[0]
        old = statement.old[0] if statement.old else None
        return CorrectionLine(to=new.value, was=old.value if old else None, what=new.slot)
    if statement.deletes:
        return CorrectionLine(to="delete", was=None, what="set" if statement.which is not None else None)
    if statement.unit is not None:
        return CorrectionLine(to=statement.unit, was=None, what="unit")
    if statement.day is not None:
        return CorrectionLine(to=str(statement.day), was=None, what="date")
    if statement.names:
        was = statement.old_names[0] if statement.old_names else None
        return CorrectionLine(to=statement.names[0], was=was, what="exercise")
    return None
