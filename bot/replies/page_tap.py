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
    "templates", "good", "bad",
]  # fmt: skip
_COACH_ACTS: dict[str, CoachAct] = {one: one for one in get_args(CoachAct)}
_RATES = ("good", "bad")
_PLAIN = "|".join(one for one in _COACH_ACTS if one not in _RATES)
COACH = f"(?:[0-9a-f]{{16}}|all):(?:{_PLAIN})|[0-9a-f]{{16}}:(?:{'|'.join(_RATES)}):[0-9a-f]{{24}}"
"""What such a button carries."""


@dataclass(frozen=True, slots=True)
class CoachTap:
    """A button of /coaches; `coach_id` is "all" for the lists, `wake_id` whose report is rated."""

    coach_id: str
    act: CoachAct
    wake_id: str = ""


def coach_data(tap: CoachTap) -> str:
    """For a button of /coaches."""
    return f"o:{tap.coach_id}:{tap.act}" + (f":{tap.wake_id}" if tap.wake_id else "")


def coach_tap(data: str) -> CoachTap:
    """From what it carries."""
    coach_id, act, *wake_id = data.split(":")
    return CoachTap(coach_id, _COACH_ACTS[act], *wake_id)
