"""Coaches where there are no buttons, over HTTP and in the terminal: each has a code, words behind it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.replies.button_words import acts_by_words
from bot.replies.callbacks import CoachAct
from bot.texts import Html, Wording
from storage.coach import CoachRow

_CODE = 4
"""Characters of an id's beginning."""
_ACTS: tuple[CoachAct, ...] = (
    "now", "auto", "manual", "pause", "resume", "history", "inside", "good", "bad", "drop", "back",
)  # fmt: skip


def code_of(coach: CoachRow) -> str:
    """What it is called where it is typed."""
    return coach.id[:_CODE]


def called(coaches: Sequence[CoachRow], words: str) -> tuple[CoachRow, str] | None:
    """The one whose code the words begin with, and what stands behind it; None: they begin with none."""
    code, _, rest = words.partition(" ")
    found = next((one for one in coaches if code_of(one) == code.casefold()), None)
    return None if found is None else (found, rest.strip())


def act_of(words: str, say: Wording) -> CoachAct | None:
    """What words behind a code want; nothing is its report. None: something that can't be done."""
    return acts_by_words(say, "coach", _ACTS).get(words.casefold()) if words else "open"


def codes(coaches: Sequence[CoachRow], say: Wording) -> list[Html]:
    """What stands below the list."""
    if not coaches:
        return []
    acts = ", ".join(acts_by_words(say, "coach", _ACTS))
    rows = (say("coach.code", name=one.name, code=code_of(one)) for one in coaches)
    return [Html(""), say("coach.typed", acts=acts), *rows]
