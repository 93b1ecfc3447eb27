"""Column types: how times, days and words are kept."""

from __future__ import annotations

from datetime import UTC, date, datetime

from sqlalchemy import Dialect, Integer, Text
from sqlalchemy.types import TypeDecorator

from storage.errors import NaiveTime
from storage.text import clean

Big = Integer()
"""64 bits; SQLite's rowid alias must be spelled INTEGER."""


class Moment(TypeDecorator[datetime]):
    """An aware time as ISO text in UTC, which sorts by time."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """To UTC; raises NaiveTime."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise NaiveTime
        moment = value if value.tzinfo is UTC else value.astimezone(UTC)
        return moment.isoformat(timespec="microseconds")

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        """Aware again."""
        return None if value is None else datetime.fromisoformat(value)


class Day(TypeDecorator[date]):
    """A local date as ISO text."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: date | None, dialect: Dialect) -> str | None:
        """ISO text."""
        return None if value is None else value.isoformat()

    def process_result_value(self, value: str | None, dialect: Dialect) -> date | None:
        """A date again."""
        return None if value is None else date.fromisoformat(value)


class CleanText(TypeDecorator[str]):
    """Words from outside, without NUL and lone surrogates."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Cleaned."""
        return value if value is None else clean(value)
