"""Names in other words: cut short (`front sq`, `tri ext`), or in another order (`db flat bench`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agents.offline.reading.phrases import Meaning, Phrase
from agents.offline.reading.tokens import Token

_MOST_WORDS = 5
_PLURAL = 4
"""Letters of the shortest word whose s at the end may be a plural's."""


class Names:
    """Names of two words and more by their words, whatever their order; what two names share is no name."""

    def __init__(self, short: Mapping[str, Phrase]) -> None:
        self._short = short
        self._known: dict[Phrase, Meaning | None] = {}
        self._words: set[str] = set(short)

    def add(self, words: Phrase, meaning: Meaning) -> None:
        """One more name."""
        if len(words) < 2 or len(words) > 2 * _MOST_WORDS:
            return
        key = self._key(words)
        if len(key) < 2:
            return
        known = self._known.setdefault(key, meaning)
        if known is not None and known.what != meaning.what:
            self._known[key] = None
        self._words.update(words)
        self._words.update(key)

    def longest(self, tokens: Sequence[Token], at: int, beyond: int) -> tuple[int, tuple[Meaning, ...]]:
        """How many tokens the longest such name has, and it; (0, ()) if none has more than `beyond`."""
        if tokens[at].text not in self._words:
            return 0, ()
        run: list[int] = []
        """Places of its words."""
        for place in range(at, min(at + 2 * _MOST_WORDS, len(tokens))):
            token = tokens[place]
            if token.text == "-" and token.glued:
                continue
            if token.kind != "word" or token.text not in self._words or len(run) == _MOST_WORDS:
                break
            run.append(place)
        for size in range(len(run), 1, -1):
            length = run[size - 1] + 1 - at
            if length <= beyond:
                break
            found = self._known.get(self._key(tuple(tokens[place].text for place in run[:size])))
            if found is not None:
                return length, (found,)
        return 0, ()

    def _key(self, words: Phrase) -> Phrase:
        whole = [part for word in words for part in self._short.get(word, (word,)) if part != "-"]
        return tuple(sorted(_singular(word) for word in whole))


def _singular(word: str) -> str:
    return word[:-1] if len(word) > _PLURAL and word.endswith("s") and not word.endswith("ss") else word
