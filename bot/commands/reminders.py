"""/reminders and /timer."""

from __future__ import annotations

from agents.turn import Incoming
from bot.people.state import BotState
from bot.people.teaching import Said
from bot.updates.asked import Asked
from storage.entities import Outgoing


async def reminders(state: BotState, asked: Asked) -> Outgoing:
    """What will come, with buttons to change it; with words, a new one."""
    from bot.reminders.chat import ReminderChat  # noqa: PLC0415 - after the first use, not at start

    chat = ReminderChat(state)
    if not asked.arguments:
        return _reply(asked, await chat.listed(asked.profile, asked.say))
    for words in (asked.arguments, _in_full(asked, "reminders.typed")):
        if (told := await chat.heard(_incoming(asked, words))) is not None:
            return _reply(asked, told)
    return _reply(asked, Said(asked.say("reminders.usage")))


async def timer(state: BotState, asked: Asked) -> Outgoing:
    """One that runs as long as is said."""
    from agents.reminders.asking import length_in  # noqa: PLC0415 - as above
    from agents.reminders.asking import timer as timer_of  # noqa: PLC0415 - as above
    from bot.reminders.chat import ReminderChat  # noqa: PLC0415 - as above

    chat, language = ReminderChat(state), asked.say.language
    if not asked.arguments:
        return _reply(asked, Said(asked.say("timer.usage")))
    seconds = length_in(asked.arguments, language)
    if seconds is not None:
        return _reply(
            asked, await chat.set(_incoming(asked, asked.arguments), timer_of(seconds, "", language))
        )
    told = await chat.heard(_incoming(asked, _in_full(asked, "timer.typed")))
    return _reply(asked, told or Said(asked.say("timer.usage")))


def _in_full(asked: Asked, key: str) -> str:
    """What stands behind the command, as one says it without it."""
    return asked.say.catalogue.say[key].format(words=asked.arguments)


def _incoming(asked: Asked, text: str) -> Incoming:
    return Incoming(
        user_id=asked.user_id,
        chat_id=asked.chat_id,
        message_id=asked.message_id,
        text=text,
        sent_at=asked.sent_at,
        update_id=asked.update_id,
        user_name=asked.user_name,
    )


def _reply(asked: Asked, said: Said) -> Outgoing:
    return asked.reply(said.html, buttons=said.buttons)
