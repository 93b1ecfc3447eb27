"""What was measured, picked out of entries and brought into one unit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from agents.profile import Profile
from agents.shown import TIME_OF_DAY
from agents.types import Quantity
from storage.entities import DAY_TOTAL, DateRange, DistanceUnit, Entry, Measure, WeightUnit
from units import CENTIMETRES, HOUR_S, KG_PER_LB, METRES, MILLILITRES

CLIMBS = ("sent climb", "tried climb")
"""Each with its grade or colour; the value is how many there were."""
_EATEN = ("kcal", "protein", "carbs", "fat", "fiber", "water", "coffee", "alcohol")
SUMMED_BY_DAY = frozenset(("sleep", "nap", "steps", *_EATEN, *CLIMBS))
"""Metrics whose parts of a day add up; all others are averaged over a day."""
RATED_DOMAINS = frozenset({"sleep", "mood", "nutrition", "drinks", "heart"})
"""Those of figures and ratings of a day, which record no training."""
EPLEY_REPS = range(1, 13)
BRZYCKI_REPS = range(1, 11)


@dataclass(frozen=True, slots=True)
class Sample:
    """A measure with the entry it stands in."""

    entry: str
    day: date
    measure: Measure


@dataclass(frozen=True, slots=True)
class Units:
    """The units a person's numbers are shown in; None means that none was ever written."""

    weight: WeightUnit | None
    distance: DistanceUnit
    unwritten: WeightUnit | None = None
    """What a load without a unit is in; None while the person has not said."""
    volume: str | None = None
    """What is drunk."""


@dataclass(frozen=True, slots=True)
class Point:
    """One value with the day and the entries it comes from."""

    day: date
    value: float
    entries: tuple[str, ...]
    sample: Sample | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """Values of one quantity in one unit, oldest first."""

    name: str
    quantity: Quantity
    unit: str
    points: tuple[Point, ...]

    @property
    def values(self) -> tuple[float, ...]:
        """The bare numbers."""
        return tuple(point.value for point in self.points)

    @property
    def samples(self) -> tuple[Sample, ...]:
        """The samples behind the points."""
        return tuple(point.sample for point in self.points if point.sample is not None)

    @property
    def entries(self) -> tuple[str, ...]:
        """Every entry the series rests on, newest first, each once."""
        ids = (entry for point in reversed(self.points) for entry in point.entries)
        return tuple(dict.fromkeys(ids))

    def within(self, span: DateRange | None) -> Series:
        """The part that falls into the days of `span`."""
        if span is None:
            return self
        kept = tuple(point for point in self.points if span.start <= point.day <= span.end)
        return Series(self.name, self.quantity, self.unit, kept)


def is_training(measure: Measure) -> bool:
    """Whether it is work done (a set or a bout) rather than a metric such as sleep or body weight."""
    if measure.value is not None or measure.domain in RATED_DOMAINS:
        return False
    return (
        measure.reps is not None
        or measure.weight is not None
        or measure.distance_m is not None
        or measure.duration_s is not None
    )


def samples(
    entries: Iterable[Entry], wanted: Callable[[Measure], bool], span: DateRange | None = None
) -> list[Sample]:
    """Measures that are wanted, oldest first, in the order in which they were said within a day."""
    found = [
        (measure.day, entry.logged_at, entry.id, index, Sample(entry.id, measure.day, measure))
        for entry in entries
        if not entry.deleted
        for index, measure in enumerate(entry.measures)
        if wanted(measure) and (span is None or span.start <= measure.day <= span.end)
    ]
    # Telegram counts seconds: of two messages in one, the id tells which was first.
    found.sort(key=lambda item: item[:4])
    return [item[4] for item in found]


