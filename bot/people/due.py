"""When the periodic Observer is due, on the user's own clock."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from pydantic import Field

from storage.entities import Frozen


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
