"""/plates, /warmup, /next, /programme: what each does is loaded when it is asked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from bot.people.state import BotState
from bot.people.teaching import Said
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
    return await _answered(state, asked, lambda chat, who: chat.next(who))


async def programme(state: BotState, asked: Asked) -> Outgoing:
    """The programme that is followed, or another one."""
    return await _answered(state, asked, lambda chat, who: chat.programme(who, asked.arguments))


async def _answered(
    state: BotState, asked: Asked, answer: Callable[[GymChat, Who], Awaitable[Said]]
) -> Outgoing:
    from bot.gym.chat import GymChat, Who  # noqa: PLC0415 - only for who uses it

    who = Who(asked.profile, asked.today, asked.say, f"{asked.chat_id}:{asked.message_id}")
    said = await answer(GymChat(state, state.gym), who)
    return asked.reply(said.html, buttons=said.buttons)
