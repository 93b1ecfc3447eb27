"""Statements that return rows, as text, with what a row is read as."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from datetime import UTC, date, datetime
from functools import cached_property
from types import NoneType
from typing import Generic, Self, TypeVar, TypeVarTuple, cast, get_args, get_type_hints

from pydantic import BaseModel

from storage.errors import NaiveTime
from storage.text import clean

T = TypeVar("T")
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


class Select(Generic[T]):
    """A statement whose rows are read as something."""

    __orig_class__: object

    def __init__(self, sql: str) -> None:
        self.sql = sql

    def then(self, rest: str) -> Self:
        """The same columns, with WHERE, ORDER BY, LIMIT, ... at the end."""
        longer = copy(self)
        longer.sql = f"{self.sql}\n{rest}"
        return longer

    def read(self, rows: Sequence[tuple[object, ...]]) -> list[T]:
        """Rows as SQLite gives them, their times and days as such."""
        if self._converts:
            rows = [_converted(row, self._converts) for row in rows]
        return self._made(rows)

    def _made(self, rows: Sequence[tuple[object, ...]]) -> list[T]:
        return cast("list[T]", rows)

    def _kinds(self) -> Sequence[object]:
        """Of the columns."""
        return get_args(self.__orig_class__)

    @cached_property
    def _converts(self) -> list[tuple[int, Convert]]:
        """The columns that SQLite keeps in another form, and how they are read."""
        kinds = [next(k for k in (*get_args(kind), kind) if k is not NoneType) for kind in self._kinds()]
        return [(index, _FROM_SQLITE[kind]) for index, kind in enumerate(kinds) if kind in _FROM_SQLITE]


class Query(Select[tuple[*Ts]], Generic[*Ts]):
    """`Query[int, datetime | None]("SELECT ...")`: the columns' types are read back from the brackets."""


class Column(Select[T], Generic[T]):
    """`Column[int]("SELECT ...")`: of the only column."""

    def _made(self, rows: Sequence[tuple[object, ...]]) -> list[T]:
        return cast("list[T]", [row[0] for row in rows])


class Rows(Select[T], Generic[T]):
    """`Rows[Model]("SELECT ...")`: as objects of a class whose fields are the columns, in their order."""

    @cached_property
    def kind(self) -> type[T]:
        """The class."""
        return get_args(self.__orig_class__)[0]

    def _made(self, rows: Sequence[tuple[object, ...]]) -> list[T]:
        kind = self.kind
        if issubclass(kind, BaseModel):
            names = fields_of(kind)
            return [kind.model_validate(dict(zip(names, row, strict=True))) for row in rows]
        return [kind(*row) for row in rows]

    def _kinds(self) -> Sequence[object]:
        return [get_type_hints(self.kind)[name] for name in fields_of(self.kind)]


class Bodies(Rows[T], Generic[T]):
    """As the models whose JSON the only column is."""

    def _made(self, rows: Sequence[tuple[object, ...]]) -> list[T]:
        kind = cast("type[BaseModel]", self.kind)
        return cast("list[T]", [kind.model_validate_json(str(row[0])) for row in rows])

    def _kinds(self) -> Sequence[object]:
        return ()


def fields_of(kind: type) -> tuple[str, ...]:
    """Of a model, a dataclass or a named tuple."""
    known = getattr(kind, "model_fields", None) or getattr(kind, "__dataclass_fields__", None)
    return tuple(known or getattr(kind, "_fields", ()))


class Table(Generic[T]):
    """A table of which a class has all columns, or the first ones (`fields`)."""

    def __init__(self, name: str, kind: type[T]) -> None:
        self.fields = fields_of(kind)
        self.insert = insert(name, self.fields)
        self._rows = Rows[T](f"SELECT {listed(self.fields)} FROM {name}")
        self._rows.kind = kind

    def where(self, rest: str) -> Rows[T]:
        """A statement that reads rows; `rest` begins with WHERE."""
        return self._rows.then(rest)

    def values(self, row: T) -> dict[str, object]:
        """For `insert`."""
        return columns_of(row, self.fields)


def _converted(row: tuple[object, ...], converts: Sequence[tuple[int, Convert]]) -> tuple[object, ...]:
    values = list(row)
    for index, convert in converts:
        if values[index] is not None:
            values[index] = convert(values[index])
    return tuple(values)
