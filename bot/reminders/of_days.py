"""Some days of a rhythm: another time for them, by a reminder of their own, or none."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from agents.profile import Profile
from agents.reminders.asking import Reply
from agents.reminders.moving import kept_as_it_was, parted, without
from agents.reminders.plan import next_due
from agents.reminders.planning import Asked
from agents.reminders.rows import changed, plan_of, row_of
from agents.reminders.times import When
from bot.reminders.pages import moved_buttons, moved_message, set_message
from bot.replies.rhythms import moment
from bot.replies.said import Said
from bot.texts import Html, wording
from storage.reminder import ReminderRow


class OfDays(NamedTuple):
    """The reminder without those days and the new one, if there is one, and what is said."""

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


def left_out(row: ReminderRow, when: When, today: date, now: datetime, profile: Profile) -> OfDays | None:
    """The rhythm without those days; None: it comes on none of them, or on no other."""
    plan, zone = plan_of(row), profile.zone
    new_plan = without(plan, when, today, zone) if plan.repeats else None
    due = new_plan and next_due(new_plan, now, zone)
    if new_plan is None or due is None:
        return None
    new = changed(row, due=due, plan=kept_as_it_was(plan, row, new_plan))
    say = wording(plan.language)
    gone = sorted({*new_plan.skips} - {*plan.skips})
    if not gone:
        return OfDays(
            [new], Said(moved_message(new, new_plan, row, profile, say, now), moved_buttons(new, say))
        )
    end = datetime.combine(gone[-1] + timedelta(days=1), time(), zone) - timedelta(seconds=1)
    again = moment(next_due(new_plan, end, zone) or due, profile, say, now)
    key = "remind.not_today" if gone == [today] else f"remind.left_out{'_days' * (len(gone) > 1)}"
    told = say(key, text=plan.text, day=say.day(gone[0]), when=again)
    return OfDays([new], Said(told, moved_buttons(new, say)))