def units_of(measures: Iterable[Measure], profile: Profile) -> Units:
    """The user's chosen units, else those most often written; pools are measured in m or yd."""
    weights: Counter[WeightUnit] = Counter()
    distances: Counter[DistanceUnit] = Counter()
    volumes: Counter[str] = Counter()
    longest = 0.0
    for measure in measures:
        if measure.weight_unit is not None:
            weights[measure.weight_unit] += 1
        elif measure.unit in ("kg", "lb"):
            weights[measure.unit] += 1
        elif measure.unit is not None and measure.unit in MILLILITRES:
            volumes[measure.unit] += 1
        if measure.distance_unit is not None:
            distances[measure.distance_unit] += 1
        longest = max(longest, measure.distance_m or 0.0)
    weight = profile.weight_unit or (weights.most_common(1)[0][0] if weights else None)
    written = distances.most_common(1)[0][0] if distances else None
    volume = volumes.most_common(1)[0][0] if volumes else None
    if written not in ("m", "yd"):
        written = profile.distance_unit or written or ("km" if longest >= 1000 else "m")
    return Units(weight, written, profile.weight_unit, volume)


def in_weight_unit(weight: float, written: str | None, unit: WeightUnit | None) -> float:
    """A load in `unit`. What was written without a unit stays as it is."""
    if unit is None or written is None or written == unit:
        return weight
    return round(weight / KG_PER_LB if unit == "lb" else weight * KG_PER_LB, 2)


def has_open_unit(measure: Measure, units: Units) -> bool:
    """Whether nobody knows if its load is in kg or lb, so that it cannot be compared with those that say."""
    return (
        measure.weight is not None
        and measure.weight_unit is None
        and units.unwritten is None
        and units.weight is not None
    )


def load_of(measure: Measure, units: Units) -> float | None:
    """The load in the units' own; None without a load, or where its unit is open."""
    if measure.weight is None or has_open_unit(measure, units):
        return None
    return in_weight_unit(measure.weight, measure.weight_unit or units.unwritten, units.weight)


def epley(weight: float, reps: int) -> float | None:
    """Estimated one-repetition maximum: weight x (1 + reps / 30), and the weight itself for a single.

    Source: B. Epley, Poundage Chart (Boyd Epley Workout, 1985). Estimates from more than 12 repetitions
    are worthless, so there are none (None). Records and trends use this one for its wider range; LeSuer et
    al. (J. Strength Cond. Res. 1997) found hardly a difference between it and Brzycki's in bench and squat.
    """
    if reps not in EPLEY_REPS or weight <= 0:
        return None
    return weight if reps == 1 else weight * (1 + reps / 30)


def brzycki(weight: float, reps: int) -> float | None:
    """Estimated one-repetition maximum: weight x 36 / (37 - reps), from 1 to 10 repetitions.

    Source: M. Brzycki, Strength Testing (JOPERD 1993). Lower than Epley below 10 repetitions and equal at 10;
    told beside it, so that the two show how rough an estimate is.
    """
    if reps not in BRZYCKI_REPS or weight <= 0:
        return None
    return weight * 36 / (37 - reps)


_CUPS = {"coffee": "cups"}
"""What is counted where nobody writes the unit."""


def counted_in(measure: Measure) -> str:
    """The unit of a value, also of one that is only ever counted."""
    return measure.unit or _CUPS.get(measure.name, "")


def unit_of(quantity: Quantity, units: Units, measure: Measure | None = None) -> str:
    """The unit a quantity is shown in; pace of a pool is per 100."""
    match quantity:
        case "weight" | "e1rm" | "volume":
            return units.weight or ""
        case "distance":
            return units.distance
        case "pace":
            return pace_step(units, measure)[0]
        case "speed":
            return "mph" if units.distance == "mi" else "km/h"
        case "value":
            return _unit_of_value(units, measure)
        case _:
            return _COUNTED_IN[quantity]


_COUNTED_IN: dict[Quantity, str] = {
    "duration": "s",
    "reps": "reps",
    "sets": "sets",
    "hard_sets": "sets",
    "days": "days",
    "rpe": "",
}
"""Units that nobody chooses."""


def _unit_of_value(units: Units, measure: Measure | None) -> str:
    if measure is None:
        return ""
    if measure.unit in ("kg", "lb"):
        return units.weight or measure.unit
    if measure.unit is not None and measure.unit in MILLILITRES:
        return units.volume or measure.unit
    if measure.unit in CENTIMETRES:
        return "in" if units.weight == "lb" else "cm"
    return TIME_OF_DAY if measure.name in _TIMES_OF_DAY else counted_in(measure)


