"""Names in other words: cut short (`front sq`, `tri ext`), or in another order (`db flat bench`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agents.language.tokens import Token
from agents.offline.reading.phrases import Meaning, Phrase

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
        key = key_of(words, self._short)
        if len(key) < 2:
            return
        known = self._known.setdefault(key, meaning)
        if known is not None and known.what != meaning.what:
            self._known[key] = None
        self._words.update(words)
        self._words.update(key)

    def __bool__(self) -> bool:
        return bool(self._known)

    def has(self, word: str) -> bool:
        """Whether it is a word of a name."""
        return word in self._words

    def named(self, key: Phrase) -> tuple[Meaning | None, bool]:
        """The name with these words, and whether any has them: of two it is none."""
        return self._known.get(key), key in self._known


class AllNames:
    """The names of several vocabularies."""

    def __init__(self, names: Sequence[Names], short: Mapping[str, Phrase]) -> None:
        self._names = [one for one in names if one]
        self._short = short

    def longest(self, tokens: Sequence[Token], at: int, beyond: int) -> tuple[int, str]:
        """How many tokens the longest such name has, and it; (0, "") if none has more than `beyond`."""
        if not self._has(tokens[at].text):
            return 0, ""
        run: list[int] = []
        """Places of its words."""
        for place in range(at, min(at + 2 * _MOST_WORDS, len(tokens))):
            token = tokens[place]
            if token.text == "-" and token.glued:
                continue
            if token.kind != "word" or not self._has(token.text) or len(run) == _MOST_WORDS:
                break
            run.append(place)
        for size in range(len(run), 1, -1):
            length = run[size - 1] + 1 - at
            if length <= beyond:
                break
            found = self._named(key_of(tuple(tokens[place].text for place in run[:size]), self._short))
            if found:
                return length, found
        return 0, ""

    def _has(self, word: str) -> bool:
        for one in self._names:  # noqa: SIM110 - asked of every word: a loop costs a fifth of any()
            if one.has(word):
                return True
        return False

    def _named(self, key: Phrase) -> str:
        """The one name with these words; "" when there is none, or there are two."""
        found = [meaning for meaning, known in (one.named(key) for one in self._names) if known]
        whats = {meaning.what if meaning is not None else "" for meaning in found}
        return whats.pop() if len(whats) == 1 else ""


def key_of(words: Phrase, short: Mapping[str, Phrase]) -> Phrase:
    """The words in full and in order of the alphabet."""
    whole = [part for word in words for part in short.get(word, (word,)) if part != "-"]
    return tuple(sorted(_singular(word) for word in whole))


def _singular(word: str) -> str:
    return word[:-1] if len(word) > _PLURAL and word.endswith("s") and not word.endswith("ss") else word
