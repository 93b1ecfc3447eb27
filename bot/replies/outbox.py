"""The sender: replies are rows written with the work they tell about; here they go out, in order per chat.

Telegram has no idempotency key: a reply that was sent but not yet recorded when the process died is sent
again at the next start, and so is one whose connection broke before Telegram answered. Nothing is ever
dropped for want of certainty; what may have arrived already says so.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from datetime import datetime, timedelta
from pathlib import Path

from pydantic import BaseModel, ValidationError
from telegram.error import TelegramError

from bot.process.log import redacted
from bot.replies.pictures import Draw, undrawn
from bot.replies.previews import Previews
from bot.replies.sending import Delivery, SpeakingBot
from bot.replies.verdicts import Later, Moved, Never, consequence, is_odd, is_unreachable, may_have_arrived
from storage.entities import OutboxRow, Outgoing
from storage.errors import DatabaseUnusable
from storage.messages import Messages
from storage.outbox import IN_DOUBT, LATE, OutboxRows, Taken, Undelivered

logger = logging.getLogger(__name__)

Clock = Callable[[], datetime]
Phrase = Callable[[OutboxRow, str], Awaitable[str]]
"""A sentence (HTML) to go with a reply, by its key, in the language of whom the reply is for."""
MovedChat = Callable[[int, int], Awaitable[None]]
"""Hears that a group goes on as a supergroup: its id until now, its id from now on."""
Unreached = Callable[[OutboxRow], Awaitable[None]]
"""Hears of a reply that its chat did not get, because it can't be reached."""
Admits = Callable[[OutboxRow], bool]
"""Whether a reply may still be sent to its chat."""

_BATCH = 100
_OF_ONE_CHAT = 16
"""Rows of a chat in memory: they go out one after the other, the rest stay rows until these have."""
_IN_MEMORY = 2000
"""Rows of all chats: where Telegram can't be reached they only wait."""
_KEPT_FOR_LATER = timedelta(days=1)
"""What could not be delivered for so long is of no use to anybody who comes back."""
_NOT_ALLOWED = "not allowed any more"
"""Whom it is for was put out since it was queued."""
_HOPS = 5
"""How many replies to replies are followed to the message whose topic they are in."""


