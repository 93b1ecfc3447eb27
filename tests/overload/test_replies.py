"""Many replies that wait to be sent: one chat's do not hold up another's, and none is forgotten."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from bot.replies.typing import typing
from storage.entities import Effects, Outgoing
from telegram_local.events import MessageEvent
from telegram_local.faults import FaultKind
from telegram_local.world import ALEX_ID, YOU_ID
from tests.driver.harness import RunningBot, running_bot

FLOOD, OTHERS = 150, 20


def replies(chat_id: int, count: int) -> list[Outgoing]:
    return [
        Outgoing(key=f"{chat_id}:{number}", chat_id=chat_id, user_id=chat_id, html=f"reply {number}")
        for number in range(count)
    ]


def sent(bot: RunningBot) -> list[tuple[int, str]]:
    """To whom and what, in order."""
    return [
        (event.stored.chat_id, event.stored.text)
        for event in bot.client.log
        if isinstance(event, MessageEvent) and event.new and event.stored.from_bot
    ]


@pytest.mark.fault("one chat floods")
@pytest.mark.parametrize("restarted", [False, True])
async def test_a_chat_with_many_replies_lets_others_pass(
    tmp_path: Path, restarted: bool, record_property: Callable[[str, object], None]
):
    record_property("trials", FLOOD + OTHERS)
    async with running_bot(tmp_path) as (bot, _):
        if restarted:
            await bot.client.fault(FaultKind.RATE_LIMIT, "sendMessage", times=None)
        queued = [*replies(YOU_ID, FLOOD), *replies(ALEX_ID, OTHERS)]
        await bot.app.core.db.turns.apply(Effects(outgoing=queued))
        if restarted:
            await bot.stop()
            await bot.client.heal()
            await bot.start()
        await bot.client.until(lambda: len(sent(bot)) >= len(queued), within=60, what="every reply")
        for chat_id, count in ((YOU_ID, FLOOD), (ALEX_ID, OTHERS)):
            texts = [text for chat, text in sent(bot) if chat == chat_id]
            assert texts == [f"reply {number}" for number in range(count)]
        first = next(place for place, (chat_id, _) in enumerate(sent(bot)) if chat_id == ALEX_ID)
        assert first < FLOOD // 2


async def test_what_is_due_later_is_not_forgotten_beside_what_is_due_now(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        for chat_id, pause in ((YOU_ID, 2), (ALEX_ID, 5)):
            await bot.client.fault(FaultKind.RATE_LIMIT, "sendMessage", chat_id=chat_id, retry_after=pause)
        queued = [*replies(YOU_ID, 1), *replies(ALEX_ID, 1)]
        await bot.app.core.db.turns.apply(Effects(outgoing=queued))
        for person in (you, bot.client.alex):
            while not await bot.client.calls("sendMessage", chat_id=person.chat_id):
                await bot.tick()
        await bot.stop()
        bot.clock.advance(seconds=3)
        await bot.start()
        assert (await you.next_reply()).text == "reply 0"
        assert (await bot.client.alex.next_reply(within=20)).text == "reply 0"


async def test_where_many_wait_few_signs_take_the_place_of_replies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.replies.typing.AFTER_SECONDS", 0.0)
    async with running_bot(tmp_path) as (bot, you):
        await bot.client.fault(FaultKind.HANG, "sendChatAction", times=None)
        with ExitStack() as waiting:
            for _ in range(50):
                waiting.enter_context(typing(bot.app.application.bot, YOU_ID))
            assert "80 kg" in (await you.ask("bench 80 kg 3x5")).text
            assert 0 < len(await bot.client.calls("sendChatAction")) < 20
        await bot.client.heal()
