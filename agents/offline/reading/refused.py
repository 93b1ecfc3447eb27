"""Figures that can be nothing one logs: below zero, or of endless digits. They are said, never guessed at."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import groupby

from agents.offline.reading.items import Item

_SHOWN = 24
"""Characters of an endless number that are repeated to the user."""


def refuse(text: str, items: Sequence[Item]) -> list[tuple[date, str]]:
    """Silence the clauses with such figures; a sentence each, with the day it is about."""
    refused: list[tuple[date, str]] = []
    silent: set[int] = set()
    for clause, grouped in groupby(items, key=lambda item: item.clause):
        alive = [item for item in grouped if not item.dead]
        if sentence := _endless(alive):
            refused.append((alive[0].day, sentence))
            silent.add(clause)
    for before, sign, figure in zip(items, items[1:], items[2:], strict=False):
        if not _is_negative(text, before, sign, figure):
            continue
        if before.tag("compared"):  # `어제보다 -0.2`
            figure.used = True
        else:
            refused.append((figure.day, f"“{text[sign.start : figure.end]}” is below zero: not logged."))
            silent |= {before.clause, figure.clause}
    refused += _unkept(text, items)
    for item in items:
        item.dead = item.dead or item.clause in silent
    return refused


def _unkept(text: str, items: Sequence[Item]) -> list[tuple[date, str]]:
    """`bf 18%`, `18% body fat`: figures that no domain keeps stay a note, and that is said."""
    said: list[tuple[date, str]] = []
    for at, item in enumerate(items):
        if not item.tag("unkept") or item.dead:
            continue
        near = [*items[at + 1 : at + 4], *reversed(items[max(0, at - 2) : at])]
        figure = next((one for one in near if one.clause == item.clause and one.text[:1].isdecimal()), None)
        if figure is not None:
            figure.used = True
            words = text[min(item.start, figure.start) : max(item.end, figure.end)]
            said.append((item.day, f"I keep no figures like “{words}”: it stays a note."))
    return said


def _endless(clause: Sequence[Item]) -> str:
    long = next(
        (
            item
            for item in clause
            if item.kind == "words" and item.text[0].isdecimal() and not item.has("programme")
        ),
        None,
    )
    if long is None or not any(item.named or item.has("unit") for item in clause):
        return ""
    shown = long.text if len(long.text) <= _SHOWN else long.text[: _SHOWN - 1] + "…"
    return f"The number “{shown}” is too long to be a figure of a log."


def _is_negative(text: str, before: Item, sign: Item, figure: Item) -> bool:
    """`slept -4h`: a minus that touches its number and nothing before, after a word."""
    touches = sign.kind == "dash" and text[sign.start] in "-\u2212" and not sign.glued and figure.glued
    helped = before.named is not None and before.named.name.startswith("assisted ")
    return touches and figure.data and before.kind == "words" and not figure.dead and not helped
