"""Requests from the moment they are committed until their answer can be fetched."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from bot.people.state import BotState
from bot.updates.lanes import LocalLanes
from bot.updates.patience import unusable
from bot.web.composing import Composer
from bot.web.hearing import Hearing
from storage.outbox import FETCHED_FROM
from storage.requests import Choice, Kept, Request

logger = logging.getLogger(__name__)

Insist = Callable[[str, Callable[[], Awaitable[None]]], Awaitable[None]]
"""Does the work of a lane until storage takes it; `bot.updates.patience`."""
_BITS = 62
"""Of a request's number; 64 with its sign is what the database takes."""


def chat_of(user_id: int, thread: str) -> int:
    """The chat of one thread of a user."""
    return FETCHED_FROM + int.from_bytes(sha256(f"{user_id}\0{thread}".encode()).digest()[:7])


def number_of(user_id: int, key: str | None) -> int:
    """The number of what a user says under a key: the same key, the same number; no key: a new one."""
    if key is None:
        return -1 - secrets.randbits(_BITS)
    return -1 - (int.from_bytes(sha256(f"{user_id}\0{key}".encode()).digest()[:8]) >> (64 - _BITS))


def number_of_id(request_id: str) -> int:
    """Of 16 hexadecimal digits."""
    return max(-int(request_id, 16), -(1 << _BITS))


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a caller wants played. `digest` tells it from other content under the same key."""

    user_id: int
    chat_id: int
    digest: str
    text: str = ""
    choice: Choice | None = None
    sent_at: datetime | None = None


class Intake:
    """Keeps requests, plays them in the lanes of their threads, and lets callers wait."""

    def __init__(self, state: BotState, lanes: LocalLanes, insist: Insist) -> None:
        self._state = state
        self._insist = insist
        self._db = state.db
        self._lanes = lanes
        self._hearing = Hearing(state)
        self._composer = Composer(state)
        self._playing: dict[int, asyncio.Event] = {}
        """By number; set when it is answered, or can't be for now."""
        self._newest: dict[int, int] = {}
        """The highest message id of a chat."""
        self._closing = asyncio.Event()

    async def resume(self) -> int:
        """What an earlier run left without an answer; how many. Call when the turns are in their lanes."""
        kept = await self._db.requests.open_requests()
        for one in kept:
            chat_id = one.request.chat_id
            self._newest[chat_id] = max(await self._newest_of(chat_id), one.request.message_id)
        for one in kept:
            self._play(one.request)
        return len(kept)

    def close(self) -> None:
        """Nobody waits any longer."""
        self._closing.set()

    async def take(self, spoken: Spoken, key: str | None) -> Kept:
        """Commit it and see that it is played; where the key is known, what was said under it before."""
        await self._newest_of(spoken.chat_id)
        request = Request(
            number=number_of(spoken.user_id, key),
            user_id=spoken.user_id,
            chat_id=spoken.chat_id,
            message_id=self._next(spoken.chat_id),
            digest=spoken.digest,
            text=spoken.text,
            choice=spoken.choice,
            sent_at=spoken.sent_at or self._state.now(),
            own_offset=spoken.sent_at is not None,
        )
        kept = await self._db.requests.add_request(request, f"chat:{spoken.chat_id}", self._state.now())
        if kept.answer is None and kept.request.number not in self._playing:
            self._play(kept.request)
        return kept

    async def wait(self, kept: Kept, seconds: float) -> str | None:
        """The answer's JSON; None when it is not there yet."""
        if kept.answer is not None:
            return kept.answer
        played = self._playing.get(kept.request.number)
        if played is not None and seconds > 0:
            tasks = [asyncio.create_task(event.wait()) for event in (played, self._closing)]
            try:
                await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
        now = await self._db.requests.request(kept.request.user_id, kept.request.number)
        return None if now is None else now.answer

    async def known(self, user_id: int, request_id: str) -> Kept | None:
        """A request of this user's by its id."""
        return await self._db.requests.request(user_id, number_of_id(request_id))

    async def _newest_of(self, chat_id: int) -> int:
        if chat_id not in self._newest:
            newest = await self._db.messages.recent_messages(chat_id, 1)
            self._newest.setdefault(chat_id, newest[0].message_id if newest else 0)
        return self._newest[chat_id]

    def _next(self, chat_id: int) -> int:
        self._newest[chat_id] += 1
        return self._newest[chat_id]

    def _play(self, request: Request) -> None:
        played = self._playing[request.number] = asyncio.Event()

        lane = f"chat:{request.chat_id}"

        async def work() -> None:
            await self._played(request)

        async def job() -> None:
            try:
                with self._lanes.attempts.at_work(request.number):
                    await self._insist(lane, work)
            finally:
                self._playing.pop(request.number, None)
                played.set()

        self._lanes.put(lane, job, alone=request.number in self._lanes.attempts.suspects)

    async def _played(self, request: Request) -> None:
        kept = await self._db.requests.request(request.user_id, request.number)
        if kept is None or kept.answer is not None:  # everything about the person was deleted
            return
        if not kept.done:
            await self._heard(request)
        await self._collect(request)

    async def _heard(self, request: Request) -> None:
        if self._lanes.attempts.is_aside(request.number):
            await self._hearing.apologise(request, "set_aside")
            return
        try:
            await self._hearing.hear(request)
        except Exception as error:  # the last line of defence, as the error handler is Telegram's
            if unusable(error) is not None:
                raise
            logger.exception("a request could not be handled")
            await self._hearing.apologise(request, "failure")

    async def _collect(self, request: Request) -> None:
        """Everything queued for the thread is the answer: its lane has worked on nothing else."""
        rows = await self._db.requests.waiting_replies(request.user_id, request.chat_id)
        now = self._state.now()
        answer = await self._composer.compose(request, [row.outgoing for row in rows], now)
        numbered = [(row, self._next(request.chat_id)) for row in rows]
        await self._db.requests.answer_request(request, answer.model_dump_json(), numbered, now)
