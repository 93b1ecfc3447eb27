"""What a log or its change does to the person's goals; most people have none, and nothing is loaded then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from agents.turn import Turn
from agents.work import Work
from storage.entities import Entry

if TYPE_CHECKING:
    from agents.goals.standing import GoalTold

_MOST = 3
"""Goals that a receipt tells of; /goal has all."""


async def goals_of(
    turn: Turn, work: Work, after: Sequence[Entry], before: Sequence[Entry] = (), *, anew: bool = False
) -> tuple[GoalTold, ...]:
    """How far the goals are that these entries touch, with what is to be kept of it in the effects.

    In a group nothing is told, so nothing is taken for told.
    """
    db, user_id = work.services.db, turn.incoming.user_id
    if turn.incoming.chat_id < 0 or not await db.goals.of_user(user_id):
        return ()
    from agents.goals.standing import told_of  # noqa: PLC0415 - only for who has goals

    if work.effects.as_of is None:  # told once, however many chats speak at a time
        work.effects.as_of = await db.entries.as_of_now(user_id)
    today, at = work.now(turn).date(), work.services.clock()
    found = await told_of(db, work.profile, today, at, after, before, anew=anew)
    work.effects.goals = [row for row, told in found if told.news != "so far"]
    first = sorted((told for _, told in found), key=lambda told: told.news == "so far")
    return tuple(first[:_MOST])
