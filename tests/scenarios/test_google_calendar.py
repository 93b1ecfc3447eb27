# ruff: noqa: RUF001 - spans are written with a dash

"""Google's own client against a server that speaks its paths."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
import yaml

from telegram_local.server import LocalServer
from telegram_local.world import YOU_ID
from tests.driver.between import between
from tests.driver.client import LocalClient
from tests.driver.google import Google, google
from tests.driver.harness import TestClock, running_bot
from tests.driver.processes import start
from tests.scenarios.test_kill import process

ZONE = {"time_zone": "Europe/Berlin"}


@pytest.fixture
async def server() -> AsyncGenerator[Google]:
    async with google() as running:
        yield running


@pytest.fixture
def clock() -> TestClock:
    clock = TestClock()
    clock.set(datetime(2026, 11, 18, 14, 0, tzinfo=UTC))
    return clock


async def test_read_create_move_delete_and_take_back_though_each_answer_is_lost(
    tmp_path: Path, server: Google, clock: TestClock
) -> None:
    server.put("a1", "Dentist", "2026-11-21T09:00:00Z", "2026-11-21T10:00:00Z")
    server.put("a2", "Holiday", "2026-11-21", "2026-11-22")
    calendars = [server.account(tmp_path, user=YOU_ID)]
    async with running_bot(tmp_path, clock=clock, calendars=calendars, profile=ZONE) as (_, you):
        told = await you.ask("what's on Saturday?")
        assert told.text.splitlines() == ["Sat 21 Nov", "• all day Holiday", "• 10:00–11:00 Dentist"]
        assert server.pages == 2
        asked = await you.ask("put Leg day in my calendar every Friday at 6pm")
        assert "Fri 20 Nov, 18:00–19:00" in asked.text
        server.loses = True
        await you.tap(asked, "Create")
        assert "✅ In your calendar" in (await you.edited(asked)).text
        assert server.changes == ["POST"]
        (made,) = [one for one in server.confirmed() if one["summary"] == "Leg day"]
        assert made["recurrence"] == ["RRULE:FREQ=WEEKLY;BYDAY=FR"]
        assert made["start"] == {"dateTime": "2026-11-20T18:00:00+01:00", "timeZone": "Europe/Berlin"}
        assert "✅ Deleted" in (await you.ask("/undo")).text
        assert {one["summary"] for one in server.confirmed()} == {"Dentist", "Holiday"}
        asked = await you.ask("move the dentist to Monday at 16:00")
        await you.tap(asked, "Move")
        assert "✅ Moved" in (await you.edited(asked)).text
        assert server.events["a1"]["start"]["dateTime"] == "2026-11-23T16:00:00+01:00"
        asked = await you.ask("cancel the dentist")
        server.put("a1", "Dentist, other room", "2026-11-23T16:00:00Z", "2026-11-23T17:00:00Z")
        server.events["a1"]["etag"] = '"9"'
        await you.tap(asked, "Delete")
        assert "changed in the calendar in the meantime" in (await you.edited(asked)).text
        asked = await you.ask("cancel the dentist")
        await you.tap(asked, "Delete")
        assert "✅ Deleted" in (await you.edited(asked)).text
        assert server.events["a1"]["status"] == "cancelled"
        assert "✅ Back in your calendar" in (await you.ask("/undo")).text
        assert server.events["a1"]["status"] == "confirmed"
        assert server.changes == ["POST", "DELETE", "PATCH", "DELETE", "PATCH"]


async def test_revoked_access_and_redirects_are_said(
    tmp_path: Path, server: Google, clock: TestClock
) -> None:
    server.revoked = True
    calendars = [server.account(tmp_path, user=YOU_ID)]
    async with (
        between(server.url) as elsewhere,
        running_bot(tmp_path, clock=clock, calendars=calendars, profile=ZONE) as (_, you),
    ):
        assert "does not let me in" in (await you.ask("what's on tomorrow?")).text
        server.revoked = False
        assert "Nothing is on: Thu 19 Nov" in (await you.ask("what's on tomorrow?")).text
        server.put("a1", "Dentist", "2026-11-19T09:00:00Z", "2026-11-19T10:00:00Z")
        server.put("a2", "Odd", "2026-11-19T09:00:00Z", "2026-11-19T10:00:00Z")
        server.events["a1"]["start"]["timeZone"] = "GMT+25:61"
        server.events["a2"]["start"] = {"dateTime": "2026-11-19T09:00:00Z", "date": "no day"}
        assert (await you.ask("what's on tomorrow?")).text == "Thu 19 Nov\n• 10:00–11:00 Dentist"
        server.leads_to = f"{elsewhere.url}/calendar/v3/"
        assert "leads to an address" in (await you.ask("what's on tomorrow?")).text
        assert elsewhere.passed == []


async def test_an_account_of_ones_own_by_the_browser(
    tmp_path: Path, server: Google, clock: TestClock
) -> None:
    client = tmp_path / "client.json"
    told = {"client_id": "one", "client_secret": "two", "redirect_uris": ["http://localhost"]}
    addresses = {"auth_uri": f"{server.url}/auth", "token_uri": f"{server.url}/token"}
    client.write_text(json.dumps({"installed": {**told, **addresses}}))
    child = await start(
        "bot.cli", "calendar", "login", "--data-dir", str(tmp_path / "data"), "--client", str(client),
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "OAUTHLIB_INSECURE_TRANSPORT": "1", "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    assert child.stdout is not None
    async with asyncio.timeout(60):
        url = (await child.stdout.readline()).decode().split()[-1]
        async with httpx.AsyncClient(follow_redirects=True, trust_env=False) as browser:
            assert "may use your calendar now" in (await browser.get(url)).text
        said = (await child.stdout.read()).decode()
        assert await child.wait() == 0
    file = tmp_path / "data" / "google-calendar.json"
    assert str(file) in said
    assert file.stat().st_mode & 0o077 == 0
    server.put("a1", "Dentist", "2026-11-19T09:00:00Z", "2026-11-19T10:00:00Z")
    account = {
        "kind": "google",
        "credentials": str(file),
        "url": f"{server.url}/calendar/v3/",
        "user": YOU_ID,
    }
    async with running_bot(tmp_path, clock=clock, calendars=[{**account, "user": YOU_ID}], profile=ZONE) as (
        _,
        you,
    ):
        assert "10:00–11:00 Dentist" in (await you.ask("what's on tomorrow?")).text


@pytest.mark.fault("SIGKILL between a Google event and its row")
async def test_killed_between_the_event_and_its_row_it_is_there_once(tmp_path: Path, server: Google) -> None:
    data, config = tmp_path / "data", tmp_path / "config.yaml"
    async with (
        between(server.url) as proxy,
        LocalServer() as telegram,
        LocalClient(telegram.base_url, telegram.state.control_token, patience=90) as client,
    ):
        settings: dict[str, object] = {
            "telegram": {"token": telegram.token, "api_url": telegram.base_url},
            "access": {"allow_users": [YOU_ID]},
            "profile": {"ask_first": [], "time_zone": "UTC"},
            "calendars": [server.account(tmp_path, user=YOU_ID, url=f"{proxy.url}/calendar/v3/")],
        }
        config.write_text(yaml.safe_dump(settings))
        async with process(data, config):
            asked = await client.you.ask("put Leg day in my calendar tomorrow at 10 for an hour")
            proxy.does, proxy.to = "hold", "POST"
            await client.you.tap(asked, "Create")
            async with asyncio.timeout(90):
                await proxy.held.wait()
            assert [one["summary"] for one in server.confirmed()] == ["Leg day"]
        proxy.does = "pass"
        proxy.released.set()
        async with process(data, config):
            assert "✅ In your calendar: Leg day" in (await client.you.edited(asked)).text
            assert (server.changes, len(server.confirmed())) == (["POST"], 1)
            assert "✅ Deleted" in (await client.you.ask("/undo")).text
            assert server.confirmed() == []
