"""Korean runs taken apart into known words, counters and particles: `80킬로로`, `벤치프레스를`, `열두개`."""

from __future__ import annotations

from collections.abc import Sequence

from agents.language.lexicon import Lexicon
from agents.language.tokens import Token

_LOOKAHEAD = 8
"""Letters of a run looked at to judge a cut: keeps long runs linear."""
_LONGEST = 12
"""Letters of the longest word that is looked for."""
_LONGEST_NUMBER = 6
_TIMES = ("h", "min")


def split(tokens: Sequence[Token], known: Lexicon) -> list[Token]:
    """The tokens with such runs in pieces. Linear in their length."""
    result: list[Token] = []
    runs: _Runs | None = None
    for token in tokens:
        if token.kind != "hangul" or known.is_word(token.text):
            result.append(token)
            continue
        runs = runs or _Runs(known)
        number = bool(result) and result[-1].kind in ("number", "clock")
        start, glued = token.start, token.glued
        for piece in runs.pieces(token.text, after_number=number, led=number or glued):
            result.append(Token("hangul", piece, start, start + len(piece), glued))
            start, glued = start + len(piece), True
    return result


class _Runs:
    """Takes the runs of one text apart; what it found about an ending it keeps, as they come again."""

    def __init__(self, known: Lexicon) -> None:
        self._known = known
        self._numbers: dict[str, bool] = {}

    def pieces(self, run: str, *, after_number: bool, led: bool) -> list[str]:
        """Known words from the left, longest first; what cannot be taken apart stays whole.

        Only where something stands right before it may a run begin with a particle.
        """
        number = self._known.large.fullmatch(run[: 2 * _LONGEST])
        if number is not None and len(run) <= 2 * _LONGEST:
            return [*number[1], number[2]]
        pieces: list[str] = []
        at = 0
        while at < len(run):
            cut = self._cut(run, at, after_number=after_number and at == 0, led=led or at > 0)
            if cut == 0 and pieces and pieces[-1] in self._known.number_words:
                cut = self._counter(run, at)
            if cut == 0 and pieces and self._known.alone(pieces[-1]).unit in _TIMES:
                cut = self._half(run, at)
            if cut == 0:
                return [*pieces, run[at:]]
            pieces.append(run[at : at + cut])
            at += cut
        return pieces

    def _cut(self, run: str, at: int, *, after_number: bool, led: bool) -> int:
        """Letters of the longest word at `at`; 0 when there is none."""
        known = self._known
        for end in range(min(at + _LONGEST, len(run)), at, -1):
            head = run[at:end]
            ends = head in known.particles and (led or end == len(run))
            if (known.is_word(head) or ends) and self._may_end(
                head, run[end : end + _LOOKAHEAD], after_number=after_number
            ):
                return end - at
        return 0

    def _counter(self, run: str, at: int) -> int:
        """Letters of a counter that another number follows: `다섯개다섯세트`; 0 when there is none."""
        return int(self._counts(run[at : at + 1]) and self._counted(run[at + 1 : at + 1 + _LOOKAHEAD]))

    def _half(self, run: str, at: int) -> int:
        """Letters of a half between a unit of time and a known word, `7시간반잤음`; 0 when there is none."""
        half = "HALF" in self._known.alone(run[at]).symbols
        return int(half and self._cut(run, at + 1, after_number=False, led=True) > 0)

    def _may_end(self, head: str, tail: str, *, after_number: bool) -> bool:
        """Whether a word may end where these letters follow."""
        known = self._known
        if not tail or tail in known.particles or (after_number and len(tail) < 4):
            return True
        if head in known.number_words:
            return self._counted(tail)
        if head in known.particles and self._counted(tail):
            return True  # `저녁에오키로`
        if head == known.point:
            return tail[0] in known.number_words
        return len(head) > 1 and known.is_word(head)

    def _counted(self, tail: str) -> bool:
        """Whether a Korean number goes on, up to a unit or a counter."""
        found = self._numbers.get(tail)
        if found is None:
            found = self._numbers[tail] = self._counts(tail)
        return found

    def _counts(self, tail: str) -> bool:
        for size in range(min(len(tail), _LONGEST_NUMBER), 0, -1):
            word = tail[:size]
            if word in self._known.number_words or word == self._known.point:
                return not tail[size:] or self._counted(tail[size:])
            if self._known.ends_number(word):
                return True
        return False
