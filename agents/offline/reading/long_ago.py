"""What was done once or is done always, and so is no log of what was done now: years, records, habits."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from agents.offline.reading.items import Item
from agents.offline.reading.people import SUBJECTS


def in_a_year(clause: Sequence[Item], this_year: int) -> bool:
    """`in 2018 my half marathon was 1:42`."""
    return any(
        (before.text in _IN or _is_plain_word(before))
        and item.text.isdecimal()
        and 1950 <= item.value < this_year
        and len(item.text) == 4
        for before, item in pairwise(clause)
    )


def _is_plain_word(item: Item) -> bool:
    return item.kind == "words" and not item.meanings


_IN = frozenset(("in", "since", "from", "of", "around", "early", "late", "summer", "back"))


def is_habit(clause: Sequence[Item], cues: set[str]) -> bool:
    """`usually I sleep 7 hours`, `I run 5k`; what was done today, though as usual, is a log."""
    if any(item.has("cue", "this_time") for item in clause):
        return False
    if clause[0].has("cue", "habit_first") and "told" not in cues and any(item.data for item in clause):
        return True
    return "habit" in cues or _is_how_often(clause) or _in_the_present(clause)


def _is_how_often(clause: Sequence[Item]) -> bool:
    """`1800 kcal a day`, `150g protein daily`; not `a week off`, `daily walk 4 km`."""
    words = [at for at, item in enumerate(clause) if item.kind == "words"]
    last = words[-1] if words else 0
    if not last or not clause[last].has("cue", "each_time"):
        return False
    return clause[last - 1].text in _TIMES or any(one.data for one in clause[:last])


_TIMES = frozenset(("times", "once", "twice", "thrice", "days", "nights"))


def _in_the_present(clause: Sequence[Item]) -> bool:
    """`I eat 2200 kcal`: what one does is no log of what one did; sets written in full are one."""
    if any(item.tag("x", "sets") for item in clause):
        return False
    words = [item for item in clause if item.kind == "words" and not item.has("cue", "adverb")]
    return any(
        item.text in SUBJECTS and item.text not in _PERFECT and after.has("cue", "present")
        for item, after in pairwise(words)
    )


_PERFECT = frozenset(("i've", "we've"))
"""`I've just run 5k` was done."""


def is_record_list(clause: Sequence[Item]) -> bool:
    """`all time best: squat 160, bench 110`: a heading over all that follows in the sentence."""
    at = next((place for place, item in enumerate(clause) if item.has("cue", "past", "long_past")), None)
    if at is not None and any(item.has("cue", "beats") for item in clause[:at]):
        return False
    return at is not None and any(item.kind == "colon" for item in clause[at + 1 : at + 4])


def is_estimated(clause: Sequence[Item]) -> bool:
    """`1rm bench around 105 I guess`."""
    return any(item.has("cue", "maximum") for item in clause) and any(
        item.has("cue", "roughly") for item in clause
    )
