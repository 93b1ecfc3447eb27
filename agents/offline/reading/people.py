"""Whose lifts: a name before a verb or a colon is somebody else ("Alex benched 120", "Mike: …, me: …")."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from agents.offline.reading.items import Item

_PAST = frozenset(
    (
        "ran",
        "swam",
        "rode",
        "slept",
        "ate",
        "did",
        "hit",
        "got",
        "lifted",
        "pulled",
        "pressed",
        "rowed",
        "weighs",
    )
)
_ME = frozenset(("me", "myself", "i", "나", "저"))
_NO_NAME = frozenset((
    "again", "once", "never", "almost", "nearly", "twice", "well", "wow", "yes", "yep", "yeah", "haha", "lol",
    "okay", "hey", "thanks", "morning", "evening", "afternoon", "coach", "dude", "man", "bro", "god", "damn",
    "think", "believe", "guess", "so", "thus", "hence", "somehow", "maybe", "not",
))  # fmt: skip
"""Words that may open a sentence about oneself."""
_VERBS_S = ("s", "es")


def mark_others(text: str, items: Sequence[Item]) -> None:
    """Kill clauses with a name as their subject; `text` is as it was written, for its capitals."""
    for _, grouped in groupby(items, key=lambda item: item.sentence):
        sentence = list(grouped)
        _before_me(text, sentence)
        for _, one in groupby(sentence, key=lambda item: item.clause):
            clause = list(one)
            if _opens_with_a_name(text, clause):
                for item in clause:
                    item.dead = True


def _opens_with_a_name(text: str, clause: Sequence[Item]) -> bool:
    words = [item for item in clause if item.kind not in ("comma", "line", "dash", "sign", "stop")][:3]
    if len(words) < 2 or not _is_name(text, words[0]):
        return False
    verb = words[2] if len(words) > 2 and _is_name(text, words[1]) else words[1]
    if verb.kind != "words":
        return False
    lifts = verb.named is not None and verb.named.shape != "metrics"
    third = lifts and verb.text.endswith(_VERBS_S) and len(clause) > len(words) and words[1] is verb
    return (lifts and verb.text.endswith("ed")) or verb.text in _PAST or (third and _is_verb(verb))


def _is_verb(item: Item) -> bool:
    """`deadlifts`, `benches`, `runs` may be a noun too: only those that are more often a verb."""
    return item.text in ("benches", "runs", "swims", "rides", "weighs", "sleeps", "eats", "lifts")


def _is_name(text: str, item: Item) -> bool:
    """A capitalised word that means nothing else here."""
    if item.kind != "words" or item.meanings or len(item.text) < 3 or item.text in _NO_NAME:
        return False
    return (
        item.text.isalpha()
        and text[item.start].isupper()
        and text[item.start + 1].islower()
        and not item.text.endswith(("ly", "ing", "ed"))
    )


def _before_me(text: str, sentence: Sequence[Item]) -> None:
    """`Mike: bench 140kg, me: bench 90kg`: what stands before "me:" is Mike's."""
    headed = [at for at in range(1, len(sentence)) if sentence[at].kind == "colon"]
    mine = next((at for at in headed if sentence[at - 1].text in _ME), None)
    if mine is None or not any(_is_name(text, sentence[at - 1]) for at in headed if at < mine):
        return
    for item in sentence[: mine - 1]:
        item.dead = True
