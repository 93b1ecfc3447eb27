"""What was said just now, as far as a question leans on it: "and the month before?", "how fast was that?"."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from agents.dialogue import Dialogue, Exchange
from agents.handover import Part
from agents.session import current
from agents.turn import Turn
from agents.types import InputType
from storage.turns import Turns

_DAY = timedelta(days=1)
_TALKED = 12
_TURNS = 6
"""Turns looked at: more than this many messages ago nobody follows up."""


async def conversation(
    turns: Turns, user_id: int, chat_id: int, *, before: datetime, gap: timedelta, but: str
) -> Dialogue:
    """The questions just answered in this chat and the log after them; a pause of `gap` ends a conversation.

    `but` is the turn that asks now.
    """
    rows = await turns.recent_turns(user_id, chat_id, since=before - gap, limit=_TURNS)
    told_in = {row.id: _read(row.data) for row in rows if row.created_at <= before}
    asking = told_in.get(but)
    earlier = [one for one in told_in.values() if asking is None or one.message_id != asking.message_id]
    last = next((one for one in reversed(earlier) if one.exchange is not None or one.logged), None)
    return Dialogue(
        exchanges=tuple([one.exchange for one in earlier if one.exchange is not None]),
        just_logged=last.logged if last is not None else "",
    )


async def goes_on(
    turns: Turns, user_id: int, chat_id: int, *, before: datetime, gap: timedelta, message_id: int
) -> bool:
    """Whether what was said last in this chat, but for small talk, was a question that got its answer."""
    rows = await turns.recent_turns(user_id, chat_id, since=before - gap, limit=_TURNS)
    told = (_read(row.data) for row in reversed(rows) if row.created_at <= before)
    last = next((one for one in told if one.message_id != message_id and not one.is_chat), None)
    return last is not None and last.exchange is not None


async def last_handed(
    turns: Turns, user_id: int, chat_id: int, *, before: datetime, gap: timedelta
) -> Part | None:
    """What a specialist was asked in this chat's last message, if that asked nobody else."""
    rows = await turns.recent_turns(user_id, chat_id, since=before - gap, limit=1)
    handed = Turn.model_validate_json(rows[0].data).handed if rows else None
    return handed.parts[0] if handed is not None and len(handed.parts) == 1 and not handed.rest else None


async def last_talk(turns: Turns, user_id: int, chat_id: int, *, before: datetime, but: str) -> str:
    """What was said last to small talk in this chat; empty after a day."""
    rows = await turns.recent_turns(user_id, chat_id, since=before - _DAY, limit=_TALKED)
    others = [Turn.model_validate_json(row.data) for row in rows if row.id != but]
    said = [turn.draft.response for turn in others if turn.input_type is InputType.CHAT and turn.draft]
    return said[-1] if said else ""


@dataclass(frozen=True, slots=True)
class _Told:
    """What is wanted of an earlier turn."""

    message_id: int
    """That of the turn that asks is also that of the one whose question it answers in another way."""
    exchange: Exchange | None
    logged: str
    """The words that were stored; empty where something was asked, too."""
    is_chat: bool


def _read(data: str) -> _Told:
    """A turn as it is stored; the router, the planner and the machine all look at the same ones in a turn."""
    session = current()
    kept = session.kept if session is not None else {}
    told = kept.get(("conversation", data))
    if not isinstance(told, _Told):
        turn = Turn.model_validate_json(data)
        exchange = _exchange(turn)
        logged = turn.incoming.text if turn.stored_ids and exchange is None else ""
        told = _Told(turn.incoming.message_id, exchange, logged, turn.input_type is InputType.CHAT)
        kept["conversation", data] = told
    return told


def _exchange(earlier: Turn) -> Exchange | None:
    if earlier.input_type is InputType.CHAT or earlier.draft is None or earlier.plan is None:
        return None
    if not earlier.plan.sub_queries:
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
