"""/reminders, /timer, and what of a message is about reminders: no more of them is loaded for another."""

from __future__ import annotations

from collections.abc import Sequence

from agents.turn import Incoming
from bot.people.state import BotState
from bot.replies.said import Said
from bot.updates.asked import Asked
from storage.entities import Effects, Outgoing

_LONGEST_SAID = 40
"""Characters."""


async def as_asked(state: BotState, incoming: Incoming) -> Incoming:
    """The message; where a reminder asked for a number, that number as the log that it is."""
    if incoming.user_id not in state.watch.asked and not may_be_said_to_one(state, incoming):
        return incoming
    from bot.reminders.chat import ReminderChat  # noqa: PLC0415 - only where one asked

    return await ReminderChat(state).answered(incoming)


def may_be_said_to_one(state: BotState, incoming: Incoming) -> bool:
    """Whether it may be said to a reminder that came: a few words, or a number."""
    return incoming.user_id in state.watch.came and len(incoming.text) <= _LONGEST_SAID


async def beside(state: BotState, told: Sequence[Outgoing]) -> None:
    """Say this to one part of a message; the other is still to be answered."""
    others = [one.model_copy(update={"key": f"{one.key}:beside"}) for one in told]
    await state.db.turns.apply(Effects(outgoing=others))


async def reminders(state: BotState, asked: Asked) -> Outgoing:
    """What will come, with buttons to change it; with words, a new one."""
    from bot.reminders.chat import ReminderChat  # noqa: PLC0415 - after the first use, not at start

    chat = ReminderChat(state)
    if not asked.arguments:
        return asked.says(await chat.listed(asked.profile, asked.say))
    for words in (asked.arguments, _in_full(asked, "reminders.typed")):
        if (told := await chat.heard(asked.incoming(words))) is not None:
            return asked.says(told)
    return asked.says(Said(asked.say("reminders.usage")))


async def timer(state: BotState, asked: Asked) -> Outgoing:
    """One that runs as long as is said."""
    from agents.reminders.asking import length_in  # noqa: PLC0415 - as above
    from agents.reminders.asking import timer as timer_of  # noqa: PLC0415 - as above
    from bot.reminders.chat import ReminderChat  # noqa: PLC0415 - as above

    chat, language = ReminderChat(state), asked.say.language
    if not asked.arguments:
        return asked.says(Said(asked.say("timer.usage")))
    seconds = length_in(asked.arguments, language)
    if seconds is not None:
        return asked.says(await chat.set(asked.incoming(asked.arguments), timer_of(seconds, "", language)))
    told = await chat.heard(asked.incoming(_in_full(asked, "timer.typed")))
    return asked.says(told or Said(asked.say("timer.usage")))


def _in_full(asked: Asked, key: str) -> str:
    """What stands behind the command, as one says it without it."""
    return asked.say.label(key, words=asked.arguments)
