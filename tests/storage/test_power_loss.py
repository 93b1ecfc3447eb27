"""The write-ahead log cut at any byte, as a power failure leaves it: what was acknowledged is there."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from sqlite3 import Connection

import pytest

from storage.connection import Transaction, run_transaction
from storage.entities import Effects, Entry, InboxUpdate, Message, TurnStatus
from storage.invariants import broken
from storage.preparation import FILE_NAME
from storage.stores import Stores
from tests.driver.harness import running_bot
from tests.driver.listening import eventually, free_port
from tests.driver.sizes import size
from tests.storage.things import NOW, USER, entry, reply, sets, turn

UPDATES = size(16, 60, 200)
CUTS = size(12, 200, 3_000)


@pytest.mark.soak
@pytest.mark.fault("power loss")
@pytest.mark.parametrize("torn", [b"", b"\x00" * 4096, random.Random(1).randbytes(6000)], ids=len)  # noqa: S311
async def test_every_acknowledged_update_outlives_a_cut_anywhere(tmp_path: Path, torn: bytes) -> None:
    """`torn`: what the disk had begun to write after the cut."""
    data = tmp_path / "data"
    log = data / f"{FILE_NAME}-wal"
    acknowledged: list[int] = []
    db = await Stores.open(data)
    for number in range(1, UPDATES + 1):
        update = InboxUpdate(update_id=number, lane="l", raw_json="{}", received_at=NOW)
        await db.inbox.put_updates([update])
        acknowledged.append(log.stat().st_size)
        log_of_it = entry(number, measures=(sets(),))
        effects = Effects(
            inbox_done=number,
            messages=[said(log_of_it)],
            entries=[log_of_it],
            outgoing=[reply(str(number))],
        )
        await db.turns.commit(turn(f"t{number}", status=TurnStatus.DONE), effects)
    cut_off = [data / FILE_NAME, log]
    kept = [path.read_bytes() for path in cut_off]
    await db.close()

    chance = random.Random(len(torn))  # noqa: S311
    anywhere = [chance.randrange(len(kept[1])) for _ in range(CUTS)]
    for place in [0, *acknowledged[::6], *anywhere, len(kept[1])]:
        after = tmp_path / "after"
        shutil.rmtree(after, ignore_errors=True)
        after.mkdir()
        (after / FILE_NAME).write_bytes(kept[0])
        (after / log.name).write_bytes(kept[1][:place] + torn)

        db = await Stores.open(after)
        stored = {one.message_id for one in await db.entries.recent_entries(USER, 1000)}
        waiting = {one.update_id for one in await db.inbox.unfinished_updates()}
        await db.close()

        safe = {number for number, size in enumerate(acknowledged, 1) if size <= place}
        assert safe <= stored | waiting, place
        assert not stored & waiting, place
        assert await broken(after / FILE_NAME) == []


def said(log: Entry) -> Message:
    return Message(
        chat_id=log.chat_id, message_id=log.message_id, user_id=USER, role="user", text=log.text, at=NOW
    )


async def test_what_is_acknowledged_is_synced_and_what_can_be_done_again_need_not_be(tmp_path: Path) -> None:
    db = await Stores.open(tmp_path)

    async def synchronous() -> int:
        """As SQLite has it after the last commit: 2 is FULL, 1 NORMAL."""
        return await db.database._connection.submit(  # pyright: ignore[reportPrivateUsage]
            lambda connection: int(connection.execute("PRAGMA synchronous").fetchone()[0])
        )

    await db.inbox.put_updates([InboxUpdate(update_id=1, lane="l", raw_json="{}", received_at=NOW)])
    assert await synchronous() == 2
    await db.turns.commit(turn("t1", status=TurnStatus.DONE), Effects(inbox_done=1, entries=[entry(1)]))
    assert await synchronous() == 1
    await db.inbox.put_updates([InboxUpdate(update_id=2, lane="l", raw_json="{}", received_at=NOW)])
    assert await synchronous() == 2
    await db.close()


@pytest.mark.fault("power loss")
@pytest.mark.parametrize("mode", ["polling", "webhook"])
async def test_what_telegram_was_told_arrived_outlives_a_power_failure(
    tmp_path: Path, mode: str, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]
) -> None:
    """Through the bot's own inbox. Of the log only what a commit with synchronous=FULL has synced is left."""
    synced: list[int] = []

    def noting(connection: Connection, begin: str, work: Callable[[Transaction], object]) -> object:
        result = run_transaction(connection, begin, work)
        if connection.execute("PRAGMA synchronous").fetchone()[0] == 2:
            synced.append(log.stat().st_size)
        return result

    log = tmp_path / "data" / f"{FILE_NAME}-wal"
    monkeypatch.setattr("storage.writer.run_transaction", noting)
    port = free_port()
    webhook = {"url": f"http://127.0.0.1:{port}", "port": port, "secret": "secret-of-the-power-loss"}
    async with running_bot(tmp_path, telegram={"mode": mode, "webhook": webhook}) as (bot, you):
        confirmed: list[tuple[list[int], int]] = []
        confirm = bot.server.state.confirm

        def noted(update_ids: list[int]) -> None:
            if update_ids:
                confirmed.append((update_ids, synced[-1]))
            confirm(update_ids)

        monkeypatch.setattr(bot.server.state, "confirm", noted)
        for load in range(100, 112):
            await you.say(f"bench {load} kg 5x5")
            if load % 4 == 3:
                await you.next_reply()
        await eventually(lambda: sum(len(ids) for ids, _ in confirmed) == 12)
        kept = [path.read_bytes() for path in (tmp_path / "data" / FILE_NAME, log)]

    for number, (update_ids, safe) in enumerate(confirmed):
        after = tmp_path / f"after{number}"
        after.mkdir()
        (after / FILE_NAME).write_bytes(kept[0])
        (after / log.name).write_bytes(kept[1][:safe])
        db = await Stores.open(after)
        with closing(sqlite3.connect(after / FILE_NAME)) as connection:
            there = {row[0] for row in connection.execute("SELECT update_id FROM inbox")}
        await db.close()
        assert set(update_ids) <= there
        assert await broken(after / FILE_NAME) == []
    record_property("trials", len(confirmed))
