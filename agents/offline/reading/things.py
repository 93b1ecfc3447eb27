"""Figures of somebody or something that no domain knows: `the winner finished the 10k in 31:15`, `성인은 물 2리터`."""

from __future__ import annotations

from collections.abc import Sequence

from agents.offline.reading.evidence import is_foreign, is_mine
from agents.offline.reading.items import Item
from agents.offline.reading.phrases import is_hangul

_FOOD = frozenset(("grams", "energy", "volume"))
"""Kinds of figures that stand beside dishes, whose names are any words."""
_SUBJECT = 7
"""Words of the longest subject that is looked at."""
_NEAR = 5
"""Words between a verb and its figures."""
_JOINS = frozenset(("so", "but", "then", "and", "because", "cause", "while"))


def is_of_something_else(clause: Sequence[Item]) -> bool:
    """Whether its figures are said of a subject that is neither the writer nor anything that is logged."""
    words = [item for item in clause if item.kind not in ("line", "comma", "dash", "stop", "open")]
    if not any(item.data for item in words) or any(item.kind in _FOOD for item in words):
        return False
    return _in_english(words) or _as_a_topic(words)


def _in_english(words: Sequence[Item]) -> bool:
    """A subject of unknown words, a verb that things and others have, and soon after it figures."""
    at = next((place for place, item in enumerate(words[:_SUBJECT]) if item.has("cue", "third_verb")), 0)
    subject, said = _without_lead(words[:at]), words[at + 1 :]
    if not subject or any(_is_the_writers(item) for item in subject) or any(is_mine(item) for item in said):
        return False
    if not is_foreign(subject[-1]) or subject[-1].has("cue"):
        return False
    if subject[-1].text.endswith(("ly", "ing")):
        return False
    for item in said[:_NEAR]:
        if item.data:
            return True
        if item.text in _JOINS or item.kind == "colon":
            return False
        if not (item.has("filler") or item.has("cue") or item.has("tag") or item.named):
            return False
    return False


def _without_lead(subject: Sequence[Item]) -> Sequence[Item]:
    """From an article on, where there is one: `wow the winner`."""
    at = next((place for place, item in enumerate(subject) if item.has("cue", "determiner")), 0)
    return subject[at:]


def _is_the_writers(item: Item) -> bool:
    """What tells of the writer as a subject: a part, a session, a colon's heading, a day."""
    own = item.has("cue", "own_thing") or item.has("part") or item.has("meal") or item.has("pain")
    told = item.has("cue", "this_time") or item.text in ("i", "we", "me", "us", "it", "that", "this")
    return own or told or item.kind in ("colon", "clock", "noise") or item.text in _JOINS


def _as_a_topic(words: Sequence[Item]) -> bool:
    """In Korean: a word that nothing here knows, with the ending of a topic, and no deed at the end."""
    first = words[0]
    if not is_hangul(first.text[:1]) or first.meanings or len(words) < 2 or first.has("cue", "own_thing"):
        return False
    end = next((at for at, item in enumerate(words[1:], 1) if not (item.glued and item.kind == "words")), 1)
    last = words[end - 1]
    written = "".join(item.text for item in words[:end])
    ends = last.text in _TOPIC if end > 1 else (len(written) > 2 and written[-1] in _TOPIC)
    told = any(item.has("cue", "told", "done", "this_time") or item.has("ate") for item in words)
    return ends and not told


_TOPIC = frozenset("은는")
