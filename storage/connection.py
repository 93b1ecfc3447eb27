"""One thread hop per transaction: a plain function is run with the connection on the connection's thread.

aiosqlite crosses threads for every statement and SQLAlchemy computes cache keys for each; together they cost
several times what SQLite itself needs. So statements are SQLAlchemy Core, compiled once, and a transaction is
a function `work(tx)` that runs them one after the other where SQLite is.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import Self, TypeVar, TypeVarTuple, cast

import aiosqlite
from sqlalchemy import ClauseElement
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.selectable import TypedReturnsRows
from sqlalchemy.types import TypeEngine

from storage.columns import CleanText, Day, Moment
from storage.errors import DatabaseClosed

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
Parameters = Mapping[str, object]
Processor = Callable[[object], object]

DIALECT = sqlite.dialect()
NOTHING: Parameters = {}
OWN_TYPES = (Moment, Day, CleanText)


class _Prepared:
    """A statement as SQLite takes it, and how its values are converted on the way in and out."""

    __slots__ = ("_convert", "_fixed", "_names", "_pick", "results", "sql")

    def __init__(self, statement: ClauseElement) -> None:
        compiled = statement.compile(dialect=DIALECT)
        if not isinstance(compiled, SQLCompiler):
            raise TypeError(f"not a statement with parameters: {statement}")
        self.sql = compiled.string
        self._names = tuple(compiled.positiontup or ())
        self._fixed = {n: b.value for n, b in compiled.binds.items() if not b.required}
        self._convert = [
            (index, processor)
            for index, name in enumerate(self._names)
            if (processor := _bind_processor(compiled.binds[name].type))
        ]
        self._pick = itemgetter(*self._names) if len(self._names) > 1 else None
        columns = statement.exported_columns if isinstance(statement, TypedReturnsRows) else ()
        processors = (_result_processor(column.type) for column in columns)
        self.results = [(index, processor) for index, processor in enumerate(processors) if processor]

    def bind(self, parameters: Parameters) -> Sequence[object]:
        """The values in the order of the statement's question marks."""
        if self._fixed:
            parameters = {**self._fixed, **parameters}
        if self._pick is None:
            values = [parameters[name] for name in self._names]
        elif self._convert:
            values = list(self._pick(parameters))
        else:
            return self._pick(parameters)
        for index, processor in self._convert:
            values[index] = processor(values[index])
        return values


def _bind_processor(kind: TypeEngine[object]) -> Processor | None:
    """As SQLAlchemy's, less one wrapping call for each value."""
    if isinstance(kind, OWN_TYPES):
        return partial(kind.process_bind_param, dialect=DIALECT)
    return kind.dialect_impl(DIALECT).bind_processor(DIALECT)


def _result_processor(kind: TypeEngine[object]) -> Processor | None:
    if isinstance(kind, OWN_TYPES):
        return None if isinstance(kind, CleanText) else partial(kind.process_result_value, dialect=DIALECT)
    return kind.dialect_impl(DIALECT).result_processor(DIALECT, None)


_prepared: dict[ClauseElement, _Prepared] = {}
"""By statement. Statements are module constants, so this does not grow."""


def _prepare(statement: ClauseElement) -> _Prepared:
    known = _prepared.get(statement)
    if known is None:
        known = _prepared[statement] = _Prepared(statement)
    return known


class Transaction:
    """What a `work` function runs statements with."""

    __slots__ = ("_connection",)

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def execute(self, statement: ClauseElement, parameters: Parameters = NOTHING) -> int:
        """Run it once; the number of rows it touched."""
        prepared = _prepare(statement)
        return self._connection.execute(prepared.sql, prepared.bind(parameters)).rowcount

    def execute_many(self, statement: ClauseElement, rows: Sequence[Parameters]) -> None:
        """Run it for each of the rows."""
        if rows:
            prepared = _prepare(statement)
            self._connection.executemany(prepared.sql, map(prepared.bind, rows))

    def rows(self, statement: TypedReturnsRows[*Ts], parameters: Parameters = NOTHING) -> list[tuple[*Ts]]:
        """All rows of a select, or of what it returned."""
        prepared = _prepare(statement)
        found = self._connection.execute(prepared.sql, prepared.bind(parameters)).fetchall()
        if prepared.results:
            found = [_converted(row, prepared.results) for row in found]
        return cast("list[tuple[*Ts]]", found)

    def first(self, statement: TypedReturnsRows[*Ts], parameters: Parameters = NOTHING) -> tuple[*Ts] | None:
        """The first row, if there is one."""
        found = self.rows(statement, parameters)
        return found[0] if found else None


def _converted(row: tuple[object, ...], processors: Sequence[tuple[int, Processor]]) -> tuple[object, ...]:
    values = list(row)
    for index, processor in processors:
        values[index] = processor(values[index])
    return tuple(values)


Work = Callable[[Transaction], T]


class ThreadedConnection(aiosqlite.Connection):
    """An aiosqlite connection that also runs whole functions on its thread."""

    def __init__(self, path: Path, pragmas: Sequence[str], *, busy_timeout: float) -> None:
        super().__init__(partial(_connect, path, pragmas, busy_timeout), iter_chunk_size=64)
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


def _connect(path: Path, pragmas: Sequence[str], busy_timeout: float) -> sqlite3.Connection:
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
