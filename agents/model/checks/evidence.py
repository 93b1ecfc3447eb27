"""Which figures a text bears out: as written, converted, or worked out from those written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from agents.language.written import Written, written
from agents.model.checks.patterns import pattern, words
from storage.entities import Measure
from units import DAY_S, HOUR_S, KG_PER_LB, KILOGRAMS, LB_PER_STONE, METRES, SECONDS

_FACTORS = {
    "distance": tuple(METRES.values()),
    "duration": tuple(SECONDS.values()),
    "mass": (*KILOGRAMS.values(), LB_PER_STONE * KG_PER_LB),
}
"""What units of a kind are worth; a figure of any other is as written."""
_FEW = 30
"""Numbers of a text that others are worked out from: nobody works one out from hundreds."""
_LONGEST = 8000


def near(one: float, other: float) -> bool:
    """The same figure but for rounding."""
    return abs(one - other) <= max(0.006, 0.002 * abs(other))


@dataclass(frozen=True)
class Evidence:
    """The figures of some texts. All questions are about non-negative figures."""

    texts: tuple[str, ...]
    by_code: tuple[float, ...] = ()
    """Weights that code reads in them, from plates on a bar or stones and pounds."""

    @cached_property
    def _written(self) -> tuple[Written, ...]:
        return tuple(written(text) for text in self.texts)

    @cached_property
    def _clocks(self) -> frozenset[float]:
        return frozenset(seconds for one in self._written for seconds in one.clocks)

    @cached_property
    def _plain(self) -> Counter[float]:
        """Each number as written, with how often."""
        return Counter(number for one in self._written for number in (*one.row, *one.others))

    @cached_property
    def _few(self) -> tuple[float, ...]:
        return tuple(self._plain)[:_FEW]

    @cached_property
    def _pairs(self) -> frozenset[tuple[float, float]]:
        """Numbers beside each other, and each with a share of one: seven and a half."""
        shares = [one for one in self._few if 0 < one < 1]
        beside = [pair for one in self._written for pair in pairwise(one.row)]
        return frozenset((*beside, *((one, share) for one in self._few for share in shares)))

    def often(self, value: float) -> int:
        """How many times a number is written."""
        found = (n for one, n in self._plain.items() if near(value, one))
        return max(found, default=0)

    def number(self, value: float) -> bool:
        """It is written."""
        return _holds(value, self._plain)

    def times(self, value: float) -> bool:
        """So many alike: written, or the same figures stand there so often."""
        return value == 1 or self.number(value) or value <= max(self._plain.values(), default=0)

    def amount(self, value: float, kind: str) -> bool:
        """It is written in some unit of its kind, or is the sum or product of two that are."""
        factors = _FACTORS.get(kind, (1.0,))
        both = (result for one, other in self._pairs for result in (one + other, one * other))
        races = (metres / by for metres in self._races for by in factors if kind == "distance")
        converted = (one * by / to for one in self._plain for by in factors for to in factors)
        worked_out = (result * by for result in both for by in factors)
        return any(_holds(value, each) for each in (races, converted, worked_out))

    def load(self, value: float) -> bool:
        """It is written, or what code makes of plates and stones."""
        return self.number(value) or _holds(value, self.by_code)

    def _says(self, written: str) -> bool:
        return any(pattern(written).search(text) for text in self.texts)

    @cached_property
    def _races(self) -> tuple[float, ...]:
        """Distances that are called by a name."""
        return tuple(metres for name, metres in words().races.items() if self._says(name))

    def named(self, metres: float) -> bool:
        """The distance is called by its name."""
        return _holds(metres, self._races)

    def seconds(self, value: float) -> bool:
        """How long something took: written with or without units, from-to, or a pace times a distance."""
        units = (one * unit for one in self._plain for unit in SECONDS.values())
        return any(_holds(value, each) for each in (self._clocks, units, self._worked_out()))

    def _worked_out(self) -> Iterator[float]:
        for one, other in self._pairs:
            yield from (one * HOUR_S + other * 60, one * 60 + other)
            yield from ((one + other) * HOUR_S, (one + other) * 60)
            yield from (one * other, one * other * 60, one * other * HOUR_S)
        clocks = tuple(self._clocks)[:_FEW]
        times = {one * HOUR_S for one in self._few if one <= 24} | {one for one in clocks if one <= DAY_S}
        yield from ((end - begin) % day for begin in times for end in times for day in (DAY_S, DAY_S / 2))
        kilometres = (1.0, 0.001, METRES["mi"] / 1000)
        yield from (pace * one * by for pace in clocks for one in self._few for by in kilometres)

    def clock(self, hours: float) -> bool:
        """A time of day in hours after midnight."""
        times = {one / HOUR_S for one in self._clocks} | set(self._plain)
        times |= {one + other / 60 for one, other in self._pairs} | {one + 0.5 for one in self._plain}
        return _holds(hours, (one + half for one in times for half in (0, 12, -12)))


def _holds(value: float, known: Iterable[float]) -> bool:
    return any(near(value, one) for one in known)


def evidence(texts: Iterable[str], rows: Iterable[Measure] = ()) -> Evidence:
    """What these texts bear out; `rows` are what code reads in them."""
    weights = (weight for row in rows for weight in (row.weight, row.value) if weight is not None)
    return Evidence(tuple(text[:_LONGEST] for text in texts if text), tuple(weights))