HELP = "assisted "
"""How the names of exercises begin in which the load is what helps, so that less of it is more."""


def is_helped(measure: Measure) -> bool:
    """Whether its load helps instead of resisting: no tonnage, no maximum, and the least is the best."""
    return measure.name.startswith(HELP)


def value_of(measure: Measure, quantity: Quantity, units: Units) -> float | None:
    """One measure's quantity: weight, reps and e1RM of its best set, the rest summed over its sets."""
    return _VALUES[quantity](measure, quantity, units)


def _load(measure: Measure, quantity: Quantity, units: Units) -> float | None:
    weight = load_of(measure, units)
    if weight is None or quantity == "weight":
        return weight
    if is_helped(measure):
        return None
    if measure.reps is None or measure.warmup:
        return None
    return epley(weight, measure.reps) if quantity == "e1rm" else weight * measure.reps * measure.sets


def _sets(measure: Measure, _quantity: Quantity, _units: Units) -> int | None:
    lifted = measure.domain == "strength" or measure.reps is not None or measure.sets > 1
    return measure.sets if lifted and not measure.warmup else None  # one run is no set


def _way(measure: Measure, _quantity: Quantity, units: Units) -> float | None:
    way = measure.distance_m
    return None if way is None else way * measure.sets / METRES[units.distance]


def _time(measure: Measure, _quantity: Quantity, _units: Units) -> float | None:
    return None if measure.duration_s is None else measure.duration_s * measure.sets


def _value(measure: Measure, _quantity: Quantity, units: Units) -> float | None:
    if measure.value is None:
        return None
    if measure.unit is not None and measure.unit in MILLILITRES and units.volume is not None:
        return measure.value * MILLILITRES[measure.unit] / MILLILITRES[units.volume]
    if measure.unit is not None and measure.unit in CENTIMETRES:
        return measure.value * CENTIMETRES[measure.unit] / CENTIMETRES[_unit_of_value(units, measure)]
    if measure.unit not in ("kg", "lb"):
        return measure.value
    return in_weight_unit(measure.value, measure.unit, units.weight)


def _tempo(measure: Measure, quantity: Quantity, units: Units) -> float | None:
    if not measure.distance_m or not measure.duration_s:
        return None
    per_hour = METRES["mi"] if units.distance == "mi" else METRES["km"]
    if quantity == "speed":
        return measure.distance_m / per_hour / (measure.duration_s / HOUR_S)
    return measure.duration_s / (measure.distance_m / pace_step(units, measure)[1])


_VALUES: dict[Quantity, Callable[[Measure, Quantity, Units], float | None]] = {
    **dict.fromkeys(("weight", "e1rm", "volume"), _load),
    "reps": lambda measure, _quantity, _units: measure.reps,
    "rpe": lambda measure, _quantity, _units: measure.rpe,
    **dict.fromkeys(("sets", "hard_sets"), _sets),
    "distance": _way,
    "duration": _time,
    **dict.fromkeys(("pace", "speed"), _tempo),
    "value": _value,
    "days": lambda _measure, _quantity, _units: 1.0,
}


_ERGS = frozenset({"row", "rowing", "ski erg"})
"""Machines whose paces everybody gives per 500 m."""


def pace_step(units: Units, measure: Measure | None = None) -> tuple[str, float]:
    """What a pace is per, as unit and in m: swims per 100 whatever else is in km, runs never."""
    unit, domain = units.distance, measure.domain if measure is not None else None
    if measure is not None and measure.name in _ERGS and unit in ("m", "km"):
        return "s/500m", 500.0
    if domain == "swimming" and unit not in ("m", "yd"):
        unit = measure.distance_unit if measure and measure.distance_unit in ("m", "yd") else "m"
    elif domain == "running" and unit in ("m", "yd"):
        unit = "km"
    return (f"s/100{unit}", 100 * METRES[unit]) if unit in ("m", "yd") else (f"s/{unit}", METRES[unit])


