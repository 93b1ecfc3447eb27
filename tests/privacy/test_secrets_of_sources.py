"""Calendars and MCP servers that say back what they were told in confidence, to two people and in a group."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from pathlib import Path
from typing import cast

from telegram_local.server import LocalServer
from telegram_local.world import ALEX_ID, BOT_USERNAME, GROUP_ID, YOU_ID
from tests.driver.client import LocalClient
from tests.driver.person import Person
from tests.mcp.test_remote import GARDEN
from tests.models.server import ModelServer
from tests.privacy.canaries import MARK, canary, put
from tests.privacy.echoing import Echo
from tests.privacy.test_secrets import CODE, FAULT, Planted

_PATIENCE = 120.0


def _variable(planted: Planted, *place: str) -> str:
    """The value of a secret place that is filled from the environment."""
    name = f"PLANTED_SOURCE_{'_'.join(place).upper()}_TOKEN"
    planted.environ[name] = canary(place)
    return f"${{{name}}}"


def _sources(planted: Planted, name: str, user: int, refusing: Echo, shed: Path) -> None:
    """A calendar and a server that repeat their keys as they refuse, and one that does in an answer."""
    url = f"http://127.0.0.1:{refusing.port}/"
    calendar = {"kind": "caldav", "user": user, "url": url, "username": name}
    key = {"Authorization": f"Bearer {_variable(planted, name, 'header')}"}
    remote = {"name": f"far_{name}", "user": user, "url": f"{url}mcp", "headers": key, "allow": ["look"]}
    near = {
        "name": f"near_{name}", "user": user, "command": [sys.executable, str(GARDEN), str(shed)],
        "environment": {"GARDEN_KEY": _variable(planted, name, "garden")}, "allow": ["sign", "water"],
    }  # fmt: skip
    calendars = cast("list[object]", planted.tree["calendars"])
    calendars.append({**calendar, "password": _variable(planted, name, "password")})
    cast("dict[str, list[object]]", planted.tree["tools"])["mcp"] += [remote, near]


@FAULT
async def test_what_sources_say_back_is_nowhere_written_and_in_no_prompt(tmp_path: Path) -> None:
    async with Echo.running(401, 500, 403, 401) as refusing, ModelServer.running() as models:
        planted = Planted.in_(tmp_path, models.port)
        planted.tree |= {"calendars": [], "tools": {"mcp": []}, "profile": {"ask_first": []}}
        put(planted.tree, ("limits", "calls"), {"tries": 1, "turn_seconds": 20})
        for name, user in (("you", YOU_ID), ("alex", ALEX_ID)):
            _sources(planted, name, user, refusing, tmp_path / "shed")
        async with LocalServer(token=planted.token) as server:
            put(planted.tree, ("telegram", "api_url"), server.base_url)
            async with LocalClient(server.base_url, server.state.control_token, patience=_PATIENCE) as client:
                process = await planted.start("run")
                try:
                    await client.bot_listening()
                    for name, person in (("you", client.you), ("alex", client.alex)):
                        await _asks_all(client, name, person)
                    chats = [*await client.you.history(), *await client.alex.history()]
                    group = "\n".join(one.text for one in client.history(GROUP_ID) if one.from_bot)
                    said = "\n".join(one.model_dump_json() for one in chats if one.from_bot)
                finally:
                    if process.returncode is None:
                        process.send_signal(signal.SIGTERM)
                    await asyncio.wait_for(process.wait(), _PATIENCE)
        prompts = "\n".join(asked.prompt for asked in models.asked)
    heard = "\n".join(refusing.heard)
    assert heard.count(f"Bearer {MARK}") > 1, "no header was sent"
    assert "Basic " in heard, "no password was sent"
    assert "The key is ***" in said
    assert "why is my bench" in prompts
    assert not re.search("garden|key is", group)
    (tmp_path / "stdout.txt").write_text(CODE.sub("", (tmp_path / "stdout.txt").read_text()))
    assert planted.leaks(chat=said.encode(), group=group.encode(), prompts=prompts.encode()) == []


async def _asks_all(client: LocalClient, name: str, person: Person) -> None:
    """In private and in the group; then a question to a model, which is told of what was said before."""
    await person.ask("what's on tomorrow?")
    refused = await person.ask("put leg day in my calendar on Friday at 10 for an hour")
    if refused.labels:
        await person.tap(refused, "Create")
        await person.edited(refused)
    assert f"far_{name}: ⚠️" in (await person.ask("/tools")).text
    assert f"near_{name}" in (await person.ask("/tools")).text
    assert "The key is ***" in (await person.ask(f"/tools near_{name}_sign")).text
    here = client.in_group(person.user_id)
    for asked in (f"/tools@{BOT_USERNAME} near_{name}_sign", f"@{BOT_USERNAME} what's on tomorrow?"):
        await here.say(asked)
        await person.next_reply()
    await person.ask("why is my bench press stuck, though I never skip a week?")
    await person.ask("/export")
