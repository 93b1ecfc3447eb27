"""Commands whose answer is nobody else"s business: asked in a group, they are answered in private."""

from __future__ import annotations

from dataclasses import replace

from telegram import Bot

from bot.commands.perform import Perform
from bot.people.access import NOTICE
from bot.people.privacy import reaches
from bot.people.state import BotState
from bot.updates.asked import Asked
from storage.entities import Outgoing

PRIVATE = frozenset(
    (
        "cases",
        "chart",
        "coaches",
        "context",
        "cost",
        "evolve",
        "export",
        "goal",
        "job",
        "jobs",
        "proposals",
        "reminders",
        "timer",
        "tools",
    )
)


async def answered_privately(
    state: BotState, asked: Asked, name: str, perform: Perform, bot: Bot
) -> list[Outgoing]:
    """The answer for the private chat, and a sentence for the group; that alone where there is no way there.

    Whoever uses the bot in a group only is let through: it is their own data.
    """
    if not await reaches(bot, asked.user_id):
        return [asked.reply(asked.say("private.no_way", command=f"/{name}"))]
    here = asked.reply(asked.say("private.sent"))
    answer = await perform(state, replace(asked, chat_id=asked.user_id, moved=True))
    if answer is None:
        return [here]
    return [answer.model_copy(update={"key": f"{NOTICE}{asked.update_id}:private"}), here]
