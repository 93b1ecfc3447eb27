"""What a person has chosen, as the Preferences of the memory: rendered, never kept in it."""

from __future__ import annotations

import re

from storage.entities import Preferences

TITLES = {
    "weight_unit": "weight unit",
    "distance_unit": "distance unit",
    "date_order": "date order",
    "language": "language",
    "time_zone": "time zone",
    "set_order": "set order",
}
"""The settings that the memory shows, by what it calls them. No line of its own has such a name."""
_HEADING = "## Preferences\n"
_OLDER = re.compile(rf"(?m)^- (?:{'|'.join(TITLES.values())}): .*\n")


def chosen(preferences: Preferences) -> dict[str, str]:
    """What was chosen, by what the memory calls it."""
    given: dict[str, str | None] = {title: getattr(preferences, field) for field, title in TITLES.items()}
    return {title: value for title, value in given.items() if value is not None}


def with_chosen(memory: str, preferences: Preferences) -> str:
    """The memory's Markdown with what was chosen first among its Preferences.

    What versions of before the settings were the only home say of these is left out.
    """
    head, heading, rest = memory.partition(_HEADING)
    rest = _OLDER.sub("", rest) if heading else rest
    lines = [f"- {title}: {value} (chosen)\n" for title, value in chosen(preferences).items()]
    if not lines or (memory and not heading):
        return head + heading + rest
    rest = rest.removeprefix("\n")
    gap = "" if rest.startswith("- ") or not rest else "\n"
    return "".join([head or "# Global Context\n\n", _HEADING, "\n", *lines, gap, rest])
