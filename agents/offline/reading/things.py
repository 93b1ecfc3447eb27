"""Figures of somebody or something that no domain knows: `the winner finished the 10k in 31:15`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from agents.language.tokens import is_hangul
from agents.offline.reading.evidence import is_foreign, is_mine
from agents.offline.reading.items import Item

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
    if not any(item.data for item in words):
        return False
    if _is_a_rate(words) or _is_the_topic(words) or _is_any(words):
        return True
    if any(item.kind in _FOOD for item in words):
        return _as_a_topic(words)
    return _in_english(words) or _as_a_topic(words)


def _is_the_topic(words: Sequence[Item]) -> bool:
    """`a 2 hour documentary about running`."""
    told = any(item.has("cue", "done", "told") for item in words)
    return not told and any(
        item.text == "about" and after.named is not None and after.named.shape != "metrics"
        for item, after in pairwise(words)
    )


def _is_any(words: Sequence[Item]) -> bool:
    """`a kettlebell swing burns 12 kcal`: one of its kind."""
    verb = next((at for at, item in enumerate(words[:_SUBJECT]) if _is_said_of(item)), 0)
    named = any(item.named is not None for item in words[:verb])
    return named and words[0].text in _ANY and any(item.data for item in words[verb : verb + 3])


def _is_said_of(item: Item) -> bool:
    return item.has("cue", "third_verb") or item.text == "="


_ANY = frozenset(("a", "an", "one"))


def _is_a_rate(words: Sequence[Item]) -> bool:
    """`닭가슴살 100g당 단백질 23g`, `8 g protein per 100 g`: what stands on a label."""
    return any(
        (item.kind in _FOOD and after.glued and after.text in _PER)
        or (item.tag("per") and after.kind in _FOOD)
        for item, after in pairwise(words)
    )


_PER = frozenset(("당",))


def _in_english(words: Sequence[Item]) -> bool:
    """A subject of unknown words, a verb that things and others have, and soon after it figures."""
    at = next((place for place, item in enumerate(words[:_SUBJECT]) if item.has("cue", "third_verb")), 0)
    subject, said = _without_lead(words[:at]), words[at + 1 :]
    if not subject or any(_is_the_writers(item) for item in subject) or any(is_mine(item) for item in said):
        return False
    head = subject[-1]
    unknown = is_foreign(head) and not head.has("cue") and not head.text.endswith(("ly", "ing"))
    return unknown and _governs_a_figure(said)


def _governs_a_figure(said: Sequence[Item]) -> bool:
    """Whether figures come soon after a verb: `finished the 10k`, `weighs about 8 kg`."""
    for item in said[:_NEAR]:
        if item.data:
            return True
        plain = item.has("filler") or item.has("cue") or item.has("tag") or item.named is not None
        if item.text in _JOINS or item.kind == "colon" or not plain:
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
    if not is_hangul(words[0].text[:1]) or len(words) < 2:
        return False
    at = 0
    while at < len(words) and at < _TOPIC_WORDS and _is_unknown(words[at]):
        at += 1
    last = words[at - 1]
    followed = at < len(words) and words[at].glued and words[at].text in _TOPIC
    ends = at > 0 and (followed or (len(last.text) > 2 and last.text[-1] in _TOPIC))
    told = any(item.has("cue", "told", "done", "this_time") or item.has("ate") for item in words)
    return ends and not told


def _is_unknown(item: Item) -> bool:
    return item.kind == "words" and not item.meanings


_TOPIC, _TOPIC_WORDS = frozenset("은는"), 4
