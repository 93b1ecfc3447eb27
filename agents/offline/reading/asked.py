"""Where a sentence asks: what stands there is no log."""

from __future__ import annotations

from collections.abc import Sequence

from agents.language.tokens import is_hangul
from agents.offline.reading.items import Item


def asked_from(clauses: list[list[Item]]) -> int:
    """The clause from which on the sentence is a question; beyond the last when it is none."""
    asks = any(item.text == "?" or item.has("cue", "asks") for item in clauses[-1])
    for number, clause in enumerate(clauses):
        words = [item for item in clause if item.kind == "words" and not item.has("cue", "lead_in")]
        if _asks_of_a_figure(words, clause):
            return number
        at = next((place for place, item in enumerate(words) if item.has("cue", "question")), None)
        if at is not None and _asks_anywhere(words):
            return number - (number > 0 and _leads_to_it(clauses[number - 1]))
        if at is None or (words[at].text == "what" and len(words) > at + 1 and words[at + 1].text == "a"):
            continue
        if asks or at == 0:
            return number
    return 0 if asks else len(clauses)


def _asks_anywhere(words: Sequence[Item]) -> bool:
    """`스쿼트 5세트 하는데 몇 분 걸리지`: languages with the question word in the middle, and no deed."""
    told = any(item.has("cue", "told", "done") or item.has("ate") for item in words)
    return not told and any(item.has("cue", "question") and is_hangul(item.text) for item in words)


def _leads_to_it(clause: Sequence[Item]) -> bool:
    """`스쿼트 5세트 하는데` before `몇 분 걸리지`: what is asked about, and not told."""
    told = any(item.has("cue", "told", "done") or item.has("ate") for item in clause)
    return clause[-1].tag("closes") and not told


def _asks_of_a_figure(words: Sequence[Item], clause: Sequence[Item]) -> bool:
    """`was 82.5 my heaviest bench`."""
    if len(words) < 2 or words[0].text not in ("was", "were") or clause[0].data:
        return False
    return words[1].text == "my" and any(item.data for item in clause[1:3])
