"""Requests: what somebody wants to have done rather than told; rows `requests` over the symbols of words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from agents.language.atoms import Atom
from agents.offline.lexicon import Language, language_of, plain
from agents.offline.questions.frames import Wish
from agents.offline.questions.question_rules import patterns
from agents.offline.questions.question_spans import may_match, spans_of

_LONGEST = 400


def wish_in(text: str, language: Language | None = None) -> tuple[Wish, int] | None:
    """The request of a text and where it begins: at its start, or behind a mark or "and"."""
    language = language or language_of(text)
    lowered = plain(text)
    if len(lowered) > _LONGEST or not may_match("requests", lowered, language):
        return None
    atoms = spans_of(lowered, language, (), ())[0]
    for match in patterns("requests").matches(atoms):
        first = _led(atoms, match.start)
        if match.row.eats and first and atoms[0].has(*_ASKS):
            continue
        if language == "ko" or first == 0 or atoms[first - 1].has(*_BREAKS) or match.row.eats:
            return cast("Wish", match.row.does), atoms[first].start
    return ("chart", atoms[0].start) if _names_a_chart(atoms) else None


def _names_a_chart(atoms: Sequence[Atom]) -> bool:
    """Whether it is the word for a chart and no more."""
    words = [one for one in atoms if not one.has("LEAD", "THE")]
    return len(words) <= _A_NAME and bool(words) and words[-1].has("CHART")


_A_NAME = 1


_ASKS = ("AUX", "WHEN_WAS", "HOW_OFTEN")
"""Who begins like this asks, whatever follows: "when does she wake me"."""
_BREAKS = ("COMMA", "STOP", "QMARK", "JOIN", "FIG")


def _led(atoms: Sequence[Atom], at: int) -> int:
    """Where "please", "can you" and the like before it begin."""
    while at and atoms[at - 1].has("LEAD", "JOIN"):
        at -= 1
    return at
