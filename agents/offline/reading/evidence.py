"""Whether a sentence with half a set in it (`100kg bench`, no repetitions) tells of one that was done.

Whoever logs is brief or says so: `bench 100kg`, `finally hit a 100kg bench`. In whole sentences without a
word of having done it such figures are mostly about something else: `a 100kg bench is respectable`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from agents.language.tokens import is_hangul
from agents.offline.reading.items import Item

_BRIEF = 2
"""So many words that mean nothing here may stand in a brief log."""
_KNOWN = frozenset((
    "filler", "tag", "name", "unit", "feeling", "feeling_word", "noise_before", "noise_after", "part", "side",
    "meal", "ate", "pain", "sleep_quality", "race", "number",
))  # fmt: skip


def is_told(sentence: Sequence[Item]) -> bool:
    """Whether these items, all of one sentence, say that something was done, or are brief."""
    if any(_says_so(item) for item in sentence):
        return True
    return sum(is_foreign(item) for item in sentence) <= _BRIEF


def is_prose(clause: Sequence[Item]) -> bool:
    """Whether figures stand among words that speak of something else, and none says that the writer did it.

    What stands before a colon is a heading and does not count. That it was today is no deed.
    """
    first = next((at for at, item in enumerate(clause) if item.data), None)
    food = any(item.kind in ("grams", "energy", "volume") for item in clause)  # dishes are any words
    if first is None or food or any(_says_so(item) and not _is_a_day(item) for item in clause):
        return False
    if any(item.has("pain") for item in clause) or _done_to_me(clause):
        return False
    colons = [at for at, item in enumerate(clause[:first]) if item.kind == "colon"]
    told = clause[colons[-1] :] if colons else clause
    sets = any(item.tag("x", "sets", "reps") for item in told)
    return sum(is_foreign(item) for item in told) >= (_FULL if sets else _PROSE)


_PROSE, _FULL = 3, 4
"""So many words that mean nothing here make prose of a clause without sets, and of one with sets."""


def _done_to_me(clause: Sequence[Item]) -> bool:
    """`coach had me do 3x20 lunges`, `watched me swim 1000m`."""
    return any(
        item.has("cue", "me_too") and (after.tag("for") or after.data or after.named or after.text in _TO_DO)
        for item, after in pairwise(clause)
    )


_TO_DO = frozenset(("to", "do", "through", "on"))


def _is_a_day(item: Item) -> bool:
    """`today`, `this morning`: when, and not what."""
    return item.has("cue", "this_time") and item.kind == "noise"


_MINE = frozenset(
    ("i", "my", "me", "we", "us", "our", "i'm", "im", "i've", "나", "나는", "내가", "제가", "난", "저는")
)


def is_mine(item: Item) -> bool:
    """`I`, `my`, and parts of the body, which are the writer's."""
    part = item.has("part") or item.has("pain")
    return part or item.text.partition(" ")[0] in _MINE


def _says_so(item: Item) -> bool:
    past = item.named is not None and item.text.endswith("ed")
    return (
        past
        or item.has("ate")
        or item.has("meal")
        or item.has("cue", "done", "this_time", "told", "beats")
        or item.tag("work", "up_to", "tried", "only")
    )


def is_foreign(item: Item) -> bool:
    """A word that is no part of a log."""
    if item.kind != "words" or not item.text[:1].isalpha():
        return False
    if item.glued and is_hangul(item.text):
        return False  # an ending of the word before
    return not any(one.kind in _KNOWN for one in item.meanings)
