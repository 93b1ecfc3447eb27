"""The sender: replies are rows written with the work they tell about; here they go out, in order per chat.

Telegram has no idempotency key: a reply that was sent but not yet recorded when the process died is sent
again at the next start, and so is one whose connection broke before Telegram answered. Nothing is ever
dropped for want of certainty; what may have arrived already says so.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from datetime import datetime, timedelta
from pathlib import Path

from telegram import Bot
from telegram.error import TelegramError

from bot.journal import redacted
from bot.previews import Previews
from bot.sending import Delivery, Later, Moved, Never, consequence, may_have_arrived
from storage.entities import OutboxRow
from storage.repository import Repository

logger = logging.getLogger(__name__)

Clock = Callable[[], datetime]
Again = Callable[[OutboxRow], Awaitable[str]]
"""What to say with a reply that may have arrived already, as HTML."""

_BATCH = 100


class Outbox:
    """Sends what is queued. `wake` after each commit; nothing is polled."""

    def __init__(
        self,
        bot: Bot,
        repository: Repository,
        data_dir: Path,
        clock: Clock,
        *,
        again: Again,
        concurrency: int = 24,
    ) -> None:
        self.previews: Previews | None = None
        self._bot = bot
        self._repository = repository
        self._data_dir = data_dir
        self._clock = clock
        self._again = again
        self._doubtful_until = 0
        """Rows up to this one were queued by a run that was killed: it may have sent them."""
        self._places = asyncio.Semaphore(concurrency)
        self._chats: dict[int, deque[OutboxRow]] = {}
        self._taken: set[int] = set()
        self._settled: set[int] = set()
        """Done since the last read began: it may still see them queued, so they stay taken until the next."""
        self._new = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._moved: dict[int, int] = {}
        self._reader: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._stopping = False

    async def start(self, *, was_interrupted: bool = False) -> None:
        """Begin with whatever an earlier run left queued. `was_interrupted`: that run was killed."""
        if was_interrupted:
            self._doubtful_until = await self._repository.last_queued()
        self._reader = asyncio.create_task(self._read(), name="outbox")
        self._new.set()

    def wake(self) -> None:
        """There may be something new."""
        self._new.set()

    async def stop(self, patience: float = 5.0) -> None:
        """Finish the sends on their way within `patience` seconds; what is queued stays queued."""
        self._stopping = True
        if self._timer is not None:
            self._timer.cancel()
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        tasks = set(self._tasks)
        if tasks:
            await asyncio.wait(tasks, timeout=patience)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self) -> None:
        while True:
            await self._new.wait()
            self._new.clear()
            self._taken -= self._settled
            self._settled.clear()
            try:
                rows = await self._repository.queued(self._clock(), limit=_BATCH + len(self._taken))
                if not rows:
                    await self._wait_for_due()
            except Exception:  # the database may come back
                logger.exception("the outbox can't be read")
                await asyncio.sleep(1)
                self._new.set()
                continue
            for row in rows:
                self._take(row)

    async def _wait_for_due(self) -> None:
        """Rows that an earlier run was told to send later."""
        due = await self._repository.next_due()
        if due is not None and self._taken <= self._settled:
            seconds = max(0.1, (due - self._clock()).total_seconds())
            self._timer = asyncio.get_running_loop().call_later(seconds, self._new.set)

    def _take(self, row: OutboxRow) -> None:
        if row.id in self._taken:
            return
        self._taken.add(row.id)
        chat_id = row.outgoing.chat_id
        waiting = self._chats.get(chat_id)
        if waiting is not None:
            waiting.append(row)
            return
        self._chats[chat_id] = deque([row])
        self._spawn(self._work(chat_id), f"outbox {chat_id}")

    def _spawn(self, work: Coroutine[object, object, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work(self, chat_id: int) -> None:
        waiting = self._chats[chat_id]
        try:
            while waiting and not self._stopping:
                await self._deliver(waiting.popleft())
        finally:
            del self._chats[chat_id]

    async def _deliver(self, row: OutboxRow) -> None:
        """Until it is sent or refused for good. Waiting here delays this chat only."""
        chat_id = self._moved.get(row.outgoing.chat_id, row.outgoing.chat_id)
        delivery = Delivery(self._bot, row.outgoing, self._data_dir, chat_id)
        attempts = row.attempts
        doubtful = row.id <= self._doubtful_until
        if self.previews is not None:
            await self.previews.end(row.outgoing.turn_id)
        while not self._stopping:
            try:
                async with self._places:
                    await delivery.send(await self._again(row) if doubtful else "")
            except TelegramError as error:
                attempts += 1
                doubtful = may_have_arrived(error)
                if not await self._after(row, delivery, error, attempts):
                    break
            else:
                # Recorded beside the next send: the record waits a moment for another commit to join.
                self._spawn(self._sent(row, delivery, retried=attempts > row.attempts), f"sent {row.id}")
                break
        if self.previews is not None:
            self.previews.forget(row.outgoing.turn_id)

    async def _sent(self, row: OutboxRow, delivery: Delivery, *, retried: bool) -> None:
        await self._surely(
            lambda: self._repository.mark_sent(
                row.id, delivery.message_ids, self._clock(), texts=delivery.texts
            )
        )
        self._settled.add(row.id)
        if retried:  # what was queued behind it was held back until now
            self._new.set()

    async def _after(self, row: OutboxRow, delivery: Delivery, error: TelegramError, attempts: int) -> bool:
        """Whether to go on trying."""
        match consequence(error, attempts):
            case Moved(chat_id):
                logger.info("group %d has become supergroup %d", row.outgoing.chat_id, chat_id)
                self._moved[row.outgoing.chat_id] = delivery.chat_id = chat_id
            case Never(reason):
                logger.warning("a reply to chat %d can't be delivered: %s", row.outgoing.chat_id, reason)
                await self._surely(lambda: self._repository.mark_failed(row.id, reason))
                self._settled.add(row.id)
                self._new.set()
                return False
            case Later(seconds, limited):
                log = logger.info if limited else logger.warning
                log("a reply to chat %d is tried again in %.1f s: %s", row.outgoing.chat_id, seconds, error)
                again = self._clock() + timedelta(seconds=seconds)
                await self._surely(
                    lambda: self._repository.mark_retry(row.id, again, redacted(error.message))
                )
                await asyncio.sleep(seconds)
        return True

    async def _surely(self, write: Callable[[], Awaitable[object]]) -> None:
        """Record an outcome; while the database refuses, nothing is sent twice for it."""
        while True:
            try:
                await write()
            except Exception:
                logger.exception("the outcome of a reply could not be recorded; trying again")
                if self._stopping:
                    return
                await asyncio.sleep(1)
            else:
                return
