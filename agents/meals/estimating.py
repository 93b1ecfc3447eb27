"""From the words of a meal to about how much energy it had, by USDA's table; the rest stays unknown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from pydantic import BaseModel

from agents.language.spoken import spoken
from agents.language.tokens import is_hangul
from domains.foods import Foods, foods
from storage.entities import Measure
from units import KG_PER_LB

MEAL, ENERGY = "meal", "kcal"
_AMOUNT = re.compile(r"(?P<number>\d+(?:[.,]\d+)?)\s*(?P<unit>[^\W\d_]*)")
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
_MOST_PARTS = 20
_MOST = 50.0
"""Pieces of one food, and as many hundred grams."""
_GRAMS_IN_OUNCE = 1000 * KG_PER_LB / 16


class MealWords(BaseModel, extra="forbid"):
    """`words/LANGUAGE.yaml`."""

    between: str
    numbers: dict[str, float]
    grams: list[str]
    kilograms: list[str]
    ounces: list[str]
    pounds: list[str]
    beside: list[list[str]]
    estimates: str
    asks: str
    """How somebody asks how much it was, without asking for an estimate."""
    about: str
    meals: dict[str, str]
    """The words for each meal of a day."""
    spent: str
    """Of energy that was spent, not eaten."""

    def in_grams(self, unit: str) -> float | None:
        """What one of the unit weighs."""
        named = (
            (self.grams, 1.0), (self.kilograms, 1000.0), (self.ounces, _GRAMS_IN_OUNCE),
            (self.pounds, 1000 * KG_PER_LB),
        )  # fmt: skip
        return next((worth for words, worth in named if unit in words), None)


@dataclass(frozen=True, slots=True)
class Part:
    """One food of a meal, by its name in the table."""

    food: str
    grams: float
    kcal: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """About how much a meal had; `unknown` are the words of which nothing is known, so not counted."""

    parts: tuple[Part, ...]
    unknown: tuple[str, ...]

    @property
    def kcal(self) -> int:
        """To the nearest ten: more would be a lie."""
        return round(sum(part.kcal for part in self.parts) / 10) * 10


@cache
def words_for(language: str) -> MealWords:
    """Of a language that is written."""
    return spoken("agents.meals", language, MealWords)


def language_of(text: str) -> str:
    """Of the two that meals are read in."""
    return "ko" if is_hangul(text) else "en"


def estimated(text: str) -> Estimate | None:
    """Of a meal's words; None where nothing in them is known."""
    words = words_for(language_of(text))
    known = foods()
    parts: list[Part] = []
    unknown: list[str] = []
    for said in list(_said(text.casefold(), words))[:_MOST_PARTS]:
        part = _part(said, words, known)
        if part is not None:
            parts.append(part)
        elif _plain(said, words):
            unknown.append(said)
    return Estimate(tuple(parts), tuple(unknown)) if parts else None


def of_meals(measures: Iterable[Measure]) -> Estimate | None:
    """Of a log; None where its energy was stated, or where nothing is known of what was eaten."""
    told = list(measures)
    if any(measure.name == ENERGY for measure in told):
        return None
    found = [estimated(measure.text) for measure in told if measure.name == MEAL and measure.text]
    sure = [each for each in found if each is not None]
    parts = tuple(part for each in sure for part in each.parts)
    return Estimate(parts, tuple(word for each in sure for word in each.unknown)) if parts else None


def _said(text: str, words: MealWords) -> Iterator[str]:
    for piece in re.split(words.between, text):
        if piece and piece.strip(" ."):
            yield piece.strip(" .")


def _part(said: str, words: MealWords, known: Foods) -> Part | None:
    name = known.named(" ".join(_plain(said, words))) or known.named("".join(_plain(said, words)))
    if name is None:
        return None
    food = known.table[name]
    grams = _weighed(said, words)
    if grams is None:
        grams = _count(said, words) * food.portion
    return Part(name, grams, grams * food.kcal / 100) if 0 < grams <= _MOST * 100 else None


def _weighed(said: str, words: MealWords) -> float | None:
    for amount in _AMOUNT.finditer(said):
        worth = words.in_grams(amount["unit"])
        if worth is not None:
            return float(amount["number"].replace(",", ".")) * worth
    return None


def _count(said: str, words: MealWords) -> float:
    """`2`, `two`, `half a`: one where no number stands."""
    digits = _AMOUNT.search(said)
    if digits is not None:
        return min(float(digits["number"].replace(",", ".")), _MOST)
    told = [words.numbers[word] for word in _WORD.findall(said) if word in words.numbers]
    parts = [number for number in told if number < 1]
    return parts[0] if parts else max(told, default=1.0)


def _plain(said: str, words: MealWords) -> list[str]:
    """What it is, without how much."""
    aside = {word for row in words.beside for word in row} | words.numbers.keys()
    rest = _AMOUNT.sub(
        lambda found: "" if _is_aside(found["unit"], words, aside) else f" {found['unit']}", said
    )
    return [word for word in _WORD.findall(rest) if word not in aside]


def _is_aside(unit: str, words: MealWords, aside: set[str]) -> bool:
    return words.in_grams(unit) is not None or unit in aside
