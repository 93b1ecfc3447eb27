"""Lanes in one process: jobs of one lane run one after the other, lanes run side by side.

Updates and turns share the lanes, so that a resumed turn cannot overtake a new message of its chat.
Nothing in here is durable: the rows are the queue, and after a restart they are queued again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass

from telegram import Update
from telegram.ext import BaseUpdateProcessor

from agents.turn import Turn
from bot.updates.attempts import Attempts
from storage.entities import TurnRow

logger = logging.getLogger(__name__)

Job = Callable[[], Awaitable[object]]
_UNLIMITED = 1_000_000
"""PTB takes its own limit before a lane is chosen: one flooding chat would starve all. Ours comes after."""


@dataclass(frozen=True, slots=True)
class _Queued:
    job: Job
    settled: asyncio.Future[None]
    alone: bool

    def settle(self) -> None:
        if not self.settled.done():
            self.settled.set_result(None)


class LocalLanes:
    """Implements `agents.ports.Lanes` with asyncio tasks. At most `concurrency` lanes work at once.

    Most of them wait for a model, and a slow one must not keep the others from beginning; how much is worked
    on at one moment is the machine's to say.

    A lane waits for its place anew before each job, so that a flooding chat takes turns with the others.
    A job that is to be done alone waits until nothing is at work, and what comes after waits for it.
    """

    def __init__(self, attempts: Attempts | None = None, concurrency: int = 1000) -> None:
        self.attempts = Attempts() if attempts is None else attempts
        self._places = asyncio.Semaphore(concurrency)
        self._waiting: dict[str, deque[_Queued]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._resume: Callable[[str], Awaitable[object]] | None = None
        self._closed = False
        self._working = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._loners = 0
        """Jobs that are done alone, or wait to be."""
        self._only = asyncio.Lock()
        self._open = asyncio.Event()
        self._open.set()

    def resume_with(self, resume: Callable[[str], Awaitable[object]]) -> None:
        """Say how a turn is continued; the machine is built after its lanes."""
        self._resume = resume

    def wake(self, turns: Sequence[TurnRow]) -> None:
        """Continue these turns, each in its lane."""
        suspects = self.attempts.suspects
        for turn in turns:
            alone = bool(suspects) and update_of(turn) in suspects
            self.put(turn.lane, self._continue(turn.id), alone=alone)

    def _continue(self, turn_id: str) -> Job:
        async def job() -> None:
            if self._resume is None:
                raise RuntimeError("resume_with was not called")
            await self._resume(turn_id)

        return job

    def put(self, lane: str, job: Job, *, alone: bool = False) -> asyncio.Future[None]:
        """Queue a job at the end of its lane; the future is settled when it was done or dropped."""
        queued = _Queued(job, asyncio.get_running_loop().create_future(), alone)
        waiting = self._waiting.get(lane)
        if self._closed:
            queued.settle()
        elif waiting is not None:
            waiting.append(queued)
        else:
            self._waiting[lane] = deque([queued])
            task = asyncio.create_task(self._work(lane), name=f"lane {lane}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return queued.settled

    async def _work(self, lane: str) -> None:
        waiting = self._waiting[lane]
        try:
            while waiting and not self._closed:
                async with self._places:
                    await self._admit(waiting.popleft(), lane)
        finally:
            del self._waiting[lane]
            for dropped in waiting:
                dropped.settle()

    async def _admit(self, queued: _Queued, lane: str) -> None:
        if not queued.alone:
            while self._loners:
                await self._open.wait()
            await self._do(queued, lane)
            return
        self._loners += 1
        self._open.clear()
        try:
            async with self._only:
                await self._idle.wait()
                await self._do(queued, lane)
        finally:
            self._loners -= 1
            if not self._loners:
                self._open.set()

    async def _do(self, queued: _Queued, lane: str) -> None:
        self._working += 1
        self._idle.clear()
        try:
            await queued.job()
        except Exception:  # one job's failure must not end its lane
            logger.exception("a job in lane %s failed", lane)
        finally:
            queued.settle()
            self._working -= 1
            if not self._working:
                self._idle.set()

    async def idle(self) -> None:
        """Wait until nothing runs and nothing waits."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def stop(self, patience: float = 5.0) -> None:
        """Finish the jobs at work within `patience` seconds, drop the rest: their rows are still there."""
        self._closed = True
        tasks = set(self._tasks)
        if not tasks:
            return
        try:
            async with asyncio.timeout(patience):
                await self._idle.wait()
        except TimeoutError:
            logger.warning("stopping with %d jobs unfinished; they go on at the next start", self._working)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def update_of(row: TurnRow) -> int | None:
    """The update that a turn came of."""
    return Turn.model_validate_json(row.data).incoming.update_id


def lane_of(update: Update) -> str:
    """One lane per chat, named as the machine names it; callback queries are in the lane of their chat."""
    chat = update.effective_chat
    if chat is not None:
        return f"chat:{chat.id}"
    user = update.effective_user
    return f"user:{user.id}" if user else "other"


class LaneProcessor(BaseUpdateProcessor):
    """Gives each update to the lane of its chat. `finished` hears of each that was done with."""

    __slots__ = ("_finished", "_lanes")

    def __init__(self, lanes: LocalLanes, finished: Callable[[int], None]) -> None:
        super().__init__(_UNLIMITED)
        self._lanes = lanes
        self._finished = finished

    async def do_process_update(self, update: object, coroutine: Awaitable[object]) -> None:
        """Run `coroutine` when it is its turn; dropped when stopping (the inbox row brings it back)."""
        lane = lane_of(update) if isinstance(update, Update) else "other"
        begun = False

        attempts = self._lanes.attempts
        update_id = update.update_id if isinstance(update, Update) else None

        async def job() -> None:
            nonlocal begun
            begun = True
            with attempts.at_work(update_id):
                await coroutine

        try:
            await self._lanes.put(lane, job, alone=update_id in attempts.suspects)
        finally:
            if not begun and isinstance(coroutine, Coroutine):
                coroutine.close()
            if isinstance(update, Update):
                self._finished(update.update_id)

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """The lanes are stopped by whoever started them."""
