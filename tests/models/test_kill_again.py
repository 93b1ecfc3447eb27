"""A tap on Deep, and the process killed with SIGKILL at some moment after it: answered once all the same."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import yaml

from agents.turn import Turn
from storage.stores import Stores
from telegram_local.server import LocalServer
from telegram_local.world import YOU_ID
from tests.driver.client import LocalClient
from tests.driver.storing import turn_ids
from tests.models.server import ModelServer
from tests.models.test_money import QUESTION, SAID, section, sensible
from tests.scenarios.test_kill import PATIENCE, process


@pytest.mark.parametrize("pause", [0.0, 0.4])
async def test_killed_after_the_tap_it_is_answered_once(tmp_path: Path, server: ModelServer, pause: float):
    data, config = tmp_path / "data", tmp_path / "config.yaml"
    server.always("*", sensible)
    async with (
        LocalServer() as telegram,
        LocalClient(telegram.base_url, telegram.state.control_token) as client,
    ):
        given: dict[str, object] = {
            "telegram": {"token": telegram.token, "api_url": telegram.base_url},
            "access": {"allow_users": [YOU_ID]},
            "llm": section(server),
            "profile": {"ask_first": []},
        }
        config.write_text(yaml.safe_dump(given))
        you = client.you
        async with process(data, config):
            await you.ask("bench 80 kg 5x3", within=PATIENCE)
            quick = await you.ask(f"/quick {QUESTION}", within=PATIENCE)
            server.delay = 0.5
            await you.tap(quick, "Deep")
            await asyncio.sleep(pause)
        server.delay = 0
        async with process(data, config):
            deep = await you.next_reply(within=PATIENCE)
            while deep.text.endswith(quick.text):  # sent and not recorded when it was killed: it comes again
                deep = await you.next_reply(within=PATIENCE)
            assert deep.text == SAID["response"]
            again = await you.answered(await you.tap(quick, "Deep"), within=PATIENCE)
            assert "answered that already" in again.text
    db = await Stores.open(data)
    try:
        rows = [await db.turns.turn(turn_id) for turn_id in await turn_ids(db.turns, YOU_ID)]
        turns = [Turn.model_validate_json(row.data) for row in rows if row is not None]
        assert [turn.draft.response for turn in turns if turn.again_of and turn.draft] == [SAID["response"]]
    finally:
        await db.close()
