"""A job of the real bot, killed with SIGKILL in each of its phases: it goes on there and is delivered."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from storage.database import Database
from storage.entities import Effects, Message
from storage.invariants import broken
from storage.preparation import FILE_NAME
from storage.stores import Stores
from telegram_local.client import LocalClient
from telegram_local.world import YOU_ID
from tests.agents.charts.diaries import LAST, half_a_year
from tests.driver.sizes import size
from tests.scenarios.test_kill import PATIENCE, process, url_in

PHASES = (1, 2, 3)[size(1, 0, 0) : size(2, 3, 3)]
"""Those in which the bot is killed, one life after the other."""


def where(data: Path) -> tuple[int, str]:
    """Phase and status of the one job; 0: there is none yet."""
    with sqlite3.connect(f"file:{data / FILE_NAME}?mode=ro", uri=True) as database:
        row = database.execute("SELECT status, body FROM jobs").fetchone()
    return (0, "") if row is None else (json.loads(row[1])["state"].get("phase_number", 1), row[0])


async def until(data: Path, phase: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while where(data)[0] < phase:  # noqa: ASYNC110 - another process is at work
            await asyncio.sleep(0.005)


async def filled(data: Path) -> None:
    """Half a year of a diary that ends today."""
    later = datetime.now(UTC).date() - LAST
    entries = [
        one.model_copy(
            update={
                "user_id": YOU_ID, "chat_id": 77, "day": one.day + later,
                "logged_at": one.logged_at + timedelta(days=later.days),
                "measures": tuple(m.model_copy(update={"day": m.day + later}) for m in one.measures),
            }
        )
        for one in half_a_year()
    ]  # fmt: skip
    said = [
        Message(
            chat_id=77, message_id=one.message_id, user_id=YOU_ID, role="user", text="made up",
            at=one.logged_at,
        )
        for one in entries
    ]  # fmt: skip
    db = Stores.on(await Database.open(data))
    await db.turns.apply(Effects(messages=said, entries=entries))
    await db.close()


@pytest.mark.soak
@pytest.mark.fault("SIGKILL in each phase of a job")
async def test_a_job_that_is_killed_in_a_phase_goes_on_there(tmp_path: Path) -> None:
    data, config = tmp_path / "data", tmp_path / "config.yaml"
    config.write_text("local: {port: 0}\nprofile: {ask_first: []}\n")
    await filled(data)
    seen: list[int] = []
    for at, phase in enumerate(PHASES):
        async with process(data, config) as (_, said), LocalClient(url_in(said), patience=PATIENCE) as client:
            if not at:
                await client.you.say("/job review everything")
            await until(data, phase)
        seen.append(where(data)[0])
    assert seen[0] == PHASES[0]
    assert seen == sorted(seen)
    async with process(data, config) as (_, said), LocalClient(url_in(said), patience=PATIENCE) as client:
        history = await client.you.history()
        while sum(one.message.document is not None for one in history) < 2:
            await client.you.next_reply()
            history = await client.you.history()
    assert where(data) == (3, "done")
    (folder,) = data.glob(f"vault/{YOU_ID}/jobs/*")
    assert [one.name for one in (folder / "archive").glob("phase_*")] == ["phase_2.yaml"]
    archived = (folder / "archive" / "phase_2.yaml").read_text()
    assert archived.count("status: completed") == archived.count("- id:") == 16
    assert await broken(data / FILE_NAME) == []
