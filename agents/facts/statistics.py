"""Single figures over a series: first, last, extremes, sums, averages, counts, frequency, streaks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from statistics import median
from typing import Literal

from agents.facts.registry import statistic
from agents.facts.samples import Point, Series, by_day, is_guessed, is_helped
from agents.types import Figure, Quantity, Role
from storage.entities import DateRange, Measure

Period = Literal["day", "week", "month"]


@statistic("last", "the newest")
def last(whole: Series) -> Point | None:
    """The newest point."""
    return whole.points[-1] if whole.points else None


@statistic("first", "the oldest")
def first(whole: Series) -> Point | None:
    """The oldest point."""
    return whole.points[0] if whole.points else None


@statistic("max", "the highest")
def highest(whole: Series) -> Point | None:
    """The greatest value; of equals the earliest, because a tie breaks nothing."""
    return max(whole.points, key=lambda point: point.value) if whole.points else None


@statistic("min", "the lowest")
def lowest(whole: Series) -> Point | None:
    """The least value; of equals the earliest."""
    return min(whole.points, key=lambda point: point.value) if whole.points else None


@statistic("record", "the personal best")
def best(whole: Series) -> Point | None:
    """The lowest pace, the least help, the highest anything else; no warm-ups, guesses only where all are."""
    sets = single(working(whole))
    sets = _said(sets) or sets
    if whole.quantity == "pace" or _helped(sets):
        return lowest(sets)
    return (
        max(sets.points, key=_load_and_reps) if whole.quantity == "weight" and sets.points else highest(sets)
    )


def beyond(whole: Series, rank: int, pick: Callable[[Series], Point | None]) -> Series:
    """Without the days that hold the places before the rank, so that what is picked next has it."""
    for _ in range(rank - 1):
        top = pick(whole)
        points = tuple(point for point in whole.points if top is not None and point.day != top.day)
        whole = replace(whole, points=points)
    return whole


def _load_and_reps(point: Point) -> tuple[float, int]:
    """Of equal loads the one that was lifted more often is the better."""
    return point.value, (point.sample.measure.reps or 0) if point.sample else 0


def _helped(whole: Series) -> bool:
    """Whether the loads help, so that the least is the best."""
    return (
        whole.quantity == "weight"
        and bool(whole.samples)
        and all(is_helped(s.measure) for s in whole.samples)
    )


def _said(whole: Series) -> Series | None:
    """Without what was guessed; None when nothing is left."""
    kept = tuple(
        p for p in whole.points if p.sample is None or not is_guessed(p.sample.measure, whole.quantity)
    )
    return Series(whole.name, whole.quantity, whole.unit, kept) if kept else None


def working(whole: Series) -> Series:
    """Without warm-ups."""
    kept = tuple(point for point in whole.points if point.sample is None or not point.sample.measure.warmup)
    return Series(whole.name, whole.quantity, whole.unit, kept)


def single(whole: Series) -> Series:
    """Each hold or carry on its own: the longest plank is one, not the sets of a day together."""
    if whole.quantity not in _HELD:
        return whole
    return replace(whole, points=tuple(_alone(point, whole.quantity) for point in whole.points))


_HELD: tuple[Quantity, ...] = ("duration", "distance")


def _alone(point: Point, quantity: Quantity) -> Point:
    value = alone(point.sample.measure, quantity, point.value) if point.sample else point.value
    return point if value == point.value else replace(point, value=value)


def alone(measure: Measure, quantity: Quantity, value: float) -> float:
    """Of a hold or carry the value of one set."""
    several = quantity in _HELD and measure.domain == "strength" and measure.sets >= 2
    return value / measure.sets if several else value


@statistic("sum", "all of it together")
def total(whole: Series) -> float:
    """The sum over days; repetitions count in every set."""
    if whole.quantity == "reps":
        return sum(point.value * (point.sample.measure.sets if point.sample else 1) for point in whole.points)
    return sum(by_day(whole).values)


@statistic("average", "the mean of its days")
def average(whole: Series) -> float | None:
    """The mean of the days' values; pace and speed over all the distance. None when there is no day."""
    if whole.quantity in ("pace", "speed"):
        return _over_all(whole)
    values = by_day(whole).values
    return sum(values) / len(values) if values else None


