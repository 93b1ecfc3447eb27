"""A reminder or timer as it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

ReminderKind = Literal["reminder", "timer", "rest"]
ReminderStatus = Literal["set", "asking", "over", "stopped", "silenced"]
ReminderAsks = Literal["", "time", "text", "number"]


@dataclass(frozen=True, slots=True)
class ReminderRow:
    """One of a person's. `body` is JSON of whoever reads it; `due_at` is there while it is `set`.

    `asking` waits for its time to be told, `silenced` for the person to be reachable again. `asks` is what
    the person's next words are taken for, since `asks_at`. A row is changed by writing it with the next
    `version`: if somebody else was quicker, nothing is written.
    """

    id: str
    user_id: int
    kind: ReminderKind
    status: ReminderStatus
    body: str
    at: datetime
    """When it was made, or changed by the person."""
    due_at: datetime | None = None
    fired_at: datetime | None = None
    """When it came last."""
    asks: ReminderAsks = ""
    asks_at: datetime | None = None
    version: int = 0
