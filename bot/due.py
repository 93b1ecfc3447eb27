"""When the periodic Observer is due, on the user's own clock."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.sections import ObserverSection


def next_due(after: datetime, zone: str, section: ObserverSection) -> datetime:
    """The next time after `after` that the user's clock shows the hour, `every_days` days on; UTC."""
    local = after.astimezone(ZoneInfo(zone))
    day = local.date() + timedelta(days=section.every_days - 1)
    due = datetime.combine(day, time(section.hour), tzinfo=ZoneInfo(zone))
    if due <= local:
        due = datetime.combine(day + timedelta(days=1), time(section.hour), tzinfo=ZoneInfo(zone))
    return due.astimezone(UTC)
