"""The open database: one connection that writes, a few that only read.

A commit survives a power failure (`synchronous=FULL`) where the user or Telegram is told "received"; `writer`
says which need not. WAL lets the readers go on while something is written.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Self, TypeVar

from storage import preparation
from storage.connection import ThreadedConnection, Transaction, Work, connect, run_transaction
from storage.errors import DatabaseClosed
from storage.writer import Writer

T = TypeVar("T")

READERS = 2
LINGER = 0.02
"""Seconds that a lazy write waits for company: a kill in this time sends a reply twice at most."""
BUSY_TIMEOUT = 10.0
"""Seconds to wait for another process that writes."""
_SHARED = ("foreign_keys = ON", "temp_store = MEMORY", "cache_size = -2000")
OVERWRITING = "secure_delete = ON"
"""What is deleted or replaced is overwritten with zeros. Always: switched on for a deletion only, copies stay
that an earlier split of a page has left behind. `benchmarks.durability` measures the cost."""
_WRITER = ("journal_mode = WAL", "synchronous = FULL", "wal_autocheckpoint = 4000", OVERWRITING, *_SHARED)
"""A commit dirties some 30 pages, most of them again and again: copying them rarely copies them once."""
_READER = ("query_only = ON", *_SHARED)

_IN_USE = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def _nobody(_news: object) -> None:
    """Nobody is listening yet."""


class Database:
    """Runs `work` functions in transactions, and says to `hear` what was committed. Made by `open`."""

    def __init__(
        self,
        path: Path,
        writer: ThreadedConnection,
        readers: list[ThreadedConnection],
        here: sqlite3.Connection,
        linger: float,
    ) -> None:
        self.path = path
        self._here: sqlite3.Connection | None = here
        self._connection = writer
        self._writer = Writer(writer, linger)
        self._readers = readers
        self.hear: Callable[[object], None] = _nobody

    @classmethod
    async def open(
        cls,
        data_dir: Path,
        *,
        linger: float = LINGER,
        busy_timeout: float = BUSY_TIMEOUT,
    ) -> Self:
        """Make, check or upgrade the database in `data_dir`. Raises a DatabaseProblem."""
        path = await asyncio.to_thread(preparation.prepare, data_dir)
        opened: list[ThreadedConnection] = []
        try:
            for pragmas in (_WRITER, *[_READER] * READERS):
                connection = ThreadedConnection(path, pragmas, busy_timeout=busy_timeout)
                opened.append(await connection.opened())
            here = connect(path, _READER, 0)
        except sqlite3.Error as error:
            for connection in opened:
                await connection.close()
            raise preparation.translated(path, error) from error
        return cls(path, opened[0], opened[1:], here, linger)

    @property
    def data_dir(self) -> Path:
        """Where the database, the vault and files live."""
        return self.path.parent

    @property
    def commits(self) -> int:
        """Transactions written since it was opened."""
        return self._writer.commits

    async def write(
        self,
        work: Work[T],
        *,
        lazily: bool = False,
        repeatable: bool = False,
        settle: Callable[[], Awaitable[object]] | None = None,
    ) -> T:
        """Run `work` in a transaction; its result once that is committed. `writer` explains the rest.

        `settle` is awaited once it is committed, before anybody hears of it.
        """
        told: list[object] = []
        try:
            result = await self._writer.run(
                partial(_telling, work, told), lazily=lazily, repeatable=repeatable
            )
        except sqlite3.Error as error:
            raise preparation.translated(self.path, error) from error
        if settle is not None:
            await settle()
        for news in told:
            self.hear(news)
        return result

    async def read(self, work: Work[T]) -> T:
        """Run `work` on one state of the database, beside whatever is being written."""
        reader = min(self._readers, key=_in_flight)
        try:
            return await reader.submit(partial(_read, work))
        except sqlite3.Error as error:
            raise preparation.translated(self.path, error) from error

    async def look_up(self, work: Work[T], *, once: bool = False) -> T:
        """As `read`, for a few rows by their key, or one name's sets: at once, without a hop to a thread.

        `once`: the work runs one statement, which is a transaction by itself.
        What would have to wait, because another process holds the file, waits on a reader's thread.
        """
        if self._here is None:
            raise DatabaseClosed
        try:
            return work(Transaction(self._here)) if once else _read(work, self._here)
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _IN_USE:
                raise preparation.translated(self.path, error) from error
        return await self.read(work)

    async def check(self) -> None:
        """Check the whole file, however long it takes. Raises DatabaseCorrupt."""
        await asyncio.to_thread(preparation.check, self.path)

    async def fold(self) -> bool:
        """Bring the write-ahead log into the file and empty it; False: a reader still needs it."""
        async with self._writer.alone():
            return await self._connection.submit(_fold)

    async def close(self) -> None:
        """Commit what is queued, fold the write-ahead log into the file, close."""
        await self._writer.drain()
        here, self._here = self._here, None
        if here is not None:
            here.close()
        for reader in self._readers:
            await reader.close()
        await self._connection.close()


def _in_flight(connection: ThreadedConnection) -> int:
    return connection.in_flight


def _telling(work: Work[T], told: list[object], tx: Transaction) -> T:
    """Pieces of work that share a transaction tell each its own."""
    tx.told = told
    return work(tx)


def _read(work: Work[T], connection: sqlite3.Connection) -> T:
    return run_transaction(connection, "BEGIN", work)


def _fold(connection: sqlite3.Connection) -> bool:
    (busy, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy
