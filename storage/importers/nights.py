"""Stretches of sleep as nights and naps: what several devices say of one night counts once."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, timezone

from storage.importers.activities import is_year
from storage.importers.model import Body
from units import DAY_S, HOUR_S

_MOST = 400_000
"""Twenty years with fifty stretches a night, as watches tell them."""
_APART_S = 2 * HOUR_S
"""Who is awake for longer gets up."""
_BY_DAY = range(10, 20)
"""Hours in which a nap begins."""
_LONGEST_NAP_S = 4 * HOUR_S


@dataclass(slots=True)
class Nights:
    """All stretches, as seconds since the epoch."""

    _began: array[int] = field(default_factory=lambda: array("q"))
    _ended: array[int] = field(default_factory=lambda: array("q"))
    _offset: array[int] = field(default_factory=lambda: array("l"))
    """Of the clock on which one ended."""

    def add(self, began: datetime, ended: datetime) -> bool:
        """Whether it can be one."""
        seconds = (ended - began).total_seconds()
        if not 0 < seconds <= DAY_S or not is_year(began.year) or len(self._began) >= _MOST:
            return False
        self._began.append(int(began.timestamp()))
        self._ended.append(int(ended.timestamp()))
        self._offset.append(int((ended.utcoffset() or timedelta()).total_seconds()))
        return True

    def bodies(self) -> Iterator[tuple[date, Body]]:
        """Hours asleep of the night that ends on a day, minutes of its naps."""
        slept: dict[date, float] = {}
        napped: dict[date, float] = {}
        for began, ended, asleep in self._sessions():
            is_nap = began.hour in _BY_DAY and asleep <= _LONGEST_NAP_S
            into = napped if is_nap else slept
            into[ended.date()] = into.get(ended.date(), 0.0) + asleep
        for day, seconds in slept.items():
            yield day, Body("sleep", round(min(seconds, DAY_S) / HOUR_S, 2), "h")
        for day, seconds in napped.items():
            if seconds >= 60:
                yield day, Body("nap", float(round(seconds / 60)), "min", of_day=True)

    def _sessions(self) -> Iterator[tuple[datetime, datetime, float]]:
        """Stretches that follow each other closely: from when, until when, seconds asleep."""
        order = sorted(range(len(self._began)), key=self._began.__getitem__)
        first = until = asleep = offset = 0
        for place in order:
            began, ended = self._began[place], self._ended[place]
            if asleep and began - until > _APART_S:
                yield (*_local(first, until, offset), float(asleep))
                asleep = 0
            if not asleep:
                first, until = began, began
            asleep += max(0, ended - max(began, until))
            if ended > until:
                until, offset = ended, self._offset[place]
        if asleep:
            yield (*_local(first, until, offset), float(asleep))


def _local(first: int, until: int, offset: int) -> tuple[datetime, datetime]:
    zone = timezone(timedelta(seconds=offset))
    return datetime.fromtimestamp(first, zone), datetime.fromtimestamp(until, zone)
