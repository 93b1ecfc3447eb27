"""Building entries the way a person's log would have made them."""

from __future__ import annotations

from datetime import UTC, date, datetime, time

from agents.profile import Profile
from storage.entities import Entry, Measure, WeightUnit

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
ME = Profile(user_id=1)


def entry(day: date, *measures: Measure, text: str = "", name: str = "", hour: int = 18) -> Entry:
    return Entry(
        id=name or f"E{day:%m%d}",
        user_id=1,
        chat_id=1,
        message_id=day.toordinal(),
        day=day,
        logged_at=datetime.combine(day, time(hour), UTC),
        text=text,
        measures=measures,
    )


def lift(  # noqa: PLR0917 - the order in which a set is written
    day: date, weight: float, reps: int, sets: int = 1, name: str = "bench press", unit: WeightUnit = "kg"
) -> Measure:
    return Measure(
        domain="strength", name=name, day=day, weight=weight, weight_unit=unit, reps=reps, sets=sets
    )


def run(day: date, km: float, seconds: float) -> Measure:
    return Measure(
        domain="running",
        name="run",
        day=day,
        distance_m=km * 1000,
        distance_unit="km",
        duration_s=seconds,
    )


def sleep(day: date, hours: float) -> Measure:
    return Measure(domain="sleep", name="sleep", day=day, value=hours, unit="h")


def pain(day: date, place: str, value: float | None = None) -> Measure:
    return Measure(domain="general", name="pain", day=day, text=place, value=value, unit="/10")
