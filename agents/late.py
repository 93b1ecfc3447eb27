"""What a model reads of a log after code's reading was stored: it is waited for, and put in the log's lane.

Nothing is lost by a kill: until the model has answered, code's reading is what stands; from then on what it
read is a turn of its own.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import datetime

from ulid import ULID

from agents.machine import State, turn_row
from agents.parser import ParserOutput
from agents.ports import Lanes
from agents.session import Notice
from agents.turn import Improves, Turn
from agents.work import Work
from storage.entities import Effects, Entry, Outgoing, TurnStatus
from storage.errors import StorageError
from storage.turns import Turns

logger = logging.getLogger(__name__)

Reading = asyncio.Task[ParserOutput | None]


def late_reading(turn: Turn, work: Work) -> Reading | None:
    """What a model still reads of the turn's log, where its receipt can change; the receipt says so."""
    reading = work.session.readings.pop(turn.log_text or turn.incoming.text, None)
    if reading is None:
        return None
    follows = work.services.late is not None and work.services.replies.can_change(turn)
    work.session.note(Notice.READ_LATER if follows else Notice.OUT_OF_TIME)
    turn.notices = tuple(work.session.notices)
    if follows:
        return reading
    reading.cancel()
    return None


def improve_later(
    turn: Turn, work: Work, reading: Reading, entries: Sequence[Entry], receipt: Outgoing
) -> None:
    """Have it take the place of these entries of the message, which the receipt tells."""
    if work.services.late is None:
        return
    improves = Improves(
        entries=tuple((entry.id, entry.revision) for entry in entries),
        receipt=receipt.key,
        asked=tuple(question.token for question in work.effects.questions),
    )
    work.services.late.follow(turn, reading, improves)


class LateReadings:
    """One for each message at most: an edit of it ends the wait for what it said before."""

    def __init__(self, turns: Turns, lanes: Lanes, clock: Callable[[], datetime]) -> None:
        self._turns = turns
        self._lanes = lanes
        self._clock = clock
        self._waiting: dict[tuple[int, int], asyncio.Task[None]] = {}

    def follow(self, turn: Turn, reading: Reading, improves: Improves) -> None:
        """Once it is there, a turn of the same message stores it, unless that changed meanwhile."""
        place = turn.incoming.chat_id, turn.incoming.message_id
        self.forget(*place)
        now = turn.model_copy(update={"path": [*turn.path]})
        task = asyncio.create_task(self._put(now, reading, improves), name="late reading")
        self._waiting[place] = task

        def done(ended: asyncio.Task[None]) -> None:
            if self._waiting.get(place) is ended:
                del self._waiting[place]

        task.add_done_callback(done)

    def forget(self, chat_id: int, message_id: int) -> None:
        """The message says something else now."""
        task = self._waiting.pop((chat_id, message_id), None)
        if task is not None:
            task.cancel()

    async def idle(self) -> None:
        """Wait until nothing is waited for."""
        await asyncio.gather(*self._waiting.values(), return_exceptions=True)

    async def close(self) -> None:
        """Wait no longer: code's readings stand."""
        waiting = [*self._waiting.values()]
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    async def _put(self, turn: Turn, reading: Reading, improves: Improves) -> None:
        try:
            read = await reading
        except Exception:  # whatever a model's answer leads to: code's reading stands
            logger.exception("what a model read late of a log can't be used")
            return
        if read is None or not read.entries:
            return
        late = turn.model_copy(
            update={
                "id": str(ULID()),
                "seq": 0,
                "state": State.STORE,
                "lane": f"chat:{turn.incoming.chat_id}",
                "incoming": turn.incoming.model_copy(update={"update_id": None}),
                "parent_id": None,
                "parsed": read,
                "improves": improves,
                "stored_ids": (),
                "observation": None,
                "notices": (),
            }
        )
        row = turn_row(late, TurnStatus.READY, self._clock())
        try:
            await self._turns.apply(Effects(turns=[row]))
        except StorageError:
            logger.warning("what a model read late of a log is not kept: code's reading stands")
            return
        self._lanes.wake([row])
