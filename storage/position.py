"""Where an entry stands among all others: by day, then by when it was first stored.

A position is 63 bits: the day's ordinal, the number under which the entry was first stored, and the low bits
of its revision, so that a changed entry leaves its old place in the full-text index.
"""

from __future__ import annotations

from datetime import date

_NUMBER_BITS = 33
_REVISION_BITS = 8
DAY_SHIFT = _NUMBER_BITS + _REVISION_BITS


def position(day: date, number: int, revision: int) -> int:
    """Ascending with time."""
    return day.toordinal() << DAY_SHIFT | number << _REVISION_BITS | revision % (1 << _REVISION_BITS)


def number_of(place: int) -> int:
    """The number in a position."""
    return place >> _REVISION_BITS & (1 << _NUMBER_BITS) - 1


def day_of(place: int) -> date:
    """The day in a position."""
    return date.fromordinal(place >> DAY_SHIFT)


def first_of(day: date) -> int:
    """The lowest position of a day."""
    return day.toordinal() << DAY_SHIFT


def last_of(day: date) -> int:
    """The highest position of a day."""
    return (day.toordinal() + 1 << DAY_SHIFT) - 1


LOWEST = first_of(date.min)
HIGHEST = last_of(date.max)
