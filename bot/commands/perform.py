"""What each command does. Each returns its reply, or None when the reply was queued with the work itself."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import date, timedelta
from functools import partial

from agents.giving_way import gave_way
from agents.handover import Handover, Part
from agents.session import Mode
from bot.commands import coaching, export, gym
from bot.commands.cases import cases
from bot.commands.cost import cost
from bot.commands.days import of_a_day, of_a_week
from bot.commands.drawing import chart_chat
from bot.commands.forgetting import forget
from bot.commands.jobs import job, jobs
from bot.commands.reminding import reminders, timer
from bot.commands.undoing import take_back
from bot.people import preferences as settings
from bot.people.briefing_page import FIELDS as BRIEFING_FIELDS
from bot.people.briefing_page import briefings_page, typed
from bot.people.fixing import Fixing
from bot.people.questions import Answering
from bot.people.state import BotState
from bot.replies.console_ids import without_buttons
from bot.replies.measures import grouped
from bot.replies.said import Said
from bot.texts import Html, wording
from bot.texts.commands import offered
from bot.texts.html import escape
from bot.texts.languages import OWN, known_language, language_name
from bot.updates.asked import Asked
from bot.updates.incoming import says_something
from storage.entities import Effects, Entry, Outgoing, Preferences

logger = logging.getLogger(__name__)

Perform = Callable[[BotState, Asked], Awaitable[Outgoing | None]]

_MOST_ENTRIES = 200


async def start(state: BotState, asked: Asked) -> Outgoing:
    """Greet; somebody whose Telegram speaks a language of ours is answered in it from now on."""
    user = await state.user(asked.user_id, asked.user_name)
    code = (asked.language_code or "").partition("-")[0]
    if user.preferences.language is None and code not in ("", asked.profile.language):
        chosen = settings.chosen_by("language", code)
        if chosen is not None:
            effects = Effects()
            await state.choose(asked.user_id, asked.user_name, chosen, effects)
            await state.db.turns.apply(effects)
    say = await state.wording(asked.user_id)
    return asked.reply(say("start", name=asked.user_name))


async def show_help(state: BotState, asked: Asked) -> Outgoing:
    """What can be done, with every command; those of owners for owners."""
    language = asked.profile.language
    known = offered(owner=state.access.is_owner(asked.user_id), coaches=state.coaching.enabled)
    commands = "\n".join(f"/{command.name} – {escape(command.describe(language))}" for command in known)  # noqa: RUF001 - a dash is meant
    return asked.reply(asked.say("help", commands=Html(commands)))


async def context(state: BotState, asked: Asked) -> Outgoing:
    """The memory, section by section, with its buttons."""
    page = await (await state.memory_pages(asked.profile, asked.say)).first()
    return asked.says(page)


async def today(state: BotState, asked: Asked) -> Outgoing:
    """Today's entries."""
    entries = await _between(state, asked, asked.today, asked.today)
    if not entries:
        return asked.reply(asked.say("today.nothing"))
    title = asked.say("today.title", day=asked.say.day(asked.today))
    html = [title, *of_a_day(entries, asked.profile, asked.say), *await _given_way(state, asked, entries)]
    return asked.reply("\n".join(html))


async def week(state: BotState, asked: Asked) -> Outgoing:
    """The ISO week so far, by kind, day by day."""
    monday = asked.today - timedelta(days=asked.today.weekday())
    sunday = monday + timedelta(days=6)
    entries = await _between(state, asked, monday, sunday)
    if not entries:
        return asked.reply(asked.say("week.nothing"))
    say = asked.say
    html: list[str] = [say("week.title", first=say.short_day(monday), last=say.short_day(sunday))]
    html += [*of_a_week(entries, asked.profile, say), *await _given_way(state, asked, entries)]
    days = len({entry.day for entry in entries})
    summary = say("week.summary_one") if days == 1 else say("week.summary", days=days)
    return asked.reply("\n".join([*html, f"\n{summary}"]))


