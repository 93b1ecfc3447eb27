"""The inbox: an update is on disk before Telegram is told that it arrived.

Polling and webhook both await `update_queue.put(update)` and only then confirm: `put` is the one place
for both. Without this the library confirms updates that are only in memory (measured: a kill loses them).
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Container, Sequence
from datetime import datetime
from typing import Protocol

from telegram import Bot, Chat, Update, User
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

from bot.updates.lanes import lane_of
from bot.updates.reading import ids_in, json_of, left_aside, raw_of, read_update
from bot.updates.window import Window
from storage.entities import InboxUpdate
from storage.inbox import ASIDE, InboxRows, Raw

logger = logging.getLogger(__name__)

MOST_UNWRITTEN = 200
"""Strangers' updates in memory; what comes beyond is dropped, as nothing would come of it but a notice."""
_INSIDE = (ChatMemberStatus.MEMBER, ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER)


class _Patience(Protocol):
    """`bot.updates.patience`, which knows more of the bot than an inbox may."""

    async def refused(self, update: Update, error: Exception) -> None:
        """It stays with Telegram, which sends it again."""

    def taken(self) -> None:
        """Something was written."""


class Inbox(asyncio.Queue[object]):
    """PTB's update queue, durable. Updates that were seen before are dropped."""

    def __init__(self, rows: InboxRows, clock: Callable[[], datetime]) -> None:
        super().__init__()
        self._rows = rows
        self._clock = clock
        self._bot: Bot | None = None
        self.patience: _Patience | None = None
        """Hears of what can't be written. None: the log does."""
        self.heard: Callable[[int], Awaitable[None]] | None = None
        """Hears of the chats in which somebody does something."""
        self.is_known: Callable[[int], bool] | None = None
        """Whether a person, or a group, is one that may use the bot."""
        self.is_foreign: Callable[[Update], bool] | None = None
        """Whether an update is to be worked on without being written down."""
        self.unwritten: set[int] = set()
        """The updates in memory that no row stands for."""
        self.window = Window(rows.next_of_lanes, self._take)
        self._kept: dict[int, tuple[InboxUpdate, bool]] = {}
        """Committed with others: the row, and whether it was new."""

    async def put(self, item: object) -> None:
        """Commit, then queue. Raises TelegramError when it can't: the offset stays, the webhook says 500."""
        if isinstance(item, Update):
            if item.update_id not in self._kept and self._is_unwritten(item):
                if len(self.unwritten) >= MOST_UNWRITTEN:
                    return
                self.unwritten.add(item.update_id)
                self.put_nowait(item)
                return
            row, new = self._kept.pop(item.update_id, None) or await self._keep_one(item)
            if not new or row.done:
                self.window.failed(row.update_id)
                return
            await self._tell(item)
            if not self.window.arrived(row.lane, row.update_id):
                return
        self.put_nowait(item)

    async def keep(self, updates: Sequence[Update]) -> None:
        """Commit what came together at once; `put` then only queues it, or tries each by itself."""
        rows: list[InboxUpdate] = []
        lanes: set[str] = set()
        for update in updates:
            if update.update_id not in self._kept and not self._is_unwritten(update, lanes):
                rows.append(self._row(update))
                lanes.add(rows[-1].lane)
        if not rows:
            return
        for row in rows:
            self.window.arriving(row.update_id)
        try:
            new = set(await self._rows.put_updates(rows))
        except Exception as error:  # noqa: BLE001 - `put` meets it too, and knows whom to tell
            logger.info("a batch of updates could not be kept as one: %s", type(error).__name__)
            for row in rows:
                self.window.failed(row.update_id)
        else:
            self._kept.update((row.update_id, (row, row.update_id in new)) for row in rows)
            if self.patience is not None:
                self.patience.taken()

    def finished(self, update_id: int) -> None:
        """It was worked on, or dropped."""
        self.unwritten.discard(update_id)
        self.window.finished(update_id)

    def _is_unwritten(self, update: Update, lanes: Container[str] = ()) -> bool:
        """Whether it is a stranger's. Behind a code, which may let its sender in, it is kept."""
        if self.is_foreign is None or raw_of(update) is not None or not self.is_foreign(update):
            return False
        lane = lane_of(update)
        return lane not in lanes and not self.window.knows(lane)

    async def _keep_one(self, update: Update) -> tuple[InboxUpdate, bool]:
        """Its row, and whether it is new. Raises TelegramError."""
        row = self._row(update)
        self.window.arriving(row.update_id)
        try:
            new = await self._rows.put_updates([row])
        except BaseException as error:
            self.window.failed(row.update_id)
            if not isinstance(error, Exception):
                raise
            if self.patience is None:
                logger.exception("the update could not be written to the inbox")
            else:
                await self.patience.refused(update, error)
            # any other kind would end PTB's polling task for good
            raise TelegramError("the inbox could not be written") from error
        if self.patience is not None:
            self.patience.taken()
        return row, bool(new)

    def _row(self, update: Update) -> InboxUpdate:
        unread = raw_of(update)
        if unread is not None and not self._may_keep(unread):
            return self._made(update.update_id, "", "{}", done=True)
        try:
            lane, raw = (lane_of(update), json_of(update)) if unread is None else (ASIDE, unread)
        except Exception as error:  # noqa: BLE001 - read without looking, it shows its shape only now
            why = type(error).__name__
            return self._row(left_aside(update.update_id, json.dumps({"shown": repr(update)}), why))
        return self._made(update.update_id, lane, raw, done=lane == ASIDE)

    def _made(self, update_id: int, lane: str, raw: str, *, done: bool) -> InboxUpdate:
        return InboxUpdate(update_id=update_id, lane=lane, raw_json=raw, received_at=self._clock(), done=done)

    def _may_keep(self, unread: str) -> bool:
        """Of strangers nothing is kept, read or not; what names nobody may be for anybody."""
        named = ids_in(json.loads(unread))
        return self.is_known is None or not named or any(map(self.is_known, named))

    async def _tell(self, update: Update) -> None:
        """Whatever a person does in the private chat shows that they can be reached there."""
        chat, user = update.effective_chat, update.effective_user
        if self.heard is None or chat is None or user is None or not _reaches(update, chat, user):
            return
        try:
            await self.heard(chat.id)
        except Exception:  # the update itself is safe
            logger.exception("what chat %d has missed can't be sent now", chat.id)

    async def replay(self, bot: Bot) -> int:
        """What an earlier run left unfinished comes first in its lane; how many. Call before any arrives."""
        self._bot = bot
        for raw in await self._rows.updates_aside():
            update = _read(raw, bot)
            if update is not None:
                logger.info("update %d can be read now", raw.update_id)
                await self._rows.take_up(raw.update_id, lane_of(update))
        self.window.begin_with(await self._rows.unfinished_lanes())
        return len(await self._rows.unfinished_ids())

    async def _take(self, raw: Raw) -> bool:
        """Queue an update that waited as a row."""
        update = _read(raw, self._bot)
        if update is None:
            await self._rows.set_aside(raw.update_id)
            return False
        self.put_nowait(update)
        return True


def _reaches(update: Update, chat: Chat, user: User) -> bool:
    """In a group somebody's words say nothing about the bot's rights: only news of its standing does."""
    change = update.my_chat_member
    if change is not None:
        return change.new_chat_member.status in _INSIDE
    return chat.id == user.id


def _read(raw: Raw, bot: Bot | None) -> Update | None:
    try:
        update = read_update(json.loads(raw.raw_json), bot)
    except ValueError:
        return None
    return update if update is not None and raw_of(update) is None else None
