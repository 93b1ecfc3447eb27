"""What each command does. Each returns its reply, or None when the reply was queued with the work itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date, timedelta

from agents.memory import SECTIONS, MemoryLine, parse
from agents.undo import undo
from bot.commands import export, settings
from bot.commands.asked import Asked
from bot.commands.table import COMMANDS
from bot.desk import Desk
from bot.html import escape
from bot.measures import grouped
from bot.questions import Answering
from bot.texts import Html, Wording
from storage.entities import Effects, Entry, Outgoing, Preferences
from storage.vault import Vault

Perform = Callable[[Desk, Asked], Awaitable[Outgoing | None]]

_MOST_ENTRIES = 200
_QUOTE = 200


async def start(desk: Desk, asked: Asked) -> Outgoing:
    """Greet; somebody whose Telegram speaks a language of ours is answered in it from now on."""
    user = await desk.user(asked.user_id, asked.user_name)
    code = (asked.language_code or "").partition("-")[0]
    if user.preferences.language is None and code not in ("", asked.profile.language):
        chosen = settings.chosen_by("language", code)
        if chosen is not None:
            effects = Effects()
            await desk.choose(asked.user_id, asked.user_name, chosen, effects)
            await desk.repository.apply(effects)
    say = await desk.wording(asked.user_id)
    return asked.reply(say("start", name=asked.user_name))


async def show_help(_desk: Desk, asked: Asked) -> Outgoing:
    """What can be done, with every command."""
    language = asked.profile.language
    commands = "\n".join(f"/{command.name} – {escape(command.describe(language))}" for command in COMMANDS)  # noqa: RUF001 - a dash is meant
    return asked.reply(asked.say("help", commands=Html(commands)))


async def context(desk: Desk, asked: Asked) -> Outgoing:
    """The memory, section by section."""
    version = await desk.repository.context(asked.user_id)
    if version is None or not version.content:
        return asked.reply(asked.say("context.nothing"))
    memory = parse(version.content)
    if not memory.lines:
        return asked.reply(asked.say("context.nothing"))
    html: list[str] = [asked.say("context.title")]
    for category in SECTIONS:
        lines = [line for line in memory.lines if line.category == category]
        if lines:
            html.append(f"\n<b>{asked.say(f'context.{category}')}</b>")
            html.extend(_remembered(line, asked.say) for line in lines)
    day = asked.profile.local(version.at).date()
    html.append(
        "\n" + asked.say("context.version", version=version.version, day=asked.say.day(day, asked.today))
    )
    return asked.reply("\n".join(html))


def _remembered(line: MemoryLine, say: Wording) -> Html:
    sure = "context.tentative" if line.confidence == "tentative" else "context.line"
    return say(sure, key=line.key.replace("_", " "), value=line.value)


async def take_back(desk: Desk, asked: Asked) -> None:
    """Undo the last change; the reply is queued with it."""
    await undo(
        desk.services,
        asked.user_id,
        asked.chat_id,
        key=f"update:{asked.update_id}",
        update_id=asked.update_id,
    )


async def today(desk: Desk, asked: Asked) -> Outgoing:
    """Today's entries."""
    entries = await _between(desk, asked, asked.today, asked.today)
    if not entries:
        return asked.reply(asked.say("today.nothing"))
    title = asked.say("today.title", day=asked.say.day(asked.today))
    return asked.reply("\n".join([title, *(line for entry in entries for line in _told(entry, asked.say))]))


async def week(desk: Desk, asked: Asked) -> Outgoing:
    """The ISO week so far, day by day."""
    monday = asked.today - timedelta(days=asked.today.weekday())
    sunday = monday + timedelta(days=6)
    entries = await _between(desk, asked, monday, sunday)
    if not entries:
        return asked.reply(asked.say("week.nothing"))
    say = asked.say
    html: list[str] = [say("week.title", first=say.short_day(monday), last=say.short_day(sunday))]
    days = sorted({entry.day for entry in entries})
    for day in days:
        html.append(f"\n<b>{escape(say.day(day))}</b>")
        html.extend(line for entry in entries if entry.day == day for line in _told(entry, say))
    summary = say("week.summary_one") if len(days) == 1 else say("week.summary", days=len(days))
    return asked.reply("\n".join([*html, f"\n{summary}"]))


async def _between(desk: Desk, asked: Asked, first: date, last: date) -> list[Entry]:
    """Oldest first."""
    found = await desk.repository.get_entries_by_date_range(asked.user_id, first, last, limit=_MOST_ENTRIES)
    return sorted(found, key=lambda entry: (entry.day, entry.logged_at, entry.message_id, entry.part))


def _told(entry: Entry, say: Wording) -> list[Html]:
    if entry.measures:
        return grouped(entry.measures, say)
    text = entry.text if len(entry.text) <= _QUOTE else entry.text[: _QUOTE - 1] + "…"
    return [Html(f"<i>{escape(text)}</i>")]


async def change_settings(desk: Desk, asked: Asked) -> Outgoing:
    """The keyboard, or a typed time zone."""
    if asked.arguments:
        return await _typed_zone(desk, asked)
    html, keyboard = settings.page(asked.profile, desk.now())
    return asked.reply(html, buttons=keyboard)


async def _typed_zone(desk: Desk, asked: Asked) -> Outgoing:
    word, _, zone = asked.arguments.partition(" ")
    if word.casefold() not in ("zone", "timezone", "tz", "시간대") or not zone.strip():
        return asked.reply(asked.say("settings.usage"))
    chosen: Preferences | None = settings.chosen_by("time_zone", zone.strip())
    if chosen is None:
        return asked.reply(asked.say("settings.no_zone", zone=zone.strip()))
    effects = Effects()
    profile = await desk.choose(asked.user_id, asked.user_name, chosen, effects)
    await desk.repository.apply(effects)
    html, keyboard = settings.page(profile, desk.now())
    return asked.reply(html, buttons=keyboard)


async def export_all(desk: Desk, asked: Asked) -> Outgoing:
    """A zip with JSON, CSV and the Markdown vault."""
    entries = await desk.repository.get_entries_by_date_range(asked.user_id, date.min, date.max)
    if not entries:
        return asked.reply(asked.say("export.nothing"))
    name = f"{asked.user_id}/swealog-{asked.today.isoformat()}-{asked.update_id}.zip"
    vault = Vault(desk.repository, desk.services.defaults.time_zone)
    document = await export.write(entries, await vault.markdown(asked.user_id), desk.data_dir, name)
    return asked.reply(asked.say("export.caption", entries=len(entries)), document=document)


async def cancel(desk: Desk, asked: Asked) -> Outgoing:
    """Skip what was asked and not answered yet."""
    skipped = await Answering(desk).skip_all(asked.user_id, asked.chat_id)
    return asked.reply(asked.say("cancel.done" if skipped else "cancel.nothing"))


PERFORM: dict[str, Perform] = {
    "start": start,
    "help": show_help,
    "context": context,
    "undo": take_back,
    "today": today,
    "week": week,
    "settings": change_settings,
    "export": export_all,
    "cancel": cancel,
}
"""By name; a test compares it with the table."""
