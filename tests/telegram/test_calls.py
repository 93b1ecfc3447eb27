"""Calls that Telegram refuses, does not answer, or answers with nonsense."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

import pytest
from telegram.error import BadRequest, Forbidden, RetryAfter, TelegramError, TimedOut

from bot.commands.perform import PERFORM
from bot.errors import BadTokenError, TokenConflictError
from bot.people.state import BotState
from bot.updates.asked import Asked
from storage.entities import Outgoing
from telegram_local.faults import FaultKind
from telegram_local.world import ALEX_ID, BOT_USERNAME, YOU_ID
from tests.driver.harness import running_bot
from tests.telegram.board import (
    AGAIN,
    all_sent,
    doctor_says,
    loads,
    queue,
    reply,
    said,
    undelivered,
    unfinished,
)

NONSENSE = (
    '{"ok":true,"result":',
    '{"ok":true}',
    '{"ok":true,"result":{}}',
    '{"ok":true,"result":[1]}',
    "[]",
    "null",
    "<html>Bad Gateway</html>",
    "",
)
POLLED = 5
"""So many of them also answer a poll, after which PTB rests for a second."""


@pytest.mark.fault("429 with retry_after for one chat")
@pytest.mark.usefixtures("impatient")
async def test_a_chat_that_must_wait_delays_no_other_and_gets_everything_in_order(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        alex = bot.client.alex
        await bot.client.fault(FaultKind.RATE_LIMIT, "sendMessage", chat_id=YOU_ID, retry_after=3)
        for load in (101, 102, 103):
            await you.say(f"bench {load} kg x5x3")
        await alex.say("bench 200 kg x5x3")
        for load in range(201, 205):
            assert loads([(await alex.next_reply()).text]) == [load - 1]
            await alex.say(f"bench {load} kg x5x3")
        assert said(bot) == []  # Alex had four answers while You wait
        assert loads([(await you.next_reply()).text for _ in range(3)]) == [101, 102, 103]
        await all_sent(bot)
        assert loads(said(bot)) == [101, 102, 103]
        assert len(said(bot, ALEX_ID)) == 5
        calls = await bot.client.calls("sendMessage", chat_id=YOU_ID)
        assert [call.status for call in calls] == [429, 200, 200, 200]
        assert calls[1].at - calls[0].at >= 3  # not earlier than asked
        assert await undelivered(bot) == []


@pytest.mark.fault("5xx")
@pytest.mark.parametrize("status", [500, 502, 503, 504])
@pytest.mark.usefixtures("impatient")
async def test_trouble_at_telegram_is_waited_out(tmp_path: Path, status: int):
    async with running_bot(tmp_path) as (bot, you):
        await bot.client.fault(FaultKind.SERVER_ERROR, status=status, times=3)
        await bot.client.fault(FaultKind.SERVER_ERROR, "getUpdates", status=status)
        await you.say("bench 100 kg x5x3")
        await you.say("squat 120 kg x5x3")
        assert loads([(await you.next_reply()).text for _ in range(2)]) == [100, 120]
        await all_sent(bot)
        assert len(said(bot)) == 2
        assert not any(AGAIN in text for text in said(bot))  # it certainly had not arrived


@pytest.mark.fault("a call that hangs")
@pytest.mark.usefixtures("brief")
async def test_calls_that_are_never_answered(tmp_path: Path):
    """At start, while polling and while sending; what may have arrived says so when it comes again."""
    async with running_bot(tmp_path, start=False) as (bot, you):
        for method in ("getMe", "deleteWebhook", "setMyCommands"):
            await bot.client.fault(FaultKind.HANG, method)
        await bot.start()
        await bot.client.fault(FaultKind.HANG, "getUpdates")
        await bot.client.fault(FaultKind.HANG, "sendMessage", chat_id=YOU_ID)
        await you.say("bench 100 kg x5x3")
        answer = (await you.next_reply(within=20)).text
        assert "100 kg" in answer
        await bot.client.fault(FaultKind.HANG_AFTER, "sendMessage", chat_id=YOU_ID)
        await you.say("squat 120 kg x5x3")
        first, second = (await you.next_reply(within=20)).text, (await you.next_reply(within=20)).text
        assert AGAIN not in first
        assert AGAIN in second
        assert loads([first, second]) == [120, 120]
        await all_sent(bot)
        assert len(said(bot)) == 3


@pytest.mark.fault("a call that hangs")
@pytest.mark.usefixtures("brief")
async def test_a_chat_whose_calls_hang_delays_no_other(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await bot.client.fault(FaultKind.HANG, "sendMessage", chat_id=YOU_ID, times=None)
        for number in range(6):
            await queue(bot, reply(f"{number}", f"for you {number}"))
        assert "/undo" in (await bot.client.alex.ask("/help")).text
        assert said(bot) == []
        await bot.client.heal()
        texts = [(await you.next_reply(within=20)).text for _ in range(6)]
        assert [text[-1] for text in texts] == list("012345")


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(FaultKind.DROP, marks=pytest.mark.fault("dropped before the effect")),
        pytest.param(FaultKind.LOSE_ANSWER, marks=pytest.mark.fault("dropped after the effect")),
    ],
)
@pytest.mark.usefixtures("impatient")
async def test_a_connection_that_breaks(tmp_path: Path, kind: FaultKind):
    """Before the effect the reply comes once; after it twice, and the second says why. Never not at all."""
    async with running_bot(tmp_path) as (bot, you):
        await bot.client.fault(kind, "getUpdates")
        await bot.client.fault(kind, "sendMessage", chat_id=YOU_ID)
        await you.say("bench 100 kg x5x3")
        await you.say("/help")
        await all_sent(bot)
        await bot.client.until(lambda: "/undo" in "".join(said(bot)))
        texts = said(bot)
        assert loads(texts)[0] == 100
        assert "/undo" in texts[-1]
        arrived = 2 if kind is FaultKind.LOSE_ANSWER else 1
        assert len(texts) == arrived + 1
        assert all(AGAIN in text for text in texts[1:-1])
        assert AGAIN not in texts[-1]


@pytest.mark.fault("malformed JSON")
@pytest.mark.usefixtures("impatient")
async def test_answers_that_make_no_sense(
    tmp_path: Path, record_property: Callable[[str, object], None], caplog: pytest.LogCaptureFixture
):
    """To every call the bot makes: it goes on, and polls no faster than before."""
    async with running_bot(tmp_path, start=False) as (bot, you):
        for method in ("getMe", "deleteWebhook", "setMyCommands"):
            await bot.client.fault(FaultKind.MALFORMED, method, body='{"ok":true}')
        await bot.start()
        for number, body in enumerate(NONSENSE):
            if number < POLLED:
                await bot.client.fault(FaultKind.MALFORMED, "getUpdates", body=body)
            await bot.client.fault(FaultKind.MALFORMED, "sendMessage", chat_id=YOU_ID, body=body)
            await you.say(f"bench {100 + number} kg x5x3")
            text = (await you.next_reply(within=20)).text
            assert loads([text]) == [100 + number]
            assert AGAIN in text  # nobody can know whether it had arrived
        await all_sent(bot)
        assert len(said(bot)) == len(NONSENSE)
        assert await undelivered(bot) == []
        polls = await bot.client.calls("getUpdates")
        assert len(polls) < 12 * len(NONSENSE)
        record_property("trials", len(NONSENSE) + POLLED + 3)
    assert "Task exception was never retrieved" not in caplog.text


@pytest.mark.fault("malformed JSON")
@pytest.mark.usefixtures("impatient")
async def test_a_telegram_that_makes_no_sense_for_good_ends_with_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.replies.verdicts.ODD_TRIES", 3)
    async with running_bot(tmp_path) as (bot, you):
        for body in ('{"ok":true,"result":', '{"ok":true,"result":{}}'):
            await bot.client.fault(FaultKind.MALFORMED, "sendMessage", chat_id=YOU_ID, times=3, body=body)
            await queue(bot, reply(body, "lost"))
        await queue(bot, reply("next", "the next"))
        assert (await you.next_reply()).text == "the next"
        reasons = [row.error or "" for row in await undelivered(bot)]
        assert ["may have arrived" in reason for reason in reasons] == [True, True]
        assert "2 could not be delivered" in await doctor_says(bot)


@pytest.mark.fault("409 conflict")
@pytest.mark.usefixtures("impatient")
async def test_another_poller_is_survived_once_and_said_when_it_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.updates.connection.CONFLICTS", 2)
    async with running_bot(tmp_path) as (bot, you):
        await bot.client.fault(FaultKind.CONFLICT, "getUpdates")
        assert "/undo" in (await you.ask("/help")).text
        assert not bot.app.failed.done()
        await bot.client.fault(FaultKind.CONFLICT, "getUpdates", times=None)
        await you.say("bench 100 kg x5x3")
        async with asyncio.timeout(20):
            assert isinstance(await bot.app.failed, TokenConflictError)
        await bot.stop()
        await bot.client.heal()
        await bot.start()
        assert loads([(await you.next_reply()).text]) == [100]


@pytest.mark.fault("401: the token is refused while the bot runs")
@pytest.mark.usefixtures("impatient")
async def test_a_refused_token_is_survived_once_and_said_when_it_stays(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await bot.client.fault(FaultKind.ERROR, "getUpdates", status=401, description="Unauthorized")
        assert "/undo" in (await you.ask("/help")).text
        assert not bot.app.failed.done()
        await bot.client.fault(FaultKind.ERROR, status=401, description="Unauthorized", times=None)
        await bot.client.fault(
            FaultKind.ERROR, "getUpdates", status=401, description="Unauthorized", times=None
        )
        await you.say("bench 100 kg x5x3")
        async with asyncio.timeout(20):
            assert isinstance(await bot.app.failed, BadTokenError)
        await bot.stop()
        await bot.client.heal()
        await bot.start()
        assert loads([(await you.next_reply()).text]) == [100]


@pytest.mark.fault("a bug while a reply is sent")
@pytest.mark.usefixtures("impatient")
async def test_a_bug_while_sending_stalls_nothing_and_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr("bot.replies.verdicts.ODD_TRIES", 3)

    async def broken(outgoing: Outgoing) -> None:
        if outgoing.key == "1":
            raise ZeroDivisionError("private words")

    async with running_bot(tmp_path) as (bot, you):
        monkeypatch.setattr(bot.app.outbox, "_topic", broken)
        await queue(bot, reply("1"), reply("2", "the next"))
        assert (await you.next_reply()).text == "the next"
        [failed] = await undelivered(bot)
        assert failed.error == "an error of ours (ZeroDivisionError, see the log): it may have arrived"
        told = await doctor_says(bot)
        assert f"chat {YOU_ID}" in told
        assert "private words" not in told
        assert (await you.ask("/help")).text
    assert any(record.levelno == logging.ERROR for record in caplog.records)


@pytest.mark.fault("trouble with a call in the middle of an update")
@pytest.mark.parametrize(
    "error", [TimedOut("no answer"), BadRequest("Bad Request: anything"), Forbidden("no")]
)
async def test_trouble_that_nobody_caught_ends_the_update_with_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: TelegramError
):
    async def broken(_state: BotState, _asked: Asked) -> Outgoing | None:
        raise error

    monkeypatch.setitem(PERFORM, "today", broken)
    async with running_bot(tmp_path) as (bot, you):
        assert "went wrong" in (await you.ask("/today")).text
        assert await unfinished(bot) == 0
        group = bot.client.in_group(YOU_ID)
        said_there = await group.say(f"/today@{BOT_USERNAME}")
        apology = await group.next_reply()
        assert apology.message.reply_to_message is not None
        assert apology.message.reply_to_message.message_id == said_there.message_id
        await bot.restart()
        assert "/undo" in (await you.ask("/help")).text
        assert len(said(bot)) == 2


@pytest.mark.fault("a row of the outbox that can't be read")
async def test_a_row_that_cannot_be_read_fails_with_a_reason_and_the_next_is_sent(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await bot.client.fault(FaultKind.SERVER_ERROR, "sendMessage", chat_id=YOU_ID, times=None)
        await queue(bot, reply("1", "private words"), reply("2", "private words"), reply("3", "the next"))
        await bot.stop()
        await spoil(bot.settings.data / "swealog.db")
        await bot.client.heal()
        await bot.start()
        assert (await you.next_reply()).text == "the next"
        reasons = [row.error or "" for row in await undelivered(bot)]
        assert ["can't be read" in reason for reason in reasons] == [True, True]
        assert "private" not in await doctor_says(bot)


async def spoil(path: Path) -> None:
    """Two of the rows hold what nobody wrote there."""
    import sqlite3  # noqa: PLC0415

    database = sqlite3.connect(path)
    database.execute("UPDATE outbox SET body = 'private words' WHERE key = '1'")
    database.execute("UPDATE outbox SET body = json_set(body, '$.buttons', 'private') WHERE key = '2'")
    database.commit()
    database.close()


def test_the_type_of_retry_after():
    """PTB is to change it: what we make of it must not."""
    from bot.replies.verdicts import pause_of  # noqa: PLC0415

    assert pause_of(RetryAfter(7)) == 7
