"""Replies on their way: written with the work they tell about, marked when they are sent."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import NamedTuple

from pydantic import ValidationError

from storage.connection import Counted, Transaction
from storage.entities import Frozen, Message, OutboxRow, Outgoing
from storage.messages import add_messages, reword_messages
from storage.query import Column, Query, Rows, columns_of, insert
from storage.store import Store
from storage.text import body


class Undelivered(Frozen):
    """A reply that has not arrived, without its words. `attempts` counts the tries."""

    id: int
    chat_id: int
    user_id: int
    attempts: int
    error: str | None
    created_at: datetime


_EVER = datetime.min.replace(tzinfo=UTC)
_TAG = re.compile(r"<[^>]*>")
_OF_ONE = ("key", "chat_id", "user_id")
_ADDED = (*_OF_ONE, "status", "attempts", "message_ids", "created_at", "body")
_ADD = f"{insert('outbox', _ADDED)} ON CONFLICT (key) DO NOTHING"
_COLUMNS = Query[int, str, int, datetime | None, str, str | None, datetime, str]("""
    SELECT id, status, attempts, not_before, message_ids, error, created_at, body
    FROM outbox
""")
FETCHED_FROM = 1 << 60
"""Chats from here on are none of Telegram's: their replies are fetched by HTTP (`requests`), never sent."""
_QUEUE = Query[int, int, datetime | None](f"""
    SELECT id, chat_id, not_before
    FROM outbox
    WHERE status = 'queued' AND chat_id < {FETCHED_FROM}
    ORDER BY id
""")
_QUEUED_KEYS = Column[int](f"""
    SELECT chat_id FROM outbox INDEXED BY outbox_queued
    WHERE status = 'queued' AND chat_id < {FETCHED_FROM} AND substr("key", 1, :size) = :prefix
""")
OF_CHAT = _COLUMNS.then("WHERE status = 'queued' AND chat_id = :chat_id ORDER BY id")
_BY_KEY = _COLUMNS.then("WHERE key = :key")
_ONE = _COLUMNS.then("WHERE id = :id")
_KNOWN = Rows[Undelivered]("""
    SELECT id, chat_id, user_id, attempts, error, created_at
    FROM outbox
""")
_FAILED_ROWS = _KNOWN.then("WHERE status = 'failed' AND created_at >= :since ORDER BY id")
_LATE_ROWS = _KNOWN.then(f"""
    WHERE status = 'queued' AND chat_id < {FETCHED_FROM} AND created_at < :before
    ORDER BY id
""")
_SENT = """
    UPDATE outbox SET status = 'sent', attempts = attempts + 1, message_ids = :ids, error = NULL
    WHERE id = :row AND status = 'queued'
"""
_RETRY = """
    UPDATE outbox SET attempts = attempts + 1, not_before = :again, error = :why
    WHERE id = :row AND status = 'queued'
"""
_FAIL = """
    UPDATE outbox SET status = 'failed', attempts = attempts + 1, error = :why
    WHERE id = :row AND status = 'queued'
"""
IN_DOUBT = "it may have arrived"
"""How the reason begins of what may be in the chat already: when it is sent again, it says so."""
_DOUBT = f"UPDATE outbox SET error = '{IN_DOUBT}' WHERE status = 'queued'"
LATE = "it could not be delivered before"
"""The reason of what is tried again after it had failed."""
_AGAIN = f"""
    UPDATE outbox
    SET status = 'queued', attempts = 0, not_before = NULL, error = '{LATE}'
    WHERE id = :row AND status = 'failed'
"""
_LINK = f"{insert('reply_links', ('chat_id', 'message_id', 'entry_id'))} ON CONFLICT DO NOTHING"
_SHOWN = "UPDATE pending SET message_id = :shown WHERE token = :which AND user_id = :whose"


