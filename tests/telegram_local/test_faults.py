"""Every fault, as the real client library meets it."""

from __future__ import annotations

import asyncio

import pytest
from pydantic import JsonValue
from telegram import Bot, MessageEntity, ReplyParameters
from telegram.error import BadRequest, Conflict, NetworkError, RetryAfter, TelegramError, TimedOut

from telegram_local.acts import Inject
from telegram_local.faults import FaultKind
from telegram_local.world import ALEX_ID, YOU_ID
from tests.driver.client import LocalClient


async def texts(client: LocalClient) -> list[str]:
    return [stored.text for stored in await client.you.history()]


async def test_rate_limit_once_then_healed(bot: Bot, client: LocalClient):
    await client.fault(FaultKind.RATE_LIMIT, "sendMessage", retry_after=7)
    with pytest.raises(RetryAfter) as limited:
        await bot.send_message(YOU_ID, "x")
    assert int(limited.value._retry_after.total_seconds()) == 7  # pyright: ignore[reportPrivateUsage]  # the public one still warns
    assert await bot.send_message(YOU_ID, "x")


async def test_only_the_named_chat_and_only_after_the_skipped_calls(bot: Bot, client: LocalClient):
    await client.fault("server_error", "sendMessage", chat_id=YOU_ID, skip=1, times=2, status=502)
    assert await bot.send_message(YOU_ID, "first passes")
    assert await bot.send_message(ALEX_ID, "other chat")
    for _ in range(2):
        with pytest.raises(NetworkError, match="Internal Server Error"):
            await bot.send_message(YOU_ID, "x")
    assert await bot.send_message(YOU_ID, "over")


async def test_a_fault_without_end_lasts_until_healed(bot: Bot, client: LocalClient):
    await client.fault("error", times=None, status=400, description="Bad Request: CHAT_RESTRICTED")
    for _ in range(3):
        with pytest.raises(BadRequest, match="Chat_restricted"):
            await bot.send_message(YOU_ID, "x")
    assert await bot.get_updates() == ()  # a fault without a method spares polling
    await client.heal()
    assert await bot.send_message(YOU_ID, "x")


async def test_conflict_and_garbage_on_polling(bot: Bot, client: LocalClient):
    await client.fault("conflict", "getUpdates")
    with pytest.raises(Conflict):
        await bot.get_updates()
    await client.fault("malformed", "getUpdates")
    with pytest.raises(TelegramError, match="Invalid server response"):
        await bot.get_updates()


async def test_a_slow_call_still_works(bot: Bot, client: LocalClient):
    await client.fault("slow", "sendMessage", chat_id=YOU_ID, delay=0.3)
    slow = asyncio.create_task(bot.send_message(YOU_ID, "slow"))
    await bot.send_message(ALEX_ID, "fast")
    assert not slow.done()
    assert (await slow).text == "slow"


async def test_a_connection_cut_before_and_after_the_effect(bot: Bot, client: LocalClient):
    await client.fault("drop", "sendMessage")
    with pytest.raises(NetworkError):
        await bot.send_message(YOU_ID, "never")
    await client.fault("lose_answer", "sendMessage")
    with pytest.raises(NetworkError):
        await bot.send_message(YOU_ID, "applied")
    assert (await client.you.next_reply()).text == "applied"
    assert await texts(client) == ["applied"]


async def test_a_lost_answer_of_a_poll_loses_no_update(bot: Bot, client: LocalClient):
    await client.you.say("x")
    await client.fault("lose_answer", "getUpdates")
    with pytest.raises(NetworkError):
        await bot.get_updates()
    assert len(await bot.get_updates()) == 1


async def test_the_record_of_calls(bot: Bot, client: LocalClient):
    await client.fault("rate_limit", "sendMessage")
    with pytest.raises(RetryAfter):
        await bot.send_message(YOU_ID, "x", entities=[MessageEntity("bold", 0, 1)])
    await bot.send_message(YOU_ID, "y", parse_mode="HTML")
    await client.fault("drop", "sendChatAction")
    with pytest.raises(NetworkError):
        await bot.send_chat_action(ALEX_ID, "typing")
    refused, sent = await client.calls("sendMessage", chat_id=YOU_ID)
    assert (refused.status, refused.fault, sent.status, sent.fault) == (429, "rate_limit", 200, None)
    assert refused.params["entities"] == [{"type": "bold", "offset": 0, "length": 1}]
    assert (sent.params["text"], sent.params["parse_mode"]) == ("y", "HTML")
    (action,) = await client.calls(after=sent.number)
    assert (action.method, action.chat_id, action.status) == ("sendChatAction", ALEX_ID, None)
    await client.forget_calls()
    assert await client.calls() == []


async def test_a_call_that_is_never_answered(bot: Bot, client: LocalClient):
    await client.fault("hang", "sendMessage")
    with pytest.raises(TimedOut):
        await bot.send_message(YOU_ID, "never", read_timeout=0.2)
    assert await texts(client) == []
    await client.fault("hang_after", "sendMessage")
    with pytest.raises(TimedOut):
        await bot.send_message(YOU_ID, "there", read_timeout=0.2)
    await client.until(lambda: client.message(YOU_ID, 1))
    assert await texts(client) == ["there"]


async def test_a_known_update_again_and_ids_that_come_in_any_order(bot: Bot, client: LocalClient):
    said: dict[str, JsonValue] = {"news": {"id": "1"}}
    first = await client.inject(said)
    assert [update.update_id for update in await bot.get_updates()] == [first]
    await client.inject_batch(
        *(Inject(update=said, update_id=update_id) for update_id in (first + 7, first, first + 3))
    )
    # Those with lower ids were never told before, whatever offset the bot asks from.
    got = await bot.get_updates(offset=first + 9)
    assert [update.update_id for update in got] == [first, first + 3]
    assert await bot.get_updates(offset=first + 9) == ()


async def test_a_reply_in_a_topic_stays_there(bot: Bot, client: LocalClient):
    group = await client.migrate()
    you = client.in_group(YOU_ID, group)
    thread = await client.open_topic(YOU_ID, group, "Legs")
    said = await you.say("squats", thread_id=thread)
    assert said.message.message_thread_id == thread
    answer = await bot.send_message(group, "yes", reply_parameters=ReplyParameters(said.message_id))
    assert (answer.message_thread_id, answer.is_topic_message) == (thread, True)
    assert (await bot.send_message(group, "general")).message_thread_id is None
    with pytest.raises(BadRequest, match="thread not found"):
        await bot.send_message(group, "x", message_thread_id=999)
