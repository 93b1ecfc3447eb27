"""Programmes: own files, and which one runs since when."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from datetime import datetime
from typing import cast

from storage.connection import Transaction
from storage.programme_rows import ProgrammeRow, ProgrammeStatus
from storage.query import Query, columns_of, insert, listed
from storage.store import Store

_FIELDS = tuple(one.name for one in fields(ProgrammeRow))
_SAVE = f"""{insert("programmes", _FIELDS)} ON CONFLICT (token) DO UPDATE SET
    status = excluded.status, at = excluded.at, ended_at = excluded.ended_at, body = excluded.body
    WHERE programmes.user_id = excluded.user_id"""
_STOP = """
    UPDATE programmes SET status = 'stopped', ended_at = :at
    WHERE user_id = :whose AND status = 'running' AND token <> :token
"""
_ALL = Query[str, int, str, str, datetime, datetime | None, str](f"SELECT {listed(_FIELDS)} FROM programmes")
_ONE = _ALL.then("WHERE token = :token AND user_id = :whose")
_RUNNING = _ALL.then("WHERE user_id = :whose AND status = 'running' ORDER BY at DESC LIMIT 1")
_FILES = _ALL.then("WHERE user_id = :whose AND status = 'file' ORDER BY name")
_EVERY = _ALL.then("WHERE user_id = :whose ORDER BY at, token")


class Programmes(Store):
    """Their rows."""

    async def running(self, user_id: int) -> ProgrammeRow | None:
        """The one that this user follows."""
        key = {"whose": user_id}
        row = await self.database.look_up(lambda tx: tx.first(_RUNNING, key))
        return None if row is None else _row(row)

    async def programme(self, user_id: int, token: str) -> ProgrammeRow | None:
        """One of this user's, whatever became of it."""
        key = {"whose": user_id, "token": token}
        row = await self.database.look_up(lambda tx: tx.first(_ONE, key))
        return None if row is None else _row(row)

    async def files(self, user_id: int) -> list[ProgrammeRow]:
        """Those that this user has sent, by name."""
        rows = await self.database.read(lambda tx: tx.rows(_FILES, {"whose": user_id}))
        return [_row(row) for row in rows]

    async def every(self, user_id: int) -> list[ProgrammeRow]:
        """All of this user's, oldest first."""
        rows = await self.database.read(lambda tx: tx.rows(_EVERY, {"whose": user_id}))
        return [_row(row) for row in rows]


def _row(row: tuple[str, int, str, str, datetime, datetime | None, str]) -> ProgrammeRow:
    token, user_id, status, name, at, ended_at, body = row
    return ProgrammeRow(token, user_id, cast("ProgrammeStatus", status), name, at, ended_at, body)


def save_programmes(tx: Transaction, rows: Iterable[ProgrammeRow]) -> None:
    """New or changed ones; one that runs stops the one that ran before."""
    for row in rows:
        if row.status == "running":
            tx.execute(_STOP, {"whose": row.user_id, "token": row.token, "at": row.at})
        tx.execute(_SAVE, columns_of(row, _FIELDS))
