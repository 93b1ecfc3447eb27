"""Answering a question once more in the other way: quick after deep, or deep after quick."""

from __future__ import annotations

from typing import Literal

from agents.derived_ids import id_beside
from agents.machine import Machine, State, turn_row
from agents.session import Mode
from agents.turn import Turn
from agents.types import InputType
from storage.entities import Effects, TurnStatus
from storage.errors import Fenced

Outcome = Literal["answered", "already", "used", "not_yours", "unknown"]


async def answer_again(  # noqa: PLR0917 - who tapped what where
    machine: Machine, turn_id: str, mode: Mode, user_id: int, chat_id: int, update_id: int | None = None
) -> Outcome:
    """Answer the question of a turn in this way, once: what a second tap finds is said and nothing is done.

    The new turn begins in the transaction that ends the update, so that a restart loses neither.
    """
    db = machine.services.db
    row = await db.turns.turn_of(user_id, turn_id)
    if row is None:
        return "not_yours" if await db.turns.is_begun(chat_id, turn_id) else "unknown"
    if row.chat_id != chat_id:
        return "unknown"
    turn = Turn.model_validate_json(row.data)
    if turn.offer is None or machine.services.money is None:
        return "unknown"
    if turn.offer.used == mode:
        return "used"
    new = _again(turn, mode)
    try:
        await db.turns.commit(
            turn_row(new, TurnStatus.READY, machine.services.clock()), Effects(inbox_done=update_id)
        )
    except Fenced:
        return "already"
    await machine.resume(new.id)
    return "answered"


def _again(turn: Turn, mode: Mode) -> Turn:
    """The question alone, as it was asked then; what the message logged is stored already."""
    return Turn(
        id=id_beside(turn.id, mode),
        incoming=turn.incoming.model_copy(
            update={"mode": mode, "update_id": None, "edited": False, "media": None}
        ),
        lane=f"chat:{turn.incoming.chat_id}",
        state=State.BUILD_CONTEXT,
        path=[State.ROUTE, State.BUILD_CONTEXT],
        input_type=InputType.QUERY,
        query_text=turn.query_text,
        domains=turn.domains,
        answers=turn.answers,
        again_of=turn.id,
    )
