"""Taps that ask something: a question once more in the other way, or one that an answer suggested."""

from __future__ import annotations

from agents.again import answer_again
from agents.follow_up import follow_up
from agents.machine import Machine
from bot.commands.tap import Tap
from bot.replies.callbacks import FollowUpTap, ModeTap
from bot.texts import Wording

_TOLD = {"used": "tap.mode_used", "not_yours": "tap.not_yours", "unknown": "tap.unknown"}


async def asked_again(machine: Machine, tap: Tap, about: ModeTap | FollowUpTap, say: Wording) -> str:
    """Answer it; what to tell the one who tapped."""
    if isinstance(about, ModeTap):
        outcome = await answer_again(
            machine, about.turn_id, about.mode, tap.user_id, tap.chat_id, tap.update_id
        )
        told = {**_TOLD, "already": "tap.mode_done"}
    else:
        outcome = await follow_up(machine, about.turn_id, about.at, tap.user_id, tap.chat_id, tap.update_id)
        told = {**_TOLD, "already": "tap.already"}
    return say(told[outcome]) if outcome in told else ""
