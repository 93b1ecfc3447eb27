"""Goals that an export brings, which anybody may have written."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from hashlib import blake2b
from math import isfinite

from pydantic import ValidationError

from agents.goals.goal import Goal
from agents.goals.standing import body_of
from storage.goal import GoalRow
from storage.goals import MOST_OF_ONE

_LONGEST_NAME = 200
_LARGEST = 1e9


def goals_brought(rows: Iterable[GoalRow], user_id: int, now: datetime) -> list[GoalRow]:
    """Those that stood and can be read, as this person's; the same file brings the same ones."""
    kept: list[GoalRow] = []
    for row in rows:
        goal = _read(row)
        if goal is None or row.dropped_at is not None or len(kept) == MOST_OF_ONE:
            continue
        token = blake2b(f"{user_id}/{row.token}".encode(), digest_size=8).hexdigest()
        reached = None if row.reached_at is None else now
        kept.append(GoalRow(token, user_id, goal.name, body_of(goal), now, reached))
    return kept


def _read(row: GoalRow) -> Goal | None:
    try:
        goal = Goal.model_validate_json(row.body)
    except ValidationError:
        return None
    sound = isfinite(goal.target) and 0 < goal.target < _LARGEST and len(goal.name) <= _LONGEST_NAME
    return goal if sound else None
