"""The repository: all statements, noun by noun. What is a user's is asked for with the user's id."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from storage.access import Access
from storage.attachments import Attachments
from storage.calls import Calls
from storage.contexts import Contexts
from storage.counts import Counting
from storage.database import Database
from storage.entries import Entries
from storage.fixes import Fixes
from storage.forgetting import Forgetting
from storage.imports import Imports
from storage.inbox import Inbox
from storage.measures import Measures
from storage.messages import Messages
from storage.months import Months
from storage.moving import Moving
from storage.outbox import Outbox
from storage.people import People
from storage.questions import Questions
from storage.requests import Requests
from storage.schedule import Schedule
from storage.scrubbing import Scrubbing
from storage.search import Search
from storage.spans import Spans
from storage.turns import Turns
from storage.vault_rows import VaultRows


class Repository(
    Access,
    Attachments,
    Calls,
    Contexts,
    Counting,
    Entries,
    Fixes,
    Forgetting,
    Imports,
    Inbox,
    Measures,
    Messages,
    Months,
    Moving,
    Outbox,
    People,
    Questions,
    Requests,
    Schedule,
    Scrubbing,
    Search,
    Spans,
    Turns,
    VaultRows,
):
    """All of them over one database."""

    @classmethod
    async def open(cls, data_dir: Path) -> Self:
        """Open (make, check, upgrade) the database in a data directory. Raises a DatabaseProblem."""
        return cls(await Database.open(data_dir))

    async def close(self) -> None:
        """Commit what is queued and close."""
        await self.database.close()
