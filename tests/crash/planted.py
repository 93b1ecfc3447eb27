"""Defects that the verdict has to see, planted in a victim (CRASH_PLANTED): what we do not do, and why.

With each comes the instant at which a kill shows it. Where a turn takes as long as one that asks a model, it
does not hang on chance what Telegram was told by then.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import bot.process.lock
from agents.machine import State
from agents.steps import STEPS
from agents.turn import Turn
from agents.work import Work
from storage.entities import Effects, InboxUpdate, TurnRow
from storage.inbox import InboxRows
from storage.turns import Turns

Die = Callable[[str], None]
AT_WORK = "planted: a turn has begun"
STORED = "planted: stored, the turn has not moved on"
_SLOWLY = 0.2


@dataclass(frozen=True, slots=True)
class Defect:
    """What is planted, and the instant (its count) at which a kill shows it."""

    plant: Callable[[Die], None]
    instant: str
    count: int


def _only_in_memory(die: Die) -> None:
    """As with PTB's own queue: Telegram is told that an update was received which only memory has."""

    async def put_updates(self: InboxRows, updates: Sequence[InboxUpdate]) -> list[int]:
        return [update.update_id for update in updates]

    InboxRows.put_updates = put_updates
    _begins_slowly(die)


def _begins_slowly(die: Die) -> None:
    route = STEPS[State.ROUTE]

    async def slowly(turn: Turn, work: Work) -> State:
        await asyncio.sleep(_SLOWLY)
        die(AT_WORK)
        return await route(turn, work)

    STEPS[State.ROUTE] = slowly


def _stored_alone(die: Die) -> None:
    """Entries have a transaction of their own, before the one that moves the turn on, and a key by chance."""
    commit = Turns.commit

    async def alone(self: Turns, row: TurnRow, effects: Effects) -> list[TurnRow]:
        if effects.entries:
            part = random.randrange(1_000, 1_000_000)  # noqa: S311
            entries = [entry.model_copy(update={"part": part}) for entry in effects.entries]
            effects.entries.clear()
            await self.apply(Effects(entries=entries))
            die(STORED)
        return await commit(self, row, effects)

    Turns.commit = alone


def _repeats_in_silence(_die: Die) -> None:
    """The next start does not learn that this run was killed, so what comes twice does not say so."""
    setattr(bot.process.lock, "_RUNNING", b"")  # noqa: B010 - planted, not meant to be


DEFECTS = {
    "updates are only in memory": Defect(_only_in_memory, AT_WORK, 5),
    "entries are stored in a transaction of their own": Defect(_stored_alone, STORED, 3),
    "what comes twice does not say so": Defect(_repeats_in_silence, "reply: sent, not recorded", 3),
}
