"""What a question wants computed, and the figures that narrow it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.offline.asking.cues import Cues, cues
from agents.offline.asking.marks import WEEKLY, Mark, newest, race, read_load, read_mark, read_weekly
from agents.offline.lexicon import Language
from agents.types import Quantity, Statistic


@dataclass(frozen=True)
class Wanted:
    """What is to be computed, and the figures that narrow it."""

    statistic: Statistic | None
    quantity: Quantity | None
    of_sets: bool
    reps: int | None
    distance: float | None
    """Of a race, in metres."""
    mark: Mark | None
    load: tuple[float, str | None] | None
    newest: int | None


def wanted_of(bare: str, words: Cues) -> Wanted:
    """What the words of a part want, days left out."""
    statistic, quantity = statistic_of(bare, words, words.language)
    of_sets = quantity in ("sets", "hard_sets")
    if statistic is None and words.listed.search(bare):
        statistic = "list"
    if words.short_of.search(bare) and words.at_least.search(bare):
        statistic, quantity = "reached", None
    reps = _reps(bare, words)
    if reps is not None and quantity == "reps":
        quantity = None  # "my best set of 8 reps" wants the load
    mark = read_mark(bare, words, reached=statistic == "reached" or words.hitting.search(bare) is not None)
    if statistic is None and words.told_figure.search(bare):
        told = read_mark(bare, words, reached=True)
        if told is not None:
            statistic, mark = "last", replace(told, below=told.at_least, inclusive=True)
    if (goal := read_weekly(bare, words)) is not None:
        statistic, quantity, mark = "reached", "days", goal
    statistic, quantity, reps = _by_mark(bare, words, mark, (statistic, quantity, reps))
    last = newest(bare, words)
    if words.last_rest.search(bare):
        last, statistic, quantity = 1, "rest_days", "days"
    elif last is not None:
        reps, statistic = None, "list" if statistic in (None, "last", "record") else statistic
    fast = statistic != "reached" or (mark is not None and mark.below is not None)
    racing = fast and statistic != "sum" and not words.farthest.search(bare)
    distance = race(blank(bare, [mark.span] if mark else [])) if racing else None
    if distance is not None and statistic in ("record", "min", None) and quantity != "duration":
        statistic, quantity = statistic or "record", "pace"  # the best 5 km is the fastest
    load = read_load(bare, words) if quantity == "reps" else None
    if load:
        mark = None
        statistic = statistic if statistic in ("record", "max", "min", "last", "first", "trend") else "list"
    return Wanted(statistic, quantity, of_sets, reps, distance, mark, load, last)


def _by_mark(
    bare: str, words: Cues, mark: Mark | None, wanted: tuple[Statistic | None, Quantity | None, int | None]
) -> tuple[Statistic | None, Quantity | None, int | None]:
    """Where the days that meet a mark are counted, that is what is wanted."""
    statistic, quantity, reps = wanted
    if mark is None:
        return wanted
    if mark.is_pace:
        quantity = "pace"
    if mark.unit in ("reps", WEEKLY):
        reps = None
    counted = words.counted.search(bare) is not None and mark.unit != WEEKLY
    if counted and statistic in ("reached", "frequency", "list", "record", None):
        return "count", "days", reps
    if counted and (statistic, quantity) == ("sum", None):
        return "count", "days", reps  # "how many planks over 60 s"
    return statistic, quantity, reps


def statistic_of(text: str, known: Cues, language: Language) -> tuple[Statistic | None, Quantity | None]:
    """The first statistic of the language's table, and of what."""
    both = (known,) if language == "en" else (known, cues("en"))
    for words in both:
        for statistic, fixed, pattern in words.statistics:
            if pattern.search(text):
                named = _quantity(text, both)
                if statistic == "frequency" and named in ("distance", "duration", "volume"):
                    return statistic, named
                return statistic, fixed or named
    return None, _quantity(text, both)


def _quantity(text: str, tables: tuple[Cues, ...]) -> Quantity | None:
    return next(
        (name for words in tables for name, pattern in words.quantities if pattern.search(text)), None
    )


def _reps(text: str, known: Cues) -> int | None:
    found = known.reps.search(text)
    if found is None:
        return None
    digits = next((group for group in found.groups() if group and group.isdigit()), None)
    if digits is not None:
        return int(digits) if 1 <= int(digits) <= 30 else None
    return 3 if "triple" in found.group() else 2


def blank(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text with spaces in these places."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text
