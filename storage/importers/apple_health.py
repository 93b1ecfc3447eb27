"""Apple Health's export: of gigabytes of records sums by day, nights, weights and workouts are kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from math import isfinite
from typing import Literal

from storage.entities import DistanceUnit
from storage.importers.activities import EARLIEST_YEAR, workout_of
from storage.importers.bouts import Bout, number, refused
from storage.importers.model import Body, Choices, Daily, File, Problem, Reading, Weighing
from storage.importers.nights import Nights
from storage.importers.tables import MOST_ROWS
from storage.importers.xml_stream import Attributes, BadXmlError, XmlStream
from units import KJ_PER_KCAL, LB_PER_STONE, METRES, MILLILITRES, SECONDS

SOURCE = "Apple Health"
_PREFIX = re.compile(
    "^HK(?:Quantity|Category|Data|Correlation)TypeIdentifier|^HKDataType|^HKWorkoutActivityType"
)
_HUMPS = re.compile("(?<=[a-z])(?=[A-Z])")
_QUANTITY = "HKQuantityTypeIdentifier"
_SLEEP = "HKCategoryTypeIdentifierSleepAnalysis"
_ASLEEP = "HKCategoryValueSleepAnalysisAsleep"
_WEIGHTS: dict[str, tuple[float, Literal["kg", "lb"]]] = {
    "kg": (1.0, "kg"), "g": (0.001, "kg"), "lb": (1.0, "lb"), "st": (LB_PER_STONE, "lb"),
}  # fmt: skip
_LIGHTEST, _HEAVIEST = 20.0, 800.0
_MOST_DAYS = 200_000
"""Of days, kinds and devices together."""
_MOST_DEVICES = 100
_MOST_KINDS = 500
_DISTANCES: dict[str, DistanceUnit] = {"km": "km", "m": "m", "mi": "mi", "yd": "yd"}
_GRAMS = {"g": 1.0}
_DRINKS = {
    "mL": 1.0, "L": MILLILITRES["l"], "cup_us": MILLILITRES["cup"], "fl_oz_us": MILLILITRES["oz"],
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Kind:
    """How records of a kind become a day's figure."""

    name: Daily
    how: Literal["sum", "mean"]
    unit: str | None
    worth: dict[str, float]
    """By their units."""
    least: float
    most: float
    places: int = 0


_KINDS = {
    f"{_QUANTITY}{name}": kind
    for name, kind in {
        "StepCount": _Kind("steps", "sum", None, {"count": 1.0}, 1, 150_000),
        "RestingHeartRate": _Kind("resting pulse", "mean", "bpm", {"count/min": 1.0}, 25, 150),
        "HeartRateVariabilitySDNN": _Kind("hrv", "mean", "ms", {"ms": 1.0}, 5, 300),
        "DietaryWater": _Kind("water", "sum", "ml", _DRINKS, 1, 15_000),
        "DietaryEnergyConsumed": _Kind(
            "kcal", "sum", "kcal", {"kcal": 1.0, "Cal": 1.0, "kJ": 1 / KJ_PER_KCAL}, 1, 15_000
        ),
        "DietaryProtein": _Kind("protein", "sum", "g", _GRAMS, 0.1, 600, 1),
        "DietaryCarbohydrates": _Kind("carbs", "sum", "g", _GRAMS, 0.1, 1_500, 1),
        "DietaryFatTotal": _Kind("fat", "sum", "g", _GRAMS, 0.1, 600, 1),
        "DietaryFiber": _Kind("fiber", "sum", "g", _GRAMS, 0.1, 200, 1),
    }.items()
}


@dataclass(slots=True)
class _Sum:
    """Of a day's records of one kind by one device."""

    total: float = 0.0
    count: int = 0


