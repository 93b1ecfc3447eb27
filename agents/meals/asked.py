"""Whether somebody asks what they ate had about, of which day and which meal of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime

from agents.language.days.dates import find_periods
from agents.language.text import plain
from agents.meals.estimating import MealWords, language_of, words_for

_LONGEST = 160


@dataclass(frozen=True, slots=True)
class EstimateAsked:
    """What is asked for. `meal`: breakfast and so on; empty: of the whole day."""

    day: date
    meal: str
    is_rough: bool
    """It was asked for in so many words, not only how much it was."""


def estimate_asked(text: str, now: datetime) -> EstimateAsked | None:
    """Of the day that is asked about, today unless another is named; None: it asks for no such thing.

    `now` is on the person's clock. Of several days nothing is estimated.
    """
    said = plain(text)
    words = words_for(language_of(said))
    if len(said) > _LONGEST or not re.search(words.about, said) or re.search(words.spent, said):
        return None
    is_rough = re.search(words.estimates, said) is not None
    if not is_rough and not re.search(words.asks, said):
        return None
    named = [one.range for one in find_periods(said, now)]
    day = named[0].start if named else now.date()
    if any(one.start != one.end for one in named) or len(set(named)) > 1 or day > now.date():
        return None
    meal = next((meal for meal, form in words.meals.items() if re.search(form, said)), "")
    return EstimateAsked(day, meal, is_rough)


def is_of(meal: str, eaten: str, told: str) -> bool:
    """Whether `eaten` is of that meal, by the word for one that stands nearest to it in what was `told`."""
    said = plain(told)
    at = max(0, said.find(plain(eaten)))
    end = at + len(eaten)
    named = [
        (max(found.start() - end, at - found.end(), 0), name)
        for words in map(words_for, _LANGUAGES)
        for name, found in _named(words, said)
    ]
    return bool(named) and min(named)[1] == meal


_LANGUAGES = ("en", "ko")


def _named(words: MealWords, said: str) -> list[tuple[str, re.Match[str]]]:
    return [(name, found) for name, form in words.meals.items() for found in re.finditer(form, said)]
