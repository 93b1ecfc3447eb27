"""How many codes are compared: each comparison costs 20 ms of a processor for each code that is open."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime

_SENDERS = 1000
"""So many senders are remembered; the one heard of longest ago goes."""


@dataclass(slots=True)
class Allowance:
    """`burst` at once; what was used comes back, one in `seconds`."""

    burst: int
    seconds: float
    _used: float = 0.0
    _at: datetime | None = None

    def take(self, now: datetime) -> bool:
        """Use one, if there is one left."""
        if self._at is not None:  # a clock that was set back gives nothing
            self._used = max(0.0, self._used - max(0.0, (now - self._at).total_seconds()) / self.seconds)
        self._at = now
        if self._used > self.burst - 1:
            return False
        self._used += 1
        return True


def _private() -> Allowance:
    return Allowance(burst=120, seconds=1.0)


def _in_groups() -> Allowance:
    return Allowance(burst=20, seconds=5.0)


@dataclass(slots=True)
class Comparisons:
    """Codes are compared one at a time, and not more often than docs/access.md reckons with.

    Wrong codes in private are counted for each sender in the database; here all senders together are limited.
    Groups have an allowance of their own, so that nobody can use up in a group what a newcomer needs.
    """

    private: Allowance = field(default_factory=_private)
    groups: Allowance = field(default_factory=_in_groups)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    _senders: OrderedDict[int, Allowance] = field(default_factory=OrderedDict[int, Allowance])

    def may_in_group(self, user_id: int, now: datetime) -> bool:
        """Whether a line of this person's in a group is compared: five an hour each, and all together."""
        own = self._senders.setdefault(user_id, Allowance(burst=5, seconds=720.0))
        self._senders.move_to_end(user_id)
        if len(self._senders) > _SENDERS:
            self._senders.popitem(last=False)
        return own.take(now) and self.groups.take(now)
