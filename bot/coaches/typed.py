"""What is typed behind /coaches: a code or name of one, and the words of a button."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.coaches.coach import links_of
from bot.replies.button_words import acts_by_words
from bot.replies.callbacks import CoachAct, CoachTap, read
from bot.texts import Html, Wording
from storage.coach import CoachRow
from storage.entities import Buttons

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


def named(coaches: Sequence[CoachRow], words: str, say: Wording) -> tuple[CoachRow, str] | None:
    """The one coach that words are about, and those of a button: "pause sleep", "sleep history", "pause"."""
    said, acts = words.casefold(), acts_by_words(say, "coach", _ACTS)
    for word in sorted(acts, key=len, reverse=True):
        about = "" if said == word else said.removeprefix(f"{word} ").removesuffix(f" {word}")
        if about != said:
            able = (one for one in coaches if (one.status == "deleted") == (acts[word] == "back"))
            meant = [one for one in able if is_called(one, about)]
            return (meant[0], word) if len(meant) == 1 else None
    return None


def is_called(coach: CoachRow, about: str) -> bool:
    """Whether it is about what somebody calls it; any is about nothing."""
    known = f"{coach.name} {coach.template} {links_of(coach).name}".casefold()
    return all(word in known for word in about.split())


_LINK = re.compile(r"([+-])\s*(\w+)")
"""The code of another coach whose reports it is to read, or no longer."""


def tap_of(
    coach: CoachRow, words: str, coaches: Sequence[CoachRow], wake_id: str, say: Wording
) -> CoachTap | None:
    """What words behind a code want; nothing is its report. None: something that can't be done.

    `wake_id`: of the report that is rated.
    """
    if link := _LINK.fullmatch(words):
        other = called(coaches, link[2])
        return other and CoachTap(coach.id, "read" if link[1] == "+" else "unread", other[0].id)
    act = acts_by_words(say, "coach", _ACTS).get(words.casefold()) if words else "open"
    return act and CoachTap(coach.id, act, wake_id if act in {"good", "bad"} else "")


def links(coach: CoachRow, buttons: Buttons, say: Wording) -> Iterator[Html]:
    """What the buttons of links say, with what can be typed for each."""
    for button in (one for row in buttons for one in row):
        tap = read(button.data)
        if isinstance(tap, CoachTap) and tap.act in {"read", "unread"}:
            sign = "+" if tap.act == "read" else "-"
            other = tap.about[:_CODE]
            yield say("coach.link", label=button.label, code=code_of(coach), sign=sign, other=other)


def codes(coaches: Sequence[CoachRow], say: Wording) -> list[Html]:
    """What stands below the list."""
    if not coaches:
        return []
    acts = ", ".join(acts_by_words(say, "coach", _ACTS))
    rows = (say("coach.code", name=one.name, code=code_of(one)) for one in coaches)
    return [Html(""), say("coach.typed", acts=acts), *rows]
