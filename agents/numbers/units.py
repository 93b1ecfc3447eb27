"""Units as answers write them: what they measure, with the factor to the base unit of the kind."""

from __future__ import annotations

from dataclasses import dataclass

from agents.numbers.languages import lexicons
from units import DAYS, HOUR_S, KG_PER_LB, KMH_PER_MS, LB_PER_STONE, METRES


@dataclass(frozen=True, slots=True)
class Unit:
    """`kind` with the factor to its base unit (kg, m, s, s/km, km/h, days; others are their own base)."""

    kind: str
    factor: float = 1.0


_OCCASIONS = (Unit("occasions"), Unit("count"))
_TABLE: dict[str, tuple[Unit, ...]] = {
    "kg kgs kilo kilos kilogram kilograms 킬로그램 킬로 키로": (Unit("weight"),),
    "lb lbs pound pounds 파운드": (Unit("weight", KG_PER_LB),),
    "st stone": (Unit("weight", LB_PER_STONE * KG_PER_LB),),
    "km kms kilometer kilometers kilometre kilometres 킬로미터": (Unit("distance", 1000),),
    "m meter meters metre metres 미터": (Unit("distance"),),
    "mi mile miles 마일": (Unit("distance", METRES["mi"]),),
    "yd yds yard yards 야드": (Unit("distance", METRES["yd"]),),
    "h hr hrs hour hours 시간": (Unit("duration", HOUR_S),),
    "clock": (Unit("clock", HOUR_S),),
    "min mins minute minutes 분": (Unit("duration", 60),),
    "s sec secs second seconds 초": (Unit("duration"),),
    "km/h kph kmh": (Unit("speed"),),
    "mph": (Unit("speed", METRES["mi"] / 1000),),
    "m/s": (Unit("speed", KMH_PER_MS),),
    "s/km": (Unit("pace"),),
    "s/mi": (Unit("pace", 1000 / METRES["mi"]),),
    "s/100m": (Unit("pace", 10),),
    "s/100yd": (Unit("pace", 10 / METRES["yd"]),),
    "s/500m": (Unit("pace", 2),),
    "min/km": (Unit("pace", 60),),
    "min/mi": (Unit("pace", 60_000 / METRES["mi"]),),
    "kcal cal cals calorie calories 킬로칼로리 칼로리": (Unit("kcal"),),
    "g gram grams 그램": (Unit("g"),),
    "% percent 퍼센트 프로": (Unit("%"),),
    "bpm beats": (Unit("bpm"),),
    "cup cups 잔": (Unit("count"),),
    "step steps 보 걸음": (Unit("steps"),),
    "rep reps repetition repetitions 렙": (Unit("reps"), Unit("count")),
    "set sets 세트": (Unit("sets"), Unit("count")),
    "회": (Unit("reps"), *_OCCASIONS),
    "개": (Unit("reps"), Unit("count")),
    "time times session sessions workout workouts training trainings run runs ride rides swim swims bout "
    "bouts night nights morning mornings evening evenings meal meals occasion occasions "
    "번 차례 끼 밤": _OCCASIONS,
    "entry entries log logs message messages 건": (Unit("entries"), *_OCCASIONS),
    "day days 일 일간 날": (*_OCCASIONS, Unit("days")),
    "week weeks 주 주간 주일": (Unit("weeks"), Unit("days", 7)),
    "month months 개월 달": (Unit("months"), Unit("days", DAYS["month"])),
    "year years 년": (Unit("years"), Unit("days", DAYS["year"])),
}  # fmt: skip


def _all() -> dict[str, tuple[Unit, ...]]:
    """The table's words and those of the other languages; a word of both is either."""
    known = {word: units for words, units in _TABLE.items() for word in words.split()}
    for lexicon in lexicons().values():
        for word, meanings in lexicon.unit_words.items():
            units = [unit for kind, factor in meanings for unit in _abroad(kind, factor)]
            known[word] = tuple(dict.fromkeys((*known.get(word, ()), *units)))
    return known


def _abroad(kind: str, factor: float) -> tuple[Unit, ...]:
    """What a unit of another language counts; the same as the table's word of that kind."""
    if kind == "days":
        longer = {DAYS[unit]: Unit(f"{unit}s") for unit in ("week", "month", "year")}
        return (longer[factor], Unit("days", factor)) if factor > 1 else (*_OCCASIONS, Unit("days"))
    if kind in ("reps", "sets"):
        return (Unit(kind), Unit("count"))
    if kind in ("occasions", "entries"):
        return _OCCASIONS if kind == "occasions" else (Unit("entries"), *_OCCASIONS)
    return (Unit(kind, factor),)


UNITS: dict[str, tuple[Unit, ...]] = _all()

FACTORS: dict[str, frozenset[float]] = {
    kind: frozenset(unit.factor for units in UNITS.values() for unit in units if unit.kind == kind)
    for kind in {unit.kind for units in UNITS.values() for unit in units}
}
"""For each kind, the factors of the units in which a bare number may be meant."""


def unit_of(word: str) -> tuple[Unit, ...]:
    """What a figure's or measure's unit stands for; "" counts something, "days/week" are days."""
    written = word.strip().lower()
    if not written:
        return (Unit("count"),)
    return UNITS.get(written) or UNITS.get(written.split("/")[0].split(" ")[0]) or (Unit(written),)
