"""Messages that tell of a topic: by its words (BM25), of equals the newest first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log

from storage.entities import Message
from storage.fulltext import SHORTEST_BEGINNING, words

_B, _K1 = 0.4, 1.2


def telling(topic: str, messages: Iterable[Message], most: int) -> list[Message]:
    """At most so many messages, oldest first; without a topic the newest."""
    kept = [one for one in messages if one.text.strip() and not one.text.lstrip().startswith("/")]
    terms = {_stem(word) for word in words(topic)}
    if not terms:
        return _in_time(sorted(kept, key=_place)[-most:])
    scores = _scores(terms, kept)
    ranked = sorted(scores, key=lambda one: (-scores[one], -kept[one].message_id))
    return _in_time([kept[one] for one in ranked[:most]])


def _scores(terms: Iterable[str], kept: Sequence[Message]) -> dict[int, float]:
    """By the place of a message, for those that have any of the terms."""
    usual = sum(len(one.text.split()) for one in kept) / max(1, len(kept))
    told = [set(words(one.text)) for one in kept]
    scores: dict[int, float] = {}
    for term in terms:
        held = [at for at, those in enumerate(told) if any(one.startswith(term) for one in those)]
        weight = log(1 + len(kept) / max(1, len(held)))
        for at in held:
            length = 1 - _B + _B * len(kept[at].text.split()) / max(1.0, usual)
            scores[at] = scores.get(at, 0.0) + weight * (_K1 + 1) / (1 + _K1 * length)
    return scores


def _stem(word: str) -> str:
    """Without an English ending; Korean particles stand behind what is looked for."""
    for ending in ("ing", "ed", "s"):
        if word.isascii() and word.endswith(ending) and len(word) - len(ending) >= SHORTEST_BEGINNING:
            return word.removesuffix(ending)
    return word


def _in_time(messages: list[Message]) -> list[Message]:
    return sorted(messages, key=_place)


def _place(message: Message) -> int:
    return message.message_id
