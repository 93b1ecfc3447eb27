"""Commands whose answer is nobody else's business: asked in a group, they are answered in private."""

from __future__ import annotations

from dataclasses import replace

from telegram import Bot
from telegram.constants import ChatAction
from telegram.error import BadRequest, Forbidden, TelegramError

from bot.commands.perform import Perform
from bot.people.access import NOTICE
from bot.people.state import BotState
from bot.updates.asked import Asked
from storage.entities import Outgoing

PRIVATE = frozenset({"export", "context", "cost"})


async def answered_privately(
    state: BotState, asked: Asked, name: str, perform: Perform, bot: Bot
) -> list[Outgoing]:
    """The answer for the private chat, and a sentence for the group; that alone where there is no way there.

    Whoever uses the bot in a group only is let through: it is their own data.
    """
    if not await _reaches(bot, asked.user_id):
        return [asked.reply(asked.say("private.no_way", command=f"/{name}"))]
    here = asked.reply(asked.say("private.sent"))
    answer = await perform(state, replace(asked, chat_id=asked.user_id))
    if answer is None:
        return [here]
    return [answer.model_copy(update={"key": f"{NOTICE}{asked.update_id}:private"}), here]


async def _reaches(bot: Bot, user_id: int) -> bool:
    """Whether the person lets the bot write to them; where that can't be known now, the outbox finds out."""
    try:
        await bot.send_chat_action(user_id, ChatAction.TYPING)
    except (Forbidden, BadRequest):
        return False
    except TelegramError:
        return True
    return True
