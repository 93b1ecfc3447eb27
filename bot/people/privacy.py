"""What is nobody else's business is said in the person's private chat, wherever it was asked."""

from __future__ import annotations

from telegram import Bot
from telegram.constants import ChatAction
from telegram.error import BadRequest, Forbidden, TelegramError

from bot.people.access import NOTICE
from bot.texts import Wording
from storage.entities import Outgoing


def in_private(reply: Outgoing, say: Wording) -> list[Outgoing]:
    """The reply itself where nobody else reads; from a group, one in private and a sentence for the group."""
    if reply.chat_id > 0:  # Telegram's groups are below, HTTP and the terminal far above
        return [reply]
    own = {"key": f"{NOTICE}{reply.key}:private", "chat_id": reply.user_id, "reply_to": None}
    return [
        reply.model_copy(update=own),
        reply.model_copy(update={"html": say("private.sent"), "buttons": (), "chart": None, "entries": ()}),
    ]


async def reaches(bot: Bot, user_id: int) -> bool:
    """Whether the person lets the bot write to them; where that can't be known now, the outbox finds out."""
    try:
        await bot.send_chat_action(user_id, ChatAction.TYPING)
    except (Forbidden, BadRequest):
        return False
    except TelegramError:
        return True
    return True
