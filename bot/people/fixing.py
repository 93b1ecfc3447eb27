"""*Fix* below a receipt: what that person says next in that chat corrects the log."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from agents.turn import Incoming
from bot.people.answers import names_option
from bot.people.state import BotState
from storage.entities import Effects, Entry, Outgoing
from storage.fix import Fix


@dataclass(frozen=True, slots=True)
class Fixing:
    """A row tells who corrects what where, so that a restart keeps it.

    It lasts for a conversation's pause; a command, a question, small talk, a reply to something else and the
    answer to a question of the bot's end it.
    """

    state: BotState

    async def begin(self, entry: Entry, prompt: Outgoing, update_id: int) -> None:
        """The next words are the correction of this entry; `prompt` says so."""
        pause = timedelta(minutes=self.state.services.limits.session_gap_minutes)
        fix = Fix(
            user_id=prompt.user_id,
            chat_id=prompt.chat_id,
            entry_id=entry.id,
            expires_at=self.state.now() + pause,
        )
        await self.state.db.turns.apply(Effects(inbox_done=update_id, outgoing=[prompt], fixes=[fix]))
        self.state.unfixed.discard((fix.user_id, fix.chat_id))

    async def heard(self, incoming: Incoming) -> Incoming:
        """The message, with the entries that it corrects where *Fix* was tapped before it."""
        fix = None if incoming.edited else await self._under_way(incoming.user_id, incoming.chat_id)
        if fix is None or (incoming.silent and incoming.reply_to is not None):
            return incoming
        entries = await self._entries(fix)
        if not entries or not await self._is_meant(incoming, entries):
            await self.end(incoming.user_id, incoming.chat_id)
            return incoming
        return incoming.model_copy(update={"fixes": tuple(entry.id for entry in entries)})

    async def end(self, user_id: int, chat_id: int) -> bool:
        """Nothing is corrected there any more; whether anything was."""
        if await self._under_way(user_id, chat_id) is None:
            return False
        return await self.state.db.fixes.end_fix(user_id, chat_id)

    async def _under_way(self, user_id: int, chat_id: int) -> Fix | None:
        """Most often it is known that there is none."""
        if (user_id, chat_id) in self.state.unfixed:
            return None
        fix = await self.state.db.fixes.fix(user_id, chat_id, self.state.now())
        if fix is None:
            self.state.unfixed.add((user_id, chat_id))
        return fix

    async def _entries(self, fix: Fix) -> list[Entry]:
        """All that came of its message, as far as it was not taken back."""
        db = self.state.db
        found = await db.entries.entries(fix.user_id, [fix.entry_id])
        if not found or found[0].deleted:
            return []
        first = found[0]
        beside = await db.entries.entries_of_message(first.user_id, first.chat_id, first.message_id)
        return beside if 1 < len(beside) <= _MOST_DAYS else found

    async def _is_meant(self, incoming: Incoming, entries: list[Entry]) -> bool:
        """Not where it replies to something else, or taps an option of a question by its name."""
        if incoming.media is not None and incoming.media.kind != "voice":
            return False
        db = self.state.db
        if incoming.reply_to is not None:
            about = await db.entries.entry_by_message(incoming.user_id, incoming.chat_id, incoming.reply_to)
            return any(entry.id in {one.id for one in about} for entry in entries)
        asked = await self.state.open_questions(incoming.user_id, incoming.chat_id)
        return not any(names_option(incoming.text, question) for question in asked)


_MOST_DAYS = 50
"""What one message tells of by hand; more came from a file."""
