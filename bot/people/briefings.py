"""What the bot says by itself: the weekly review, a morning line, check-ins; only where it is wanted.

Each is a row of the schedule. What is sent and the row's next time are one commit, so that a kill at any
moment neither loses nor doubles it; the outbox says so of what may have arrived twice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from agents.charts.chart import Chart
from agents.goals.progress import WINDOW
from agents.profile import Profile
from agents.review.checks import check_ins
from agents.review.week import Week, goals_now, week_of
from agents.types import FigureRequest
from bot.people.due import briefing_due, quiet_until
from bot.people.state import BotState
from bot.people.stopping import GO_ON, STOP
from bot.replies.callbacks import SettingTap
from bot.replies.reviews import check_in_text, morning_text, week_text
from bot.replies.said import Said
from bot.texts import Html, Wording, wording
from storage.entities import Buttons, DateRange, Effects, ScheduledRun
from storage.times import Job

LATE = timedelta(hours=1)
"""What comes later than this says so."""
_NOON = 12
_DRAWN = frozenset({"best", "level", "pace", "average"})
"""Kinds of goals that have a course to be drawn."""
_MORNING = timedelta(hours=4)
"""Later than that it is none any more."""
_IDLE = timedelta(days=6)
"""So many days before a day without a log are looked at."""


@dataclass(frozen=True, slots=True)
class Briefings:
    """One person's at a time."""

    state: BotState

    async def run(self, run: ScheduledRun, now: datetime) -> bool:
        """Send what is due and set when it is due next; whether anything was sent."""
        profile = await self.state.profile(run.user_id)
        due = briefing_due(run.job, profile, now)
        if due is None:
            await self.state.db.schedule.end(run.user_id, run.job)
            return False
        if run.due_at > now:  # set by a clock that was wrong
            await self.state.db.schedule.save_run(run.model_copy(update={"due_at": due}))
            return False
        waits = quiet_until(profile, now)
        if waits is not None and run.job == "checkins":
            await self.state.db.schedule.save_run(run.model_copy(update={"due_at": min(waits, due)}))
            return False
        if waits is not None and now - run.due_at > LATE:
            return False
        told = await self._told(run, profile, now)
        effects = Effects(
            runs=[run.model_copy(update={"due_at": due, "last_run_at": now, "seen_entry_id": told.idle})]
        )
        if told.said is not None:
            said = replace(told.said, chart=told.chart)
            if now - run.due_at > LATE and run.job != "checkins":
                said = replace(said, html=_with_lateness(said.html, run, profile))
            effects.outgoing.append(said.to(run.user_id, told.key, late_after=now + LATE))
        await self.state.db.turns.apply(effects)
        return told.said is not None

    async def _told(self, run: ScheduledRun, profile: Profile, now: datetime) -> _Told:
        """Of a week without a log only the question whether to go on, once."""
        say, idle = wording(profile.language), await self._idle(profile, now)
        if idle is not None:
            asks = _stop_question(run.job, say) if run.seen_entry_id != idle else None
            return _Told(asks, f"idle:{run.user_id}:{idle}", idle)
        key = f"{run.job}:{run.user_id}:{run.due_at:%Y%m%dT%H%M%S}"
        if run.job == "digest":
            return await self._review(run, profile, now, say, key)
        if run.job == "morning":
            is_morning = now - run.due_at < _MORNING
            return _Told(await self._morning(profile, now, say) if is_morning else None, key)
        return await self._check_in(profile, now, say)

    async def _idle(self, profile: Profile, now: datetime) -> str | None:
        """The last thing logged, where a week has passed without any; None: there was one."""
        today = profile.local(now).date()
        db = self.state.db
        entries = await db.entries.get_entries_by_date_range(profile.user_id, today - _IDLE, today, limit=1)
        if entries:
            return None
        last = await db.entries.last_change(profile.user_id)
        return "none" if last is None else f"{last.entry_id}:{last.revision}"

    async def _review(
        self, run: ScheduledRun, profile: Profile, now: datetime, say: Wording, key: str
    ) -> _Told:
        """Of the seven days up to the one it was due on; due in the morning, up to the one before."""
        today = profile.local(now).date()
        due = profile.local(run.due_at if now - run.due_at < timedelta(days=1) else now)
        last = due.date() - timedelta(days=int(due.hour < _NOON))
        week = await week_of(self.state.db, profile, last, today)
        chart = await self._chart(profile, week, now)
        return _Told(Said(week_text(week, say, today), _stop_button(run.job, say)), key, chart=chart)

    async def _chart(self, profile: Profile, week: Week, now: datetime) -> str | None:
        """The course of the first goal that has one, else the days trained."""
        from agents.offline.charts.asked import AskedChart  # noqa: PLC0415 - for reviews alone
        from agents.offline.charts.service import Charting  # noqa: PLC0415 - as above

        charting = Charting(self.state.services)
        span = DateRange(start=week.span.end - WINDOW, end=week.span.end)
        goal = next((one.goal for one in week.goals if one.goal.kind in _DRAWN and one.n > 1), None)
        asked = AskedChart("calendar", span=span)
        if goal is not None:
            request = FigureRequest(
                statistic="trend", measure=goal.name, quantity=goal.quantity, date_range=span
            )
            asked = AskedChart("figures", (request,), span)
        found = await charting.of(asked, profile.user_id, now)
        return found.spec.model_dump_json(exclude_defaults=True) if isinstance(found, Chart) else None

    async def _morning(self, profile: Profile, now: datetime, say: Wording) -> Said | None:
        db, today = self.state.db, profile.local(now).date()
        yesterday = today - timedelta(days=1)
        entries = await db.entries.get_entries_by_date_range(profile.user_id, yesterday, yesterday)
        goals = await goals_now(db, profile, today)
        html = morning_text(entries, goals, say)
        return None if html is None else Said(html, _stop_button("morning", say))

    async def _check_in(self, profile: Profile, now: datetime, say: Wording) -> _Told:
        """The first that was not told before: the rows of the outbox know."""
        db, today = self.state.db, profile.local(now).date()
        for found in await check_ins(db, profile, today):
            key = f"checkin:{profile.user_id}:{found.rule}:{found.mark}"
            if await db.outbox.shown_as(key) is None:
                return _Told(Said(check_in_text(found, say), _stop_button("checkins", say)), key)
        return _Told(None, "")


@dataclass(frozen=True, slots=True)
class _Told:
    """What is sent under which key; None: nothing. `idle`: see `Briefings._idle`."""

    said: Said | None
    key: str
    idle: str | None = None
    chart: str | None = None


def _stop_button(job: Job, say: Wording) -> Buttons:
    label = say.label(f"briefing.stop.{job}")
    return ((SettingTap(STOP, job).button(label),),)


def _stop_question(job: Job, say: Wording) -> Said:
    """Asked once; until something is logged again there is silence either way."""
    stop = SettingTap(STOP, job).button(say.label("briefing.idle.stop"))
    go_on = SettingTap(GO_ON, job).button(say.label("briefing.idle.go_on"))
    return Said(say("briefing.idle"), ((go_on, stop),))


def _with_lateness(html: str, run: ScheduledRun, profile: Profile) -> Html:
    due, say = profile.local(run.due_at), wording(profile.language)
    return Html(f"{say('briefing.late', day=say.day(due.date()), clock=f'{due:%H:%M}')}\n\n{html}")
