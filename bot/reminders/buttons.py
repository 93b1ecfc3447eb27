"""The buttons of reminders: done, put off, stopped, another time. A stale or forged one changes nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from agents.profile import Profile
from agents.reminders.asking import Reply, units_of, with_unit
from agents.reminders.moving import ended, once_more
from agents.reminders.plan import Plan, next_due
from agents.reminders.rows import changed, new_id, plan_of, row_of
from agents.reminders.times import When
from bot.people.state import BotState
from bot.reminders.keeping import Keeping, brought_back, given_back
from bot.reminders.pages import Buttons, back_message, list_page, one_page, set_buttons, set_message, snoozes
from bot.replies.callbacks import ReminderAct, ReminderTap
from bot.replies.rhythms import moment
from bot.replies.said import Said
from bot.texts import Html, Wording, wording
from bot.updates.asked import Place
from storage.entities import DateRange, Effects, Outgoing
from storage.errors import Outdated
from storage.reminder import ReminderRow
from units import HOUR_S

_TRIES = 5
_PUT_OFF = {"10": HOUR_S // 6, "60": HOUR_S}
"""Seconds."""
_CHOICES = ("c0", "c1", "c2")


@dataclass(frozen=True, slots=True)
class _Told:
    """What a tap changes: rows, what the message shows from then on, what is said beside it."""

    notice: str = ""
    rows: tuple[ReminderRow, ...] = ()
    shown: Html | None = None
    buttons: Buttons = ()
    said: Html | None = None
    prompts: bool = False


@dataclass(frozen=True, slots=True)
class _At:
    """The reminder that was tapped, and who is told how."""

    row: ReminderRow
    plan: Plan
    tap: Place
    about: ReminderTap
    profile: Profile
    say: Wording


@dataclass(frozen=True, slots=True)
class ReminderTaps:
    """One tap is one commit: the row, and what its message shows."""

    state: BotState

    async def tapped(self, tap: Place, about: ReminderTap) -> str:
        """Do it; what to tell the one who tapped."""
        for _ in range(_TRIES):
            try:
                return await self._tapped(tap, about)
            except Outdated:  # it came, or was changed, at this very moment
                continue
        return ""

    async def _tapped(self, tap: Place, about: ReminderTap) -> str:
        profile = await self.state.profile(tap.user_id)
        row = await self.state.db.reminders.reminder(tap.user_id, about.reminder_id)
        if row is None:
            return wording(profile.language)("tap.unknown")
        plan = plan_of(row)
        at = _At(row, plan, tap, about, profile, wording(plan.language))
        told = await self._act(at, about.act)
        await self.state.db.turns.apply(
            Effects(inbox_done=tap.update_id, reminders=told.rows, outgoing=self._outgoing(at, told))
        )
        return told.notice

    async def _act(self, at: _At, act: ReminderAct) -> _Told:
        acts = {
            "done": self._done, "snooze": self._snooze, "stop": self._stopped, "again": self._again,
            "undo": self._undone, "time": self._asking, "text": self._asking, "delete": self._deleted,
            "open": self._opened, "list": self._listed, "resume": self._resumed,
            "back": self._back,
        }  # fmt: skip
        if act in acts:
            return await acts[act](at)
        return await (self._chosen(at, act) if act in _CHOICES else self._put_off(at, act))

    def _outgoing(self, at: _At, told: _Told) -> list[Outgoing]:
        tap = at.tap
        out: list[Outgoing] = []
        if told.shown is not None:
            out.append(tap.edited(Said(told.shown, told.buttons)))
        if told.said is not None:
            said = Said(told.said, () if told.prompts or told.shown is not None else told.buttons)
            beside = said.to(tap.user_id, f"update:{tap.update_id}:said", tap.chat_id)
            out.append(beside.model_copy(update={"kind": "prompt"}) if told.prompts else beside)
        return out

    async def _done(self, at: _At) -> _Told:
        """It was done; where that has a number, it is asked for."""
        shown = None if at.about.several else at.say("remind.done", text=at.plan.text)
        if not at.plan.logs:
            return _Told(notice=at.say("tap.done"), shown=shown)
        asks = changed(at.row, asks="number", asks_at=self.state.now())
        name = at.say.measure(at.plan.logs)
        return _Told(rows=(asks,), shown=shown, said=at.say("remind.number", name=name), prompts=True)

    async def _snooze(self, at: _At) -> _Told:
        html = at.say("remind.now", text=at.plan.text)
        buttons = snoozes(at.row.id, at.say, several=at.about.several)
        if at.about.several:
            return _Told(said=html, buttons=buttons)
        return _Told(shown=html, buttons=buttons)

    async def _put_off(self, at: _At, act: ReminderAct) -> _Told:
        """Once more, beside what it repeats anyway."""
        now, local = self.state.now(), at.profile.local(self.state.now())
        tomorrow = local.date() + timedelta(days=1)
        said = Reply(When(days=DateRange(start=tomorrow, end=tomorrow)), _PUT_OFF.get(act, 0))
        plan = once_more(at.plan, said, at.profile.local(at.row.fired_at or now), local)
        due = next_due(plan, now, at.profile.zone)
        again = row_of(new_id(at.row.id, at.tap.update_id), at.row.user_id, "reminder", plan, due, now)
        when = moment(due or now, at.profile, at.say, now)
        return _Told(rows=(again,), shown=at.say("remind.put_off", text=at.plan.text, when=when))

    async def _stopped(self, at: _At) -> _Told:
        rows = () if at.row.status == "stopped" else (ended(at.row, at.plan, self.state.now()),)
        shown = at.say("remind.stopped", text=at.plan.text)
        return _Told(notice=at.say("tap.done"), rows=rows, shown=shown)

    async def _undone(self, at: _At) -> _Told:
        rows = () if at.row.status == "stopped" else (changed(at.row, status="stopped"),)
        text = at.plan.text or at.say(f"{at.row.kind}.name")
        return _Told(notice=at.say("tap.done"), rows=rows, shown=at.say("remind.undone", text=text))

    async def _again(self, at: _At) -> _Told:
        """The same timer from now on."""
        now = self.state.now()
        due = now + timedelta(seconds=at.plan.seconds)
        plan = at.plan.model_copy(update={"moment": due})
        row = row_of(new_id(at.row.id, at.tap.update_id), at.row.user_id, "timer", plan, due, now)
        html = set_message(row, plan, at.profile, at.say, now)
        return _Told(rows=(row,), shown=html, buttons=set_buttons(row, at.say))

    async def _asking(self, at: _At) -> _Told:
        """The next words say it."""
        if at.row.status not in ("set", "asking"):
            return _Told(notice=at.say("tap.expired"))
        asks: Literal["time", "text"] = "time" if at.about.act == "time" else "text"
        row = replace(changed(at.row), asks=asks, asks_at=self.state.now())
        return _Told(rows=(row,), said=at.say(f"remind.asks.{asks}", text=at.plan.text), prompts=True)

    async def _chosen(self, at: _At, act: ReminderAct) -> _Told:
        """One of the times that may have been meant."""
        place = _CHOICES.index(act)
        offered = len(units_of(at.plan)) if at.plan.ahead else len(at.plan.maybe)
        if at.row.status != "asking" or place >= offered:
            return _Told(notice=at.say("tap.already" if at.row.status == "set" else "tap.expired"))
        if at.plan.ahead:
            return set_again(at.row, with_unit(at.plan, place, at.row.at), at.profile, self.state.now())
        plan = at.plan.model_copy(update={"times": (at.plan.maybe[place],), "maybe": ()})
        return set_again(at.row, plan, at.profile, self.state.now())

    async def _opened(self, at: _At) -> _Told:
        if at.row.status not in ("set", "silenced"):
            return await self._listed(at)
        page = one_page(at.row, at.profile, at.say, self.state.now())
        return _Told(shown=page.html, buttons=page.buttons)

    async def _listed(self, at: _At, *gone: ReminderRow) -> _Told:
        left = {one.id for one in gone}
        rows = [one for one in await self.state.db.reminders.of_user(at.tap.user_id) if one.id not in left]
        page = list_page(rows, at.profile, wording(at.profile.language), self.state.now())
        return _Told(rows=gone, shown=page.html, buttons=page.buttons)

    async def _deleted(self, at: _At) -> _Told:
        return await self._listed(at, ended(at.row, at.plan, self.state.now()))

    async def _back(self, at: _At) -> _Told:
        """As it was before words moved it, or stopped it."""
        if at.row.status == "stopped" and not at.plan.was:
            return set_again(at.row, at.plan, at.profile, self.state.now())
        back = await brought_back(self.state, at.row, at.profile)
        if not back:
            return _Told(notice=at.say("tap.already" if not at.plan.was else "remind.past"))
        html = back_message(back, at.profile, at.say, self.state.now())
        rows = (*back, *await given_back(self.state, at.row))
        buttons = set_buttons(back[0], at.say) if len(back) == 1 else ()
        return _Told(notice=at.say("tap.done"), rows=rows, shown=html, buttons=buttons)

    async def _resumed(self, at: _At) -> _Told:
        """Those that were silenced come again."""
        rows = await Keeping(self.state).resumed(at.tap.user_id)
        back = sum(one.status == "set" for one in rows)
        html = at.say("remind.resumed", count=back) if rows else at.say("tap.already")
        return _Told(rows=tuple(rows), shown=html)


def set_again(row: ReminderRow, plan: Plan, profile: Profile, now: datetime) -> _Told:
    """The row with its plan as it is now, and what is shown of it; a time that has passed is the next one."""
    say = wording(plan.language)
    due = next_due(plan, now, profile.zone)
    today = profile.local(now).date()
    for day in (today, today + timedelta(days=1)) if due is None and not plan.repeats else ():
        plan = plan.model_copy(update={"start": day})
        due = due or next_due(plan, now, profile.zone)
        if due is not None:
            break
    if due is None:
        return _Told(notice=say("remind.past"))
    new = replace(changed(row, status="set", due=due, plan=plan), at=now)
    return _Told(rows=(new,), shown=set_message(new, plan, profile, say, now), buttons=set_buttons(new, say))
