"""Webhook delivery: with the secret, in order, and again until it is taken."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from telegram import Bot, Update
from telegram.error import BadRequest
from telegram.ext import ApplicationBuilder, MessageHandler, filters

from telegram_local.server import LocalServer
from telegram_local.world import YOU_ID
from tests.driver.client import LocalClient
from tests.driver.listening import Listener, eventually, free_port

SECRET = "s3cret_word"


class Hook:
    """A webhook that refuses as often as told and keeps what it took."""

    def __init__(self) -> None:
        self.refusals = 0
        self.taken: list[str] = []
        self.attempts = 0
        self.secrets: set[str | None] = set()

    async def take(self, request: Request) -> Response:
        self.attempts += 1
        self.secrets.add(request.headers.get("X-Telegram-Bot-Api-Secret-Token"))
        if self.refusals:
            self.refusals -= 1
            return Response(status_code=503)
        update = Update.de_json(await request.json())
        if update.message is not None:
            self.taken.append(update.message.text or "")
        return Response()


@pytest.fixture
def hook() -> Hook:
    return Hook()


@pytest.fixture
async def url(hook: Hook) -> AsyncGenerator[str]:
    async with Listener(Starlette(routes=[Route("/hook", hook.take, methods=["POST"])])) as listener:
        yield f"{listener.base_url}/hook"


async def test_updates_are_posted_with_the_secret_until_taken(
    bot: Bot, client: LocalClient, hook: Hook, url: str
):
    hook.refusals = 2
    await bot.set_webhook(url, secret_token=SECRET)
    for text in ("one", "two", "three"):
        await client.you.say(text)
    await eventually(lambda: len(hook.taken) == 3)
    assert hook.taken == ["one", "two", "three"]
    assert hook.attempts == 5
    assert hook.secrets == {SECRET}
    info = await bot.get_webhook_info()
    assert (info.url, info.pending_update_count) == (url, 0)
    assert info.last_error_message == "Wrong response from the webhook: 503 Service Unavailable"


async def test_what_waited_is_delivered_when_the_webhook_is_set(
    bot: Bot, client: LocalClient, hook: Hook, url: str
):
    await client.you.say("early")
    await bot.set_webhook(url)
    await eventually(lambda: hook.taken == ["early"])
    assert hook.secrets == {None}


async def test_dropping_what_waits(bot: Bot, client: LocalClient, hook: Hook, url: str):
    await client.you.say("early")
    await bot.set_webhook(url, drop_pending_updates=True)
    await client.you.say("late")
    await eventually(lambda: hook.taken == ["late"])


async def test_an_unreachable_webhook_keeps_the_updates(server: LocalServer, bot: Bot, client: LocalClient):
    await bot.set_webhook(f"http://127.0.0.1:{free_port()}/hook")
    await client.you.say("waits")
    await eventually(lambda: server.state.delivery.last_error_message is not None)
    assert (await bot.get_webhook_info()).pending_update_count == 1
    await bot.delete_webhook()
    assert len(await bot.get_updates()) == 1


async def test_bad_addresses_and_secrets_are_refused(bot: Bot):
    with pytest.raises(BadRequest, match="Bad webhook"):
        await bot.set_webhook("nowhere")
    with pytest.raises(BadRequest, match="Secret token contains unallowed characters"):
        await bot.set_webhook("http://127.0.0.1/", secret_token="with space")


async def test_the_library_runs_on_the_webhook(server: LocalServer, client: LocalClient):
    heard: asyncio.Queue[str] = asyncio.Queue()

    async def hear(update: Update, _: object) -> None:
        if update.message is not None:
            await heard.put(update.message.text or "")

    app = ApplicationBuilder().token(server.token).base_url(server.bot_url).updater(None).build()
    app.add_handler(MessageHandler(filters.TEXT, hear))

    async def receive(request: Request) -> Response:
        await app.update_queue.put(Update.de_json(await request.json(), app.bot))
        return Response()

    async with Listener(Starlette(routes=[Route("/hook", receive, methods=["POST"])])) as listener, app:
        await app.start()
        await app.bot.set_webhook(f"{listener.base_url}/hook", secret_token=SECRET)
        await client.you.say("over the webhook")
        assert await asyncio.wait_for(heard.get(), 10) == "over the webhook"
        await app.stop()


ANSWERS = {
    "json": {"method": "sendMessage", "chat_id": YOU_ID, "text": "from json"},
    "form": "method=sendMessage&chat_id=1001&text=from+form",
    "parts": '--b\r\nContent-Disposition: form-data; name="method"\r\n\r\nsendMessage\r\n'
    '--b\r\nContent-Disposition: form-data; name="chat_id"\r\n\r\n1001\r\n'
    '--b\r\nContent-Disposition: form-data; name="text"\r\n\r\nfrom parts\r\n--b--\r\n',
    "leave": {"method": "deleteWebhook"},
    "wrong": {"method": "sendMessage", "chat_id": 4711, "text": "x"},
    "words": "ok",
}


async def test_a_call_in_the_webhooks_answer_is_carried_out(bot: Bot, client: LocalClient):
    async def answer(request: Request) -> Response:
        update = Update.de_json(await request.json())
        assert update.message is not None
        body = ANSWERS[update.message.text or ""]
        kinds = {"form": "application/x-www-form-urlencoded", "parts": "multipart/form-data; boundary=b"}
        if isinstance(body, dict):
            return JSONResponse(body)
        return Response(body, media_type=kinds.get(update.message.text or "", "text/plain"))

    async with Listener(Starlette(routes=[Route("/hook", answer, methods=["POST"])])) as listener:
        await bot.set_webhook(f"{listener.base_url}/hook")
        for name in ("leave", "wrong", "words", "json", "form", "parts"):
            await client.you.say(name)
        texts = [(await client.you.next_reply()).text for _ in range(3)]
        assert texts == ["from json", "from form", "from parts"]
        assert (await bot.get_webhook_info()).url
    calls = await client.calls("sendMessage")
    assert [call.status for call in calls] == [400, 200, 200, 200]
