"""Days and moments as apps write them on phones in any language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime, time
from typing import Literal

from storage.importers.model import Choices
from storage.importers.words import months, without_accents

Order = Literal["DMY", "MDY"]
EARLIEST = date(1970, 1, 1)
_LONGEST = 80
_MONTHS = 12
_ISO = re.compile(r"(?<!\d)(\d{4})\s?[-/.년年]\s?(\d{1,2})\s?[-/.월月]\s?(\d{1,2})(?!\d)\s?[일日.]?")
_COMPACT = re.compile(r"(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)")
_NUMERIC = re.compile(r"(?<!\d)(\d{1,2})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(\d{4}|\d{2})(?![\d:])")
_DAY_FIRST = re.compile(
    r"(?<!\d)(\d{1,2})(?:st|nd|rd|th)?[. ]+(?:de |d')?([^\W\d_]+)\.?,?\s+(?:de )?(\d{4})(?!\d)"
)
_MONTH_FIRST = re.compile(r"([^\W\d_]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)")
_TIME = re.compile(
    r"(오전|오후|上午|下午|午前|午後)?\s*(?<!\d)(\d{1,2})[:h](\d{2})(?::(\d{2}))?(?:[.,]\d+)?\s*([ap])?\.?\s?(?:m\.?)?",
    re.IGNORECASE,
)
_OFFSET = re.compile(r"\d\s*(Z|[+-]\d{2}:?\d{2})$")
_PM = {"오후", "下午", "午後", "p"}


class Dates:
    """Reads the dates of one file in one order."""

    def __init__(self, texts: Iterable[str], choices: Choices) -> None:
        self._choices = choices
        self.order: Order = choices.date_order or "DMY"
        self.is_open = False
        """Whether some date can be read either way and nobody has said which."""
        found: set[Order | None] = {order for text in texts for order in _orders(text)}
        if ("DMY" in found) is not ("MDY" in found):
            self.order = "DMY" if "DMY" in found else "MDY"
        elif None in found and choices.date_order is None:
            self.is_open = True

    def moment(self, text: str) -> tuple[date, time | None] | None:
        """The day, and the time if one is written."""
        text = text.strip()
        if len(text) > _LONGEST:
            return None
        found = self._day(text)
        if found is None:
            return None
        day, rest = found
        at = time_of(rest)
        offset = _OFFSET.search(text)
        if at is not None and offset is not None:
            try:
                aware = datetime.fromisoformat(f"{day.isoformat()}T{at.isoformat()}{offset[1]}")
                local = aware.astimezone(self._choices.zone)
            except (ValueError, OverflowError):  # no such offset, or a day at the calendar's end
                return None
            return local.date(), local.time().replace(tzinfo=None)
        return day, at

    def _day(self, text: str) -> tuple[date, str] | None:
        for pattern in (_ISO, _COMPACT, _NUMERIC, _DAY_FIRST, _MONTH_FIRST):
            found = pattern.search(text)
            if found is None:
                continue
            day = _calendar(*self._parts(pattern, found))
            if day is not None:
                return day, text[found.end() :]
        return None

    def _parts(self, pattern: re.Pattern[str], found: re.Match[str]) -> tuple[int, int, int]:
        """Year, month, day; a month of 0 is none."""
        one, two, three = found.groups()[:3]
        if pattern in (_ISO, _COMPACT):
            return int(one), int(two), int(three)
        if pattern is _DAY_FIRST:
            return int(three), _month(two), int(one)
        if pattern is _MONTH_FIRST:
            return int(three), _month(one), int(two)
        year = int(three) + (2000 if len(three) == 2 else 0)
        first, second = int(one), int(two)
        day_first = second <= _MONTHS if _has_points(found) else self.order == "DMY"
        return (year, second, first) if day_first else (year, first, second)


def _orders(text: str) -> list[Order | None]:
    """What the text tells about the order; None: it could be either."""
    if len(text) > _LONGEST or _ISO.search(text):
        return []
    found = _NUMERIC.search(text)
    if found is None or _has_points(found):
        return []
    first, second = int(found[1]), int(found[2])
    if first > _MONTHS:
        return ["DMY"]
    if second > _MONTHS:
        return ["MDY"]
    return [] if first == second else [None]


def _has_points(numeric: re.Match[str]) -> bool:
    """`5.6.2025`: wherever dates are written with points, the day comes first."""
    return "." in numeric[0]


def _calendar(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _month(word: str) -> int:
    return months().get(without_accents(word), 0)


def time_of(text: str) -> time | None:
    """The time of day in a text of any clock."""
    found = _TIME.search(text)
    if found is None:
        return None
    before, hours, minutes, secs, after = found.groups()
    half = (before or after or "").casefold()
    hour = int(hours)
    if half and hour <= 12:
        hour = hour % 12 + (12 if half in _PM else 0)
    try:
        return time(hour, int(minutes), int(secs or 0))
    except ValueError:
        return None