_NAME = frozenset({"name"})
_RESTS_ON: dict[Quantity, frozenset[str]] = {
    "weight": frozenset({"name", "weight", "weight_unit"}),
    "e1rm": frozenset({"name", "weight", "weight_unit", "reps"}),
    "volume": frozenset({"name", "weight", "weight_unit", "reps", "sets"}),
    "reps": frozenset({"name", "reps", "weight", "weight_unit"}),
    "sets": frozenset({"name", "sets"}),
    "rpe": frozenset({"name", "rpe"}),
    "distance": frozenset({"name", "distance_m", "distance_unit"}),
    "duration": frozenset({"name", "duration_s"}),
    "pace": frozenset({"name", "distance_m", "distance_unit", "duration_s"}),
    "speed": frozenset({"name", "distance_m", "distance_unit", "duration_s"}),
    "value": frozenset({"name", "value", "unit"}),
}
"""The fields of a measure that a quantity is made of, where they are more than its name."""


def is_guessed(measure: Measure, quantity: Quantity) -> bool:
    """Whether the quantity rests on what nobody said; such a value breaks and holds no record."""
    certainty = measure.certainty
    return "guessed" in certainty.values() and any(
        certainty.get(part) == "guessed" for part in _RESTS_ON.get(quantity, _NAME)
    )


def series(found: Sequence[Sample], name: str, quantity: Quantity, units: Units) -> Series:
    """One point for each sample that has the quantity."""
    points: list[Point] = []
    first: Measure | None = None
    for sample in found:
        value = value_of(sample.measure, quantity, units)
        if value is not None:
            if first is None or (first.unit is None and sample.measure.unit is not None):
                first = sample.measure  # 180 between weights in lb is one, too
            if sample.measure.name == "bed time" and quantity == "value" and value < _NOON:
                value += 24  # 00:30 is an hour later than 23:30, and their mean is midnight
            points.append(Point(sample.day, value, (sample.entry,), sample))
    return Series(name, quantity, unit_of(quantity, units, first), tuple(points))


_NOON = 12
_TIMES_OF_DAY = ("bed time", "wake time")


def by_day(whole: Series) -> Series:
    """One point a day: the day's best load or tempo, the day's sum, or the average of a rating."""
    days: dict[date, list[Point]] = {}
    for point in whole.points:
        days.setdefault(point.day, []).append(point)
    points = tuple(_one_day(day, parts, whole) for day, parts in sorted(days.items()))
    return Series(whole.name, whole.quantity, whole.unit, points)


def readings(whole: Series) -> Series:
    """What was read on a day each time, where it does not add up; else one point a day."""
    return whole if whole.quantity == "value" and whole.name not in SUMMED_BY_DAY else by_day(whole)


def _one_day(day: date, parts: list[Point], whole: Series) -> Point:
    entries = tuple(dict.fromkeys(entry for part in parts for entry in part.entries))
    values = [part.value for part in parts]
    best = max(parts, key=lambda part: part.value)
    match whole.quantity:
        case "weight" | "e1rm" | "reps" | "speed":
            return Point(day, best.value, best.entries, best.sample)
        case "pace":
            best = min(parts, key=lambda part: part.value)
            return Point(day, best.value, best.entries, best.sample)
        case "rpe":
            return Point(day, sum(values) / len(values), entries, best.sample)
        case "value":
            if whole.name == "sleep":
                # The same night told twice counts once; a nap adds to the night.
                values = list(dict.fromkeys(values))
            total = sum(values)
            if whole.name in SUMMED_BY_DAY and whole.name != "sleep":
                total = sum(part.value for part in _since_total(parts))
            return Point(
                day, total if whole.name in SUMMED_BY_DAY else total / len(values), entries, parts[0].sample
            )
        case "days":
            return Point(day, 1.0, entries, parts[0].sample)
        case _:
            return Point(day, sum(values), entries, best.sample)


def _since_total(parts: list[Point]) -> list[Point]:
    """A day's total, and what was logged after it; all parts where no total was told."""
    told = [at for at, part in enumerate(parts) if part.sample and part.sample.measure.text == DAY_TOTAL]
    if not told:
        return parts
    last = parts[told[-1]]
    return [last, *(part for part in parts[told[-1] + 1 :] if part.entries != last.entries)]
