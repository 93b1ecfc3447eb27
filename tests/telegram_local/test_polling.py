"""Long polling: nothing leaves the queue before its offset is confirmed, and the newest poll wins."""

from __future__ import annotations

import asyncio
import time

import httpx
import pytest
from telegram import Bot
from telegram.error import Conflict

from telegram_local.server import LocalServer
from tests.driver.client import LocalClient


async def test_unconfirmed_updates_come_again(bot: Bot, client: LocalClient):
    for text in ("one", "two", "three"):
        await client.you.say(text)
    first = await bot.get_updates(limit=2)
    assert [update.message.text for update in first if update.message] == ["one", "two"]
    again = await bot.get_updates()
    assert [update.update_id for update in again][:2] == [update.update_id for update in first]
    rest = await bot.get_updates(offset=first[-1].update_id + 1)
    assert [update.message.text for update in rest if update.message] == ["three"]
    assert [update.update_id for update in await bot.get_updates(offset=-1)] == [rest[0].update_id]
    assert await bot.get_updates(offset=rest[0].update_id + 1) == ()


async def test_a_negative_offset_forgets_what_came_before(bot: Bot, client: LocalClient):
    for text in ("one", "two", "three"):
        await client.you.say(text)
    last = await bot.get_updates(offset=-2)
    assert [update.message.text for update in last if update.message] == ["two", "three"]
    assert len(await bot.get_updates()) == 2


async def test_a_poll_waits_for_the_next_update(bot: Bot, client: LocalClient):
    poll = asyncio.create_task(bot.get_updates(timeout=20))
    await client.bot_listening()
    began = time.monotonic()
    await client.you.say("here")
    (update,) = await poll
    assert update.message is not None
    assert time.monotonic() - began < 10


async def test_a_newer_poll_ends_the_older_with_a_conflict(
    server: LocalServer, bot: Bot, client: LocalClient
):
    older = asyncio.create_task(bot.get_updates(timeout=20))
    await client.bot_listening()
    async with Bot(server.token, base_url=server.bot_url) as second:
        newer = asyncio.create_task(second.get_updates(timeout=20))
        with pytest.raises(Conflict, match="terminated by other getUpdates request"):
            await older
        await client.you.say("for the newer")
        assert len(await newer) == 1


async def test_polling_and_a_webhook_exclude_each_other(bot: Bot, client: LocalClient):
    poll = asyncio.create_task(bot.get_updates(timeout=20))
    await client.bot_listening()
    await bot.set_webhook("http://127.0.0.1:9/hook")
    with pytest.raises(Conflict, match="terminated by setWebhook"):
        await poll
    with pytest.raises(Conflict, match="can't use getUpdates method while webhook is active"):
        await bot.get_updates()
    await bot.delete_webhook()
    assert await bot.get_updates() == ()


async def test_the_wanted_kinds_are_remembered(bot: Bot, client: LocalClient):
    await bot.get_updates(allowed_updates=["edited_message"])
    said = await client.you.say("not wanted")
    await client.you.edit(said, "wanted")
    (update,) = await bot.get_updates()
    assert update.edited_message is not None


async def test_a_caller_that_hung_up_leaves_the_update_for_the_next(
    server: LocalServer, bot: Bot, client: LocalClient
):
    async with httpx.AsyncClient(timeout=0.2) as http:
        with pytest.raises(httpx.ReadTimeout):
            await http.get(f"{server.base_url}/bot{server.token}/getUpdates", params={"timeout": 20})
    await client.you.say("still here")
    assert len(await bot.get_updates(timeout=5)) == 1