class Outbox:
    """Sends what is queued. `wake` after each commit; nothing is polled."""

    def __init__(
        self,
        bot: SpeakingBot,
        rows: OutboxRows,
        messages: Messages,
        data_dir: Path,
        clock: Clock,
        *,
        phrase: Phrase,
        draw: Draw = undrawn,
        concurrency: int = 24,
    ) -> None:
        self.previews: Previews | None = None
        self._bot = bot
        self._rows = rows
        self._messages = messages
        self._data_dir = data_dir
        self._clock = clock
        self._phrase = phrase
        self.draw = draw
        self.admits: Admits | None = None
        self.moved: MovedChat | None = None
        self.unreached: Unreached | None = None
        self._places = asyncio.Semaphore(concurrency)
        self._chats: dict[int, deque[OutboxRow]] = {}
        self._taken: set[int] = set()
        self._settled: set[int] = set()
        """Done since the last read began: it may still see them queued, so they stay taken until the next."""
        self._new = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._moved: dict[int, int] = {}
        self._missed: set[int] = set()
        """Chats that did not get everything, because they could not be reached."""
        self._short: set[int] = set()
        """Chats of which more may be queued, to be read when they have little left."""
        self._is_full = False
        self._postponed = True
        """There may be rows that an earlier run was told to send later."""
        self._reader: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._stopping = False
        self._closing = asyncio.Event()
        """Ends the pauses."""

    async def start(self, *, was_interrupted: bool = False) -> None:
        """Begin with whatever an earlier run left queued. `was_interrupted`: that run was killed."""
        if was_interrupted:
            await self._rows.doubt_queued()
        self._missed = {row.chat_id for row in await self._unreached()}
        self._reader = asyncio.create_task(self._read(), name="outbox")
        self._new.set()

    def wake(self) -> None:
        """There may be something new."""
        self._new.set()

    async def heard(self, chat_id: int) -> None:
        """Somebody writes from there, so it can be reached: what the last day brought in vain is sent now."""
        if chat_id not in self._missed:
            return
        self._missed.discard(chat_id)
        missed = [row.id for row in await self._unreached() if row.chat_id == chat_id]
        if missed:
            logger.info("chat %d can be reached again: %d replies are sent after all", chat_id, len(missed))
            await self._rows.queue_again(missed)
            self._new.set()

    async def _unreached(self) -> list[Undelivered]:
        since = self._clock() - _KEPT_FOR_LATER
        failed = await self._rows.undeliverable(since)
        return [row for row in failed if row.error is not None and is_unreachable(row.error)]

    async def stop(self, patience: float = 5.0) -> None:
        """Finish the sends on their way within `patience` seconds; what is queued stays queued."""
        self._stopping = True
        self._closing.set()
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
                most = min(_BATCH, _IN_MEMORY - len(self._taken))
                self._is_full = most <= 0
                rows = await self._rows.queued(self._clock(), most, self._but()) if most > 0 else []
                if len(rows) == most:
                    self._new.set()
                elif self._postponed:
                    await self._wait_for_due()
            except Exception:  # the database may come back
                logger.exception("the outbox can't be read")
                await asyncio.sleep(1)
                self._new.set()
                continue
            for row in rows:
                self._take(row)

    def _but(self) -> Taken:
        """Nothing twice, and nothing of a chat that has enough to send."""
        enough = {chat_id for chat_id, rows in self._chats.items() if len(rows) > _OF_ONE_CHAT // 2}
        enough |= {old for old, new in self._moved.items() if new in enough}
        return Taken(frozenset(self._taken), frozenset(enough), _OF_ONE_CHAT)

    async def _wait_for_due(self) -> None:
        """Rows that an earlier run was told to send later."""
        due = await self._rows.next_due(frozenset(self._taken))
        self._postponed = due is not None
        if due is not None:
            if self._timer is not None:
                self._timer.cancel()
            seconds = max(0.1, (due - self._clock()).total_seconds())
            self._timer = asyncio.get_running_loop().call_later(seconds, self._new.set)

    def _take(self, row: OutboxRow) -> None:
        if row.id in self._taken:
            return
        self._taken.add(row.id)
        chat_id = self._moved.get(row.outgoing.chat_id, row.outgoing.chat_id)
        waiting = self._chats.get(chat_id)
        if waiting is not None:
            waiting.append(row)
            if len(waiting) > _OF_ONE_CHAT // 2:
                self._short.add(chat_id)
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
                row = waiting.popleft()
                try:
                    await self._deliver(row)
                except Exception:  # nothing may end the way out of a chat
                    logger.exception("a reply to chat %d is left for the next start", row.outgoing.chat_id)
                if chat_id in self._short and len(waiting) <= _OF_ONE_CHAT // 2:
                    self._short.discard(chat_id)
                    self._new.set()
        finally:
            del self._chats[chat_id]

    async def _deliver(self, row: OutboxRow) -> None:
        """Until it is sent or refused for good. Waiting here delays this chat only."""
        delivery = self._delivery(row)
        attempts, odd = row.attempts, 0
        doubtful = _is_in_doubt(row)
        while not self._stopping:
            arrived = len(delivery.message_ids)
            if self.admits is not None and not self.admits(row):
                await self._give_up(row, _NOT_ALLOWED)
                break
            try:
                async with self._places:
                    await self._attempt(row, delivery, "sent_again" if doubtful else "")
            except asyncio.CancelledError:  # a stop does not wait for Telegram for ever
                await self._surely(lambda: self._rows.mark_retry(row.id, self._clock(), IN_DOUBT))
                raise
            except Exception as error:  # noqa: BLE001 - logged in _wait; a bug must not stall the chat
                attempts, odd = attempts + 1, odd + is_odd(error)
                doubtful = may_have_arrived(error) or (doubtful and len(delivery.message_ids) == arrived)
                verdict = consequence(error, attempts, odd)
                # Another run would begin with the first part.
                in_part = doubtful or bool(delivery.message_ids)
                if not await self._after(row, delivery, verdict, error, doubtful=in_part):
                    break
            else:
                # Recorded beside the next send: the record waits a moment for another commit to join.
                self._spawn(self._sent(row, delivery, retried=attempts > row.attempts), f"sent {row.id}")
                break
        if self.previews is not None:
            self.previews.forget(row.outgoing.turn_id)

    def _delivery(self, row: OutboxRow) -> Delivery:
        chat_id = row.outgoing.chat_id
        delivery = Delivery(
            self._bot,
            row.outgoing,
            self._data_dir,
            chat_id,
            lambda key: self._phrase(row, key),
            draw=self.draw,
        )
        if chat_id in self._moved:
            delivery.move(self._moved[chat_id])
        return delivery

    async def _attempt(self, row: OutboxRow, delivery: Delivery, first: str) -> None:
        """One try; `first` is the key of what to say before it."""
        if self.previews is not None:
            await self.previews.end(row.outgoing.turn_id)
        late = row.outgoing.late_after
        if not first and (row.error == LATE or (late is not None and self._clock() > late)):
            first = "sent_late"
        if delivery.thread is None and delivery.chat_id == row.outgoing.chat_id:
            delivery.thread = await self._topic(row.outgoing)
        await delivery.send(await self._phrase(row, first) if first else "")

    async def _topic(self, outgoing: Outgoing) -> int | None:
        """Of a group: the topic of the message that is replied to, which may be one of ours."""
        place, hops = outgoing.reply_to, 0
        while outgoing.chat_id < 0 and place is not None and hops < _HOPS:
            message = await self._messages.get_message(outgoing.chat_id, place)
            if message is None or message.raw_json is not None:
                return topic_in(message.raw_json) if message is not None and message.raw_json else None
            place, hops = message.reply_to, hops + 1
        return None

    async def _sent(self, row: OutboxRow, delivery: Delivery, *, retried: bool) -> None:
        await self._surely(
            lambda: self._rows.mark_sent(
                row,
                delivery.message_ids,
                self._clock(),
                texts=delivery.texts,
                chat_id=delivery.chat_id,
            )
        )
        self._settled.add(row.id)
        if retried or self._is_full:  # what was queued behind it was held back until now
            self._new.set()

    async def _after(
        self,
        row: OutboxRow,
        delivery: Delivery,
        verdict: Later | Never | Moved,
        error: Exception,
        *,
        doubtful: bool,
    ) -> bool:
        """Whether to go on trying."""
        chat_id = row.outgoing.chat_id
        match verdict:
            case Moved(new_id) if new_id != delivery.chat_id:
                await self._move(chat_id, new_id)
                delivery.move(new_id)
            case Never(reason):
                await self._give_up(row, reason)
                return False
            case _:
                pause = verdict if isinstance(verdict, Later) else Later(1.0)
                await self._wait(row, pause, error, doubtful=doubtful)
        return True

    async def _give_up(self, row: OutboxRow, reason: str) -> None:
        chat_id = row.outgoing.chat_id
        logger.warning("a reply to chat %d can't be delivered: %s", chat_id, reason)
        await self._surely(lambda: self._rows.mark_failed(row.id, reason))
        if is_unreachable(reason):
            self._missed.add(chat_id)
            if (unreached := self.unreached) is not None:
                await self._surely(lambda: unreached(row))
        self._settled.add(row.id)
        self._new.set()

    async def _wait(self, row: OutboxRow, pause: Later, error: Exception, *, doubtful: bool) -> None:
        chat_id, known = row.outgoing.chat_id, isinstance(error, TelegramError)
        log = logger.info if pause.limited else logger.warning
        said = redacted(error.message) if isinstance(error, TelegramError) else type(error).__name__
        log("a reply to chat %d is tried again in %.1f s: %s", chat_id, pause.seconds, said)
        if not known:
            logger.error("it is no trouble with Telegram:", exc_info=error)
        again = self._clock() + timedelta(seconds=pause.seconds)
        why = f"{IN_DOUBT}: {said}" if doubtful else said
        await self._surely(lambda: self._rows.mark_retry(row.id, again, why))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause.seconds):
                await self._closing.wait()

    async def _move(self, old: int, new: int) -> None:
        """The group goes on as a supergroup: so do its replies and its questions."""
        logger.info("group %d has become supergroup %d", old, new)
        self._moved[old] = new
        if (moved := self.moved) is not None:
            await self._surely(lambda: moved(old, new))

    async def _surely(self, write: Callable[[], Awaitable[object]]) -> None:
        """Record an outcome; while the database refuses, nothing is sent twice for it."""
        refused = False
        while True:
            try:
                await write()
            except DatabaseUnusable as error:
                if not refused:  # once: the machine will refuse for a while
                    logger.warning("a reply's outcome can't be recorded, tried until it can: %s", error)
                refused = True
            except Exception:
                logger.exception("the outcome of a reply could not be recorded; trying again")
            else:
                return
            if self._stopping:
                return
            await asyncio.sleep(1)


def _is_in_doubt(row: OutboxRow) -> bool:
    """Whether an earlier run may have sent it."""
    return row.error is not None and row.error.startswith(IN_DOUBT)


class _Topic(BaseModel, defer_build=True):
    message_thread_id: int | None = None
    is_topic_message: bool = False


def topic_in(raw_json: str) -> int | None:
    """The topic of a forum that a kept message is in; None also for the general one."""
    try:
        place = _Topic.model_validate_json(raw_json)
    except ValidationError:
        return None
    return place.message_thread_id if place.is_topic_message else None
