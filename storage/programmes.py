"""Programmes: own files, and which one runs since when."""

from __future__ import annotations

from collections.abc import Iterable

from storage.connection import Transaction
from storage.programme_rows import ProgrammeRow
from storage.query import Table
from storage.store import Store

_ALL = Table("programmes", ProgrammeRow)
_SAVE = f"""{_ALL.insert} ON CONFLICT (token) DO UPDATE SET
    status = excluded.status, at = excluded.at, ended_at = excluded.ended_at, body = excluded.body
    WHERE programmes.user_id = excluded.user_id"""
_STOP = """
    UPDATE programmes SET status = 'stopped', ended_at = :at
    WHERE user_id = :whose AND status = 'running' AND token <> :token
"""
_ONE = _ALL.where("WHERE token = :token AND user_id = :whose")
_RUNNING = _ALL.where("WHERE user_id = :whose AND status = 'running' ORDER BY at DESC LIMIT 1")
_FILES = _ALL.where("WHERE user_id = :whose AND status = 'file' ORDER BY name")
_EVERY = _ALL.where("WHERE user_id = :whose ORDER BY at, token")


class Programmes(Store):
    """Their rows."""

    async def running(self, user_id: int) -> ProgrammeRow | None:
        """The one that this user follows."""
        return await self._first(_RUNNING, whose=user_id)

    async def programme(self, user_id: int, token: str) -> ProgrammeRow | None:
        """One of this user's, whatever became of it."""
        return await self._first(_ONE, whose=user_id, token=token)

    async def files(self, user_id: int) -> list[ProgrammeRow]:
        """Those that this user has sent, by name."""
        return await self._all(_FILES, whose=user_id)

    async def every(self, user_id: int) -> list[ProgrammeRow]:
        """All of this user's, oldest first."""
        return await self._all(_EVERY, whose=user_id)


def save_programmes(tx: Transaction, rows: Iterable[ProgrammeRow]) -> None:
    """New or changed ones; one that runs stops the one that ran before."""
    for row in rows:
        if row.status == "running":
            tx.execute(_STOP, {"whose": row.user_id, "token": row.token, "at": row.at})
        tx.execute(_SAVE, _ALL.values(row))
