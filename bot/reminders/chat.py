"""Reminders and timers as they are asked for in words, and what is said when more has to be known."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

from agents.offline.lexicon import language_of
from agents.offline.routing.requests import may_remind, takes_back
from agents.profile import Profile
from agents.reminders.asking import Reply, asked, replied, reworded, said_to_one, value_in
from agents.reminders.moving import (
    ended,
    is_meant,
    is_of_some_days,
    moved,
    once_more,
    with_rhythm,
)  # fmt: skip
from agents.reminders.parting import beside, goes_on, several, without_rest
from agents.reminders.plan import LONGEST_TEXT, Plan, next_due
from agents.reminders.planning import Asked, apart
from agents.reminders.rows import changed, plan_of, row_of
from agents.reminders.times import When
from agents.turn import Incoming
from bot.people.state import BotState
from bot.reminders.asker import Asker
from bot.reminders.come import CAME, done, later, spoken_to
from bot.reminders.of_days import left_out, of_days
from bot.reminders.pages import (
    button,
    confirmed,
    left_message,
    list_page,
    moved_buttons,
    moved_message,
    set_buttons,
)
from bot.replies.callbacks import reminder_of
from bot.replies.console_ids import without_buttons
from bot.replies.rhythms import moment
from bot.replies.said import Said
from bot.texts import Html, Wording, wording
from storage.entities import DateRange, Effects
from storage.errors import Outdated
from storage.reminder import ReminderRow
from storage.reminders import MOST_OF_ONE

_NUMBER_WAITS = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class ReminderChat:
    """What is answered belongs into the person's own chat, wherever it was asked."""

    state: BotState

    async def answered(self, incoming: Incoming) -> Incoming:
        """The message; a bare number that a reminder asked for as the log that it is."""
        row = await self._waiting(incoming)
        if row is None and any(map(str.isdecimal, incoming.text)):
            row = await spoken_to(self.state, incoming)
        elif row is None or row.asks != "number":
            return incoming
        log = row and value_in(incoming.text, plan_of(row))
        if row is None or log is None:
            return incoming
        if row.asks:
            await self._save([changed(row)])
        return incoming.model_copy(update={"text": log, "reply_to": None})

    async def parted(self, incoming: Incoming) -> tuple[Incoming | None, Said | None]:
        """What of a message is about something else, None: nothing; and what is said to the rest."""
        if (found := await self.beside(incoming, surely=True)) is not None:
            return found
        request, rest = without_rest(incoming.text, language_of(incoming.text))
        said = await self.heard(incoming.model_copy(update={"text": request}))
        if said is not None:
            return (incoming.model_copy(update={"text": rest}) if rest else None), said
        found = await self.beside(incoming)
        return (incoming, None) if found is None else found

    async def to_one(self, incoming: Incoming) -> Said | None:
        """What is said to "done", "later", "stop" behind one that has come; None: it is said of none."""
        language = language_of(incoming.text)
        act = said_to_one(incoming.text, language, in_reply=bool(incoming.replied_taps))
        row = act and await spoken_to(self.state, incoming)
        if not row:
            return None
        asker = await self._asker(incoming)
        if act == "snooze":
            said = replied(incoming.text, asker.language, asker.now, asker.profile.date_order)
            return None if said is None else await self._put_off(asker, row, said)
        if act == "later":
            return later(row, asker.say)
        if act == "stop":
            return await self._stopped(asker, [row])
        rows, told = done(self.state, row, asker.say)
        return told if await self._save(rows) else None

    async def heard(self, incoming: Incoming) -> Said | None:
        """The answer to a message that is about reminders; None: it is about something else."""
        if incoming.edited:
            return None
        if (said := await self._replied(incoming)) is not None:
            return said
        row = await self._waiting(incoming)
        if row is not None and row.asks in ("time", "text"):
            told = await self._told(await self._asker(incoming), row)
            if told is not None:
                return told
        if incoming.replies_to is not None or not may_remind(incoming.text):
            return None
        return await self._asked(await self._asker(incoming))

    async def _asked(self, asker: Asker) -> Said | None:
        """What a message of its own asks for, or each of several things."""
        incoming = asker.incoming
        when = (asker.now, asker.language, asker.profile.date_order)
        if each := several(incoming.text, *when):
            told = [await self.set(incoming, one, f"reminder:{at}") for at, one in enumerate(each)]
            return Said.together(told)
        rows = await self._reminders(asker)
        found = asked(incoming.text, *when, [plan_of(row).text for row in rows])
        if found is None:
            return None
        changing = {"moved": self._moved, "removed": self._removed, "skipped": self._skipped}
        return await changing.get(found.does, self._does)(asker, found, rows)

    async def _replied(self, incoming: Incoming) -> Said | None:
        """Another time, said in a reply to a reminder or to what was said when it was set."""
        about = reminder_of(incoming.replied_taps) if incoming.chat_id == incoming.user_id else None
        row = about and await self.state.db.reminders.reminder(incoming.user_id, about.reminder_id)
        if not about or not row or row.kind != "reminder" or row.status in ("asking", "stopped"):
            return None
        asker = await self._asker(incoming)
        said = replied(incoming.text, asker.language, asker.now, asker.profile.date_order)
        if said is None:
            return None
        once = plan_of(row).repeats and (said.when.seconds or said.when.ahead)
        came = row.status == "over" or about.act in CAME or once
        if said.not_today:
            return await self._not_today(asker, row)
        return await self._put_off(asker, row, said) if came else await self._moved_to(asker, row, said)

    async def _not_today(self, asker: Asker, row: ReminderRow) -> Said | None:
        """A rhythm leaves today out; what comes once comes tomorrow."""
        plan = plan_of(row)
        tomorrow = asker.now.date() + timedelta(days=1)
        day = Reply(When(days=DateRange(start=tomorrow, end=tomorrow)))
        if not plan.repeats:
            return await (self._put_off if row.status == "over" else self._moved_to)(asker, row, day)
        today = DateRange(start=asker.now.date(), end=asker.now.date())
        return await self._left_out(asker, row, When(days=today)) or await self.listed(
            asker.profile, asker.say
        )

    async def _skipped(self, asker: Asker, found: Asked, rows: list[ReminderRow]) -> Said | None:
        """Days that rhythms leave out; None: none is meant that comes then.

        Without a name it is one of some days of the week: `skip friday` means no medicine of each day.
        """
        rows = self._meant(rows, found)
        plain = found.of != "all" and not found.title
        meant = [row for row in rows if not plain or is_of_some_days(plan_of(row))]
        told = [await self._not_then(asker, row, found.when or When()) for row in meant]
        left = [one for one in told if one is not None]
        return Said.together(left) if left else None

    async def _not_then(self, asker: Asker, row: ReminderRow, when: When) -> Said | None:
        """A rhythm leaves those days out; what comes once then ends, or comes when they are over."""
        plan, today = plan_of(row), asker.now.date()
        day = row.due_at and row.due_at.astimezone(asker.profile.zone).date()
        if plan.repeats:
            came = when.days is not None and when.days.end == today and day != today
            return None if came else await self._left_out(asker, row, when)
        if day is None or when.rule:
            return None
        if when.ending is not None and when.ending.day is not None and day < when.ending.day:
            after = DateRange(start=when.ending.day, end=when.ending.day)
            return await self._moved_to(asker, row, Reply(When(days=after)))
        is_then = when.days is not None and when.days.start <= day <= when.days.end
        return await self._stopped(asker, [row]) if is_then else None

    async def _left_out(self, asker: Asker, row: ReminderRow, when: When) -> Said | None:
        found = left_out(row, when, asker.now.date(), self.state.now(), asker.profile)
        return found.said if found is not None and await self._save(found.rows) else None

    async def _put_off(self, asker: Asker, row: ReminderRow, said: Reply) -> Said:
        """One that came, once more; what it repeats stays."""
        plan, now, zone = plan_of(row), self.state.now(), asker.profile.zone
        new_plan = once_more(plan, said, asker.profile.local(row.fired_at or now), asker.now)
        due = next_due(new_plan, now, zone)
        say = wording(plan.language)
        if due is None and (new_plan.times or new_plan.moment):
            return Said(say("remind.past"))
        new = row_of(asker.id_of("again"), row.user_id, "reminder", new_plan, due, now)
        await self._save([new])
        if due is None:
            return confirmed(new, new_plan, asker.profile, now)
        when = moment(due, asker.profile, say, now)
        return Said(say("remind.put_off", text=plan.text, when=when), set_buttons(new, say))

    async def beside(self, incoming: Incoming, *, surely: bool = False) -> tuple[Incoming, Said] | None:
        """The log of a message that also asks for a reminder, and what is said to the request."""
        if incoming.edited or incoming.replies_to is not None or not may_remind(incoming.text):
            return None
        asker = await self._asker(incoming)
        parts = beside(incoming.text, asker.language, surely=surely)
        if parts is None:
            return None
        log, request = parts
        if surely and goes_on(log, asker.now, asker.language, asker.profile.date_order):
            return None
        found = asked(request, asker.now, asker.language, asker.profile.date_order)
        if found is None or found.does not in ("set", "timer"):
            return None
        return incoming.model_copy(update={"text": log}), await self.set(asker.incoming, found)

    async def _does(self, asker: Asker, found: Asked, rows: list[ReminderRow]) -> Said | None:
        say = asker.say
        if found.does == "listed":
            return await self.listed(asker.profile, say)
        if found.does == "timer_asked":
            return Said(say("timer.usage"))
        if found.does in ("timer_left", "timer_stopped"):
            return await self._timers(asker, found)
        if found.of == "newest" and not await self._newest(asker, rows):
            return None  # "another one" of something else
        return await self.set(asker.incoming, found)

    async def set(self, incoming: Incoming, found: Asked, what: str = "") -> Said:
        """Set it at once, or ask what has to be known; of several times of a day one for each.

        The same message again finds what it made.
        """
        asker, what = await self._asker(incoming), what or ("timer" if found.does == "timer" else "reminder")
        each = enumerate(apart(found, asker.now))
        told = [await self._set(asker, one, f"{what}:{at}" if at else what) for at, one in each]
        return Said.together(told)

    async def _set(self, asker: Asker, found: Asked, what: str) -> Said:
        user_id, plan = asker.incoming.user_id, found.plan
        if plan is None:
            return Said(asker.say("timer.usage"))
        say = wording(plan.language)
        if not self.state.access.allows(user_id, user_id):
            return Said(say("remind.not_private"))
        if found.problem:
            return Said(say(f"remind.{found.problem}"))
        plan = plan.model_copy(update={"text": plan.text[:LONGEST_TEXT]})
        if found.does == "timer":
            plan = plan.model_copy(update={"moment": asker.now + timedelta(seconds=plan.seconds)})
        elif not plan.text:
            plan = plan.model_copy(update={"text": say("remind.untitled")})
        due = next_due(plan, asker.now, asker.profile.zone)
        knows_when = plan.moment is not None or plan.times
        if due is None and knows_when:
            return Said(say("remind.past"))
        if await self.state.db.reminders.count(user_id) >= MOST_OF_ONE:
            return Said(say("remind.too_many", count=MOST_OF_ONE))
        kind = "timer" if found.does == "timer" else "reminder"
        row = row_of(asker.id_of(what), user_id, kind, plan, due, self.state.now())
        await self._save([row])
        return confirmed(row, plan, asker.profile, self.state.now())

    async def listed(self, profile: Profile, say: Wording) -> Said:
        """All of a person's."""
        rows = await self.state.db.reminders.of_user(profile.user_id)
        return list_page(rows, profile, say, self.state.now())

    async def _removed(self, asker: Asker, found: Asked, rows: list[ReminderRow]) -> Said | None:
        """The one of that name, or all; where it is not plain which, those that may be meant."""
        meant = rows if found.of == "all" else self._meant(rows, found)
        is_plain = len(meant) == 1 or (found.of == "all" and meant)
        return await (self._stopped if is_plain else self._which)(asker, meant)

    async def _stopped(self, asker: Asker, meant: list[ReminderRow]) -> Said:
        say, now = asker.say, self.state.now()
        if not await self._save([ended(one, plan_of(one), now) for one in meant]):
            return await self._which(asker, meant)
        back = button(say.label("remind.button.undo"), meant[0].id, "back")
        if len(meant) > 1:
            return Said(say("remind.cleared", count=len(meant)), ((back,),))
        return Said(say("remind.stopped", text=plan_of(meant[0]).text), ((back,),))

    async def _moved(self, asker: Asker, found: Asked, rows: list[ReminderRow]) -> Said | None:
        """Another time for one that is set; None: `make it 9pm` is said of something else."""
        meant = await self._newest(asker, rows) if found.of == "newest" else self._meant(rows, found)
        if found.of == "newest" and len(meant) != 1:
            return None
        if not meant and found.plan is not None:
            return await self.set(asker.incoming, found.model_copy(update={"does": "set"}))
        if len(meant) != 1:
            return await self._which(asker, meant)
        (row,) = meant
        if not found.shift and (found.when is None or not found.when.said):
            await self._save([replace(changed(row), asks="time", asks_at=self.state.now())])
            return Said(asker.say("remind.asks.time", text=plan_of(row).text))
        return await self._moved_to(asker, row, found)

    async def _moved_to(self, asker: Asker, row: ReminderRow, found: Asked | Reply) -> Said:
        before, now = plan_of(row), self.state.now()
        other = asker.id_of("parted")
        if (new := of_days(row, found, other, asker.now, now, asker.profile)) and await self._save(new.rows):
            return new.said
        told = moved(row, before, found, asker.now)
        say = wording(before.language)
        plan = told.plan or before
        due = next_due(plan, now, asker.profile.zone)
        if plan.ahead and not told.problem:
            asks = changed(row, status="asking", plan=plan, asks="time", asks_at=now)
            return await self._changed(asks, plan, asker)
        if told.problem or due is None:
            return Said(say(f"remind.{told.problem or 'past'}"))
        new = replace(changed(row, status="set", due=due, plan=plan), at=now)
        if not await self._save([new]):
            return await self.listed(asker.profile, asker.say)
        return Said(moved_message(new, plan, row, asker.profile, say, now), moved_buttons(new, say))

    async def _newest(self, asker: Asker, rows: list[ReminderRow]) -> list[ReminderRow]:
        """The one that was set last, if nothing was logged since and that is not long ago."""
        row = max(rows, key=lambda one: one.at, default=None)
        pause = timedelta(minutes=self.state.services.limits.session_gap_minutes)
        if row is None or self.state.now() - row.at > pause:
            return []
        db, user_id = self.state.db, asker.incoming.user_id
        change, done = await db.entries.last_change(user_id), await db.proposals.last_done(user_id)
        since = (None if change is None else change.at, None if done is None else done.settled_at)
        return [] if any(at is not None and at > row.at for at in since) else [row]

    async def _reminders(self, asker: Asker) -> list[ReminderRow]:
        rows = await self.state.db.reminders.of_user(asker.incoming.user_id)
        return [row for row in rows if row.kind == "reminder"]

    def _meant(self, rows: list[ReminderRow], found: Asked) -> list[ReminderRow]:
        terms = self.state.services.registry.terms
        return [row for row in rows if is_meant(plan_of(row), found, terms)]

    async def _which(self, asker: Asker, meant: list[ReminderRow]) -> Said:
        """Those that may be meant, else all."""
        if not meant:
            return await self.listed(asker.profile, asker.say)
        return list_page(meant, asker.profile, asker.say, self.state.now())

    async def _timers(self, asker: Asker, found: Asked) -> Said:
        """How long they still run, or that they were stopped."""
        rows = await self.state.db.reminders.of_user(asker.incoming.user_id)
        timers = [row for row in rows if row.kind != "reminder"]
        if timers and found.does == "timer_left":
            return Said(Html("\n".join(left_message(row, asker.say, self.state.now()) for row in timers)))
        stopped = bool(timers) and await self._save([changed(row, status="stopped") for row in timers])
        return Said(asker.say("timer.stopped" if stopped else "timer.none"))

    async def _told(self, asker: Asker, row: ReminderRow) -> Said | None:
        """The words that a reminder waits for; None: they are about something else."""
        plan = plan_of(row)
        if row.asks == "text":
            plan = plan.model_copy(update={"text": asker.incoming.text[:LONGEST_TEXT]})
            new = changed(row, plan=plan)
            return await self._changed(new, plan, asker)
        say = wording(plan.language)
        when = (asker.now, asker.language, asker.profile.date_order)
        found = asked(asker.incoming.text, *when, [plan.text])
        dropped = found is not None and found.does == "removed" and self._meant([row], found)
        if row.status == "asking" and (dropped or takes_back(asker.incoming.text)):
            await self._save([changed(row, status="stopped")])
            return Said(say("remind.undone", text=plan.text))
        found = reworded(plan, asker.incoming.text, asker.now, asker.profile.date_order)
        if found is None or found.plan is None:
            return None
        if found.problem:
            return Said(say(f"remind.{found.problem}"))
        new_plan = with_rhythm(plan, found)
        due = next_due(new_plan, asker.now, asker.profile.zone)
        if due is None and (new_plan.times or new_plan.moment):
            return Said(say("remind.past"))
        new = changed(row, status="asking" if due is None else "set", due=due, plan=new_plan)
        if due is None:
            new = replace(new, asks="time", asks_at=self.state.now())
        return await self._changed(new, new_plan, asker)

    async def _changed(self, row: ReminderRow, plan: Plan, asker: Asker) -> Said:
        if not await self._save([row]):
            return await self.listed(asker.profile, asker.say)
        return confirmed(row, plan, asker.profile, self.state.now())

    async def _waiting(self, incoming: Incoming) -> ReminderRow | None:
        """The reminder that waits for this person's words, if it still does; not of what a group hears."""
        user_id, typed = incoming.user_id, without_buttons(incoming.chat_id)
        alone = typed or incoming.chat_id == user_id
        if not alone or incoming.edited or user_id not in self.state.watch.asked:
            return None
        row = await self.state.db.reminders.asking(user_id)
        if row is not None and typed and row.asks != "time":
            return None  # a tap in the chat asked for it
        if row is None:
            self.state.watch.asked.discard(user_id)
            return None
        pause = timedelta(minutes=self.state.services.limits.session_gap_minutes)
        waits = pause if row.asks == "text" else _NUMBER_WAITS
        if row.asks_at is None or abs(self.state.now() - row.asks_at) <= waits:
            return row
        await self._save([changed(row, status="over" if row.status == "asking" else None)])
        return None

    async def _asker(self, incoming: Incoming) -> Asker:
        profile = await self.state.profile(incoming.user_id)
        language = self.state.services.spoken(incoming.text, profile.language)
        return Asker(incoming, profile, language, profile.local(incoming.sent_at))

    async def _save(self, rows: list[ReminderRow]) -> bool:
        """Whether nobody else was quicker."""
        try:
            await self.state.db.turns.apply(Effects(reminders=rows))
        except Outdated:
            return False
        return True
