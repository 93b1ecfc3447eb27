"""Whether a message corrects what was logged: by the most alike of known sentences, `correcting.*.yaml`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Literal

from agents.language.alike import Known, Vocabulary, Words
from agents.offline.lexicon import Language, language_of, load, plain

Kind = Literal["sure", "order", "reply", "instead", "was", "nothing"]
"""`sure`: whatever was logged. `order`: of things that no lexicon has, too. `reply`: of what is replied to.
`instead`, `was`: where what it names was logged, and `was` only of what is not told several times a day."""
_LONGEST = 200
"""Characters: who writes more than this tells something new."""
_LONGEST_THING = 3
"""Words."""
_NAME, _FIGURE, _DAY = " xname ", " xfig ", " xday "
_SECOND = {"xname": "xother", "xfig": "xmore", "xday": "xlater"}
"""The slots of all but the first of their kind."""
_RUN = re.compile(r"xfig(?:\s*(?:x|@)?\s*xfig)+")
"""Figures in a row: `4 x 8`."""
_HAS_FIGURE = re.compile(r"\d")
_WORD = re.compile(r"[a-z0-9'-]+|[가-힣]+")


class CorrectingFile(Vocabulary):
    """`correcting.LANGUAGE.yaml`."""

    enough: float
    """How alike a sentence is at least to a known one, from 0 to 1."""
    phrases: dict[str, re.Pattern[str]]
    """What several words stand for."""
    idle: re.Pattern[str]
    """Words that tell nothing."""
    figure: re.Pattern[str]
    """A figure with its unit."""
    day: re.Pattern[str]
    announces: re.Pattern[str]
    """What goes before a correction, and before something else, too; it is read as the word `announced`."""
    announced: str
    clause: re.Pattern[str]
    """Between what corrects and what else is said."""
    asks: re.Pattern[str]
    """How a question begins that is none."""
    question: re.Pattern[str]
    """How one begins, with its mark or without."""
    sentences: dict[Kind, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Correcting:
    """A correction; `kind` is never "nothing".

    `things` are the terms for measures that it names, in their order (only the first where another stands in
    its place), or the words that nothing else explains. `alike`: how much, from 0 to 1.
    """

    kind: Kind
    things: tuple[str, ...]
    target: str
    alike: float

    @property
    def sure(self) -> bool:
        """Whatever was logged."""
        return self.kind in ("sure", "order", "reply")


def correcting(text: str, terms: Sequence[str], *, replies_to_entry: bool) -> Correcting | None:
    """The correction a message is; `terms` are the words for measures it holds."""
    said = plain(text).strip()
    if is_whole_log(said, terms) and not replies_to_entry:
        said = said.strip("* ")
    if not said or len(said) > _LONGEST or said.count("\n") > 1:
        return None
    sentences = _sentences(language_of(said))
    if sentences.asks(said) or (said.isascii() and said.isalpha() and not replies_to_entry):
        return None
    return sentences.correcting(said, terms, replied=replies_to_entry)


def is_whole_log(text: str, terms: Sequence[str]) -> bool:
    """Whether words with stars before or behind name a measure and a figure: they say all that a log says."""
    said = text.strip()
    starred = said.startswith("*") or said.endswith("*")
    return starred and bool(terms) and any(letter.isdigit() for letter in said)


def is_marked(text: str, terms: tuple[str, ...]) -> bool:
    """Whether a whole log bears the one star of a correction (`bench 85kg 3x5*`); two make it bold."""
    said = text.strip()
    return is_whole_log(said, terms) and said.count("*") - said.strip("*").count("*") == 1


class _Sentences:
    """The known sentences of a language."""

    def __init__(self, held: CorrectingFile) -> None:
        self._held = held
        self._read = Words.of(held)
        sentences: dict[Kind, list[str]] = {
            kind: [self._numbered(self._phrased(one)) for said in all_ for one in _expanded(said)]
            for kind, all_ in held.sentences.items()
        }
        words = {kind: [self._read.read(one) for one in all_] for kind, all_ in sentences.items()}
        self._words = frozenset(one for all_ in words.values() for said in all_ for one in said)
        corrects = (words[kind] for kind in ("sure", "order", "instead", "was"))
        slots = (_NAME.strip(), _FIGURE.strip(), _DAY.strip())
        self._cues = frozenset(one for all_ in corrects for said in all_ for one in said).difference(slots)
        self._replies = Known[Kind](self._read, {"reply": sentences.pop("reply")}, "nothing")
        self._known = Known[Kind](self._read, sentences, "nothing")

    def asks(self, said: str) -> bool:
        """Whether it is a question."""
        return self._held.question.match(said) is not None or (
            "?" in said and not self._held.asks.match(said)
        )

    def correcting(self, said: str, terms: Sequence[str], *, replied: bool) -> Correcting | None:
        """By the whole of it, else by its first clause where no others have a figure, else by each of two."""
        clauses = [one for one in self._held.clause.split(said) if one.strip()]
        if len(clauses) >= _TWO and self._logs(clauses[0], terms):
            return None
        found = self._one(said, terms, replied=replied)
        if len(clauses) < _TWO or (found is not None and found.sure):
            return found
        first, *others = clauses
        opening = self._one(first, terms, replied=replied)
        if opening is None or not opening.sure:
            return found
        if not any(map(_HAS_FIGURE.search, others)):
            return opening
        second = self._one(others[0], terms, replied=replied) if len(others) == 1 else None
        return opening if second is not None and second.sure else found

    def _logs(self, clause: str, terms: Sequence[str]) -> bool:
        """Whether a clause tells a figure of something, in no words of a correction."""
        read = self._read.read(self._slotted(clause, terms)[0])
        return {_NAME.strip(), _FIGURE.strip()} <= read and self._cues.isdisjoint(read)

    def _one(self, said: str, terms: Sequence[str], *, replied: bool) -> Correcting | None:
        slotted, things = self._slotted(said, terms)
        read = self._read.read(slotted)
        if replied and self._replies.nearest(read, 1)[1] == "reply":
            return Correcting("reply", things, said, 1)
        if self._cues.isdisjoint(read):
            return None
        slotted, thing = (self._with_its_words(slotted), "") if things else self._with_a_thing(slotted)
        read = self._read.read(slotted)
        alike, kind = self._known.nearest(read, self._held.enough)
        if alike < self._held.enough or kind == "nothing":
            return None
        if thing and kind == "sure":
            kind = "instead"
        if kind not in ("sure", "order"):
            if not read <= self._words:
                return None
            kind = "reply" if replied and not thing else kind
        things = (thing,) if thing else things if _SECOND["xfig"] in read else things[:1]
        return Correcting(kind, things, things[0] if things else said, alike)

    def _slotted(self, said: str, terms: Sequence[str]) -> tuple[str, tuple[str, ...]]:
        """A sentence with its slots in place of figures, days and names, and the names in their order."""
        held = self._held
        said = held.announces.sub(f" {held.announced} ", self._read.core(said))
        said = self._phrased(held.figure.sub(_FIGURE, held.day.sub(_DAY, said)))
        named: list[tuple[int, str]] = []
        for term in sorted(terms, key=len, reverse=True):
            found = re.search(rf"(?<![a-z]){re.escape(term)}(?![a-z])", said)
            if found is not None:
                named.append((found.start(), term))
                said = said.replace(term, _NAME.center(len(term)))
        return self._numbered(said), tuple(term for _, term in sorted(named))

    def _phrased(self, said: str) -> str:
        """A sentence with one word for what several say."""
        for put, phrase in self._held.phrases.items():
            said = phrase.sub(put, said)
        return said

    def _numbered(self, said: str) -> str:
        """A sentence without the words that tell nothing; all slots but the first of a kind are another."""
        said = _RUN.sub(_FIGURE, self._held.idle.sub(" ", said))
        for slot, other in _SECOND.items():
            head, found, rest = said.partition(slot)
            said = head + found + rest.replace(slot, other)
        return said

    def _with_its_words(self, slotted: str) -> str:
        """Without words of no known sentence right before a name, as they are of it: `the tempo run`."""
        words = _WORD.findall(slotted)
        pairs = zip(words, [*words[1:], ""], strict=True)
        return " ".join(one for one, after in pairs if after != _NAME.strip() or not self._is_strange(one))

    def _is_strange(self, word: str) -> bool:
        return self._read.read(word).isdisjoint(self._words)

    def _with_a_thing(self, slotted: str) -> tuple[str, str]:
        """With the slot of a name for a few words in a row that are in no known sentence, and these."""
        words = _WORD.findall(slotted)
        strange = [at for at, word in enumerate(words) if self._is_strange(word)]
        if (
            not strange
            or strange[-1] - strange[0] >= _LONGEST_THING
            or any(words[at].isdecimal() for at in strange)
        ):
            return slotted, ""
        first, last = strange[0], strange[-1] + 1
        return " ".join((*words[:first], _NAME, *words[last:])), " ".join(words[first:last])


_TWO = 2


def _expanded(sentence: str) -> Iterator[str]:
    """A sentence with and without what stands in brackets."""
    parts = re.split(r"\(([^)]*)\)", sentence)
    choices = [(part, "") if at % 2 else (part,) for at, part in enumerate(parts)]
    yield from (" ".join(" ".join(chosen).split()) for chosen in product(*choices))


@cache
def _sentences(language: Language) -> _Sentences:
    return _Sentences(load("correcting", language, CorrectingFile))
