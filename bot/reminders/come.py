"""A reminder that has come, as its person's next words speak of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from agents.reminders.rows import changed, plan_of
from agents.turn import Incoming
from bot.people.state import BotState
from bot.reminders.pages import snoozes
from bot.replies.callbacks import reminder_of
from bot.replies.console_ids import without_buttons
from bot.replies.said import Said
from bot.texts import Wording
from storage.reminder import ReminderRow

CAME = ("done", "snooze", "stop", "10", "60", "tomorrow")
"""Buttons of one that has come."""


async def spoken_to(state: BotState, incoming: Incoming) -> ReminderRow | None:
    """The one that is replied to, else the one that came a moment ago, if nothing was logged since."""
    user_id, chat_id = incoming.user_id, incoming.chat_id
    if incoming.edited or not (chat_id == user_id or without_buttons(chat_id)):
        return None
    if (about := reminder_of(incoming.replied_taps)) is not None:
        row = await state.db.reminders.reminder(user_id, about.reminder_id)
        came = row is not None and (row.status == "over" or (row.status == "set" and about.act in CAME))
        return row if came else None
    pause = timedelta(minutes=state.services.limits.session_gap_minutes)
    row = None if incoming.reply_to else await state.db.reminders.last_come(user_id, state.now() - pause)
    change = row and await state.db.entries.last_change(user_id)
    is_stale = (
        change is not None and row is not None and row.fired_at is not None and change.at > row.fired_at
    )
    return None if is_stale else row


def done(state: BotState, row: ReminderRow, say: Wording) -> tuple[list[ReminderRow], Said]:
    """It was; where that has a number, it is asked for."""
    plan = plan_of(row)
    if not plan.logs:
        return [], Said(say("remind.done", text=plan.text))
    asks = replace(changed(row), asks="number", asks_at=state.now())
    return [asks], Said(say("remind.number", name=say.measure(plan.logs)))


def later(row: ReminderRow, say: Wording) -> Said:
    """When?"""
    return Said(say("remind.now", text=plan_of(row).text), snoozes(row.id, say, several=False))
