"""Where things are stored: a small store for each noun, all on one database.

What is a user's is asked for with the user's id. Whoever works on a few of the nouns is handed their stores;
`Stores` itself is for those who put the parts together or need many.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Self, get_type_hints

from storage.access import AccessRows
from storage.attachments import Attachments
from storage.calls import Calls
from storage.cases import Cases
from storage.coaches import Coaches
from storage.contexts import Contexts
from storage.counts import Counting
from storage.database import Database
from storage.entries import Entries
from storage.entry_vectors import EntryVectors
from storage.fixes import Fixes
from storage.forgetting import Forgetting
from storage.goals import Goals
from storage.imports import Imports
from storage.inbox import InboxRows
from storage.jobs import Jobs
from storage.measures import Measures
from storage.messages import Messages
from storage.months import Months
from storage.moving import Moving
from storage.note_search import NoteSearch
from storage.note_summaries import NoteSummaries
from storage.note_vectors import NoteVectors
from storage.notes import Notes
from storage.outbox import OutboxRows
from storage.people import People
from storage.programmes import Programmes
from storage.proposals import Proposals
from storage.questions import Questions
from storage.reminders import Reminders
from storage.requests import Requests
from storage.schedule import Schedule
from storage.scrubbing import Scrubbing
from storage.search import Search
from storage.spans import Spans
from storage.sync.pushed import Pushed
from storage.thoughts import Thoughts
from storage.tool_calls import ToolCalls
from storage.turns import Turns
from storage.vault_rows import VaultRows
from storage.wakes import Wakes

_kinds = cache(get_type_hints)


@dataclass(frozen=True, slots=True)
class Stores:
    """All of them. `db.entries`, `db.turns`, `db.inbox`, ... Made by `on` or `open`."""

    database: Database
    access: AccessRows
    attachments: Attachments
    calls: Calls
    cases: Cases
    coaches: Coaches
    contexts: Contexts
    counts: Counting
    entries: Entries
    entry_vectors: EntryVectors
    fixes: Fixes
    forgetting: Forgetting
    goals: Goals
    imports: Imports
    inbox: InboxRows
    jobs: Jobs
    measures: Measures
    messages: Messages
    months: Months
    moving: Moving
    note_search: NoteSearch
    note_summaries: NoteSummaries
    note_vectors: NoteVectors
    notes: Notes
    outbox: OutboxRows
    people: People
    programmes: Programmes
    proposals: Proposals
    pushed: Pushed
    questions: Questions
    reminders: Reminders
    requests: Requests
    schedule: Schedule
    scrubbing: Scrubbing
    search: Search
    spans: Spans
    thoughts: Thoughts
    tool_calls: ToolCalls
    turns: Turns
    vault: VaultRows
    wakes: Wakes

    @classmethod
    def on(cls, database: Database) -> Self:
        """One of each."""
        kinds = _kinds(cls).items()
        return cls(database, **{name: kind(database) for name, kind in kinds if name != "database"})

    @classmethod
    async def open(cls, data_dir: Path) -> Self:
        """Open (make, check, upgrade) the database in a data directory. Raises a DatabaseProblem."""
        return cls.on(await Database.open(data_dir))

    @classmethod
    @asynccontextmanager
    async def opened(cls, data_dir: Path) -> AsyncGenerator[Self]:
        """The same, closed in the end."""
        stores = await cls.open(data_dir)
        try:
            yield stores
        finally:
            await stores.close()

    async def close(self) -> None:
        """Commit what is queued and close."""
        await self.database.close()
