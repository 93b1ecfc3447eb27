"""What an answer about notation tells of how the writer writes: `8x3` is 8 sets of 3, or 3 of 8."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from agents.language.words import log_words
from domains.terms import Words
from storage.entities import Measure, SetOrder, WeightUnit

_X = "[x\u00d7*]"
_PAIR = re.compile(rf"(?<![\d.])(\d{{1,3}}) ?{_X} ?(\d{{1,3}})(?![\d.])", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,3}")
_UNITS: tuple[WeightUnit, ...] = ("kg", "lb")


@cache
def unit_words() -> dict[str, re.Pattern[str]]:
    """The words of kilograms and pounds, as logs have them."""
    return {unit: _any(unit, [file.units for file in log_words()]) for unit in _UNITS}


def _any(key: str, lists: Iterable[Mapping[str, Words]]) -> re.Pattern[str]:
    words = sorted(
        {word for one in lists for word in one.get(key, ()) if word.isalpha()}, key=len, reverse=True
    )
    return re.compile("|".join(map(re.escape, words)))


@cache
def _counted_sets() -> re.Pattern[str]:
    sets = _any("SETS", [file.symbols for file in log_words()]).pattern
    return re.compile(rf"(\d{{1,3}}) ?(?:{sets})(?![a-z])", re.IGNORECASE)


def unit_chosen(answer: str) -> WeightUnit | None:
    """The unit that an answer names, alone or in a sentence ("that was in kg")."""
    if not answer:
        return None
    said = answer.casefold()
    named: list[WeightUnit] = [
        unit for unit in _UNITS if re.search(rf"(?<![^\W\d_])(?:{unit_words()[unit].pattern})(?![a-z])", said)
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
    said = _counted_sets().search(answer)
    numbers = [int(number) for number in _NUMBER.findall(answer)]
    if said is None or len(numbers) != 2 or numbers[0] == numbers[1]:
        return None
    sets = int(said[1])
    for match in _PAIR.finditer(text):
        first, second = int(match[1]), int(match[2])
        if sorted((first, second)) == sorted(numbers):
            return "sets first" if first == sets else "reps first"
    return None
