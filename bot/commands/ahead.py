"""What is on on days to come where no calendar is connected: reminders, programme and noted plans."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from agents.gym.coming import Week
from agents.offline.intentions import intended_on
from agents.offline.lexicon import language_of
from agents.profile import Profile
from agents.reminders.plan import next_due
from agents.reminders.rows import plan_of
from agents.signs import may_speak_of
from agents.turn import Incoming
from bot.people.state import BotState
from bot.replies.coming import coming_line
from bot.replies.rhythms import moment
from bot.replies.said import Said
from bot.texts import Html, Wording, wording
from storage.entities import DateRange

_MOST = 20
_LOOKED_AT = 50
"""Entries; a plan is noted lately."""
_INSTANT, _WEEK = timedelta(seconds=1), timedelta(days=7)


async def ahead(state: BotState, incoming: Incoming) -> Said | None:
    """The answer to "what's on Friday?"; None: it asks something else, or a calendar answers it."""
    language = language_of(incoming.text)
    if not may_speak_of("agenda", incoming.text, language):
        return None
    if state.assistant is not None and state.assistant.has_calendar(incoming.user_id):
        return None
    profile = await state.profile(incoming.user_id)
    found = _asked(incoming, language, profile)
    if found is None:
        return None
    days, surely = found
    say = wording(state.services.spoken(incoming.text, profile.language))
    told = [
        *await _reminded(state, incoming, days, profile, say),
        *await _trained(state, profile, profile.local(incoming.sent_at).date(), days, say),
        *await _intended(state, profile, days, say),
    ]
    if not told and not surely:
        return None
    first = say.day(days.start)
    span = first if days.start == days.end else say("ahead.span", first=first, last=say.day(days.end))
    title = say("ahead.title" if told else "ahead.nothing", days=span)
    return Said(Html("\n".join([title, *told, say("ahead.no_calendar")])))


def _asked(incoming: Incoming, language: str, profile: Profile) -> tuple[DateRange, bool] | None:
    """The days to come that are asked about, and whether nothing else can be meant."""
    from agents.agenda.asking import asked  # noqa: PLC0415 - a start must not wait for it

    now = profile.local(incoming.sent_at)
    found = asked(incoming.text, now.replace(tzinfo=None), language, profile.date_order)
    if found is None or found.does != "read" or found.vague:
        return None
    if found.when.days is None:
        week = DateRange(start=now.date(), end=now.date() + _WEEK)
        return None if found.surely else (week, False)
    return (found.when.days, found.surely) if found.when.days.end >= now.date() else None


async def _reminded(
    state: BotState, incoming: Incoming, days: DateRange, profile: Profile, say: Wording
) -> list[Html]:
    """The first time that each reminder comes on these days, from now on."""
    since = max(incoming.sent_at, datetime.combine(days.start, time(), profile.zone) - _INSTANT)
    rows = await state.db.reminders.of_user(incoming.user_id)
    plans = [plan_of(row) for row in rows if row.kind == "reminder" and row.status == "set"]
    due = [(at, plan.text) for plan in plans if (at := next_due(plan, since, profile.zone)) is not None]
    soon = sorted((at, text) for at, text in due if profile.local(at).date() <= days.end)
    return [
        say("ahead.reminder", when=moment(at, profile, say, incoming.sent_at), text=text)
        for at, text in soon[:_MOST]
    ]


async def _trained(
    state: BotState, profile: Profile, today: date, days: DateRange, say: Wording
) -> list[Html]:
    """The next session of the programme that is followed, if it is on one of these days."""
    from bot.gym.chat import GymChat  # noqa: PLC0415 - only for who asks of days to come

    found = await GymChat(state, state.gym).desk.comes(profile, today)
    if found is None:
        return []
    comes = found[1]
    session = comes.coming if isinstance(comes, Week) else comes
    if session is None or not days.start <= session.day <= days.end:
        return []
    return [coming_line(comes, say, today)]


async def _intended(state: BotState, profile: Profile, days: DateRange, say: Wording) -> list[Html]:
    """What was noted as a plan for these days."""
    entries = await state.db.entries.latest_changed(profile.user_id, _LOOKED_AT)
    found = intended_on(days, entries, profile)
    return [say("ahead.intended", day=say.day(one.days.start), text=one.entry.text) for one in found[:_MOST]]