@dataclass(slots=True)
class _Health:
    """Reads one export."""

    file: File
    choices: Choices
    reading: Reading = field(default_factory=Reading)
    nights: Nights = field(default_factory=Nights)
    _sums: dict[tuple[date, Daily, int], _Sum] = field(default_factory=dict["tuple[date, Daily, int]", _Sum])
    _weights: dict[str, Weighing] = field(default_factory=dict[str, Weighing])
    _devices: dict[str, int] = field(default_factory=dict[str, int])
    _days: dict[str, date | None] = field(default_factory=dict[str, "date | None"])
    _session: Bout | None = None
    _written: date | None = None
    _stream: XmlStream = field(init=False)

    def __post_init__(self) -> None:
        self._stream = XmlStream(
            {
                "ExportDate": self._export_date, "Record": self._record, "Workout": self._workout,
                "WorkoutStatistics": self._summed,
            },
            {"Workout": self._worked_out},
            root="HealthData",
        )  # fmt: skip

    def read(self, most: int | None) -> None:
        self._stream.read(self.file, most)

    def _export_date(self, attributes: Attributes) -> None:
        self._written = self._day(attributes.get("value", ""))

    def _record(self, attributes: Attributes) -> None:
        kind = attributes.get("type", "")
        counted = _KINDS.get(kind)
        if counted is not None:
            self._count(counted, attributes)
        elif kind == _SLEEP and attributes.get("value", "").startswith(_ASLEEP):
            self._slept(attributes)
        elif kind in (f"{_QUANTITY}BodyMass", f"{_QUANTITY}BodyFatPercentage"):
            self._weighed(kind, attributes)
        else:
            self._left(kind)

    def _count(self, kind: _Kind, attributes: Attributes) -> None:
        day = self._day(attributes.get("startDate", ""))
        worth = kind.worth.get(attributes.get("unit", ""))
        value = number(attributes.get("value", ""))
        if day is None or worth is None or not isfinite(value):
            self._left(attributes["type"])
            return
        device = self._device(attributes.get("sourceName", "")) if kind.how == "sum" else 0
        key = (day, kind.name, device)
        so_far = self._sums.get(key)
        if so_far is None:
            if len(self._sums) >= _MOST_DAYS:
                raise BadXmlError("too_many_rows", f"{_MOST_DAYS:,}", self._stream.line)
            so_far = self._sums[key] = _Sum()
        so_far.total += value * worth
        so_far.count += 1

    def _device(self, name: str) -> int:
        """Beyond so many they are taken for one."""
        if len(self._devices) >= _MOST_DEVICES:
            return self._devices.get(name[:100], 0)
        return self._devices.setdefault(name[:100], len(self._devices))

    def _slept(self, attributes: Attributes) -> None:
        began, ended = (moment(attributes.get(name, "")) for name in ("startDate", "endDate"))
        if began is None or ended is None or not self.nights.add(began, ended):
            self._left(_SLEEP)

    def _weighed(self, kind: str, attributes: Attributes) -> None:
        at = moment(attributes.get("startDate", ""))
        day = self._day(attributes.get("startDate", ""))
        body = _body(kind, attributes)
        if at is None or day is None or body is None:
            self._left(kind)
            return
        if len(self._weights) >= MOST_ROWS:
            raise BadXmlError("too_many_rows", f"{MOST_ROWS:,}", self._stream.line)
        local = at.astimezone(self.choices.zone)
        key = f"{local.isoformat()}"
        before = self._weights.get(key)
        if before is None:
            self._weights[key] = Weighing(
                SOURCE, self.file.name, self._stream.line, local.date(), local.time(), (body,)
            )
        elif all(one.name != body.name for one in before.values):
            self._weights[key] = Weighing(
                SOURCE, before.file, before.line, before.day, before.at, (*before.values, body)
            )

    def _workout(self, attributes: Attributes) -> None:
        kind = attributes.get("workoutActivityType", "")
        began, ended = (moment(attributes.get(name, "")) for name in ("startDate", "endDate"))
        if began is None:
            self._session = None
            self._left(kind)
            return
        told = number(attributes.get("duration", "")) * SECONDS.get(
            attributes.get("durationUnit", "min"), 60.0
        )
        spent = told if isfinite(told) and told > 0 else (ended - began).total_seconds() if ended else 0.0
        far = _metres(attributes.get("totalDistance", ""), attributes.get("totalDistanceUnit", ""))
        self._session = Bout(
            self._stream.line, plain(kind).casefold(), first=began, metres=far, seconds=spent
        )

    def _summed(self, attributes: Attributes) -> None:
        """Newer exports tell distance and pulse below the workout."""
        if self._session is None:
            return
        kind = attributes.get("type", "").removeprefix(_QUANTITY)
        if kind.startswith("Distance"):
            self._session.metres = self._session.metres or _metres(
                attributes.get("sum", ""), attributes.get("unit", "")
            )
        elif kind == "HeartRate":
            pulse = number(attributes.get("average", ""))
            self._session.beats, self._session.told = (pulse, 1.0) if isfinite(pulse) else (0.0, 0.0)

    def _worked_out(self, _: str) -> None:
        session, self._session = self._session, None
        if session is None:
            return
        if len(self.reading.workouts) >= MOST_ROWS:
            raise BadXmlError("too_many_rows", f"{MOST_ROWS:,}", self._stream.line)
        activity = session.activity(SOURCE, self.file)
        self.reading.take(activity if isinstance(activity, Problem) else workout_of(activity, self.choices))

    def _left(self, kind: str) -> None:
        name = plain(kind)[:60]
        if name in self.reading.unkept or len(self.reading.unkept) < _MOST_KINDS:
            self.reading.unkept[name] += 1

    def _day(self, text: str) -> date | None:
        """As the phone's calendar had it."""
        written = text[:10]
        if written not in self._days:
            if len(self._days) > _MOST_DAYS:
                raise BadXmlError("unsafe", line=self._stream.line)
            self._days[written] = _believed(written, self.choices)
        return self._days[written]

    def finish(self) -> Reading:
        """What the records add up to."""
        by_day: dict[date, list[Body]] = {}
        for day, body in (*self.nights.bodies(), *self._figures()):
            by_day.setdefault(day, []).append(body)
        self.reading.weighings.extend(weighing for _, weighing in sorted(self._weights.items()))
        self.reading.weighings.extend(
            Weighing(SOURCE, self.file.name, 0, day, None, tuple(bodies))
            for day, bodies in sorted(by_day.items())
        )
        return self.reading

    def _figures(self) -> Iterator[tuple[date, Body]]:
        """Of devices that counted the same day the one that counted most; an unfinished day has no sum."""
        kinds = {kind.name: kind for kind in _KINDS.values()}
        best: dict[tuple[date, Daily], float] = {}
        for (day, name, _), one in self._sums.items():
            kind = kinds[name]
            if kind.how == "sum" and day == self._written:
                continue
            value = one.total if kind.how == "sum" else one.total / one.count
            best[day, name] = max(value, best.get((day, name), 0.0))
        for (day, name), value in best.items():
            kind = kinds[name]
            if kind.least <= value <= kind.most:
                rounded = float(round(value, kind.places))
                yield day, Body(name, rounded, kind.unit, of_day=kind.how == "sum")
            else:
                self.reading.problems.append(
                    Problem(self.file.name, 0, "bad_measurement", f"{value:.0f}", f"{name} {day.isoformat()}")
                )