class Taken(NamedTuple):
    """What is not to be read again: these rows, and nothing of these chats."""

    rows: frozenset[int] = frozenset()
    chats: frozenset[int] = frozenset()
    of_one_chat: int = 1 << 30
    """So many of a chat at most, so that one with a thousand leaves room for others."""


class OutboxRows(Store):
    """The outbox's rows."""

    async def queued(self, now: datetime, limit: int = 100, but: Taken | None = None) -> list[OutboxRow]:
        """What can be sent, oldest first; nothing of a chat whose earlier message has to wait.

        A row that can't be read fails here, with the reason: it holds up nothing behind it.
        """

        def work(tx: Transaction) -> list[OutboxRow | tuple[int, str]]:
            ids = islice(_sendable(tx.rows(_QUEUE), now, but or Taken()), limit)
            return [_readable(row) for row_id in ids for row in tx.rows(_ONE, {"id": row_id})]

        rows = await self.database.look_up(work)
        for row in rows:
            if isinstance(row, tuple):
                await self.mark_failed(*row)
        return [row for row in rows if isinstance(row, OutboxRow)]

    async def shown_as(self, key: str) -> OutboxRow | None:
        """The reply with that key, with the messages that show it once it was sent."""
        row = await self._first(_BY_KEY, key=key)
        return None if row is None else _outbox_row(row)

    async def chats_awaiting(self, prefix: str) -> list[int]:
        """The chat of each reply whose key begins so and that is not sent yet."""
        return await self._few(_QUEUED_KEYS, prefix=prefix, size=len(prefix))

    async def next_due(self, but: frozenset[int] = frozenset()) -> datetime | None:
        """When the first row that has to wait, other than these, may be tried again."""
        rows = await self._all(_QUEUE)
        return min((row[2] for row in rows if row[2] is not None and row[0] not in but), default=None)

    async def doubt_queued(self) -> None:
        """Whoever had these to send was killed: any of them may have been sent."""
        await self._run(_DOUBT)

    async def mark_sent(
        self,
        row: OutboxRow,
        message_ids: Sequence[int],
        now: datetime | None = None,
        *,
        texts: Sequence[str] = (),
        chat_id: int | None = None,
    ) -> None:
        """It was sent as these messages; keeps what the bot said and which entries it is about.

        `texts` are the messages' plain texts where a long reply was split; without, the first has all of it.
        `chat_id` is where they are, when that is no longer the chat the reply was written for.
        Waits a moment for another commit to join, so do not await it between two messages of one chat.
        """
        sent_at = now or datetime.now(UTC)

        def work(tx: Transaction) -> None:
            note_sent(tx, row, message_ids, sent_at, texts, chat_id=chat_id)

        await self.database.write(work, lazily=True, repeatable=True)

    async def mark_retry(self, row_id: int, not_before: datetime, error: str) -> None:
        """It failed and is to be tried again."""
        await self._run(_RETRY, row=row_id, again=not_before, why=error, repeatable=True)

    async def mark_failed(self, row_id: int, error: str) -> None:
        """It cannot be delivered."""

        def work(tx: Transaction) -> None:
            if tx.execute(_FAIL, {"row": row_id, "why": error}):
                tx.told.append(Counted("replies", "failed"))

        await self.database.write(work)

    async def undeliverable(self, since: datetime = _EVER) -> list[Undelivered]:
        """What was written since then and could not be delivered, oldest first."""
        return await self._all(_FAILED_ROWS, since=since)

    async def waiting(self, before: datetime) -> list[Undelivered]:
        """What was written before that moment and is not sent yet, oldest first."""
        return await self._all(_LATE_ROWS, before=before)

    async def queue_again(self, row_ids: Sequence[int]) -> None:
        """What had failed is to be sent after all."""
        await self.database.write(
            lambda tx: tx.execute_many(_AGAIN, [{"row": row_id} for row_id in row_ids]), repeatable=True
        )


LONGEST_WAIT = timedelta(hours=1)
"""What has to wait for longer was written by a clock that was wrong; at worst Telegram says it again."""


