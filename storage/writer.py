"""The only way to write: transactions one after the other, those that wait at the same time sharing a commit.

Each piece of work has its own savepoint, so that one that fails undoes only itself, and is told so only after
the commit. `lazily` is for what may wait for company: it joins the next transaction, or makes its own after
`linger` seconds.

A commit is synced to the disk (`synchronous=FULL`) unless all its work is `repeatable`: derived from an
update in the inbox that was synced itself. The write-ahead log keeps the order of commits, so a power failure
can only take the newest of such work, and then its update is unfinished again. A kill loses neither kind.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Protocol, TypeVar, cast

from storage.connection import ThreadedConnection, Transaction, Work, run_transaction

T = TypeVar("T")

BEGIN = "BEGIN IMMEDIATE"
"""A deferred one that reads first may find that it must not write any more."""


class _Job(Protocol):
    """Work and whom to tell. Hides the type of its result, so that jobs of all kinds share a queue."""

    def run(self, tx: Transaction) -> None: ...
    def fail(self, error: BaseException) -> None: ...
    def settle(self) -> None: ...
    @property
    def repeatable(self) -> bool: ...


class _Piece:
    """A `_Job` for work with a result of one type."""

    __slots__ = ("_error", "_result", "_work", "future", "repeatable")

    def __init__(self, work: Work[T], future: asyncio.Future[T], *, repeatable: bool) -> None:
        self.repeatable = repeatable
        self._work = cast("Work[object]", work)
        self.future = cast("asyncio.Future[object]", future)
        self._result: object = None
        self._error: BaseException | None = None

    def run(self, tx: Transaction) -> None:
        self._result = self._work(tx)

    def fail(self, error: BaseException) -> None:
        self._error = error

    def settle(self) -> None:
        if self.future.done():  # the caller was cancelled; what was committed stays
            return
        if self._error is not None:
            self.future.set_exception(self._error)
        else:
            self.future.set_result(self._result)


class Writer:
    """Queues work for the one connection that writes."""

    def __init__(self, connection: ThreadedConnection, linger: float) -> None:
        self._connection = connection
        self._linger = linger
        self._eager: list[_Job] = []
        self._lazy: list[_Job] = []
        self._alone: list[asyncio.Future[None]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._is_busy = False
        self._is_full = True
        self._idle: asyncio.Future[None] | None = None
        self.commits = 0

    async def run(self, work: Work[T], *, lazily: bool = False, repeatable: bool = False) -> T:
        """The result of `work`, once it is committed."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        (self._lazy if lazily else self._eager).append(_Piece(work, future, repeatable=repeatable))
        if lazily and self._timer is None:
            self._timer = loop.call_later(self._linger, self._hurry)
        self._pump()
        return await future

    @asynccontextmanager
    async def alone(self) -> AsyncGenerator[None]:
        """Wait until nothing is being written, and keep it so: for a transaction that awaits in between."""
        granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._alone.append(granted)
        self._pump()
        try:
            await granted
        except asyncio.CancelledError:
            self._give_up(granted)
            raise
        try:
            yield
        finally:
            self.commits += 1
            self._is_busy = False
            self._pump()

    def _give_up(self, granted: asyncio.Future[None]) -> None:
        if granted in self._alone:
            self._alone.remove(granted)
        else:  # granted in the same moment
            self._is_busy = False
            self._pump()

    async def drain(self) -> None:
        """Wait until everything queued is committed, the lazy work too."""
        self._hurry()
        while self._is_busy or self._eager or self._alone:
            self._idle = asyncio.get_running_loop().create_future()
            await self._idle

    def _hurry(self) -> None:
        self._eager[:0] = self._lazy
        self._lazy.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._pump()

    def _pump(self) -> None:
        if self._is_busy:
            return
        if self._alone:
            self._is_busy = True
            self._alone.pop(0).set_result(None)
        elif self._eager:
            self._is_busy = True
            batch = self._lazy + self._eager
            self._lazy, self._eager = [], []
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            self._connection.submit(partial(self._run, batch)).add_done_callback(partial(self._settle, batch))
        elif self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    def _settle(self, batch: Sequence[_Job], done: asyncio.Future[None]) -> None:
        self._is_busy = False
        self.commits += 1
        error = done.exception()
        for job in batch:
            if error is not None:
                job.fail(error)
            job.settle()
        self._pump()

    def _run(self, batch: Sequence[_Job], connection: sqlite3.Connection) -> None:
        """On the connection's thread. A piece's own failure is noted on it, the transaction's is raised."""
        self.sync(connection, is_full=not all(job.repeatable for job in batch))
        work = batch[0].run if len(batch) == 1 else partial(_run_pieces, batch, connection)
        run_transaction(connection, BEGIN, work)

    def sync(self, connection: sqlite3.Connection, *, is_full: bool) -> None:
        """Set how the next commit reaches the disk; on the connection's thread, between transactions."""
        if is_full != self._is_full:
            connection.execute(f"PRAGMA synchronous = {'FULL' if is_full else 'NORMAL'}")
            self._is_full = is_full


def _run_pieces(batch: Sequence[_Job], connection: sqlite3.Connection, tx: Transaction) -> None:
    for job in batch:
        connection.execute("SAVEPOINT piece")
        try:
            job.run(tx)
        except Exception as error:
            if not connection.in_transaction:  # the disk is full: nothing of the batch is left
                raise
            connection.execute("ROLLBACK TO piece")
            job.fail(error)
        connection.execute("RELEASE piece")
