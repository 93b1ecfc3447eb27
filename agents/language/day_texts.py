"""Whose day each stretch of a message is: the writer's words by day."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from itertools import groupby

from agents.language.assertion import units_of
from agents.language.reading import Reading


def texts_by_day(reading: Reading, found: Iterable[date], today: date) -> dict[date, str]:
    """The writer's words of each day, verbatim; what says nothing of its own goes with the clause before.

    `found` are the days of what was logged; without any, all is of the day that the message names, or today.
    """
    days = list(dict.fromkeys(found))
    if len(days) <= 1:
        return {days[0] if days else _only_day(reading, today): reading.original}
    parts: dict[date, list[str]] = {}
    begin, current = 0, None
    for _, clause in groupby(reading.atoms, key=lambda atom: atom.clause):
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


def _only_day(reading: Reading, today: date) -> date:
    """The day of a note without measures: the one it names, if it names one and plans nothing for it."""
    said = [day for day in reading.days if day != today]
    if len(said) != 1 or len(reading.days) != 1:
        return today
    told = frozenset[str]().union(*[unit.categories for unit in units_of(reading.message)])
    meant = "planned" in told and "past" not in told
    return today if meant and said[0] < today - _A_DAY else said[0]


_A_DAY = timedelta(days=1)
