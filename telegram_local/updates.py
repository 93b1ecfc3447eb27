"""The queue of updates the bot has not confirmed yet; nothing leaves it without a confirmation."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

UpdateKind = Literal[
    "message", "edited_message", "callback_query", "inline_query", "message_reaction", "my_chat_member"
]
# Kinds Telegram sends only to bots that ask for them by name.
OPT_IN_KINDS = frozenset({"message_reaction", "message_reaction_count", "chat_member"})


@dataclass(frozen=True, slots=True)
class PendingUpdate:
    """One update as JSON text; lane is the chat (or person) whose order must be kept."""

    update_id: int
    kind: str
    lane: int
    body: str


class UpdateQueue:
    """Unconfirmed updates in order, and who waits for the next."""

    def __init__(self, next_id: int) -> None:
        self.next_id = next_id
        self.allowed: list[str] = []
        self._pending: dict[int, PendingUpdate] = {}
        self._waiting: list[asyncio.Future[None]] = []
        self._late: set[int] = set()
        """Queued under an id below others that were told already: no offset confirms them before they are."""

    def __len__(self) -> int:
        return len(self._pending)

    def wanted(self, kind: str) -> bool:
        """Whether the bot asked for this kind; an empty list means Telegram's default."""
        return kind in self.allowed if self.allowed else kind not in OPT_IN_KINDS

    def take_id(self) -> int:
        """The next update id."""
        self.next_id += 1
        return self.next_id - 1

    def put(self, update: PendingUpdate) -> None:
        """Queue an update and wake whoever waits."""
        if update.update_id < self.next_id - 1:
            self._late.add(update.update_id)
        self._pending[update.update_id] = update
        self.next_id = max(self.next_id, update.update_id + 1)
        for waiter in self._waiting:
            if not waiter.done():
                waiter.set_result(None)
        self._waiting.clear()

    def pending(self, limit: int | None = None) -> list[PendingUpdate]:
        """The oldest unconfirmed updates."""
        everything = list(self._pending.values())
        return everything if limit is None else everything[:limit]

    def told(self, updates: Iterable[PendingUpdate]) -> None:
        """The bot is about to get these."""
        self._late.difference_update(update.update_id for update in updates)

    def offset_of(self, negative: int) -> int:
        """The update id a negative offset points at, counted from the end."""
        ids = list(self._pending)
        return ids[negative] if -negative <= len(ids) else (ids[0] if ids else self.next_id)

    def below(self, offset: int) -> list[int]:
        """Ids that a poll with this offset confirms."""
        return [
            update_id for update_id in self._pending if update_id < offset and update_id not in self._late
        ]

    def forget(self, update_ids: Iterable[int]) -> None:
        """Drop confirmed updates."""
        for update_id in update_ids:
            self._pending.pop(update_id, None)

    def changed(self) -> asyncio.Future[None]:
        """Done as soon as another update is queued; made at once, so none can slip in between."""
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiter)
        return waiter
