"""What is said right after a proposal: yes, no, or another time for it."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from agents.agenda.speech import Speech
from agents.agenda.times import When, only_times
from agents.language.days.day_rules import DateOrder
from agents.language.text import plain

Reply = Literal["yes", "no", "time"]
LONGEST = 60
"""Characters of such a message."""


def reply_in(text: str, words: Speech, now: datetime, order: DateOrder) -> Reply | None:
    """None: it is about something else."""
    said = plain(text).strip(" .!~")
    if not said or len(said) > LONGEST:
        return None
    if words.words.agrees.fullmatch(said):
        return "yes"
    if words.words.declines.fullmatch(said):
        return "no"
    return "time" if other_time(text, words, now, order) is not None else None


def other_time(text: str, words: Speech, now: datetime, order: DateOrder) -> When | None:
    """When, of words that say nothing else: "rather at 10", "make it Friday"."""
    said = words.rather.sub("", plain(text).strip())
    found = only_times(said, words, now, order)
    if found is None and said != plain(text).strip():
        found = only_times(f"{words.words.at}{said}", words, now, order)
    return found
