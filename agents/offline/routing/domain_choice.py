"""Which domains a message touches: by the words for measures, by cues, by notation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from agents.offline.lexicon import plain
from domains.model import DomainInfo

_TOKEN = re.compile(r"\d*[^\W\d_][\w'&/-]*|\d[\d.,:]*")
_HANGUL_END = re.compile(
    r"(?:에서|으로|이랑|까지|부터|보다|만큼|처럼|한테|을|를|은|는|이|가|도|만|에|의|로|과|와|랑|요|함|했.*|하.*|한.*)$"
)
_LONGEST = 4
_LOOKED_AT = 4000
"""Characters: what a longer message is about shows in its beginning."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The domains found, best first, with the words that hinted at them in the order of the text."""

    names: tuple[str, ...]
    terms: tuple[str, ...]
    because: str


def choose(
    text: str, available: tuple[DomainInfo, ...], vocabulary: Mapping[str, Mapping[str, str]]
) -> Choice:
    """Every domain that the text has a word, a cue or a notation of."""
    said = plain(text[:_LOOKED_AT])
    phrases = list(_phrases(said))
    hints: dict[str, str] = {}
    terms: dict[str, None] = {}
    for phrase in phrases:
        for name, words in vocabulary.items():
            if phrase in words:
                terms.setdefault(phrase)
                for owner in _owners(name, words[phrase], vocabulary):
                    hints.setdefault(owner, phrase)
    for info in available:
        if info.name not in hints and (cue := _cue(info, phrases, said)) is not None:
            hints[info.name] = cue
    names = tuple(info.name for info in available if info.name in hints)
    because = ", ".join(f"{name}: {hints[name]!r}" for name in names)
    return Choice(names, tuple(terms), because)


def _cue(info: DomainInfo, phrases: Sequence[str], said: str) -> str | None:
    """What hints at a domain besides the words for its measures: a cue, else its notation."""
    cues = info.hints
    if not cues.isdisjoint(phrases) and (cue := next((phrase for phrase in phrases if phrase in cues), None)):
        return cue
    match = info.notation.search(said) if info.notation is not None else None
    return match[0] if match else None


def _phrases(said: str) -> Iterator[str]:
    """Runs of up to four words; a Korean word also without its particle and as a prefix."""
    tokens: list[str] = [match[0].rstrip("'-/&.,:") for match in _TOKEN.finditer(said)]
    for start in range(len(tokens)):
        phrase = ""
        for token in tokens[start : start + _LONGEST]:
            phrase = f"{phrase} {token}" if phrase else token
            yield phrase
            if token[-1:] > "\u3130":
                yield from _korean_forms(phrase)


def _korean_forms(phrase: str) -> Iterator[str]:
    bare = _HANGUL_END.sub("", phrase)
    if bare and bare != phrase:
        yield bare
    if " " not in phrase:
        yield from (phrase[:end] for end in range(len(phrase) - 1, 1, -1))


def _owners(name: str, canonical: str, vocabulary: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """The domain a term stands under; a user's own term belongs to the domain that has its canonical name."""
    if name != "user":
        yield name
        return
    yield from (other for other, words in vocabulary.items() if other != "user" and canonical in words)
