"""Time zones by name."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo, available_timezones

import tzlocal

from agents.language.files import yaml_in

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


def zone_named(name: str) -> str | None:
    """The zone of that name, or of the place that it is called after or that lies in it, however written."""
    return _by_name().get(name.strip().casefold().replace("_", " "))


@cache
def _by_name() -> dict[str, str]:
    known = sorted(available_timezones(), key=lambda zone: (zone not in COMMON, zone.count("/"), zone))
    names: dict[str, str] = {}
    for zone in known:
        plain = zone.casefold().replace("_", " ")
        names.setdefault(plain, zone)
        names.setdefault(plain.rpartition("/")[2], zone)
    held: dict[str, list[str]] = yaml_in(files("bot.people").joinpath("places.yaml"))
    return {place: zone for zone, places in held.items() for place in places} | names


def machine_zone() -> str:
    """The IANA name of this machine's zone; UTC where it has none that is known."""
    try:
        tzlocal.reload_localzone()
        name = tzlocal.get_localzone_name().removeprefix("Etc/")
    except (LookupError, OSError, ValueError):
        return "UTC"
    return name if known_zone(name) else "UTC"
