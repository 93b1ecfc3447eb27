"""Asking a question that an answer suggested, once."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from agents.derived_ids import id_beside
from agents.handover import Handover, Part
from agents.machine import Machine, State, turn_row
from agents.turn import Turn
from storage.entities import Effects, TurnStatus
from storage.errors import Fenced

Outcome = Literal["answered", "already", "unknown"]


async def follow_up(  # noqa: PLR0917 - who tapped what where
    machine: Machine, turn_id: str, at: int, user_id: int, chat_id: int, update_id: int | None = None
) -> Outcome:
    """Hand it to the specialist that suggested it, in a turn of its own, begun as the update ends."""
    db, now = machine.services.db, machine.services.clock()
    row = await db.turns.turn_of(user_id, turn_id)
    if row is None:
        return "unknown"
    new = _following(Turn.model_validate_json(row.data), at, chat_id, now)
    if new is None:
        return "unknown"
    try:
        await db.turns.commit(turn_row(new, TurnStatus.READY, now), Effects(inbox_done=update_id))
    except Fenced:
        return "already"
    await machine.resume(new.id)
    return "answered"


def _following(turn: Turn, at: int, chat_id: int, now: datetime) -> Turn | None:
    asked = [(one.specialist, question) for one in turn.shown for question in one.follow_ups]
    if not 0 <= at < len(asked):
        return None
    specialist, question = asked[at]
    part = Part(
        specialist=specialist,
        words=question,
        request={"user_question": question, "context_hint": turn.incoming.text[:4000]},
    )
    incoming = turn.incoming.model_copy(
        update={
            "text": question, "beyond": "", "chat_id": chat_id, "sent_at": now, "update_id": None,
            "reply_to": None, "replied_text": None, "edited": False, "media": None, "raw_json": None,
            "handed": Handover(parts=(part,)),
        }
    )  # fmt: skip
    return Turn(
        id=id_beside(turn.id, f"follow-up:{at}"), incoming=incoming, lane=f"chat:{chat_id}",
        state=State.ROUTE, path=[State.ROUTE], again_of=turn.id,
    )  # fmt: skip
