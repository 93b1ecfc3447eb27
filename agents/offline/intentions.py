"""What somebody noted that they would do: entries without a figure whose words name days to come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from agents.language.days.ahead import seen_ahead
from agents.language.days.dates import find_periods
from agents.language.reading import message_in
from agents.language.text import plain
from agents.profile import Profile
from domains.model import ActiveDomainContext
from storage.entities import DateRange, Entry


class Intention(NamedTuple):
    """The days that an entry named, on its writer's clock, and its words without them."""

    entry: Entry
    days: DateRange
    left: str


def intentions(entries: Iterable[Entry], profile: Profile) -> Iterator[Intention]:
    """Of each entry that tells of days after the one on which it was written."""
    for entry in entries:
        if entry.deleted or entry.measures or entry.text.rstrip().endswith("?"):
            continue
        said_at = profile.local(entry.logged_at)
        text, days, end, left = plain(entry.text), None, 0, ""
        for one in find_periods(text, said_at, profile.date_order):
            seen = seen_ahead(one.range, text[one.start : one.end], said_at.date())
            if seen.end > said_at.date():
                days, left, end = days or seen, left + text[end : one.start], one.end
        if days is not None:
            yield Intention(entry, days, f"{left}{text[end:]}".strip())


def intended_on(days: DateRange, entries: Iterable[Entry], profile: Profile) -> list[Intention]:
    """Those of these days, in their order."""
    found = [one for one in intentions(entries, profile) if _meet(one.days, days)]
    return sorted(found, key=lambda one: (one.days.start, one.entry.logged_at))


def as_done(one: Intention, now: datetime, profile: Profile, context: ActiveDomainContext) -> str:
    """Its words without those that say that it is to be done: "bench 75 5x5" of "I'll bench 75 5x5"."""
    message = message_in(one.left, now, profile, context)
    text, end = "", 0
    for trigger in sorted(message.triggers, key=lambda each: each.start):
        if trigger.row.is_ == "planned" and trigger.start >= end:
            text, end = text + message.text[end : trigger.start], trigger.end
    return f"{text}{message.text[end:]}".strip(" :,.")


def _meet(one: DateRange, other: DateRange) -> bool:
    return one.start <= other.end and other.start <= one.end
