from __future__ import annotations

import socket
import sqlite3
from pathlib import Path

import httpx
import pytest

from tests.harness import RunningBot, running_bot

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


async def post(bot: RunningBot, content: str | bytes, secret: str = SECRET) -> int:
    webhook = bot.settings.telegram.webhook
    async with httpx.AsyncClient(trust_env=False) as http:
        response = await http.post(
            f"{webhook.url}{webhook.path}",
            content=content,
            headers={"X-Telegram-Bot-Api-Secret-Token": secret, "Content-Type": "application/json"},
        )
    return response.status_code


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
        database = sqlite3.connect(bot.app.core.repository.database.path)
        known = "SELECT count(*) FROM inbox WHERE update_id = 77"
        assert await post(bot, '{"update_id": 77}') == 200
        assert database.execute(known).fetchone() == (1,)
        assert await post(bot, '{"update_id": 77}') == 200
        assert database.execute(known).fetchone() == (1,)
        database.execute(
            "CREATE TRIGGER full BEFORE INSERT ON inbox BEGIN SELECT RAISE(ABORT, 'disk full'); END"
        )
        database.commit()
        assert await post(bot, '{"update_id": 78}') == 503
        database.execute("DROP TRIGGER full")
        database.commit()
        assert await post(bot, '{"update_id": 78}') == 200
        database.close()


@pytest.mark.parametrize("secret", ["", "wrong", SECRET + "x"])
async def test_without_the_secret_nothing_gets_in(tmp_path: Path, secret: str):
    async with running_bot(tmp_path, telegram=in_webhook_mode()) as (bot, _):
        assert await post(bot, '{"update_id": 77}', secret) == 403


async def test_nonsense_is_refused(tmp_path: Path):
    async with running_bot(tmp_path, telegram=in_webhook_mode()) as (bot, _):
        for content in ("", "{", "[]", "null", '{"update_id": "x"', '{"message": 5}'):
            assert await post(bot, content) == 400
        assert await post(bot, b"x" * (1 << 21)) == 413
