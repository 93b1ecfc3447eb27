"""Who gets in, how much is taken, and how a refusal is worded."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

import bot.web.bodies
import bot.web.server
from bot.errors import PortInUseError
from bot.web.api import MOST_BYTES
from bot.web.guard import LOOPBACK
from bot.web.intake import chat_of
from bot.web.messages import MOST_CHARACTERS
from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, running_bot
from tests.driver.listening import free_port
from tests.web.calling import TOKEN, Caller, base_url, calling, http_section, problem

PATHS = (
    ("POST", "/input"),
    ("GET", "/input/0000000000000000"),
    ("POST", "/questions/12345678"),
    ("GET", "/entries/01M81GH9TSWA6VQM5NXCXAPSJK"),
    ("GET", "/context"),
    ("POST", "/jobs"),
    ("GET", "/metrics"),
)


@pytest.mark.fault("HTTP without or with a wrong token")
async def test_nothing_without_a_token(tmp_path: Path):
    wrong = (
        "",
        "Bearer",
        "Bearer x",
        f"Bearer {TOKEN}x",
        f"Basic {TOKEN}",
        TOKEN,
        f"Bearer {TOKEN[:-1]}",
    )
    async with calling(tmp_path) as (bot, you):
        for method, path in PATHS:
            for given in wrong:
                headers = {"Authorization": given} if given else {}
                response = await you.http.request(method, path, headers=headers, json={"text": "slept 7 h"})
                assert problem(response, 401).code in {"missing_token", "wrong_token"}
                assert response.headers["www-authenticate"].startswith("Bearer")
        by_url = await you.http.get("/context", params={"access_token": TOKEN, "token": TOKEN})
        problem(by_url, 401)
        with_odd_bytes = await you.http.get("/context", headers={b"Authorization": b"Bearer \xff\xfe"})
        problem(with_odd_bytes, 401)
        assert await bot.app.core.db.requests.open_requests() == []


async def test_other_pages_and_other_names_are_kept_out(tmp_path: Path):
    async with calling(tmp_path, http=http_section(hosts=["swealog.example.org"])) as (_, you):
        for host in ("evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "[::2]:1"):
            for path in ("/health", "/context", "/nothing"):
                assert problem(await you.http.get(path, headers={"Host": host}), 421).code == "wrong_host"
        for host in (*LOOPBACK, "swealog.example.org", "SWEALOG.example.org:443"):
            assert (await you.http.get("/health", headers={"Host": host})).status_code == 200
        asked = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
        preflight = await you.http.options("/input", headers=asked)
        assert preflight.status_code == 405
        answered = await you.http.get("/health", headers={"Origin": "https://evil.example"})
        assert not [
            name for name in (*preflight.headers, *answered.headers) if name.startswith("access-control")
        ]
        assert answered.headers["x-content-type-options"] == "nosniff"
        assert answered.headers["cache-control"] == "no-store"


BODIES: tuple[tuple[str, bytes, int], ...] = (
    ("nothing", b"", 400),
    ("no JSON", b"{", 400),
    ("a list", b"[]", 422),
    ("null", b"null", 422),
    ("no text", b"{}", 422),
    ("a number", b'{"text": 5}', 422),
    ("another key", b'{"text": "x", "user": 5}', 422),
    ("too long a text", json.dumps({"text": "x" * (MOST_CHARACTERS + 1)}).encode(), 422),
    ("half a surrogate", b'{"text": "\\ud800"}', 400),
    ("no UTF-8", b'{"text": "\xff"}', 400),
    ("deep", b'{"text":' + b"[" * 60_000, 400),
    ("too large", b'{"text": "' + b"x" * MOST_BYTES + b'"}', 413),
    ("waits for ever", b'{"text": "x", "wait": 1e9}', 422),
    ("not a number", b'{"text": "x", "wait": NaN}', 422),
    ("before the calendar", b'{"text": "x", "sent_at": "0001-01-01T00:00:00Z"}', 422),
    ("after it", b'{"text": "x", "sent_at": "9999-12-31T23:59:59Z"}', 422),
    ("no offset", b'{"text": "x", "sent_at": "2026-01-01T00:00:00"}', 422),
    ("many keys", json.dumps({"text": "x", **dict.fromkeys(map(str, range(9_000)))}).encode(), 422),
    ("a long key", b'{"text": "x", "' + b"k" * 100_000 + b'": 1}', 422),
    ("a strange thread", b'{"text": "x", "thread": "../../etc"}', 422),
)


@pytest.mark.fault("a broken HTTP request")
async def test_a_body_that_is_wrong_is_refused_in_plain_words(
    tmp_path: Path, record_property: Callable[[str, object], None]
):
    record_property("trials", len(BODIES))
    async with calling(tmp_path) as (bot, you):
        auth = {"Authorization": f"Bearer {TOKEN}"}
        for what, body, status in BODIES:
            headers = {**auth, "Content-Type": "application/json"}
            response = await you.http.post("/input", content=body, headers=headers)
            found = problem(response, status)
            assert found.detail, what
            assert len(response.content) < 1_000, what
            assert len(body) < 20 or body.decode("latin-1") not in response.text, what
        for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
            response = await you.http.post(
                "/input", content=b'{"text": "slept 7 h"}', headers={**auth, "Content-Type": kind}
            )
            problem(response, 415)
        bad_key = await you.send("POST", "/input", {"text": "slept 7 h"}, key="with a blank")
        assert problem(bad_key, 400).code == "bad_key"
        for method, path, status in (
            ("GET", "/nothing", 404),
            ("DELETE", "/input", 405),
            ("GET", "/input/", 404),
        ):
            problem(await you.send(method, path), status)
        assert await bot.app.core.db.requests.open_requests() == []


async def test_who_asks_too_much_is_told_when_to_come_back(tmp_path: Path):
    async with calling(tmp_path, http=http_section(per_minute=3)) as (_, you):
        for _ in range(3):
            assert (await you.send("GET", "/context")).status_code == 200
        refused = await you.send("GET", "/context")
        assert problem(refused, 429).code == "too_many"
        assert 1 <= int(refused.headers["retry-after"]) <= 60
        assert (await you.http.get("/health")).status_code == 200
    async with calling(tmp_path, http=http_section(at_once=1)) as (running, you):
        held = asyncio.Event()
        running.app.core.lanes.put(f"chat:{chat_of(YOU_ID, 'main')}", held.wait)
        first = asyncio.create_task(you.send("POST", "/input", {"text": "slept 7 h", "wait": 60}))
        async with asyncio.timeout(60):
            while not await running.app.core.db.requests.open_requests():  # noqa: ASYNC110 - a row rings no bell
                await asyncio.sleep(0.02)
        assert problem(await you.send("GET", "/context"), 429).code == "too_many_at_once"
        held.set()
        assert (await first).status_code == 200
        assert (await you.send("GET", "/context")).status_code == 200


@asynccontextmanager
async def connected(bot: RunningBot) -> AsyncGenerator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A bare connection."""
    url = httpx.URL(base_url(bot))
    reader, writer = await asyncio.open_connection(url.host, url.port)
    try:
        yield reader, writer
    finally:
        writer.close()


