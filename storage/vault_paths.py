"""The vault's file names, and globs over them. Nothing here touches the file system.

A glob matches "YYYY/MM/YYYY-MM-DD.md" (or that below "logs/raw/"): `*`, `?` and `[...]` within one segment,
`**` across any number of them. What tries to get out (absolute, "..", backslash, NUL) matches nothing.
"""

from __future__ import annotations

import fnmatch
import re
from dataclasses import dataclass
from datetime import date
from typing import Self

from storage.entities import DateRange

RAW = "logs/raw"
PARSED = "logs/parsed"
LONGEST_PATTERN = 200
_MOST_SEGMENTS = 8


def day_path(day: date) -> str:
    """Below `RAW` or `PARSED`, without the ending."""
    return f"{day.year:04}/{day.month:02}/{day.isoformat()}"


@dataclass(frozen=True, slots=True)
class GlobPattern:
    """A parsed glob. `span` holds all days it can match."""

    segments: tuple[re.Pattern[str] | None, ...]
    """None is `**`."""
    span: DateRange

    @classmethod
    def parse(cls, pattern: str) -> Self | None:
        """None for what can match nothing."""
        if len(pattern) > LONGEST_PATTERN or pattern.startswith("/") or {"\\", "\0"} & set(pattern):
            return None
        parts = pattern.removeprefix(RAW + "/").split("/")
        if ".." in parts or len(parts) > _MOST_SEGMENTS:
            return None
        parts = [part for part in parts if part not in ("", ".")]
        compiled = tuple(None if part == "**" else _segment(part) for part in parts)
        return cls(compiled, _span(parts))

    def matches(self, day: date) -> bool:
        """Whether the day's file does."""
        return _matches(self.segments, (f"{day.year:04}", f"{day.month:02}", f"{day.isoformat()}.md"))


def _segment(part: str) -> re.Pattern[str]:
    return re.compile(fnmatch.translate(re.sub(r"\*+", "*", part)))


def _matches(segments: tuple[re.Pattern[str] | None, ...], names: tuple[str, ...]) -> bool:
    if not segments:
        return not names
    first, rest = segments[0], segments[1:]
    if first is None:
        return any(_matches(rest, names[skipped:]) for skipped in range(len(names) + 1))
    return bool(names) and first.match(names[0]) is not None and _matches(rest, names[1:])


def _span(parts: list[str]) -> DateRange:
    """The year or month that the pattern begins with literally, else all days."""
    year = int(parts[0]) if parts and re.fullmatch(r"\d{4}", parts[0]) and parts[0] != "0000" else None
    if year is None:
        return DateRange(start=date.min, end=date.max)
    if len(parts) > 1 and re.fullmatch(r"0[1-9]|1[0-2]", parts[1]):
        month = int(parts[1])
        return DateRange(start=date(year, month, 1), end=_last_day(year, month))
    return DateRange(start=date(year, 1, 1), end=date(year, 12, 31))


def _last_day(year: int, month: int) -> date:
    for day in (31, 30, 29):
        try:
            return date(year, month, day)
        except ValueError:
            continue
    return date(year, month, 28)
