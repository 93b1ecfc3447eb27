from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from storage import preparation
from storage.entities import Effects, InboxUpdate, Message, TurnStatus, User
from storage.invariants import broken
from storage.stores import Stores
from tests.driver.processes import start
from tests.driver.storing import save_entry
from tests.storage.older import held, older_schemas
from tests.storage.test_migrations import master
from tests.storage.things import NOW, USER, change, entry, question, reply, sets, turn
from tests.storage.upgrading import Killed

WRITER = """
import asyncio, sys
from pathlib import Path
from storage.entities import Effects, InboxUpdate, TurnStatus
from storage.stores import Stores
from tests.storage.things import NOW, entry, reply, sets, turn

async def main():
    db = await Stores.open(Path(sys.argv[1]))
    for n in range(1, 100000):
        await db.inbox.put_updates([InboxUpdate(update_id=n, lane="l", raw_json="{}", received_at=NOW)])
        print("put", n, flush=True)
        effects = Effects(inbox_done=n, entries=[entry(n, measures=(sets(),))], outgoing=[reply(str(n))])
        await db.turns.commit(turn(f"t{n}", status=TurnStatus.DONE), effects)
        print("stored", n, flush=True)

asyncio.run(main())
"""


@pytest.mark.fault("SIGKILL while the database is written")
@pytest.mark.parametrize("lines", [1, 30, 61])
async def test_what_was_said_to_be_stored_outlives_a_kill(tmp_path: Path, lines: int):
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WRITER, str(tmp_path), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    said = [(await process.stdout.readline()).decode().split() for _ in range(lines)]
    process.kill()
    rest = (await process.stdout.read()).decode().splitlines()
    await process.wait()
    said.extend(line.split() for line in rest if line.count(" ") == 1)
    db = await Stores.open(tmp_path)
    await db.database.check()
    stored = {e.message_id for e in await db.entries.recent_entries(USER, 100_000)}
    unfinished = {u.update_id for u in await db.inbox.unfinished_updates()}
    assert {int(n) for what, n in said if what == "stored"} <= stored
    assert {int(n) for what, n in said if what == "put"} <= stored | unfinished
    assert not stored & unfinished
    rows = await db.measures.measures(USER, ["bench press"])
    assert len(rows) == 3 * len(stored)
    await db.close()


@pytest.mark.soak
@pytest.mark.fault("SIGKILL inside a migration, after each statement and at any moment")
async def test_an_upgrade_that_is_killed_goes_on_at_the_next_start(
    tmp_path: Path, record_property: Callable[[str, object], None]
):
    newest = await _filled(tmp_path / "newest")
    folder = tmp_path / "older"
    folder.mkdir()
    process = await start("tests.storage.upgrading", str(newest), str(folder), stdout=asyncio.subprocess.PIPE)
    said, _ = await process.communicate()
    assert process.returncode == 0
    done = TypeAdapter(list[Killed]).validate_json(f"[{','.join(said.decode().splitlines())}]")
    fresh = master(preparation.prepare(tmp_path / "fresh"))
    for one in done:
        path, older = Path(one.folder) / preparation.FILE_NAME, folder / f"{one.schema}.db"
        assert one.opened, one
        assert master(path) == fresh, one
        assert held(path, like=older) == held(older, like=older), one
        assert await broken(path) == [], one
    assert {one.schema for one in done} == set(older_schemas())
    assert len([one for one in done if one.died]) > 12
    record_property("trials", len(done))


async def _filled(data: Path) -> Path:
    """A bit of everything that people leave, with the parts that are worked out of it."""
    db = await Stores.open(data)
    said = [
        Message(chat_id=USER * 10, message_id=n, user_id=USER, role="user", text="bench", at=NOW)
        for n in (1, 2)
    ]
    await db.turns.apply(Effects(messages=said, users=[User(id=USER, name="Ann")]))
    first = entry(1, measures=(sets(),))
    for one in (first, entry(2, "squat 100 kg 3x5", measures=(sets("squat", weight=100),))):
        await save_entry(db.entries, one)
    await db.turns.apply(Effects(revisions=[change(first)]))
    await db.inbox.put_updates([InboxUpdate(update_id=3, lane="l", raw_json="{}", received_at=NOW)])
    asked = question("token", "waits")
    waits = turn("waits", status=TurnStatus.WAITING)
    await db.turns.commit(waits, Effects(questions=[asked], outgoing=[reply("r")]))
    await db.close()
    return data / preparation.FILE_NAME
