"""A bar and plates: what can be loaded, what is nearest, what stands on each side."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import floor
from typing import Literal

from agents.profile import Profile
from storage.entities import Frozen, WeightUnit
from units import KG_PER_LB

HEAVIEST = 1000.0
"""Of a bar with its plates."""
_MOST_BAR = 100
_FINEST = 0.25
"""What plates weigh a multiple of."""
_CENTS = 100
_MOST_A_SIDE = 12
"""Plates that fit on a bar: 41.5 cm of sleeve, and a steel plate of 25 kg is 3 cm thick."""
_MOST_KINDS = 12
_MOST_PLATES = 40
_FIGURE = r"\d{1,3}(?:[.,]\d{1,3})?"
_BAR = re.compile(rf"(?P<bar>{_FIGURE}) ?(?P<unit>kg|lbs?)?")
_PLATE = re.compile(rf"(?P<plate>{_FIGURE})(?:[x\u00d7*](?P<count>\d{{1,2}}))?(?P<unit>kg|lbs?)?")


class Plate(Frozen):
    """One kind of plates; `pairs` None: as many as are needed."""

    weight: float
    pairs: int | None = None


class Gear(Frozen):
    """What somebody loads. All weights are in `unit`; plates heaviest first."""

    unit: WeightUnit
    bar: float
    plates: tuple[Plate, ...]


STANDARD: dict[WeightUnit, Gear] = {
    "kg": Gear(unit="kg", bar=20, plates=tuple(Plate(weight=w) for w in (25, 20, 15, 10, 5, 2.5, 1.25))),
    "lb": Gear(unit="lb", bar=45, plates=tuple(Plate(weight=w) for w in (45, 35, 25, 10, 5, 2.5))),
}
"""What most gyms have."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A bar with the plates of one side, heaviest first; `total` is all of it."""

    total: float
    side: tuple[float, ...]

    @property
    def fits(self) -> bool:
        """Whether the bar has room for its plates."""
        return len(self.side) <= _MOST_A_SIDE


@dataclass(frozen=True, slots=True)
class Loading:
    """What was asked for, and what can be loaded: the same twice where it can be loaded exactly."""

    asked: float
    below: Loaded | None
    """The heaviest that is not heavier; None: the bare bar is."""
    above: Loaded | None
    """The lightest that is not lighter; None: there are not enough plates."""

    @property
    def exact(self) -> Loaded | None:
        """Where it can be loaded."""
        found = self.below
        return found if found is not None and abs(found.total - self.asked) < 1 / _CENTS else None

    @property
    def nearest(self) -> Loaded:
        """The lighter one of two that are as near."""
        near = [one for one in (self.below, self.above) if one is not None]
        return min(near, key=lambda one: (round(abs(one.total - self.asked), 2), one.total))


def convert(value: float, unit: WeightUnit, to: WeightUnit) -> float:
    """A weight in the other unit."""
    if unit == to:
        return value
    return value / KG_PER_LB if to == "lb" else value * KG_PER_LB


def gear_of(profile: Profile, unit: WeightUnit | None = None) -> Gear:
    """The person's own bar and plates over those of most gyms; `unit` says which, where none are owned."""
    plates = read_plates(profile.plates or "")
    bar = read_bar(profile.bar or "")
    if plates is None:
        unit = unit or profile.weight_unit or (bar[1] if bar else "kg")
        standard = STANDARD[unit]
        return standard if bar is None else standard.model_copy(update={"bar": convert(*bar, unit)})
    kinds, unit = plates
    weight = STANDARD[unit].bar if bar is None else convert(*bar, unit)
    return Gear(unit=unit, bar=weight, plates=kinds)


def read_bar(text: str) -> tuple[float, WeightUnit] | None:
    """A bar as it is written ("15 kg"); None: it is none."""
    found = _BAR.fullmatch(text.strip().casefold())
    weight = _number(found["bar"]) if found else 0.0
    return (weight, _unit(found["unit"], "kg")) if found and 0 < weight <= _MOST_BAR else None


