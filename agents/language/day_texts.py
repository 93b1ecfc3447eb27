"""Whose day each stretch of a message is: the writer's words by day, for any reader of clauses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import groupby
from typing import Protocol


class Spanned(Protocol):
    """A span of a message that was given its clause and day."""

    @property
    def start(self) -> int:
        """Where it begins in the text that was read."""
        ...

    @property
    def clause(self) -> int:
        """The number of its clause; clauses stand in order."""
        ...

    @property
    def day(self) -> date:
        """The day that it is about."""
        ...


class Read(Protocol):
    """A message as it was read."""

    @property
    def original(self) -> str:
        """As it was written."""
        ...

    @property
    def text(self) -> str:
        """What spans are offsets into."""
        ...

    @property
    def days(self) -> Sequence[date]:
        """The days that it is about, in its order."""
        ...

    def verbatim(self, start: int, end: int) -> str:
        """The writer's own characters of text[start:end]."""
        ...


def texts_by_day(
    reading: Read, spans: Iterable[Spanned], found: Iterable[date], today: date
) -> dict[date, str]:
    """The writer's words of each day, verbatim; what says nothing of its own goes with the clause before.

    `found` are the days of what was logged; without any, all is of the day that the message names, or today.
    """
    days = list(dict.fromkeys(found))
    if len(days) <= 1:
        return {days[0] if days else _only_day(reading, today): reading.original}
    parts: dict[date, list[str]] = {}
    begin, current = 0, None
    for _, clause in groupby(spans, key=lambda span: span.clause):
        first = next(clause)
        day = first.day if first.day in days else current
        if day != current and current is not None:
            parts.setdefault(current, []).append(reading.verbatim(begin, first.start))
            begin = first.start
        current = day if day is not None else current
    if current is not None:
        parts.setdefault(current, []).append(reading.verbatim(begin, len(reading.text)))
    texts = {day: "".join(told).strip(" ,;\n-") for day, told in parts.items()}
    return {day: texts.get(day) or reading.original for day in days}


def _only_day(reading: Read, today: date) -> date:
    """The day of a note without measures: the one it names, if it names one."""
    said = [day for day in reading.days if day != today]
    return said[0] if len(said) == 1 and len(reading.days) == 1 else today