@pytest.mark.fault("a slow or oversized HTTP client")
async def test_a_client_that_dawdles_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bot.web.server, "HEADER_SECONDS", 0.3)
    monkeypatch.setattr(bot.web.server, "IDLE_SECONDS", 1)
    monkeypatch.setattr(bot.web.bodies, "SECONDS", 0.3)
    head = f"Host: localhost\r\nAuthorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\n".encode()
    beginnings = (
        b"",
        b"POST /input HTTP/1.1\r\n" + head,
        b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /health HTTP/1.1\r\nHo",
    )
    async with calling(tmp_path, http=http_section(mcp=True)) as (running, you):
        problem(await you.send("GET", "/mcp"), 405)
        for beginning in beginnings:
            async with connected(running) as (reader, writer), asyncio.timeout(30):
                writer.write(beginning)
                said = await reader.read()
                assert said.count(b"HTTP/1.1 200") == beginning.count(b"\r\n\r\n")
        async with connected(running) as (reader, writer), asyncio.timeout(30):
            writer.write(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert b" 200 " in await reader.readuntil(b"}")
            writer.write(b"GET /hea")
            assert await reader.read() == b""
        for path in (b"/input", b"/mcp"):
            async with connected(running) as (reader, writer), asyncio.timeout(30):
                writer.write(b"POST " + path + b" HTTP/1.1\r\n" + head + b"Content-Length: 100\r\n\r\n{")
                assert b"HTTP/1.1 408" in await reader.read()
        async with connected(running) as (reader, writer), asyncio.timeout(30):
            writer.write(b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 70_000)
            assert b" 400 " in await reader.read()


async def test_without_a_token_nothing_listens(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, _):
        assert bot.app.web is None


async def test_a_port_in_use_is_said_before_anything_begins(tmp_path: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        section = http_section(port=taken.getsockname()[1])
        async with running_bot(tmp_path, start=False, http=section) as (bot, _):
            with pytest.raises(PortInUseError, match=r"set http\.port"):
                await bot.start()


async def test_listening_elsewhere_is_said_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.INFO):
        async with running_bot(tmp_path, http=http_section(listen="0.0.0.0")) as (bot, _):  # noqa: S104 - what is tested
            assert "can be reached from other machines" in caplog.text
            port = httpx.URL(base_url(bot)).port
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False) as client:
                named = await client.get(
                    "/context", headers={"Host": "any", "Authorization": f"Bearer {TOKEN}"}
                )
                assert named.status_code == 200
                assert (await Caller(client).say("slept 7 h")).entries
    assert TOKEN not in caplog.text


@pytest.mark.parametrize("said", [b"", b"GET /health HTTP/1.1\r\nHost: "], ids=["silent", "slow"])
async def test_idle_connections_starve_nobody(tmp_path: Path, said: bytes):
    """Six hundred of them kept out /health and the webhook for as long as they were renewed."""
    port = free_port()
    hook = {"url": f"http://127.0.0.1:{port}", "secret": "o" * 24, "port": port, "path": "/hook"}
    async with calling(tmp_path, telegram={"mode": "webhook", "webhook": hook}) as (bot, you):
        assert bot.app.web is not None
        idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(300)]
        for number in range(300):
            idle.append(await asyncio.open_connection("127.0.0.1", port))
            for _, writer in idle[number::300]:
                writer.write(said)
        answers = [(await you.send("GET", "/health")).status_code for _ in range(3)]
        assert answers == [200, 200, 200]
        assert "Logged" in (await bot.client.you.ask("bench 100 kg 5x5")).text
        slow = asyncio.create_task(you.say("slept 7 h"))
        idle += [await asyncio.open_connection("127.0.0.1", port) for _ in range(300)]
        assert (await slow).entries, "a request at work is not idle"
        for _, writer in idle:
            writer.close()