def read_plates(text: str) -> tuple[tuple[Plate, ...], WeightUnit] | None:
    """Plates as they are written ("20x4 10 5 kg": four of 20, enough of the others); None: they are none."""
    words = re.sub(r"(?<=\d) ?(kgs?|lbs?)\b", r"\1", text.strip().casefold().replace(", ", " ")).split()
    found = [_PLATE.fullmatch(word.replace("kgs", "kg")) for word in words]
    if not 0 < len(found) <= _MOST_KINDS:
        return None
    kinds: dict[float, Plate] = {}
    unit: WeightUnit = "kg"
    for one in found:
        weight = _number(one["plate"]) if one else 0.0
        count = int(one["count"]) if one and one["count"] else 2
        if one is None or not 0 < weight <= _MOST_BAR or weight % _FINEST or count < 2:
            return None
        kinds[weight] = Plate(weight=weight, pairs=int(one["count"]) // 2 if one["count"] else None)
        unit = _unit(one["unit"], unit)
    return tuple(sorted(kinds.values(), key=lambda plate: -plate.weight)), unit


def _number(text: str) -> float:
    return float(text.replace(",", "."))


def _unit(said: str | None, usual: WeightUnit) -> WeightUnit:
    if not said:
        return usual
    return "lb" if said.startswith("lb") else "kg"


def shown_plates(gear: Gear) -> str:
    """As it is read by `read_plates`."""
    each = (f"{one.weight:g}{f'x{one.pairs * 2}' if one.pairs is not None else ''}" for one in gear.plates)
    return f"{' '.join(each)} {gear.unit}"


def loading(asked: float, gear: Gear) -> Loading:
    """The plates for a weight in the gear's unit, at most `HEAVIEST`."""
    side = (min(asked, HEAVIEST) - gear.bar) / 2
    sums = _sums(gear, _cents(max(side, 0.0)))
    wanted = _cents(side)
    below = max((one for one in sums if one <= wanted), default=None)
    above = min((one for one in sums if one >= wanted), default=None)
    return Loading(asked, *(None if at is None else _loaded(at, sums, gear) for at in (below, above)))


def rounded(
    weight: float, gear: Gear, way: Literal["nearest", "above"] = "nearest", over: float = 0.0
) -> float:
    """What can be loaded that is nearest; `above`: of what is heavier than `over`."""
    found = loading(weight, gear)
    if way == "nearest" or found.nearest.total > over + 1 / _CENTS:
        return found.nearest.total
    step = 2 * min(one.weight for one in gear.plates)
    higher = loading(over + step / 2, gear).above
    return higher.total if higher is not None else found.nearest.total


def _cents(weight: float) -> int:
    return floor(weight * _CENTS + 0.5)


def _loaded(at: int, sums: dict[int, tuple[int, ...]], gear: Gear) -> Loaded:
    return Loaded(round(gear.bar + 2 * at / _CENTS, 2), tuple(one / _CENTS for one in sums[at]))


@lru_cache(64)
def _reach(kinds: tuple[tuple[int, int | None], ...], most: int) -> dict[int, tuple[int, ...]]:
    """Every sum of one side up to `most` and some above: with the fewest plates, of those the heaviest."""
    sums: dict[int, tuple[int, ...]] = {0: ()}
    for weight, pairs in kinds:
        for start, plates in list(sums.items()):
            room = (most - start) // weight + 1
            for count in range(1, min(room, _MOST_PLATES, pairs if pairs is not None else room) + 1):
                one = (*plates, *(weight,) * count)
                known = sums.get(start + weight * count)
                if known is None or (len(known), one) > (len(one), known):
                    sums[start + weight * count] = one
    return sums


def _sums(gear: Gear, most: int) -> dict[int, tuple[int, ...]]:
    kinds = tuple((_cents(one.weight), one.pairs) for one in gear.plates)
    return _reach(kinds, most)
