"""The shelf of one user over the stores: whatever is asked for, it is theirs and read only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from agents.conversation import conversation
from agents.dialogue import Dialogue
from agents.planner import LoggedMeasure
from agents.retriever import EntrySearch
from agents.session import Session
from agents.work import UserSearch
from storage.months import MonthCount
from storage.stores import Stores


@dataclass(frozen=True, slots=True)
class StoredShelf:
    """Bound to the user of a session; nothing in it takes a user id."""

    db: Stores
    session: Session
    gap: timedelta
    """The pause that ends a conversation."""

    @property
    def search(self) -> EntrySearch:
        """The entries."""
        return UserSearch(self.db, self.session.user_id)

    async def logged(self) -> tuple[LoggedMeasure, ...]:
        """What was ever logged, most frequent first."""
        found = await self.db.measures.logged_measures(self.session.user_id)
        return tuple(LoggedMeasure(name=m.name, domain=m.domain, entries=m.entries) for m in found)

    async def calendar(self) -> tuple[MonthCount, ...]:
        """What exists per domain and month, newest first."""
        return tuple(await self.db.months.calendar(self.session.user_id))

    async def conversation(self) -> Dialogue:
        """What was said just now in this chat."""
        session = self.session
        return await conversation(
            self.db.turns,
            session.user_id,
            session.chat_id,
            before=session.sent_at,
            gap=self.gap,
            but=session.turn_id,
        )

    async def memory(self) -> str:
        """The global context, as Markdown."""
        return await self.db.contexts.get_global_context(self.session.user_id)
