from __future__ import annotations

import socket
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from pydantic import ValidationError

from bot.settings import Settings
from bot.updates.connection import WEBHOOK_CONNECTIONS
from bot.updates.section import WebhookSection
from bot.web.webhook import SECRET_HEADER
from tests.driver.harness import RunningBot, running_bot
from tests.web.calling import calling

SECRET = "s" * 24


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def in_webhook_mode() -> dict[str, object]:
    port = free_port()
    return {
        "mode": "webhook",
        "webhook": {"url": f"http://127.0.0.1:{port}", "secret": SECRET, "port": port, "path": "/hook"},
    }


async def post(
    bot: RunningBot,
    content: str | bytes | AsyncIterator[bytes],
    secret: str = SECRET,
    kind: str = "application/json",
) -> int:
    webhook = bot.settings.telegram.webhook
    async with httpx.AsyncClient(trust_env=False) as http:
        response = await http.post(
            f"{webhook.url}{webhook.path}",
            content=content,
            headers=httpx.Headers({SECRET_HEADER: secret, "Content-Type": kind}, encoding="latin-1"),
        )
    return response.status_code


async def in_pieces(body: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(body), 1 << 16):
        yield body[start : start + (1 << 16)]


async def test_a_message_by_webhook_is_answered(tmp_path: Path):
    async with running_bot(tmp_path, telegram=in_webhook_mode()) as (bot, you):
        assert "/undo" in (await you.ask("/help")).text
        assert "185 lb" in (await you.ask("bench 185lb x5x3")).text
        assert not await bot.client.calls("getUpdates")
        await bot.restart()
        assert "185 lb" in (await you.ask("/today")).text


async def test_200_means_committed(tmp_path: Path):
    async with running_bot(tmp_path, telegram=in_webhook_mode()) as (bot, you):
        await you.ask("/help")
        database = sqlite3.connect(bot.app.core.db.database.path)
        known = "SELECT count(*) FROM inbox WHERE update_id = 77"
        assert await post(bot, '{"update_id": 77}') == 200
        assert database.execute(known).fetchone() == (1,)
        assert await post(bot, '{"update_id": 77}') == 200
        assert database.execute(known).fetchone() == (1,)
        assert bot.app.news.counters.updates["known"] == 1
        database.execute(
            "CREATE TRIGGER full BEFORE INSERT ON inbox BEGIN SELECT RAISE(ABORT, 'disk full'); END"
        )
        database.commit()
        assert await post(bot, '{"update_id": 78}') == 503
        database.execute("DROP TRIGGER full")
        database.commit()
        assert await post(bot, '{"update_id": 78}') == 200
        database.close()


@pytest.mark.fault("webhook without or with a wrong secret")
@pytest.mark.parametrize("secret", ["", "wrong", SECRET + "x", SECRET[:-1], "\xe9" * 24])
async def test_without_the_secret_nothing_gets_in(tmp_path: Path, secret: str):
    async with running_bot(tmp_path, telegram=in_webhook_mode()) as (bot, _):
        assert await post(bot, '{"update_id": 77}', secret) == 403


@pytest.mark.fault("webhook without or with a wrong secret")
@pytest.mark.parametrize("secret", [None, "", "s" * 257, "with blanks in it and so on", "é" * 20])
def test_without_a_good_secret_nothing_starts(secret: str | None):
    telegram = {"token": "1:a", "mode": "webhook", "webhook": {"url": "https://x.example", "secret": secret}}
    with pytest.raises(ValidationError, match="secret"):
        Settings.model_validate({"telegram": telegram})


@pytest.mark.parametrize("path", ["/input", "/health", "/entries/x", "/{path}", "/a b", "/?x"])
def test_the_path_is_the_webhooks_own(path: str):
    with pytest.raises(ValidationError, match="path"):
        Settings.model_validate({"telegram": {"webhook": {"path": path}}})


@pytest.mark.fault("a broken webhook request")
async def test_nonsense_is_refused(tmp_path: Path):
    async with running_bot(tmp_path, telegram=in_webhook_mode()) as (bot, _):
        for content in (
            "", "{", "[]", "null", '{"update_id": "x"}', '{"update_id": -5}', '{"update_id": true}',
            '{"message": 5}', "[" * 100_000, '{"update_id": 1e3}', b"\xff",
        ):  # fmt: skip
            assert await post(bot, content) == 400, content[:40]
        assert await post(bot, b"x" * (1 << 21)) == 413
        assert await post(bot, in_pieces(b"x" * ((1 << 20) + 1))) == 413, "of a length that nobody said"
        assert await post(bot, "update_id=5", kind="application/x-www-form-urlencoded") == 415
        webhook = bot.settings.telegram.webhook
        async with httpx.AsyncClient(trust_env=False, headers={SECRET_HEADER: SECRET}) as http:
            for method in ("GET", "PUT", "DELETE", "OPTIONS"):
                assert (await http.request(method, f"{webhook.url}{webhook.path}")).status_code == 405


async def test_telegram_is_told_the_secret_and_what_waits_there_is_kept(tmp_path: Path):
    async with running_bot(tmp_path, telegram=in_webhook_mode(), start=False) as (bot, you):
        await you.say("slept 7 h")
        await bot.start()
        assert "7 h" in (await you.next_reply()).text
        [told] = await bot.client.calls("setWebhook")
        assert told.params["secret_token"] == SECRET
        assert str(told.params["max_connections"]) == str(WEBHOOK_CONNECTIONS)
        assert told.params.get("drop_pending_updates") in {None, "false"}


async def test_from_polling_to_the_webhook_and_back(tmp_path: Path):
    """What is said while the bot is stopped arrives either way."""
    async with running_bot(tmp_path) as (bot, you):
        polling, webhook = bot.settings, in_webhook_mode()
        hooked = polling.telegram.model_copy(
            update={"mode": "webhook", "webhook": WebhookSection.model_validate(webhook["webhook"])}
        )
        assert "7 h" in (await you.ask("slept 7 h")).text
        for number, telegram in enumerate((hooked, polling.telegram, hooked)):
            await bot.stop()
            await you.say(f"slept {number + 1}.5 h")
            bot.settings = polling.model_copy(update={"telegram": telegram})
            await bot.start()
            assert f"{number + 1}.5 h" in (await you.next_reply()).text
            assert "185 lb" in (await you.ask(f"bench 185 lb x{number + 5}")).text


async def test_webhook_and_api_share_one_port(tmp_path: Path):
    async with calling(tmp_path, telegram=in_webhook_mode()) as (bot, you):
        assert bot.app.web is not None
        assert bot.app.web.server.port == bot.settings.telegram.webhook.port
        assert (await you.say("slept 7 h")).entries
        assert "7 h" in (await bot.client.you.ask("/today")).text
        public = {"Host": "bot.example.org"}
        webhook = bot.settings.telegram.webhook
        headers = {**public, SECRET_HEADER: SECRET}
        assert (await you.http.post(webhook.path, json={"update_id": 99}, headers=headers)).status_code == 200
        assert (await you.http.get("/health", headers=public)).status_code == 421
