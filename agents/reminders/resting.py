"""The timer that a logged set starts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from agents.profile import Profile
from agents.reminders.plan import Plan
from agents.reminders.rows import new_id, row_of
from agents.turn import Incoming
from storage.entities import Entry
from storage.reminder import ReminderRow

_JUST_DONE = timedelta(minutes=5)


def rest_timer(
    incoming: Incoming, profile: Profile, entries: Sequence[Entry], now: datetime
) -> ReminderRow | None:
    """One a person: the next set starts it anew. None: no set was done just now."""
    if incoming.silent or incoming.edited or now - incoming.sent_at > _JUST_DONE:
        return None
    today = profile.local(now).date()
    if not any(_is_set(entry) and entry.day == today for entry in entries):
        return None
    seconds = int(profile.rest_timer)
    due = incoming.sent_at + timedelta(seconds=seconds)
    plan = Plan(text="", language=profile.language, moment=due, seconds=seconds)
    return row_of(new_id("rest", incoming.user_id), incoming.user_id, "rest", plan, due, now)


def _is_set(entry: Entry) -> bool:
    return any(one.reps is not None and not one.warmup for one in entry.measures)
