"""What a model may say in its own words, and finding again what it says stands in the text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import lru_cache

from agents.model.fences import ANGLE, visible
from agents.numbers.written import usual
from agents.session import current

_LONGEST = 300
Span = tuple[int, int]


def asked_at() -> datetime:
    """When the message was sent, for agents whose input has no clock."""
    session = current()
    return session.sent_at if session is not None else datetime.now(UTC)


def share(value: float, otherwise: float) -> float:
    """A confidence between 0 and 1, whatever the model said."""
    return min(1.0, max(0.0, value)) if math.isfinite(value) else otherwise


def sentence(text: str, longest: int = _LONGEST) -> str:
    """One line of plain text, not longer than this."""
    line = " ".join(visible(text).split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def sentences(texts: Iterable[str], most: int, longest: int = _LONGEST) -> tuple[str, ...]:
    """So many of them at most, each once, none empty."""
    said = dict.fromkeys(line for text in texts if (line := sentence(text, longest)))
    return tuple(said)[:most]


def find(part: str, text: str) -> Span | None:
    """Where a part stands in the text, be it with other blanks, quotes, dashes or capitals; None: nowhere."""
    wanted, _ = _bare(part)
    if not wanted:
        return None
    bare, places = _bare(text)
    at = bare.find(wanted)
    return None if at < 0 else (places[at], places[at + len(wanted) - 1] + 1)


@lru_cache(maxsize=16)
def _bare(text: str) -> tuple[str, Sequence[int]]:
    """Letters, digits and signs without blanks, and where each of them stands."""
    found = [
        (low, at)
        for at, letter in enumerate(usual(text))
        if not letter.isspace() and visible(letter)
        for low in ("<" if letter == ANGLE else letter.casefold())
    ]
    return "".join(low for low, _ in found), [at for _, at in found]


def dealt(text: str, spans: Sequence[Span]) -> list[Span] | None:
    """The spans grown so that together they are the whole text: what stands between goes with the one before.

    None when they overlap. The first one reaches back to the beginning.
    """
    order = sorted(range(len(spans)), key=lambda index: spans[index])
    grown = list(spans)
    for position, index in enumerate(order):
        begin, end = spans[index]
        after = spans[order[position + 1]][0] if position + 1 < len(order) else len(text)
        if after < end:
            return None
        grown[index] = (0 if position == 0 else begin, after)
    return grown
