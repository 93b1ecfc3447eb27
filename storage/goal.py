"""A goal as stored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class GoalRow:
    """A person's goal. `body` is JSON of `agents.goals.goal.Goal`.

    `reached_at`: when the person was told that it is reached; None again once that is taken back.
    """

    token: str
    user_id: int
    name: str
    """Canonical name of what it is about."""
    body: str
    made_at: datetime
    reached_at: datetime | None = None
    dropped_at: datetime | None = None
