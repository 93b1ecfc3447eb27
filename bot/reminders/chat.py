"""Reminders and timers as they are asked for in words, and what is said when more has to be known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from agents.offline.routing.requests import may_remind
from agents.profile import Profile
from agents.reminders.asking import Asked, asked, beside, reworded, value_in
from agents.reminders.plan import LONGEST_TEXT, Plan, next_due
from agents.reminders.rows import MOST, changed, new_id, plan_of, row_of
from agents.turn import Incoming
from bot.people.state import BotState
from bot.people.teaching import Said
from bot.reminders.pages import choices, list_page, set_buttons, set_message
from bot.texts import Wording, wording
from storage.entities import Effects
from storage.errors import Outdated
from storage.reminder import ReminderRow

_NUMBER_WAITS = timedelta(hours=24)
TIMER = "timer"


@dataclass(frozen=True, slots=True)
class _Asker:
    """Who asks when, and how they are answered."""

    incoming: Incoming
    profile: Profile
    language: str
    now: datetime
    """When it was said, on their clock."""

    @property
    def say(self) -> Wording:
        """In the language of what was said."""
        return wording(self.language)

    def id_of(self, what: str) -> str:
        """One a message."""
        return new_id(what, self.incoming.chat_id, self.incoming.message_id)


@dataclass(frozen=True, slots=True)
class ReminderChat:
    """What is answered belongs into the person's own chat, wherever it was asked."""

    state: BotState

    async def answered(self, incoming: Incoming) -> Incoming:
        """The message; a bare number that a reminder asked for as the log that it is."""
        row = await self._waiting(incoming)
        if row is None or row.asks != "number":
            return incoming
        log = value_in(incoming.text, plan_of(row))
        if log is None:
            return incoming
        await self._save([changed(row)])
        return incoming.model_copy(update={"text": log, "reply_to": None})

    async def parted(self, incoming: Incoming) -> tuple[Incoming | None, Said | None]:
        """What of a message is about something else, None: nothing; and what is said to the rest."""
        said = await self.heard(incoming)
        if said is not None:
            return None, said
        if incoming.edited or incoming.reply_to is not None or not may_remind(incoming.text):
            return incoming, None
        found = await self.beside(incoming)
        return (incoming, None) if found is None else found

    async def heard(self, incoming: Incoming) -> Said | None:
        """The answer to a message that is about reminders; None: it is about something else."""
        if incoming.edited:
            return None
        row = await self._waiting(incoming)
        if row is not None and row.asks in ("time", "text"):
            told = await self._told(await self._asker(incoming), row)
            if told is not None:
                return told
        if incoming.reply_to is not None or not may_remind(incoming.text):
            return None
        asker = await self._asker(incoming)
        found = asked(incoming.text, asker.now, asker.language, asker.profile.date_order)
        return None if found is None else await self._does(asker, found)

    async def beside(self, incoming: Incoming) -> tuple[Incoming, Said] | None:
        """The log of a message that also asks for a reminder, and what is said to the request."""
        asker = await self._asker(incoming)
        parts = beside(incoming.text, asker.language)
        if parts is None:
            return None
        log, request = parts
        found = asked(request, asker.now, asker.language, asker.profile.date_order)
        if found is None or found.does not in ("set", TIMER):
            return None
        return incoming.model_copy(update={"text": log}), await self._does(asker, found)

    async def _does(self, asker: _Asker, found: Asked) -> Said:
        say = asker.say
        if found.does == "listed":
            return await self.listed(asker.profile, say)
        if found.does == "removed":
            return await self._removed(asker, found.title)
        if found.does == "timer_asked":
            return Said(say("timer.usage"))
        if found.does == "timer_stopped":
            return await self._timers_stopped(asker)
        return await self.set(asker.incoming, found)

    async def set(self, incoming: Incoming, found: Asked) -> Said:
        """Set it at once, or ask what has to be known. The same message again finds what it made."""
        asker, plan = await self._asker(incoming), found.plan
        if plan is None:
            return Said(asker.say("timer.usage"))
        say = wording(plan.language)
        if not self.state.access.allows(incoming.user_id, incoming.user_id):
            return Said(say("remind.not_private"))
        if found.problem:
            return Said(say(f"remind.{found.problem}"))
        plan = plan.model_copy(update={"text": plan.text[:LONGEST_TEXT]})
        if found.does == TIMER:
            plan = plan.model_copy(update={"moment": asker.now + timedelta(seconds=plan.seconds)})
        elif not plan.text:
            plan = plan.model_copy(update={"text": say("remind.untitled")})
        due = next_due(plan, asker.now, asker.profile.zone)
        knows_when = plan.moment is not None or plan.times
        if due is None and knows_when:
            return Said(say("remind.past"))
        if await self.state.db.reminders.count(incoming.user_id) >= MOST:
            return Said(say("remind.too_many", count=MOST))
        kind = "timer" if found.does == TIMER else "reminder"
        row = row_of(asker.id_of(kind), incoming.user_id, kind, plan, due, self.state.now())
        await self._save([row])
        return self._confirmed(row, plan, asker.profile)

    def _confirmed(self, row: ReminderRow, plan: Plan, profile: Profile) -> Said:
        """What was set, or the question that comes first."""
        say = wording(plan.language)
        if row.due_at is not None:
            html = set_message(row, plan, profile, say, self.state.now())
            return Said(html, set_buttons(row, say))
        if plan.maybe:
            clock = f"{plan.maybe[0]:%H:%M}".lstrip("0") if plan.maybe[0].hour else f"{plan.maybe[1]:%H:%M}"
            return Said(say("remind.which", text=plan.text, clock=clock), choices(row, plan, say))
        return Said(say("remind.when", text=plan.text))

    async def listed(self, profile: Profile, say: Wording) -> Said:
        """All of a person's."""
        rows = await self.state.db.reminders.of_user(profile.user_id)
        html, buttons = list_page(rows, profile, say, self.state.now())
        return Said(html, buttons)

    async def _removed(self, asker: _Asker, title: str) -> Said:
        """The one of that name; where it is not plain which, the list with its buttons."""
        rows = await self.state.db.reminders.of_user(asker.incoming.user_id)
        wanted = title.casefold().split()
        named = [row for row in rows if wanted and all(word in _words(row) for word in wanted)]
        if len(named) != 1 or not await self._save([changed(named[0], status="stopped")]):
            return await self.listed(asker.profile, asker.say)
        return Said(asker.say("remind.stopped", text=plan_of(named[0]).text))

    async def _timers_stopped(self, asker: _Asker) -> Said:
        rows = await self.state.db.reminders.of_user(asker.incoming.user_id)
        timers = [changed(row, status="stopped") for row in rows if row.kind != "reminder"]
        if not timers or not await self._save(timers):
            return Said(asker.say("timer.none"))
        return Said(asker.say("timer.stopped"))

    async def _told(self, asker: _Asker, row: ReminderRow) -> Said | None:
        """The words that a reminder waits for; None: they are about something else."""
        plan = plan_of(row)
        if row.asks == "text":
            plan = plan.model_copy(update={"text": asker.incoming.text[:LONGEST_TEXT]})
            new = changed(row, plan=plan)
            return await self._changed(new, plan, asker)
        found = reworded(plan, asker.incoming.text, asker.now, asker.profile.date_order)
        if found is None or found.plan is None:
            return None
        say = wording(plan.language)
        if found.problem:
            return Said(say(f"remind.{found.problem}"))
        new_plan = _with_rhythm(plan, found.plan)
        due = next_due(new_plan, asker.now, asker.profile.zone)
        if due is None and (new_plan.times or new_plan.moment):
            return Said(say("remind.past"))
        new = changed(row, status="asking" if due is None else "set", due=due, plan=new_plan)
        if due is None:
            new = replace(new, asks="time", asks_at=self.state.now())
        return await self._changed(new, new_plan, asker)

    async def _changed(self, row: ReminderRow, plan: Plan, asker: _Asker) -> Said:
        if not await self._save([row]):
            return await self.listed(asker.profile, asker.say)
        return self._confirmed(row, plan, asker.profile)

    async def _waiting(self, incoming: Incoming) -> ReminderRow | None:
        """The reminder that waits for this person's words, if it still does; in the private chat only."""
        user_id = incoming.user_id
        private = incoming.chat_id == user_id and not incoming.edited
        if not private or user_id not in self.state.watch.asked:
            return None
        row = await self.state.db.reminders.asking(user_id)
        if row is None:
            self.state.watch.asked.discard(user_id)
            return None
        pause = timedelta(minutes=self.state.services.limits.session_gap_minutes)
        waits = pause if row.asks == "text" else _NUMBER_WAITS
        if row.asks_at is None or abs(self.state.now() - row.asks_at) <= waits:
            return row
        await self._save([changed(row, status="over" if row.status == "asking" else None)])
        return None

    async def _asker(self, incoming: Incoming) -> _Asker:
        profile = await self.state.profile(incoming.user_id)
        language = self.state.services.spoken(incoming.text, profile.language)
        return _Asker(incoming, profile, language, profile.local(incoming.sent_at))

    async def _save(self, rows: list[ReminderRow]) -> bool:
        """Whether nobody else was quicker."""
        try:
            await self.state.db.turns.apply(Effects(reminders=rows))
        except Outdated:
            return False
        return True


def _words(row: ReminderRow) -> str:
    return plan_of(row).text.casefold()


def _with_rhythm(before: Plan, now: Plan) -> Plan:
    """Another time of the day leaves the days as they are, another day the time of the day."""
    only_clock = not now.rule and now.moment is None and (now.times or now.maybe)
    if only_clock and before.rule:
        return before.model_copy(update={"times": now.times, "maybe": now.maybe})
    if not (now.times or now.maybe or now.moment):
        return now.model_copy(update={"times": before.times, "maybe": before.maybe})
    return now
