"""Days of a week by their first letters over a row of figures: `steps m 7200 t 8100 w 12050`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from agents.language.days.dateforms import all_words

_FEWEST = 3
"""Days in a row that letters are taken for."""


class Initial(NamedTuple):
    """A weekday's letters in text[start:end]."""

    weekday: int
    start: int
    end: int


@cache
def _letters() -> dict[str, int]:
    return {letters: day for words in all_words() for letters, day in words.initials.items()}


@cache
def _row() -> re.Pattern[str]:
    """Letters with a figure and its unit, at least so many times."""
    one = (
        rf"(?:{'|'.join(sorted(_letters(), key=len, reverse=True))})[ :=]{{1,3}}\d[\d.,:]{{0,8}}[a-z]{{0,4}}"
    )
    return re.compile(rf"(?<![\w'.]){one}(?:[ ,;/|\n]{{1,3}}{one}){{{_FEWEST - 1},6}}(?![\w'])")


_LETTERS = re.compile(r"(?<![^ ,;/|\n])[a-z]{1,3}(?=[ :=])")


def find_initials(text: str) -> Iterator[Initial]:
    """The days of each such row of a plain text whose days come in order. Linear in its length."""
    for row in _row().finditer(text):
        days = [
            Initial(_letters()[one[0]], row.start() + one.start(), row.start() + one.end())
            for one in _LETTERS.finditer(row[0])
            if one[0] in _letters()
        ]
        if all(one.weekday < after.weekday for one, after in pairwise(days)):
            yield from days
