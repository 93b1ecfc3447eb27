"""What is said where a correction cannot be carried out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from agents.offline.fixing.differences import show
from agents.offline.fixing.stated import Statement
from agents.parser import ParserInput
from storage.entities import Entry
from units import METRES, SECONDS

UNCLEAR = "I could not tell what to change. Say it like “185 not 85” or “it was yesterday”."
REPLY = "Reply to that message with the correction."
_WHICH = "Which one is it? Reply to the log itself, or name its exercise or day."
_SHOWN = 4
"""Logs listed."""


_SCALED = ("duration_s", "distance_m")


def not_found(statement: Statement) -> str:
    """No log fits."""
    if statement.day_selects and statement.day is not None:
        what = f"no {statement.names[0]}" if statement.names else "nothing that this could be about"
        return f"There is {what} logged on {_day(statement.day)}, so nothing changed. {REPLY}"
    if statement.old:
        old = statement.old[0]
        shown = old.value / {**SECONDS, **METRES}.get(old.unit if old.slot in _SCALED else "", 1.0)
        return f"I found no recent log with {shown:g} in it. Which one is it? {REPLY}"
    if statement.names:
        return f"I found no recent log of {statement.names[0]}. Which one is it? {REPLY}"
    return f"I found no recent log that this could be about. Which one is it? {REPLY}"


def doubtful(given: ParserInput, found: Sequence[Entry], statement: Statement) -> str:
    """Why a reply does not tell which of the logs is meant; "" where it does."""
    if statement.names or statement.old_names or statement.old or statement.day_selects:
        return ""
    if given.among and len(found) > 1:
        return of_several(found)
    if given.replies_elsewhere:
        return f"The message you replied to is no log, so nothing changed. {_WHICH}"
    return ""


def of_several(entries: Sequence[Entry]) -> str:
    """One message sets several logs right."""
    return f"That is about several logs: {_listed(entries)}. {_WHICH}"


def _listed(entries: Sequence[Entry]) -> str:
    """A few logs, each with its day."""
    shown = [f"{_day(one.day)} {show(one.measures[:2])}" for one in entries[:_SHOWN]]
    return "; ".join([*shown, *(["…"] if len(entries) > _SHOWN else [])])


def _day(day: date) -> str:
    return f"{day:%a} {day.day} {day:%b}"
