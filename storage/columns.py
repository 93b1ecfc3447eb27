"""Column types that mean the same on SQLite and PostgreSQL."""

from __future__ import annotations

from datetime import UTC, date, datetime

from sqlalchemy import BigInteger, Date, DateTime, Dialect, Integer, Text
from sqlalchemy.types import TypeDecorator

from storage.errors import NaiveTime
from storage.text import clean

Big = BigInteger().with_variant(Integer(), "sqlite")
"""64 bits; SQLite's rowid alias must be spelled INTEGER."""


class Moment(TypeDecorator[datetime]):
    """An aware time, in UTC. SQLite drops offsets silently, so there it is ISO text that sorts by time."""

    impl = DateTime(timezone=True).with_variant(Text(), "sqlite")
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> object:
        """To UTC; raises NaiveTime."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise NaiveTime
        moment = value if value.tzinfo is UTC else value.astimezone(UTC)
        return moment.isoformat(timespec="microseconds") if dialect.name == "sqlite" else moment

    def process_result_value(self, value: object, dialect: Dialect) -> datetime | None:
        """Aware again."""
        if isinstance(value, str):
            return datetime.fromisoformat(value)
        return value.astimezone(UTC) if isinstance(value, datetime) else None


class Day(TypeDecorator[date]):
    """A local date, ISO text on SQLite."""

    impl = Date().with_variant(Text(), "sqlite")
    cache_ok = True

    def process_bind_param(self, value: date | None, dialect: Dialect) -> object:
        """ISO text on SQLite."""
        return value.isoformat() if value is not None and dialect.name == "sqlite" else value

    def process_result_value(self, value: object, dialect: Dialect) -> date | None:
        """A date again."""
        if isinstance(value, str):
            return date.fromisoformat(value)
        return value if isinstance(value, date) else None


class CleanText(TypeDecorator[str]):
    """Words from outside, without NUL and lone surrogates."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Cleaned."""
        return value if value is None else clean(value)