@statistic("median", "the middle one of its days")
def middle(whole: Series) -> float | None:
    """The median of the days' values. None when there is no day."""
    values = by_day(whole).values
    return median(values) if values else None


def _over_all(whole: Series) -> float | None:
    """Pace or speed of everything together: all the time over all the distance, or the reverse."""
    done = [(point.value, point.sample.measure) for point in whole.points if point.sample]
    metres = sum((measure.distance_m or 0.0) * measure.sets for _, measure in done)
    seconds = sum((measure.duration_s or 0.0) * measure.sets for _, measure in done)
    if not metres or not seconds:
        return None
    value, any_measure = done[0]
    own = (any_measure.duration_s or 1.0) / (any_measure.distance_m or 1.0)
    ratio = seconds / metres / own
    return value * ratio if whole.quantity == "pace" else value / ratio


def days_of(whole: Series) -> tuple[date, ...]:
    """The distinct days, oldest first."""
    return tuple(sorted({point.day for point in whole.points}))


@statistic("count", "on how many days", unit="days")
def count_days(whole: Series) -> int:
    """How many distinct days there are."""
    return len(days_of(whole))


def figure(whole: Series, value: float, what: str, day: date | None = None, *, role: Role = "") -> Figure:
    """A figure that rests on the whole series."""
    return Figure(
        value=round(value, 4),
        unit=whole.unit,
        what=what,
        entries=whole.entries,
        day=day,
        role=role,
        measure=whole.name,
    )


def point_figure(whole: Series, point: Point, what: str, *, role: Role = "") -> Figure:
    """A figure that rests on one point."""
    return Figure(
        value=round(point.value, 4),
        unit=whole.unit,
        what=what,
        entries=point.entries,
        day=point.day,
        role=role,
        measure=whole.name,
    )


def period_of(day: date, per: Period) -> DateRange:
    """The day, ISO week or calendar month that holds the day."""
    if per == "day":
        return DateRange(start=day, end=day)
    if per == "week":
        monday = day - timedelta(days=day.weekday())
        return DateRange(start=monday, end=monday + timedelta(days=6))
    following = (day.replace(day=28) + timedelta(days=4)).replace(day=1)
    return DateRange(start=day.replace(day=1), end=following - timedelta(days=1))


def by_period(whole: Series, per: Period) -> list[tuple[DateRange, Series]]:
    """The series cut into periods that have at least one point, oldest first."""
    cut: dict[date, tuple[DateRange, list[Point]]] = {}
    for point in whole.points:
        span = period_of(point.day, per)
        cut.setdefault(span.start, (span, []))[1].append(point)
    return [
        (span, Series(whole.name, whole.quantity, whole.unit, tuple(points)))
        for _, (span, points) in sorted(cut.items())
    ]


def frequency(days: Iterable[date], span: DateRange) -> float:
    """Training days a week over the span: distinct days x 7 / days of the span."""
    inside = {day for day in days if span.start <= day <= span.end}
    return len(inside) * 7 / ((span.end - span.start).days + 1)


@dataclass(frozen=True, slots=True)
class Streak:
    """Consecutive days."""

    length: int
    start: date
    end: date


def streaks(days: Iterable[date]) -> list[Streak]:
    """All runs of consecutive days, oldest first."""
    found: list[Streak] = []
    for day in sorted(set(days)):
        if found and found[-1].end == day - timedelta(days=1):
            found[-1] = Streak(found[-1].length + 1, found[-1].start, day)
        else:
            found.append(Streak(1, day, day))
    return found


def longest_streak(days: Iterable[date]) -> Streak | None:
    """The longest run of consecutive days; of equals the newest."""
    return max(streaks(days), key=lambda streak: (streak.length, streak.end), default=None)


def current_streak(days: Iterable[date], today: date) -> Streak | None:
    """The run that reaches today or yesterday (today may not be over yet); None when it is broken."""
    runs = streaks(day for day in days if day <= today)
    return runs[-1] if runs and (today - runs[-1].end).days <= 1 else None


def rest_days(days: Iterable[date], span: DateRange) -> list[date]:
    """Days of the span without training."""
    trained = set(days)
    every = (span.start + timedelta(days=offset) for offset in range((span.end - span.start).days + 1))
    return [day for day in every if day not in trained]
