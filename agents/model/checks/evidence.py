"""Which figures a text bears out: as written, converted, or worked out from those written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from agents.language.written import Written, written
from agents.model.checks.patterns import pattern, words
from units import DAY_S, HOUR_S, KG_PER_LB, KILOGRAMS, LB_PER_STONE, METRES, SECONDS

_FACTORS = {"distance": tuple(METRES.values()), "duration": tuple(SECONDS.values())}
"""What units of a kind are worth; a figure of any other is as written."""
_BARS = {"lb": (45.0, 45.0), "kg": (20.0, 20.0)}
"""An empty bar and its largest plate."""
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

    @cached_property
    def any(self) -> bool:
        """Whether there is a figure at all; an article is none."""
        return any(one.row or one.clocks for one in self._written)

    def often(self, value: float | None) -> int:
        """How many times a number is written."""
        found = (n for one, n in self._plain.items() if value is not None and near(value, one))
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

    def load(self, value: float, unit: str | None) -> bool:
        """A weight as written, or what bar and plates come to."""
        if self.number(value) or (self._says(words().stones) and self.body_weight(value)):
            return True
        if self._says(r"\+|\bplus\b") and _holds(value, (one + other for one, other in self._pairs)):
            return True
        return self._says(words().on_a_bar) and _holds(value, self._on_a_bar(unit))

    def _on_a_bar(self, unit: str | None) -> Iterator[float]:
        bars = [_BARS[unit]] if unit in _BARS else list(_BARS.values())
        counts = (0.0, *self._few)
        yield from (bar + 2 * (plate * n + more) for bar, plate in bars for n in counts for more in counts)
        yield from (2 * one + bar for one in self._plain for bar in (0.0, *(bar for bar, _ in bars)))

    def _says(self, written: str) -> bool:
        return any(pattern(written).search(text) for text in self.texts)

    @cached_property
    def _races(self) -> tuple[float, ...]:
        """Distances that are called by a name."""
        return tuple(metres for name, metres in words().races.items() if self._says(name))

    def named(self, metres: float) -> bool:
        """The distance is called by its name."""
        return _holds(metres, self._races)

    def body_weight(self, value: float) -> bool:
        """In kg or lb, also from the other one or from stones."""
        factors = (1.0, KG_PER_LB, 1 / KG_PER_LB, LB_PER_STONE, LB_PER_STONE * KG_PER_LB)
        stones = (one * LB_PER_STONE + other for one, other in self._pairs)
        in_stones = (stone * factor for stone in stones for factor in KILOGRAMS.values())
        return _holds(value, (one * by for one in self._plain for by in factors)) or _holds(value, in_stones)

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


def evidence(texts: Iterable[str]) -> Evidence:
    """What these texts bear out."""
    return Evidence(tuple(text[:_LONGEST] for text in texts if text))
