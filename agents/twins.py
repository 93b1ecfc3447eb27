"""The same run told twice: by a message and by a watch, or by two files of one recorder."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from storage.imports import Bout

_START = timedelta(minutes=5)
_DISTANCE = 0.05
"""People say 5 km of 5.12."""
_DURATION = 0.15
"""And half an hour of 28 minutes; a watch counts pauses or not."""


@dataclass(slots=True)
class Twins:
    """Bouts that are here, by day; each is the twin of one that comes at most."""

    here: dict[date, list[Bout]] = field(default_factory=dict[date, "list[Bout]"])

    @classmethod
    def of(cls, bouts: list[Bout]) -> Twins:
        """Of what the log has."""
        twins = cls()
        for bout in bouts:
            twins.brought(bout)
        return twins

    def brought(self, bout: Bout) -> None:
        """It is here from now on."""
        self.here.setdefault(bout.day, []).append(bout)

    def has(self, bout: Bout) -> bool:
        """Whether it is here under another key; what a message told stands for one only."""
        found = self._same(bout)
        if found is not None and found.started is None:
            self.here[bout.day].remove(found)
        return found is not None

    def take(self, bout: Bout) -> bool:
        """Whether one that is here stands for what a message tells; it stands for no other then."""
        found = self._same(bout)
        if found is not None:
            self.here[bout.day].remove(found)
        return found is not None

    def _same(self, bout: Bout) -> Bout | None:
        return next((one for one in self.here.get(bout.day, ()) if _same(one, bout)), None)


def _same(one: Bout, other: Bout) -> bool:
    if one.started is not None and other.started is not None:
        return _began_together(one.started, other.started) and _alike(one.seconds, other.seconds, _DURATION)
    if one.name != other.name:
        return False
    if one.metres and other.metres:
        return _alike(one.metres, other.metres, _DISTANCE) and _alike(one.seconds, other.seconds, _DURATION)
    return bool(one.seconds and other.seconds) and _alike(one.seconds, other.seconds, _DURATION)


def _began_together(one: datetime, other: datetime) -> bool:
    return abs(one - other) <= _START


def _alike(one: float | None, other: float | None, part: float) -> bool:
    """Within this part of the greater; what one of them does not tell parts nobody."""
    return not one or not other or abs(one - other) <= part * max(one, other)
