"""What a button of a reminder carries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

ReminderAct = Literal[
    "done", "snooze", "10", "60", "tomorrow", "stop", "again", "undo", "time", "text", "delete", "open",
    "list", "resume", "back", "clear", "c0", "c1", "c2",
]  # fmt: skip
"""`back`: as it was before it was moved or stopped; `clear`: all of them go; `c0` and so on: one of the times
that may be meant."""
REMINDER_ACTS: dict[str, ReminderAct] = {one: one for one in get_args(ReminderAct)}


@dataclass(frozen=True, slots=True)
class ReminderTap:
    """A button of a reminder; `several`: of one among others, so that the message has to stay as it is."""

    reminder_id: str
    act: ReminderAct
    several: bool = False


def reminder_data(tap: ReminderTap) -> str:
    """For a button of a reminder."""
    return f"r:{tap.reminder_id}:{tap.act}{'+' if tap.several else ''}"
