"""Statements that return rows, as text, with the types of their columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from types import NoneType
from typing import Generic, Self, TypeVarTuple, cast, get_args

from storage.errors import NaiveTime
from storage.text import clean

Ts = TypeVarTuple("Ts")
Convert = Callable[[object], object]


def moment(value: datetime) -> str:
    """An aware time as it is kept: ISO text in UTC, which sorts by time. Raises NaiveTime."""
    if value.tzinfo is None:
        raise NaiveTime
    return (value if value.tzinfo is UTC else value.astimezone(UTC)).isoformat(timespec="microseconds")


def day(value: date) -> str:
    """A local date as it is kept: ISO text."""
    return value.isoformat()


_TO_SQLITE = cast("dict[type, Convert]", {datetime: moment, date: day, str: clean})
_FROM_SQLITE = cast(
    "dict[object, Convert]", {datetime: datetime.fromisoformat, date: date.fromisoformat, bool: bool}
)


def listed(fields: Sequence[str]) -> str:
    """Columns, with commas between."""
    return ", ".join(fields)


def insert(table: str, fields: Sequence[str]) -> str:
    """A statement that adds a row; each column's value is bound under its name."""
    return f"INSERT INTO {table} ({listed(fields)}) VALUES ({listed([f':{field}' for field in fields])})"


def columns_of(row: object, fields: Sequence[str]) -> dict[str, object]:
    """Of these attributes, for a statement that `insert` made."""
    return {field: getattr(row, field) for field in fields}


def bound(parameters: Mapping[str, object]) -> dict[str, object]:
    """Values as SQLite takes them."""
    return {
        name: value if (convert := _TO_SQLITE.get(type(value))) is None else convert(value)
        for name, value in parameters.items()
    }


class Query(Generic[*Ts]):
    """`Query[int, datetime | None]("SELECT ...")`: the columns' types are read back from the brackets."""

    __slots__ = ("__orig_class__", "_converts", "sql")
    __orig_class__: object

    def __init__(self, sql: str) -> None:
        self.sql = sql
        self._converts: list[tuple[int, Convert]] | None = None

    def then(self, rest: str) -> Self:
        """The same columns, with WHERE, ORDER BY, LIMIT, ... at the end."""
        longer = type(self)(f"{self.sql}\n{rest}")
        longer.__orig_class__ = self.__orig_class__
        return longer

    def read(self, rows: Sequence[tuple[object, ...]]) -> list[tuple[*Ts]]:
        """Rows as SQLite gives them, their times and days as such."""
        if self._converts is None:
            self._converts = _converts(self.__orig_class__)
        if self._converts:
            rows = [_converted(row, self._converts) for row in rows]
        return cast("list[tuple[*Ts]]", rows)


def _converts(typed: object) -> list[tuple[int, Convert]]:
    """The columns that SQLite keeps in another form, and how they are read."""
    kinds = [next(k for k in (*get_args(kind), kind) if k is not NoneType) for kind in get_args(typed)]
    return [(index, _FROM_SQLITE[kind]) for index, kind in enumerate(kinds) if kind in _FROM_SQLITE]


def _converted(row: tuple[object, ...], converts: Sequence[tuple[int, Convert]]) -> tuple[object, ...]:
    values = list(row)
    for index, convert in converts:
        if values[index] is not None:
            values[index] = convert(values[index])
    return tuple(values)
