"""A job of the real bot, killed with SIGKILL in each phase: asked, delivered and corrected all the same."""

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
from telegram_local.messages import StoredMessage
from telegram_local.world import YOU_ID
from tests.agents.charts.diaries import LAST, half_a_year
from tests.driver.client import LocalClient
from tests.driver.person import Person
from tests.driver.sizes import size
from tests.scenarios.test_kill import PATIENCE, process, url_in

PHASES = (1, 2, 3, 4, 5, 6)[size(1, 0, 0) : size(2, 6, 6)]
"""Those in which the bot is killed, one life after the other; in the first it asks then."""
A_DELIVERY = 2
"""Files of one."""


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


def documents(history: list[StoredMessage]) -> list[StoredMessage]:
    return [one for one in history if one.message.document is not None]


async def asked(you: Person, words: str) -> StoredMessage:
    """The message of the bot that says so; it may be older than this life."""
    while True:
        found = [one for one in await you.history() if words in one.text and one.from_bot]
        if found:
            return found[-1]
        await asyncio.sleep(0.01)


async def lived(client: LocalClient, data: Path, phase: int) -> None:
    """Do what the person does until the job is in the phase: begin it, answer, say what to change."""
    you = client.you
    await client.bot_listening()
    async with asyncio.timeout(PATIENCE):
        while (here := where(data))[0] < phase or here == (1, "running"):
            match here:
                case (0, _):
                    await you.say("/job review")
                    await until(data, 1)
                case (1, "asking"):
                    await you.tap(await asked(you, "Which days"), "everything")
                    await until(data, 2)
                case (3, "done"):
                    while len(documents(await you.history())) < A_DELIVERY:  # noqa: ASYNC110 - as above
                        await asyncio.sleep(0.01)
                    *_, zipped = documents(await you.history())
                    await you.tap(zipped, "✏️ Change…")
                    await asked(you, "What shall be changed?")
                    await you.say("without sleep")
                    await until(data, 4)
                case _:
                    await asyncio.sleep(0.005)


@pytest.mark.soak
@pytest.mark.fault("SIGKILL in each phase of a job")
async def test_a_job_that_is_killed_in_a_phase_goes_on_there_to_its_corrected_delivery(
    tmp_path: Path,
) -> None:
    data, config = tmp_path / "data", tmp_path / "config.yaml"
    config.write_text("local: {port: 0}\nprofile: {ask_first: []}\n")
    await filled(data)
    seen: list[int] = []
    for phase in PHASES:
        async with process(data, config) as (_, said), LocalClient(url_in(said), patience=PATIENCE) as client:
            await lived(client, data, phase)
        seen.append(where(data)[0])
    assert seen[0] == PHASES[0]
    assert seen == sorted(seen)
    async with process(data, config) as (_, said), LocalClient(url_in(said), patience=PATIENCE) as client:
        await lived(client, data, 6)
        async with asyncio.timeout(PATIENCE):
            while where(data)[1] != "done":  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.01)
            while len(documents(await client.you.history())) < 2 * A_DELIVERY:  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.01)
        first, *_, last, _ = documents(await client.you.history())
        pages = [one.message.document for one in (first, last)]
        texts = [(await client.download(one.file_id)).decode() for one in pages if one is not None]
    assert ["<h2>Sleep</h2>" in text for text in texts] == [True, False]
    assert where(data) == (6, "done")
    (folder,) = data.glob(f"vault/{YOU_ID}/jobs/*")
    archived = {one.name: one.read_text() for one in (folder / "archive").glob("phase_*")}
    assert set(archived) == {"phase_2.yaml", "phase_2.md", "phase_5.yaml", "phase_5.md"}
    for text in (text for name, text in archived.items() if name.endswith(".yaml")):
        assert text.count("status: completed") == text.count("- id:") > 5
    assert await broken(data / FILE_NAME) == []
