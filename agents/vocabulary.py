"""A person's own words for measures: aliases in their memory, taught by corrections; no code knows them.

An alias is a line `alias skulls: skull crusher` among the preferences. A tentative one is not used yet.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from agents.latest import by_identity
from agents.memory import parse
from domains.model import ActiveDomainContext

ALIAS = "alias "
OWN = "user"
"""Where the router's vocabulary, which is by domain, has a person's own words."""

Terms = Mapping[str, str]
"""Term as written (lower case) to the name that is meant."""


def spellings(vocabulary: Terms, name: str) -> Sequence[str]:
    """The terms that mean a name, in the order of the vocabulary."""
    if not vocabulary:
        return ()
    return _by_name(vocabulary).get(name, ())


@by_identity(64)
def _by_name(vocabulary: Terms) -> dict[str, list[str]]:
    """It has thousands of terms, and each step of a turn asks for the same names."""
    found: dict[str, list[str]] = {}
    for term, name in vocabulary.items():
        found.setdefault(name, []).append(term)
    return found


def own_terms(memory: str) -> dict[str, str]:
    """The aliases of a memory's Markdown."""
    if f"- {ALIAS}" not in memory:
        return {}
    return {
        line.key.casefold().removeprefix(ALIAS): line.value.casefold()
        for line in parse(memory).lines
        if line.category == "preference" and line.confidence != "tentative" and line.key.startswith(ALIAS)
    }


def with_own(vocabulary: Mapping[str, dict[str, str]], own: Terms) -> dict[str, dict[str, str]]:
    """The words by domain with a person's own among them, led to canonical names."""
    if not own:
        return dict(vocabulary)
    return {**vocabulary, OWN: {term: _canonical(name, vocabulary) for term, name in own.items()}}


def _canonical(name: str, vocabulary: Mapping[str, dict[str, str]]) -> str:
    """What the last domain that knows the name calls it."""
    return next((words[name] for words in reversed([*vocabulary.values()]) if name in words), name)


def in_context(context: ActiveDomainContext, own: Terms) -> ActiveDomainContext:
    """The loaded domains with a person's own words on top of theirs."""
    if not own:
        return context
    known = context.vocabulary
    mine = {term: known.get(name, name) for term, name in own.items()}
    return context.model_copy(update={"vocabulary": {**known, **mine}, "own": {**context.own, **mine}})


def is_called(name: str, said: str) -> bool:
    """Whether a measure may be meant by a name or its last words: a barbell row by `row`."""
    return name == said or name.endswith(f" {said}")


_HANGUL = re.compile(r"[가-힣]")


def whole_word(word: str) -> re.Pattern[str]:
    """As a word of its own; Korean words carry endings."""
    return re.compile(rf"(?<![^\W_]){re.escape(word)}" + ("" if _HANGUL.search(word) else r"(?![^\W_])"))


def places_in(clause: str, parts: Mapping[str, str]) -> dict[tuple[int, int], str]:
    """Where places of the body are named, the longest words taken first. `parts`: places by their words."""
    found: dict[tuple[int, int], str] = {}
    for word in sorted((word for word in parts if word in clause), key=len, reverse=True):
        for hit in whole_word(word).finditer(clause):
            if all(hit.end() <= start or hit.start() >= end for start, end in found):
                found[hit.span()] = parts[word]
    return found
