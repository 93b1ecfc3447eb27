"""When what is done by itself is due, on the user's own clock."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from pydantic import Field

from storage.entities import Frozen
from storage.times import Job

if TYPE_CHECKING:
    from agents.profile import Profile


class ObserverSection(Frozen):
    """When the periodic Observer looks for what is worth remembering."""

    enabled: bool = Field(default=True, description="run it at all")
    hour: int = Field(default=4, ge=0, le=23, description="hour of the user's day at which it runs")
    every_days: int = Field(default=1, ge=1, le=31, description="days between two runs")


def next_due(after: datetime, zone: str, section: ObserverSection) -> datetime:
    """The next time after `after` that the user's clock shows the hour, `every_days` days on; UTC."""
    local = after.astimezone(ZoneInfo(zone))
    day = local.date() + timedelta(days=section.every_days - 1)
    due = datetime.combine(day, time(section.hour), tzinfo=ZoneInfo(zone))
    if due <= local:
        due = datetime.combine(day + timedelta(days=1), time(section.hour), tzinfo=ZoneInfo(zone))
    return due.astimezone(UTC)


WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
BRIEFINGS: tuple[Job, ...] = ("digest", "morning", "checkins")
"""What is sent by itself, where it is chosen."""


def briefing_due(job: Job, profile: Profile, after: datetime) -> datetime | None:
    """The next time after `after` at which the person wants it; UTC. None: they do not.

    An hour that the clock skips in spring is the one after it; one that it shows twice comes once.
    """
    chosen = getattr(profile, job)
    if chosen == "off":
        return None
    weekday, _, hour = chosen.rpartition("-")
    local = profile.local(after)
    day = local.date()
    if weekday:
        day += timedelta(days=(WEEKDAYS.index(weekday) - day.weekday()) % 7)
    step = timedelta(days=7 if weekday else 1)
    due = datetime.combine(day, time(int(hour)), tzinfo=profile.zone).astimezone(UTC)
    if due <= after.astimezone(UTC):
        due = datetime.combine(day + step, time(int(hour)), tzinfo=profile.zone).astimezone(UTC)
    return due


def quiet_until(profile: Profile, now: datetime) -> datetime | None:
    """When the quiet hours that it is in end; UTC. None: it is in none."""
    if profile.quiet == "off":
        return None
    first, last = (int(hour) for hour in profile.quiet.split("-"))
    local = profile.local(now)
    if not (first <= local.hour < last if first <= last else local.hour >= first or local.hour < last):
        return None
    day = local.date() + timedelta(days=local.hour >= last)
    return datetime.combine(day, time(last), tzinfo=profile.zone).astimezone(UTC)
