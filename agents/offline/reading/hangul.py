"""Korean runs taken apart into known words, counters and particles: `80킬로로`, `벤치프레스를`, `열두개`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol

from agents.language.tokens import Token
from agents.offline.reading.phrases import Meaning

_LOOKAHEAD = 8
"""Letters of a run looked at to judge a cut: keeps long runs linear."""
_LARGE = re.compile(
    r"(?=[일이삼사오육칠팔구]*[십백천])([일이삼사오육칠팔구십백천만]{2,12})(에서|에|으로|로|까지|짜리|씩|은|는|을|를|정도)"
)
"""`백이십에`: a number in words and a particle, no counter."""
_LONGEST = 12
"""Letters of the longest word that is looked for."""


class Known(Protocol):
    """What is needed to know about words here."""

    numbers: dict[str, int]
    particles: set[str]

    def is_known_hangul(self, word: str) -> bool:
        """Whether it is a word of some phrase."""
        ...

    def alone(self, word: str) -> tuple[Meaning, ...]:
        """What the word means when it stands alone."""
        ...


def split(tokens: Iterable[Token], known: Known) -> list[Token]:
    """The tokens with such runs in pieces."""
    result: list[Token] = []
    runs: _Runs | None = None
    for token in tokens:
        if token.kind != "hangul" or known.is_known_hangul(token.text):
            result.append(token)
            continue
        runs = runs or _Runs(known)
        number = bool(result) and result[-1].kind in ("number", "clock")
        start, glued = token.start, token.glued
        for piece in runs.pieces(token.text, after_number=number):
            result.append(Token("hangul", piece, start, start + len(piece), glued))
            start, glued = start + len(piece), True
    return result


class _Runs:
    """Takes the runs of one text apart; what it found about an ending it keeps, as they come again."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._numbers: dict[str, bool] = {}

    def pieces(self, run: str, *, after_number: bool) -> list[str]:
        """Known words from the left, longest first; what cannot be taken apart stays whole."""
        if (number := _LARGE.fullmatch(run)) is not None and len(number[1]) > 1 + (number[1][0] in "백천만"):
            return [*number[1], number[2]]
        pieces: list[str] = []
        at = 0
        while at < len(run):
            cut = self._cut(run, at, after_number=after_number and at == 0)
            if cut == 0 and pieces and pieces[-1] in self._known.numbers:
                cut = self._counter(run, at)
            if cut == 0:
                return [*pieces, run[at:]]
            pieces.append(run[at : at + cut])
            at += cut
        return pieces

    def _cut(self, run: str, at: int, *, after_number: bool) -> int:
        """Letters of the longest word at `at`; 0 when there is none."""
        for end in range(min(at + _LONGEST, len(run)), at, -1):
            head = run[at:end]
            if (self._known.is_known_hangul(head) or head in self._known.particles) and self._may_end(
                head, run[end : end + _LOOKAHEAD], after_number=after_number
            ):
                return end - at
        return 0

    def _counter(self, run: str, at: int) -> int:
        """Letters of a counter that another number follows: `다섯개다섯세트`; 0 when there is none."""
        return int(self._counts(run[at : at + 1]) and self._counted(run[at + 1 : at + 1 + _LOOKAHEAD]))

    def _may_end(self, head: str, tail: str, *, after_number: bool) -> bool:
        """Whether a word may end where these letters follow."""
        if not tail or tail in self._known.particles or (after_number and len(tail) < 4):
            return True
        if head in self._known.numbers:
            return self._counted(tail)
        if head == "점":
            return tail[0] in self._known.numbers
        return len(head) > 1 and self._known.is_known_hangul(head)

    def _counted(self, tail: str) -> bool:
        """Whether a Korean number goes on, up to a unit or a counter."""
        found = self._numbers.get(tail)
        if found is None:
            found = self._numbers[tail] = self._counts(tail)
        return found

    def _counts(self, tail: str) -> bool:
        for size in range(min(len(tail), 6), 0, -1):
            word = tail[:size]
            if word in self._known.numbers or word == "점":
                return not tail[size:] or self._counted(tail[size:])
            kinds = {one.kind for one in self._known.alone(word)}
            if kinds & {"unit", "tag"} or (kinds & {"name"} and word == "보"):
                return True
        return False
