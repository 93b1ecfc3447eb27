"""Reminders as rows: made, changed, silenced, set again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, tzinfo

from agents.profile import Profile
from agents.reminders.plan import Plan, next_due
from agents.reminders.rows import changed, plan_of
from bot.people.state import BotState
from bot.reminders.pages import back_message, button
from bot.replies.said import Said
from bot.texts import Html, wording
from storage.entities import Effects
from storage.errors import Outdated
from storage.reminder import ReminderRow

_NAMED = 10
_TRIES = 5


@dataclass(frozen=True, slots=True)
class Keeping:
    """What happens to a person's reminders as a whole."""

    state: BotState

    async def silence(self, user_id: int, since: datetime) -> None:
        """Send none until the person says so: they can't be reached. What came since then has not arrived."""
        rows = self.state.db.reminders
        for _ in range(_TRIES):
            kept = [one for one in await rows.of_user(user_id) if one.status == "set"]
            missed = await rows.over_since(user_id, since)
            now = self.state.now()
            silent = [changed(one, status="silenced", asks_at=now) for one in (*kept, *missed)]
            try:
                await self.state.db.turns.apply(Effects(reminders=silent))
            except Outdated:
                continue
            return

    async def tell(self, user_id: int) -> None:
        """That they were stopped, once."""
        silent = [one for one in await self.state.db.reminders.of_user(user_id) if one.status == "silenced"]
        if not silent:
            return
        say = wording((await self.state.profile(user_id)).language)
        since = max(one.asks_at for one in silent if one.asks_at is not None)
        names = [plan_of(one).text for one in silent[:_NAMED]]
        lines = [
            say("remind.silenced", count=len(silent)),
            *(say("remind.bullet", text=one) for one in names),
        ]
        resume = button(say.label("remind.button.resume"), silent[0].id, "resume")
        told = Said(Html("\n".join(lines)), ((resume,),))
        message = told.to(user_id, f"silenced:{user_id}:{since.isoformat()}")
        await self.state.db.turns.apply(Effects(outgoing=[message]))

    async def resumed(self, user_id: int) -> list[ReminderRow]:
        """Those that were silenced, as they are set again; what is over by now is over."""
        now, profile = self.state.now(), await self.state.profile(user_id)
        silent = [one for one in await self.state.db.reminders.of_user(user_id) if one.status == "silenced"]
        return [_again(one, profile, now) for one in silent]


async def given_back(state: BotState, row: ReminderRow) -> tuple[ReminderRow, ...]:
    """The reminder that took over some of its days, stopped."""
    other = plan_of(row).parted
    found = await state.db.reminders.reminder(row.user_id, other) if other else None
    return () if found is None or found.status != "set" else (changed(found, status="stopped"),)


async def taken_back(
    state: BotState, row: ReminderRow, profile: Profile
) -> tuple[list[ReminderRow], Html] | None:
    """What was just set, as it is not, or moved or stopped, as it was; and what is said.

    None: it was stopped, and would have come by now.
    """
    plan = plan_of(row)
    say = wording(plan.language)
    if back := await brought_back(state, row, profile):
        html = Html(f"{say('remind.back')}\n{back_message(back, profile, say, state.now())}")
        return [*back, *await given_back(state, row)], html
    if row.status == "stopped":
        return None
    plan = plan.model_copy(update={"was": "", "was_at": None})
    undone = say("remind.undone", text=plan.text or say(f"{row.kind}.name"))
    return [changed(row, status="stopped", plan=plan)], undone


async def brought_back(state: BotState, row: ReminderRow, profile: Profile) -> list[ReminderRow]:
    """One that was moved, or all that were stopped at once, as before; but those whose time has passed."""
    stopped = row.status == "stopped"
    rows = await state.db.reminders.stopped_at(row.user_id, row.at) if stopped else [row]
    back = [moved_back(one, profile.zone, state.now()) for one in rows]
    return sorted((one for one in back if one is not None), key=lambda one: (one.due_at, one.id))


def moved_back(row: ReminderRow, zone: tzinfo, now: datetime) -> ReminderRow | None:
    """As it was before it was moved in words; None: it was not, or that time has passed."""
    plan = plan_of(row)
    before = Plan.model_validate_json(plan.was) if plan.was and row.status in ("set", "stopped") else None
    due = None if before is None else next_due(before, now, zone)
    row = changed(row, status="set", due=due, plan=before)
    return None if due is None else replace(row, at=plan.was_at or row.at)


def _again(row: ReminderRow, profile: Profile, now: datetime) -> ReminderRow:
    due = next_due(plan_of(row), now, profile.zone)
    return changed(row, status="over" if due is None else "set", due=due)
