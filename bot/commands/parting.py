"""What of a message is heard beside the rest of it: preferences, reminders, wishes behind a log."""

from __future__ import annotations

from collections.abc import Iterator

from agents.language.text import first_sentence
from agents.offline.lexicon import language_of
from agents.offline.routing.requests import may_remind
from agents.signs import may_speak_of
from agents.turn import Incoming
from bot.commands.reminding import may_be_said_to_one
from bot.commands.wishes import of_goals, of_jobs
from bot.people.preferring import Preferring
from bot.people.state import BotState
from bot.replies.callbacks import reminder_of
from bot.replies.said import Said


async def chosen(state: BotState, incoming: Incoming) -> tuple[Incoming | None, Said | None]:
    """What is left of a message where preferences and reminders were heard; what is said to these."""
    if (told := await Preferring(state).heard(incoming)) is not None:
        return None, told
    return await parted(state, incoming)


async def parted(state: BotState, incoming: Incoming) -> tuple[Incoming | None, Said | None]:
    """What of a message is about something else, None: nothing; and what is said to the rest."""
    waits = incoming.user_id in state.watch.asked or reminder_of(incoming.replied_taps) is not None
    to_one = waits or may_be_said_to_one(state, incoming)
    if not to_one and not may_remind(incoming.text):
        return await _wished(state, incoming)
    from bot.reminders.chat import ReminderChat  # noqa: PLC0415 - only where it may be about one

    if to_one and (told := await ReminderChat(state).to_one(incoming)) is not None:
        return None, told
    if not waits and not may_remind(incoming.text):
        return await _wished(state, incoming)
    return await ReminderChat(state).parted(incoming)


async def _wished(state: BotState, incoming: Incoming) -> tuple[Incoming, Said | None]:
    """A log with a goal, a coach or a job behind it: "I weigh 80 kg, I'd like to get down to 75"."""
    if incoming.edited or incoming.reply_to:
        return incoming, None
    for log, wish in dict.fromkeys(_behind_a_log(incoming.text)):
        asked = incoming.model_copy(update={"text": wish})
        told = await of_goals(state, asked) or await of_jobs(state, asked)
        if told is not None:
            return incoming.model_copy(update={"text": log}), told
    return incoming, None


def _behind_a_log(text: str) -> Iterator[tuple[str, str]]:
    """A log with a figure, and what may be a wish behind it."""
    language = language_of(text)
    if may_speak_of("goals", text, language):
        from agents.goals.asking import behind_a_log  # noqa: PLC0415 - when goals are spoken of

        yield from filter(None, [behind_a_log(text, language)])
    first, rest = first_sentence(text)
    if rest and any(sign.isdigit() for sign in first):
        yield first, rest
