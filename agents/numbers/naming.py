"""Ways to write what can be logged, found in a text without trying each of thousands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from agents.latest import Latest

_BEGINNING = 2
_KEPT = 16


class Spellings:
    """The terms of a vocabulary with the names that they lead to, by how their first words begin."""

    def __init__(self, vocabulary: Mapping[str, str]) -> None:
        self.short = tuple((term, name) for term, name in vocabulary.items() if len(term) <= _BEGINNING)
        """Terms that mean nothing unless the person uses their names."""
        self._places = {term: place for place, term in enumerate(vocabulary)}
        self._by_beginning: dict[str, list[tuple[str, str]]] = {}
        for term, name in vocabulary.items():
            if len(term) > _BEGINNING:
                beginning = term.partition(" ")[0][:_BEGINNING]
                self._by_beginning.setdefault(beginning, []).append((term, name))

    def within(self, text: str) -> dict[str, str]:
        """The terms that stand somewhere in the text, the short ones left out."""
        begun = {text[at : at + _BEGINNING] for at in range(len(text))}.union(text)
        return {
            term: name
            for beginning in self._by_beginning.keys() & begun
            for term, name in self._by_beginning[beginning]
            if term in text
        }

    def longest_first(self, terms: Iterable[str]) -> list[str]:
        """Of terms as long as each other, the vocabulary's earlier one first."""
        return sorted(terms, key=lambda term: (-len(term), self._places.get(term, len(self._places)), term))


_NONE = Spellings({})
_made: Latest[int, tuple[Mapping[str, str], Spellings]] = Latest(_KEPT)
"""By identity."""


def spellings(vocabulary: Mapping[str, str]) -> Spellings:
    """Made ready once for a vocabulary, which must not change; the latest are kept."""
    if not vocabulary:
        return _NONE
    return _made.of(id(vocabulary), lambda: (vocabulary, Spellings(vocabulary)))[1]
