"""What the history of repositories keeps, whatever is taken back."""

from __future__ import annotations

from datetime import datetime

from storage.query import Column
from storage.store import Store
from storage.sync.settings import REPOSITORY

_PUSHED = Column[int](f"""
    SELECT count(*)
    FROM sync_targets t
    WHERE t.user_id = :whose AND t.place GLOB '{REPOSITORY}*' AND t.position <> '' AND (t.at > :since
        OR NOT EXISTS (SELECT 1 FROM sync_outbox o WHERE o.user_id = t.user_id AND o.seq > t.seq))
""")


class Pushed(Store):
    """Of repositories that a person's diary is copied to."""

    async def holds(self, user_id: int, since: datetime) -> bool:
        """Whether a repository's history holds what this person changed at that moment."""
        return (await self._all(_PUSHED, whose=user_id, since=since))[0] > 0
