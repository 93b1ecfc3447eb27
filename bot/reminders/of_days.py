"""Another time for some days of a rhythm: they become a reminder of their own."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from agents.profile import Profile
from agents.reminders.asking import Asked, Reply
from agents.reminders.moving import parted
from agents.reminders.plan import next_due
from agents.reminders.rows import changed, plan_of, row_of
from bot.reminders.pages import moved_buttons, moved_message, set_message
from bot.replies.said import Said
from bot.texts import Html, wording
from storage.reminder import ReminderRow


class OfDays(NamedTuple):
    """The reminder without those days and the new one, and what is said."""

    rows: list[ReminderRow]
    said: Said


def of_days(  # noqa: PLR0917 - what is moved, by whom, when
    row: ReminderRow, found: Asked | Reply, other: str, said_at: datetime, now: datetime, profile: Profile
) -> OfDays | None:
    """The two; None: it is said of all its days. `other`: the id of the new one; `said_at` on their clock."""
    before = plan_of(row)
    plans = parted(row, before, found, said_at, other) if isinstance(found, Asked) else None
    if plans is None:
        return None
    kept_plan, new_plan = plans
    kept_due, new_due = (next_due(one, now, profile.zone) for one in plans)
    if kept_due is None or new_due is None:
        return None
    kept = replace(changed(row, status="set", due=kept_due, plan=kept_plan), at=now)
    new = row_of(other, row.user_id, "reminder", new_plan, new_due, now - timedelta(seconds=1))
    say = wording(before.language)
    html = Html(
        f"{set_message(new, new_plan, profile, say, now)}\n"
        f"{moved_message(kept, kept_plan, row, profile, say, now)}"
    )
    return OfDays([kept, new], Said(html, moved_buttons(kept, say)))