async def _between(state: BotState, asked: Asked, first: date, last: date) -> list[Entry]:
    """Oldest first."""
    found = await state.db.entries.get_entries_by_date_range(asked.user_id, first, last, limit=_MOST_ENTRIES)
    return sorted(found, key=lambda entry: (entry.day, entry.logged_at, entry.message_id, entry.part))


async def _given_way(state: BotState, asked: Asked, entries: Sequence[Entry]) -> list[Html]:
    """What does not count because it was told again: in a group no receipt may have said so."""
    gone = [one for entry in entries for one in await gave_way(state.db.entries, entry)]
    return [asked.say("receipt.instead", line=line) for line in grouped(gone, asked.say)]


async def goal(state: BotState, asked: Asked) -> Outgoing:
    """The goals with their buttons, or a new one."""
    from bot.people.goals import GoalDesk  # noqa: PLC0415 - most people have none

    return asked.says(await GoalDesk(state).asked(asked))


async def quick(state: BotState, asked: Asked) -> Outgoing | None:
    """A question, answered at once."""
    return await _answered(state, asked, "quick")


async def deep(state: BotState, asked: Asked) -> Outgoing | None:
    """A question, answered with all that the models can do."""
    return await _answered(state, asked, "deep")


async def _answered(state: BotState, asked: Asked, mode: Mode) -> Outgoing | None:
    if not says_something(asked.arguments):
        return asked.reply(asked.say("mode.usage", command=mode))
    await state.machine.begin(asked.incoming(asked.arguments, mode))
    return None


async def change_settings(state: BotState, asked: Asked) -> Outgoing:
    """The keyboard, or a typed time zone or language."""
    word, _, value = asked.arguments.partition(" ")
    field = _TYPED.get(word.casefold())
    if not asked.arguments:
        return asked.says(settings.page(asked.profile, state.now(), state.offers))
    if field in BRIEFING_FIELDS and value.strip():
        chosen = typed(field, value)
        if chosen is None:
            return asked.reply(asked.say("briefing.unread"))
        effects = Effects()
        profile = await state.choose(asked.user_id, asked.user_name, chosen, effects)
        await state.db.turns.apply(effects)
        return asked.says(briefings_page(profile))
    if field is None or not value.strip():
        return asked.reply(asked.say("settings.usage"))
    value = value.strip()
    chosen = settings.chosen_by(field, value.casefold() if field == "language" else value, state.offers)
    if chosen is None:
        return asked.reply(_no_such(state, asked, field, value))
    return await _chosen(state, asked, chosen)


_TYPED = {
    **dict.fromkeys(("zone", "timezone", "tz", "시간대"), "time_zone"),
    **dict.fromkeys(("language", "lang", "언어"), "language"),
    **dict.fromkeys(("review", "digest", "리뷰"), "digest"),
    **dict.fromkeys(("morning", "아침"), "morning"),
    **dict.fromkeys(("checkins", "checkin", "체크인"), "checkins"),
    **dict.fromkeys(("quiet", "조용히"), "quiet"),
    **dict.fromkeys(("bar", "바"), "bar"),
    **dict.fromkeys(("plates", "plate", "원판"), "plates"),
}


def _no_such(state: BotState, asked: Asked, field: str, value: str) -> Html:
    if field in ("bar", "plates"):
        return asked.say(f"settings.no_{field}", value=value[:60])
    if field == "time_zone":
        return asked.say("settings.no_zone", zone=value)
    if not state.offers.any_language and known_language(value.casefold()):
        return asked.say("settings.needs_model", language=language_name(value.casefold()))
    return asked.say("settings.no_language", language=value)


async def _chosen(state: BotState, asked: Asked, chosen: Preferences) -> Outgoing:
    effects = Effects()
    profile = await state.choose(asked.user_id, asked.user_name, chosen, effects)
    await state.db.turns.apply(effects)
    page = settings.page(profile, state.now(), state.offers)
    if chosen.language is not None and chosen.language not in OWN:
        foreign = wording(chosen.language)("settings.foreign", language=language_name(chosen.language))
        page = Said.together([page, Said(foreign)], "\n\n")
    return asked.says(page)


