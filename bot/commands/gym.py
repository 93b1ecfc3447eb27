"""/plates, /warmup, /next, /programme: what each does is loaded when it is asked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from telegram import Bot, Message

from agents.offline.lexicon import language_of
from agents.signs import may_speak_of
from agents.turn import Incoming
from bot.people.state import BotState
from bot.replies.said import Said
from bot.updates.asked import Asked
from storage.entities import Outgoing

if TYPE_CHECKING:
    from bot.gym.chat import GymChat, Who


async def plates(state: BotState, asked: Asked) -> Outgoing:
    """What to put on the bar."""
    return await _answered(state, asked, lambda chat, who: chat.plates(who, asked.arguments))


async def warmup(state: BotState, asked: Asked) -> Outgoing:
    """A ramp up to a weight."""
    return await _answered(state, asked, lambda chat, who: chat.warmup(who, asked.arguments))


async def upcoming(state: BotState, asked: Asked) -> Outgoing:
    """What is due."""
    return await _answered(state, asked, lambda chat, who: chat.next(who, asked.arguments))


async def programme(state: BotState, asked: Asked) -> Outgoing:
    """The programme that is followed, or another one."""
    return await _answered(state, asked, lambda chat, who: chat.programme(who, asked.arguments))


async def heard(state: BotState, incoming: Incoming) -> Said | None:
    """The answer to words that ask something of the gym; None: they are about something else."""
    if not may_speak_of("gym", incoming.text, language_of(incoming.text)):
        return None
    from bot.gym.chat import GymChat  # noqa: PLC0415 - only for who uses it

    return await GymChat(state, state.gym).heard(incoming)


async def taken(state: BotState, message: Message, user_id: int, bot: Bot) -> Said:
    """What is said to a file that is a programme of one's own."""
    from bot.gym import files  # noqa: PLC0415 - only for who uses it

    return await files.taken(state, message, user_id, bot)


async def _answered(
    state: BotState, asked: Asked, answer: Callable[[GymChat, Who], Awaitable[Said]]
) -> Outgoing:
    from bot.gym.chat import GymChat, Who  # noqa: PLC0415 - only for who uses it

    key = f"{asked.chat_id}:{asked.message_id}"
    who = Who(asked.profile, asked.today, asked.say, key, shared=asked.chat_id < 0)
    return asked.says(await answer(GymChat(state, state.gym), who))
