"""Measures that have moved to a domain of their own since they were first stored."""

from __future__ import annotations

from collections.abc import Mapping

from storage.entities import Entry

MOVED: Mapping[tuple[str, str], str] = {
    ("general", "climbing"): "climbing",
    ("general", "row"): "rowing",
    ("general", "yoga"): "mobility",
    ("general", "pilates"): "mobility",
    ("general", "stretching"): "mobility",
    ("general", "barre"): "mobility",
    ("general", "tai chi"): "mobility",
    ("general", "resting pulse"): "heart",
    ("nutrition", "water"): "drinks",
    ("nutrition", "coffee"): "drinks",
    ("nutrition", "alcohol"): "drinks",
}
"""The former domain and the name of a measure to its domain now."""


def at_home(entry: Entry) -> Entry:
    """The entry with its measures, and itself, under the domains that record them now."""
    measures = tuple(
        one.model_copy(update={"domain": MOVED.get((one.domain, one.name), one.domain)})
        for one in entry.measures
    )
    if measures == entry.measures:
        return entry
    left = {one.domain for one in entry.measures} - {one.domain for one in measures}
    kept = (domain for domain in entry.domains if domain not in left)
    domains = tuple(dict.fromkeys([*kept, *(one.domain for one in measures)]))
    return entry.model_copy(update={"measures": measures, "domains": domains})
