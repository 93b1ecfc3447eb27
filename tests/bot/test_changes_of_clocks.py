"""What comes by itself comes once a day, or a week, on the nights when the clocks change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from agents.coaches.making import next_time
from agents.coaches.template import built_in
from agents.profile import Profile
from agents.reminders.plan import Plan, next_due
from bot.people.due import ObserverSection, briefing_due
from bot.people.due import next_due as observed

NIGHTS = {
    "Europe/Berlin": (date(2026, 3, 29), date(2026, 10, 25)),
    "America/New_York": (date(2026, 3, 8), date(2026, 11, 1)),
    "Australia/Lord_Howe": (date(2026, 10, 4), date(2026, 4, 5)),  # by half an hour
}
CASES = [(zone, night, hour) for zone, nights in NIGHTS.items() for night in nights for hour in range(4)]
STEP = timedelta(minutes=10)
Due = Callable[[datetime], datetime | None]


def days_of(due: Due, night: date, zone: str) -> Counter[date]:
    """How often it comes on each day around the night, to whoever looks every ten minutes."""
    first = datetime.combine(night - timedelta(days=3), time(12), tzinfo=UTC)
    came: Counter[date] = Counter()
    moment = due(first)
    for number in range(6 * 24 * 6):
        now = first + number * STEP
        if moment is not None and now >= moment:
            came[now.astimezone(ZoneInfo(zone)).date()] += 1
            moment = due(now)
    return came


@pytest.mark.parametrize(("zone", "night", "hour"), CASES)
def test_each_comes_once(zone: str, night: date, hour: int) -> None:
    at = f"{night:%a}-{hour:02}".lower()
    who = Profile(user_id=1, time_zone=zone, digest=at, morning=f"{hour:02}", checkins=f"{hour:02}")
    weekly = next(iter(built_in().values())).model_copy(update={"every": at})
    plan = Plan(text="x", start=date(2026, 1, 1), times=(time(hour, 30),), rule="FREQ=DAILY")
    daily: tuple[Due, ...] = (
        lambda now: briefing_due("morning", who, now),
        lambda now: briefing_due("checkins", who, now),
        lambda now: next_due(plan, now, ZoneInfo(zone)),
        lambda now: observed(now, zone, ObserverSection(hour=hour)),
    )
    for due in daily:
        came = days_of(due, night, zone)
        assert [came[night + timedelta(days=step)] for step in (-1, 0, 1)] == [1, 1, 1]
    by_week: tuple[Due, ...] = (
        lambda now: briefing_due("digest", who, now),
        lambda now: next_time(weekly, who, now),
    )
    for due in by_week:
        assert days_of(due, night, zone) == {night: 1}
