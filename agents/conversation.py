"""The conversation of a chat, as far as a follow-up question needs it ("and the month before?")."""

from __future__ import annotations

from datetime import datetime, timedelta

from agents.turn import Turn
from agents.types import Exchange
from storage.repository import Repository

_TURNS = 6
"""Turns looked at: more than this many messages ago nobody follows up."""


async def conversation(
    repository: Repository, user_id: int, chat_id: int, *, before: datetime, gap: timedelta, but: str
) -> tuple[Exchange, ...]:
    """The questions just answered in this chat, oldest first; a pause of `gap` ends a conversation.

    `but` is the turn that asks now.
    """
    rows = await repository.recent_turns(user_id, chat_id, since=before - gap, limit=_TURNS)
    turns = {row.id: Turn.model_validate_json(row.data) for row in rows if row.created_at <= before}
    asking = turns.get(but)
    told = (turn for turn in turns.values() if asking is None or not _same_message(turn, asking))
    return tuple(exchange for turn in told if (exchange := _exchange(turn)) is not None)


def _same_message(turn: Turn, other: Turn) -> bool:
    """Also the turn itself, and the one whose question it answers in another way."""
    return turn.incoming.message_id == other.incoming.message_id


def _exchange(earlier: Turn) -> Exchange | None:
    if earlier.draft is None or earlier.plan is None or not earlier.plan.sub_queries:
        return None
    asked = earlier.plan.sub_queries[-1]
    figure = asked.figures[0] if asked.figures else None
    searched = next((i.date_range for i in earlier.plan.instructions if i.date_range), None)
    return Exchange(
        question=earlier.query_text or earlier.incoming.text,
        answer=earlier.draft.response,
        subjects=asked.subjects,
        date_range=figure.date_range if figure and figure.date_range else searched,
        statistic=figure.statistic if figure else None,
        quantity=figure.quantity if figure else None,
    )
