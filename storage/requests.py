"""What came by HTTP: updates of our own making in the inbox, told from Telegram's by ids below zero.

A request is handled like any update: what came of it is committed with its row marked as done. Its replies
are not sent anywhere but fetched: they wait in the outbox until they are written into the row, as the answer
that the same request gets again. From then on the row belongs to no lane; so a start finds what has none yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pydantic import BaseModel, Field

from storage.connection import Transaction
from storage.entities import Frozen, InboxUpdate, OutboxRow
from storage.inbox import add_update
from storage.outbox import OF_CHAT, note_sent, outbox_rows
from storage.query import Query
from storage.store import Store

_ONE = Query[str, bool]("SELECT raw_json, done FROM inbox WHERE update_id = :number")
_OPEN = Query[str, bool]("SELECT raw_json, done FROM inbox WHERE update_id < 0 AND lane <> ''")
_ANSWER = """
    UPDATE inbox SET lane = '', raw_json = :told, done = 1
    WHERE update_id = :number AND lane <> ''
"""


class Choice(Frozen):
    """An answer to one question of the bot; `text` None skips it."""

    token: str
    text: str | None = None


class Request(Frozen):
    """What somebody said by HTTP. `number` is the update's id (below zero), `digest` tells other content."""

    number: int
    user_id: int
    chat_id: int
    message_id: int
    digest: str
    text: str = ""
    choice: Choice | None = None
    """Set where a question is answered by its token; `text` is then empty."""
    sent_at: datetime
    own_offset: bool = False
    """The offset of `sent_at` was given, and says which day it is."""

    @property
    def id(self) -> str:
        """What it is asked for by: 16 hexadecimal digits."""
        return f"{-self.number:016x}"


class Kept(Frozen):
    """A request as it stands. `answer` is JSON."""

    request: Request
    done: bool = False
    """What it brought about is committed."""
    answer: str | None = None
    chart: str | None = None
    """JSON of the spec of the picture that belongs to it."""
    is_new: bool = False


class _Part(BaseModel, defer_build=True):
    """Built when the first request comes."""


class _Person(_Part):
    id: int


class _Document(_Part):
    """The row's JSON. `from` is where an update says whose it is."""

    person: _Person = Field(alias="from")
    request: Request
    answer: str | None = None
    chart: str | None = None


class Requests(Store):
    """Their rows."""

    async def add_request(self, request: Request, lane: str, now: datetime) -> Kept:
        """Commit it; where there is one of that number, that one as it stands."""
        row = InboxUpdate(update_id=request.number, lane=lane, raw_json=_document(request), received_at=now)

        def work(tx: Transaction) -> Kept:
            known = _found(tx, request.number)
            if known is not None:
                return known
            add_update(tx, row)
            return Kept(request=request, is_new=True)

        return await self.database.write(work)

    async def request(self, user_id: int, number: int) -> Kept | None:
        """One of this user's."""
        kept = await self.database.look_up(lambda tx: _found(tx, number))
        return kept if kept is not None and kept.request.user_id == user_id else None

    async def open_requests(self) -> list[Kept]:
        """Whoever's have no answer yet, in the order in which they came."""
        found = [_kept(row) for row in await self._all(_OPEN)]
        return sorted(found, key=lambda kept: (kept.request.sent_at, kept.request.message_id))

    async def waiting_replies(self, user_id: int, chat_id: int) -> list[OutboxRow]:
        """The replies to this user in a chat that nobody has fetched, oldest first."""
        rows = outbox_rows(await self._all(OF_CHAT, chat_id=chat_id))
        return [row for row in rows if row.outgoing.user_id == user_id]

    async def answer_request(
        self, request: Request, answer: str, replies: Sequence[tuple[OutboxRow, int]], now: datetime
    ) -> None:
        """Write the answer, and that it holds these replies, each as the message of that id."""
        chart = next((row.outgoing.chart for row, _ in replies if row.outgoing.chart is not None), None)

        def work(tx: Transaction) -> None:
            told = {"number": request.number, "told": _document(request, answer, chart)}
            if tx.execute(_ANSWER, told):
                for row, message_id in replies:
                    note_sent(tx, row, [message_id], now, ())

        await self.database.write(work)


def _document(request: Request, answer: str | None = None, chart: str | None = None) -> str:
    document = _Document.model_validate(
        {"from": {"id": request.user_id}, "request": request, "answer": answer, "chart": chart}
    )
    return document.model_dump_json(by_alias=True, exclude_defaults=True)


def _found(tx: Transaction, number: int) -> Kept | None:
    row = tx.first(_ONE, {"number": number})
    return None if row is None else _kept(row)


def _kept(row: tuple[str, bool]) -> Kept:
    document = _Document.model_validate_json(row[0])
    return Kept(request=document.request, done=row[1], answer=document.answer, chart=document.chart)