def read_health(file: File, choices: Choices, most: int | None) -> Reading:
    """All of an export; `most` bytes of it, None is no limit."""
    health = _Health(file, choices)
    try:
        health.read(most)
    except BadXmlError as error:
        kind = "health_too_big" if error.kind == "too_big" else error.kind
        return refused(file, BadXmlError(kind, error.detail, error.line))
    return health.finish()


def plain(kind: str) -> str:
    """An identifier of Apple's as words: Heart Rate."""
    return _HUMPS.sub(" ", _PREFIX.sub("", kind)) or "?"


def moment(text: str) -> datetime | None:
    """`2024-03-01 08:12:33 +0100`"""
    try:
        found = datetime.fromisoformat(f"{text[:19]}{text[20:]}" if text[19:20] == " " else text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _believed(text: str, choices: Choices) -> date | None:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if date(EARLIEST_YEAR, 1, 1) <= day <= choices.latest else None


def _body(kind: str, attributes: Attributes) -> Body | None:
    value = number(attributes.get("value", ""))
    if kind.endswith("BodyFatPercentage"):
        return Body("body fat", round(value * 100, 1), "%") if 0.01 <= value <= 0.8 else None
    worth, unit = _WEIGHTS.get(attributes.get("unit", ""), (0.0, "kg"))
    weight = round(value * worth, 2)
    return Body("body weight", weight, unit) if _LIGHTEST <= weight <= _HEAVIEST else None


def _metres(text: str, unit: str) -> float:
    far = number(text) * METRES[_DISTANCES[unit]] if unit in _DISTANCES else 0.0
    return far if isfinite(far) and far > 0 else 0.0
