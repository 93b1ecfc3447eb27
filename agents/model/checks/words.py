"""What a model may say in its own words, and finding again what it says stands in the text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import lru_cache

from agents.language.text import plain
from agents.language.tokens import tokenize
from agents.language.written import written
from agents.model.fences import ANGLE, visible
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


_USUAL = {0x2014: "-", 0x201E: '"', 0x201F: '"', 0xFF02: '"'}
"""What people write for a dash and for quotes besides."""


def own_words(told: str, text: str) -> str | None:
    """What the person wrote for it, be it in the plural or with a number in words; None: nothing."""
    span = find(told, text)
    if span is None:
        wanted, said = _words(told), _words(text)
        places = range(len(said) - len(wanted) + 1 if wanted else 0)
        windows = (said[at : at + len(wanted)] for at in places)
        fits = (one for one in windows if all(map(_alike, one, wanted)))
        span = next(((one[0][1], one[-1][2]) for one in fits), None)
    return None if span is None else " ".join(text[slice(*span)].split())


def _words(text: str) -> Sequence[tuple[str, int, int]]:
    tokens = tokenize(plain(text))
    return [(one.text, one.start, one.end) for one in tokens if one.kind in ("word", "hangul", "number")]


def _alike(one: tuple[str, int, int], other: tuple[str, int, int]) -> bool:
    """The same word but for its end, or the same number."""
    short, long = sorted((one[0], other[0]), key=len)
    if long.startswith(short) and (short == long or (len(short) > 2 and len(long) - len(short) < 3)):
        return True
    value = written(short).row[:1]
    return bool(value) and value == written(long).row[:1]


@lru_cache(maxsize=16)
def _bare(text: str) -> tuple[str, Sequence[int]]:
    """Letters, digits and signs without blanks, and where each of them stands."""
    found = [
        (low, at)
        for at, letter in enumerate(plain(text).translate(_USUAL))
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
