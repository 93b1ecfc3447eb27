"""What an answer about notation tells of how the writer writes: `8x3` is 8 sets of 3, or 3 of 8."""

from __future__ import annotations

import re

from storage.entities import Measure, SetOrder, WeightUnit

_X = "[x\u00d7*]"
_PAIR = re.compile(rf"(?<![\d.])(\d{{1,3}}) ?{_X} ?(\d{{1,3}})(?![\d.])", re.IGNORECASE)
_SETS = re.compile(r"(\d{1,3}) ?(?:sets?\b|세트)", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,3}")


UNITS: dict[WeightUnit, str] = {
    "kg": r"kgs?|kilos?|kilograms?|킬로(?:그램|그람)?|키로",
    "lb": r"lbs?|pounds?|파운드",
}


def unit_chosen(answer: str) -> WeightUnit | None:
    """The unit that an answer names, alone or in a sentence ("that was in kg")."""
    said = answer.casefold()
    named: list[WeightUnit] = [
        unit for unit, words in UNITS.items() if re.search(rf"(?<![^\W\d_])(?:{words})(?![a-z])", said)
    ]
    return named[0] if len(named) == 1 else None


def unit_assumed(measure: Measure) -> WeightUnit | None:
    """The kg or lb of a load or a body weight that was written without one."""
    if measure.certainty.get("weight_unit") == "inferred":
        return measure.weight_unit
    match measure.unit if measure.certainty.get("unit") == "inferred" else None:
        case "kg" | "lb" as unit:
            return unit
        case _:
            return None


def order_chosen(text: str, answer: str) -> SetOrder | None:
    """The order that the answer "3 sets of 8" shows when the text says 8x3; None when it shows nothing."""
    said = _SETS.search(answer)
    numbers = [int(number) for number in _NUMBER.findall(answer)]
    if said is None or len(numbers) != 2 or numbers[0] == numbers[1]:
        return None
    sets = int(said[1])
    for match in _PAIR.finditer(text):
        first, second = int(match[1]), int(match[2])
        if sorted((first, second)) == sorted(numbers):
            return "sets first" if first == sets else "reps first"
    return None
