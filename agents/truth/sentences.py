"""Where sentences and clauses of a text end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.truth.words import Words, pattern, words_of

_SENTENCE = re.compile(r"[^\n.!?。]*(?:[.!?](?!\s|$)[^\n.!?。]*)*[.!?。]*\s*")
_ORDINAL = re.compile(r"\d\.\s*$")
_PAUSE = re.compile(r"[,;:\u2014\u00b7\u2022\n](?!\d)|\.\s|\s-\s")


def sentence_bounds(text: str) -> Iterator[tuple[int, int]]:
    """The bounds of the sentences and lines; together they are the whole text. "3. März" ends none."""
    position = start = 0
    while position < len(text):
        found = _SENTENCE.match(text, position)
        position = max(position + 1, found.end() if found else len(text))
        if position < len(text) and text[position - 1] == " " and _before_month(text, start, position):
            continue
        yield start, position
        start = position
    if start < position:
        yield start, position


def _before_month(text: str, start: int, position: int) -> bool:
    """Whether a sentence would end within "am 3. März"."""
    german = words_of("de")
    if german is None or not _ORDINAL.search(text[max(start, position - 4) : position]):
        return False
    word = re.match(r"[^\W\d_]+", text[position:])
    return word is not None and word[0].lower() in {*german.month_names, *map(str.lower, german.months)}


def clause_starts(text: str, tongues: Sequence[Words]) -> list[int]:
    """Where clauses of a sentence begin, the first at 0: after a pause and at words that begin one."""
    starts = {0, *(found.end() for found in _PAUSE.finditer(text))}
    for words in tongues:
        ends = pattern(words["breaks"], words.glued).finditer(text)
        starts.update(found.end() if words.glued else found.start() for found in ends)
    return sorted(starts)
