"""Time zones by name."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import tzlocal

LOCAL = "local"
"""Stands for the zone of this machine."""

COMMON = (
    "America/Los_Angeles",
    "America/Chicago",
    "America/New_York",
    "America/Sao_Paulo",
    "UTC",
    "Europe/London",
    "Europe/Berlin",
    "Africa/Johannesburg",
    "Asia/Kolkata",
    "Asia/Singapore",
    "Asia/Seoul",
    "Australia/Sydney",
)
"""Offered as buttons; every other one can be typed."""


def known_zone(name: str) -> bool:
    """Whether there is such an IANA zone. Paths and nonsense are simply not known."""
    try:
        ZoneInfo(name)
    except (KeyError, OSError, ValueError):
        return False
    return True


def machine_zone() -> str:
    """The IANA name of this machine's zone; UTC where it has none that is known."""
    try:
        tzlocal.reload_localzone()
        name = tzlocal.get_localzone_name().removeprefix("Etc/")
    except (LookupError, OSError, ValueError):
        return "UTC"
    return name if known_zone(name) else "UTC"
