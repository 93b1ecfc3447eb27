"""A group that became a supergroup: it goes on with another id, and its messages are numbered anew.

What was said and logged stays where it was: a message of the new chat may have the number of an old one.
Only what is still to happen moves.
"""

from __future__ import annotations

from datetime import datetime

from storage.connection import Transaction
from storage.entities import Outgoing, PendingQuestion
from storage.outbox import queue
from storage.query import Bodies
from storage.store import Store
from storage.text import body

_OPEN_THERE = Bodies[PendingQuestion]("SELECT body FROM pending WHERE chat_id = :old AND status = 'open'")
_MOVE = """
    UPDATE pending SET chat_id = :to, message_id = NULL, body = :asked
    WHERE token = :which AND user_id = :whose AND status = 'open'
"""
_SHOWN = Bodies[Outgoing]("""
    SELECT body
    FROM outbox
    WHERE key = :key AND user_id = :whose AND status = 'sent'
""")


class Moving(Store):
    """What of a chat moves."""

    async def move_chat(self, old: int, new: int, now: datetime) -> None:
        """Its open questions, which are asked once more in the new chat: there they can be tapped."""

        def work(tx: Transaction) -> None:
            for asked in tx.rows(_OPEN_THERE, {"old": old}):
                question = asked.model_copy(update={"chat_id": new})
                values = {"which": question.token, "whose": question.user_id, "to": new}
                tx.execute(_MOVE, {**values, "asked": body(question)})
                _show_again(tx, question, now)
                tx.told.append(question)

        await self.database.write(work, repeatable=True)


def _show_again(tx: Transaction, question: PendingQuestion, now: datetime) -> None:
    """One that was not sent yet goes to the new chat by itself."""
    shown = tx.first(_SHOWN, {"key": f"question:{question.token}", "whose": question.user_id})
    if shown is not None:
        where = {"key": f"moved:{question.token}", "chat_id": question.chat_id, "reply_to": None}
        queue(tx, [shown.model_copy(update=where)], now)
