"""The way in to charts for commands, wishes and buttons: what makes them is loaded beside the loop."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from telegram import Bot

from bot.commands.tap import Tap
from bot.people.access import NOTICE
from bot.people.privacy import reaches
from bot.people.state import BotState
from bot.replies.callbacks import AnswerChartTap, ChartTap
from bot.texts import Wording
from storage.entities import Effects

if TYPE_CHECKING:
    from bot.commands.charts import ChartChat


async def chart_chat(state: BotState) -> ChartChat:
    """Charts in the chat."""
    return (await asyncio.to_thread(_loaded))(state)


async def tapped_chart(
    state: BotState, bot: Bot, tap: Tap, about: ChartTap | AnswerChartTap, say: Wording
) -> str:
    """A chart as a message of its own, in the private chat wherever it was tapped; what the tap is told."""
    user_id, own = tap.user_id, tap.chat_id == tap.user_id
    if not tap.is_asker:
        return say("tap.not_yours")
    if not own and not await reaches(bot, user_id):
        return say.label("private.no_chat")
    reply = await (await chart_chat(state)).tapped(user_id, about, state.now())
    if reply is None:
        return say("tap.unknown")
    key = f"update:{tap.update_id}" if own else f"{NOTICE}update:{tap.update_id}:private"
    await state.db.turns.apply(Effects(inbox_done=tap.update_id, outgoing=[reply.to(user_id, key)]))
    return "" if own else say("private.sent")


def _loaded() -> type[ChartChat]:
    from bot.commands.charts import ChartChat  # noqa: PLC0415 - a bot that draws nothing never needs it

    return ChartChat