async def export_all(state: BotState, asked: Asked) -> Outgoing:
    """A zip with JSON, CSV by domain, the Markdown vault, voice notes, pictures and what models cost."""
    everything = await export.gathered(state.db, asked.user_id, state.services.defaults.time_zone)
    if everything.is_empty:
        return asked.reply(asked.say("export.nothing"))
    name = f"{asked.user_id}/swealog-{asked.today.isoformat()}-{asked.update_id}.zip"
    try:
        document = await export.write(partial(export.pack, everything, state.data_dir), state.data_dir, name)
    except OSError as error:
        logger.warning("an export can't be written: %s", error)
        return asked.reply(asked.say("export.failed"))
    caption = asked.say("export.caption", entries=len(everything.entries))
    return asked.reply(caption, document=document)


async def bring(_state: BotState, asked: Asked) -> Outgoing:
    """What can be imported; a file that is sent needs no command."""
    return asked.reply(asked.say("import.help"))


async def chart(state: BotState, asked: Asked) -> Outgoing:
    """The chart that is named; without a name what can be drawn."""
    return asked.says(await (await chart_chat(state)).wished(asked.arguments, asked.user_id, asked.sent_at))


async def cancel(state: BotState, asked: Asked) -> Outgoing:
    """Skip what was asked and not answered yet, and the correction that *Fix* asked for."""
    fixing = await Fixing(state).end(asked.user_id, asked.chat_id)
    skipped = await Answering(state).skip_all(asked.user_id, asked.chat_id)
    if fixing and not skipped:
        return asked.reply(asked.say("cancel.fix"))
    return asked.reply(asked.say("cancel.done" if skipped else "cancel.nothing"))


async def tools(state: BotState, asked: Asked) -> Outgoing | None:
    """What MCP servers offer, or a call of it."""
    if state.assistant is None:
        return asked.reply(asked.say("tools.none"))
    from bot.assistant.remote import Place, RemoteChat  # noqa: PLC0415 - as above
    from bot.assistant.tool_caller import ToolCaller  # noqa: PLC0415 - only where configured
    from bot.assistant.typed import in_words  # noqa: PLC0415 - as above

    desk = ToolCaller(state, state.assistant)
    person = await desk.person(asked.user_id, asked.sent_at, language=asked.say.language)
    place, by_model = Place(asked.chat_id, asked.message_id), desk.assistant.staff.models is not None
    told = await RemoteChat(desk).asked(person, asked.arguments, place, by_model=by_model and not asked.moved)
    if told is not None:
        reply = asked.says(told)
        return await in_words(state, reply, asked.say) if without_buttons(asked.chat_id) else reply
    request = {"user_question": asked.arguments}
    part = Part(specialist="services", words=asked.arguments, request={**request})
    await state.machine.begin(
        asked.incoming(asked.arguments).model_copy(update={"handed": Handover(parts=(part,))})
    )
    return None


PERFORM: dict[str, Perform] = {
    "start": start,
    "help": show_help,
    "context": context,
    "undo": take_back,
    "today": today,
    "week": week,
    "coaches": coaching.coaches,
    "goal": goal,
    "chart": chart,
    "next": gym.upcoming,
    "programme": gym.programme,
    "plates": gym.plates,
    "warmup": gym.warmup,
    "proposals": coaching.proposals,
    "evolve": coaching.evolve,
    "quick": quick,
    "deep": deep,
    "tools": tools,
    "cost": cost,
    "reminders": reminders,
    "timer": timer,
    "settings": change_settings,
    "cases": cases,
    "job": job,
    "jobs": jobs,
    "export": export_all,
    "import": bring,
    "forget": forget,
    "cancel": cancel,
}
"""By name; a test compares it with the table."""
