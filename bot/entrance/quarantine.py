"""At a start: updates at which the process died three times are not begun again, and their senders told."""

from __future__ import annotations

import json
import logging
from collections import defaultdict
from dataclasses import dataclass

from telegram import Bot, Update

from bot.entrance.error_handler import ErrorHandler
from bot.people.state import BotState
from bot.updates.attempts import MOST_DEATHS, Attempts
from bot.updates.lanes import update_of
from bot.updates.reading import read_update

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Quarantine:
    """Looks at what the last processes left before anything goes on."""

    state: BotState
    attempts: Attempts
    bot: Bot

    async def look(self) -> None:
        """Set aside what is deadly; what was finished since is no suspect any more."""
        if not len(self.attempts):
            return
        db = self.state.db
        turns: dict[int | None, list[str]] = defaultdict(list)
        for turn in await db.turns.ready_turns():
            turns[update_of(turn)].append(turn.id)
        waiting = {update.update_id: update.raw_json for update in await db.inbox.unfinished_updates()}
        requests = {kept.request.number for kept in await db.requests.open_requests()}
        self.attempts.keep_only({*waiting, *requests, *filter(None, turns)})
        for update_id in self.attempts.deadly:
            logger.error("the process died %d times at update %d: it is set aside", MOST_DEATHS, update_id)
            for turn_id in turns[update_id]:
                await self.state.machine.give_up(turn_id)
            if update_id in waiting:
                await self._close(update_id, waiting[update_id])
            self.attempts.set_aside(update_id)

    async def _close(self, update_id: int, raw: str) -> None:
        update = read_update(json.loads(raw), self.bot)
        if isinstance(update, Update):
            await ErrorHandler(self.state).apologise(update, self.bot, "set_aside")
        await self.state.db.inbox.mark_done(update_id)
