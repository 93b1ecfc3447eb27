"""Of two figures that a log gives for one, `bench 40 or 45 x5`: which it was only the writer can tell."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from agents.language.reading import Reading
from agents.offline.left_out import doubt_words
from agents.parser import Uncertainty
from storage.entities import Measure

_FIGURES = ("weight", "value", "reps", "sets", "distance_m", "duration_s")


class Either(NamedTuple):
    """Where the two stand in a text, and each of them."""

    start: int
    end: int
    options: tuple[str, str]

    def settled(self, text: str, answer: str) -> str:
        """The text with one of them."""
        return text[: self.start] + answer + text[self.end :]


def either_in(text: str) -> Either | None:
    """The two figures of a log, where there is one such pair."""
    said = text.lower()
    if "?" in said or "\n" in said or not any(word in said for word in doubt_words().either):
        return None
    found = list(_form().finditer(said))
    if len(found) != 1 or found[0]["one"] == found[0]["other"]:
        return None
    return Either(found[0].start(), found[0].end("other"), (found[0]["one"], found[0]["other"]))


def undecided(
    text: str, either: Either, read: Callable[[str], Reading]
) -> tuple[Reading, tuple[Uncertainty, ...]] | None:
    """The log without the figure in doubt, and what is asked; None where the two make no such difference."""
    first, second = (read(either.settled(text, one)) for one in either.options)
    shared = _shared(first.measures, second.measures)
    if shared is None or len({one.day for one in first.measures}) != 1:
        return None
    measures, name = shared
    question = doubt_words().which.format(name=name)
    asked = Uncertainty(key="either", question=question, options=either.options)
    return replace(first, measures=measures), (asked,)


def _shared(first: Sequence[Measure], second: Sequence[Measure]) -> tuple[tuple[Measure, ...], str] | None:
    """What two readings have in common, and whose figure it is that they differ in, of one kind."""
    if [one.name for one in first] != [one.name for one in second]:
        return None
    pairs = list(zip(first, second, strict=True))
    apart = {
        (one.name, field)
        for one, other in pairs
        for field in _FIGURES
        if getattr(one, field) != getattr(other, field)
    }
    if len(apart) != 1:
        return None
    ((name, field),) = apart
    bare = [one.model_copy(update={field: None}) if one.name == name else one for one in first]
    kept = [one for one in bare if any(getattr(one, each) for each in _FIGURES if each != "sets")]
    return tuple(kept), name


@cache
def _form() -> re.Pattern[str]:
    figure, words = r"\d{1,4}(?:\.\d{1,2})?", "|".join(map(re.escape, doubt_words().either))
    one, other = rf"(?<![\w.,:/x-])(?P<one>{figure})", rf"(?P<other>{figure})(?![\d:/x-]|\.\d)"
    return re.compile(rf"{one} ?[a-z가-힣]{{0,3}}? (?:{words}) {other}")
