"""What a button carries that opens a page of notes, or is about a coach."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Literal, get_args

_LETTERS = 12


@dataclass(frozen=True, slots=True)
class PageTap:
    """Read a page out; `key`: what is left of its id, which may be a long path."""

    key: str


def key_of(page_id: str) -> str:
    """What stands for a page among those of its person."""
    return sha256(page_id.encode()).hexdigest()[:_LETTERS]


def page_data(tap: PageTap) -> str:
    """For a button that opens a page."""
    return f"b:{tap.key}"


CoachAct = Literal[
    "open", "now", "auto", "manual", "pause", "resume", "history", "inside", "drop", "back", "list",
    "templates", "good", "bad", "read", "unread",
]  # fmt: skip
_COACH_ACTS: dict[str, CoachAct] = {one: one for one in get_args(CoachAct)}
_RATES, _LINKS = ("good", "bad"), ("read", "unread")
_PLAIN = "|".join(one for one in _COACH_ACTS if one not in (*_RATES, *_LINKS))
COACH = (
    f"(?:[0-9a-f]{{16}}|all):(?:{_PLAIN})|[0-9a-f]{{16}}:(?:{'|'.join(_RATES)}):[0-9a-f]{{24}}"
    f"|[0-9a-f]{{16}}:(?:{'|'.join(_LINKS)}):[0-9a-f]{{16}}"
)
"""What such a button carries."""


@dataclass(frozen=True, slots=True)
class CoachTap:
    """A button of /coaches; `coach_id` is "all" for the lists.

    `about`: the wake whose report is rated, or the other coach whose reports it is to read, or no longer.
    """

    coach_id: str
    act: CoachAct
    about: str = ""


def coach_data(tap: CoachTap) -> str:
    """For a button of /coaches."""
    return f"o:{tap.coach_id}:{tap.act}" + (f":{tap.about}" if tap.about else "")


def coach_tap(data: str) -> CoachTap:
    """From what it carries."""
    coach_id, act, *about = data.split(":")
    return CoachTap(coach_id, _COACH_ACTS[act], *about)