def _sendable(rows: Iterable[tuple[int, int, datetime | None]], now: datetime, but: Taken) -> Iterator[int]:
    waiting, found = set(but.chats), Counter[int]()
    for row_id, chat_id, not_before in rows:
        if not_before is not None and now < not_before <= now + LONGEST_WAIT:
            waiting.add(chat_id)
        elif chat_id not in waiting and row_id not in but.rows:
            found[chat_id] += 1
            if found[chat_id] >= but.of_one_chat:
                waiting.add(chat_id)
            yield row_id


def queue(tx: Transaction, new: Iterable[Outgoing], now: datetime) -> None:
    """Replies to be sent; one with a known key is left alone."""
    tx.execute_many(_ADD, [_row(outgoing, now) for outgoing in new])


def _row(outgoing: Outgoing, now: datetime) -> dict[str, object]:
    new = {"status": "queued", "attempts": 0, "message_ids": "[]", "created_at": now, "body": body(outgoing)}
    return {**columns_of(outgoing, _OF_ONE), **new}


def note_sent(
    tx: Transaction,
    row: OutboxRow,
    message_ids: Sequence[int],
    now: datetime,
    texts: Sequence[str],
    *,
    chat_id: int | None = None,
) -> None:
    """Of a row that is queued: it is these messages, which say these texts (none: the first says all)."""
    if not tx.execute(_SENT, {"row": row.id, "ids": json.dumps(list(message_ids))}):
        return
    outgoing = row.outgoing
    tx.told.append(Counted("replies", "sent"))
    place = outgoing.chat_id if chat_id is None else chat_id
    said = list(texts) or [plain_text(outgoing.html)]
    said.extend("" for _ in message_ids[len(said) :])
    rows = [
        Message(
            chat_id=place,
            message_id=message_id,
            user_id=outgoing.user_id,
            role="assistant",
            text=text,
            at=now,
            reply_to=outgoing.reply_to,
        )
        for message_id, text in zip(message_ids, said, strict=False)
    ]
    (add_messages if outgoing.edits is None else reword_messages)(tx, rows)
    about = [(message_id, entry_id) for message_id in message_ids for entry_id in outgoing.entries]
    tx.execute_many(_LINK, [{"chat_id": place, "message_id": m, "entry_id": e} for m, e in about])
    if outgoing.pending_token is not None and message_ids:
        shown = {"which": outgoing.pending_token, "whose": outgoing.user_id, "shown": message_ids[-1]}
        tx.execute(_SHOWN, shown)


def plain_text(markup: str) -> str:
    """Telegram HTML without its tags, for the conversation's record."""
    return html.unescape(_TAG.sub("", markup))


def outbox_rows(
    rows: Iterable[tuple[int, str, int, datetime | None, str, str | None, datetime, str]],
) -> list[OutboxRow]:
    """From rows of `_COLUMNS`."""
    return [_outbox_row(row) for row in rows]


def _outbox_row(row: tuple[int, str, int, datetime | None, str, str | None, datetime, str]) -> OutboxRow:
    names = ("id", "status", "attempts", "not_before", "message_ids", "error", "created_at")
    fields: dict[str, object] = dict(zip(names, row, strict=False))
    fields["message_ids"] = json.loads(row[4])
    return OutboxRow.model_validate({**fields, "outgoing": Outgoing.model_validate_json(row[7])})


def _readable(
    row: tuple[int, str, int, datetime | None, str, str | None, datetime, str],
) -> OutboxRow | tuple[int, str]:
    """The row, or its id and why it can't be read: which fields are wrong, never what is in them."""
    try:
        return _outbox_row(row)
    except ValidationError as error:
        fields = sorted({".".join(map(str, problem["loc"])) or "body" for problem in error.errors()})
        return row[0], f"its row can't be read ({', '.join(fields)[:200]})"
    except ValueError:
        return row[0], "its row can't be read (message_ids)"
