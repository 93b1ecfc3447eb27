"""One thread hop per transaction: a plain function is run with the connection on the connection's thread.

aiosqlite crosses threads for every statement, which costs several times what SQLite itself needs. So a
transaction is a function `work(tx)` that runs its statements one after the other where SQLite is.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple, Self, TypeVar

import aiosqlite

from storage.errors import DatabaseClosed
from storage.query import Select, bound

T = TypeVar("T")
Parameters = Mapping[str, object]

NOTHING: Parameters = {}


class Counted(NamedTuple):
    """So many updates or replies, and what became of them."""

    of: Literal["updates", "replies"]
    became: str
    many: int = 1


class Transaction:
    """What a `work` function runs statements with.

    Once it is committed, whoever listens to the database hears what it has `told`.
    """

    __slots__ = ("_connection", "told")

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.told: list[object] = []

    def execute(self, statement: str, parameters: Parameters = NOTHING) -> int:
        """Run it once; the number of rows it touched."""
        return self._connection.execute(statement, bound(parameters)).rowcount

    def execute_many(self, statement: str, rows: Sequence[Parameters]) -> None:
        """Run it for each of the rows."""
        if rows:
            self._connection.executemany(statement, map(bound, rows))

    def rows(self, query: Select[T], parameters: Parameters = NOTHING) -> list[T]:
        """All rows of a select, or of what it returned."""
        return query.read(self._connection.execute(query.sql, bound(parameters)).fetchall())

    def first(self, query: Select[T], parameters: Parameters = NOTHING) -> T | None:
        """The first row, if there is one."""
        found = self.rows(query, parameters)
        return found[0] if found else None


Work = Callable[[Transaction], T]


class ThreadedConnection(aiosqlite.Connection):
    """An aiosqlite connection that also runs whole functions on its thread."""

    def __init__(self, path: Path, pragmas: Sequence[str], *, busy_timeout: float) -> None:
        super().__init__(partial(connect, path, pragmas, busy_timeout), iter_chunk_size=64)
        self._thread.daemon = True  # a forgotten close must not keep the process alive
        self.in_flight = 0

    async def opened(self) -> Self:
        """Start the thread and connect."""
        await self
        return self

    def submit(self, function: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        """Run it on the thread, in the order they were submitted. Raises DatabaseClosed."""
        if not self._running:
            raise DatabaseClosed
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.in_flight += 1
        future.add_done_callback(self._landed)
        self._tx.put_nowait((future, partial(self._run, function)))  # pyright: ignore[reportUnknownMemberType] - untyped upstream
        return future

    def _run(self, function: Callable[[sqlite3.Connection], T]) -> T:
        return function(self._conn)

    def _landed(self, _: asyncio.Future[T]) -> None:
        self.in_flight -= 1


def connect(path: Path, pragmas: Sequence[str], busy_timeout: float) -> sqlite3.Connection:
    """A connection that begins no transactions by itself; seconds to wait for other processes."""
    connection = sqlite3.connect(path, timeout=busy_timeout, isolation_level=None, cached_statements=256)
    for pragma in pragmas:
        connection.execute(f"PRAGMA {pragma}")
    return connection


def run_transaction(connection: sqlite3.Connection, begin: str, work: Work[T]) -> T:
    """One transaction around `work`; whatever it raises undoes it."""
    connection.execute(begin)
    try:
        result = work(Transaction(connection))
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # SQLite itself rolls back when the disk is full
            connection.execute("ROLLBACK")
        raise
    return result
