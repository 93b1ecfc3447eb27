from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from storage.repository import Repository
from tests.storage.things import USER

WRITER = """
import asyncio, sys
from pathlib import Path
from storage.entities import Effects, InboxUpdate, TurnStatus
from storage.repository import Repository
from tests.storage.things import NOW, entry, reply, sets, turn

async def main():
    repository = await Repository.open(Path(sys.argv[1]))
    for n in range(1, 100000):
        await repository.put_updates([InboxUpdate(update_id=n, lane="l", raw_json="{}", received_at=NOW)])
        print("put", n, flush=True)
        effects = Effects(inbox_done=n, entries=[entry(n, measures=(sets(),))], outgoing=[reply(str(n))])
        await repository.commit(turn(f"t{n}", status=TurnStatus.DONE), effects)
        print("stored", n, flush=True)

asyncio.run(main())
"""


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
    repository = await Repository.open(tmp_path)
    await repository.database.check()
    stored = {e.message_id for e in await repository.recent_entries(USER, 100_000)}
    unfinished = {u.update_id for u in await repository.unfinished_updates()}
    assert {int(n) for what, n in said if what == "stored"} <= stored
    assert {int(n) for what, n in said if what == "put"} <= stored | unfinished
    assert not stored & unfinished
    rows = await repository.measures(USER, ["bench press"])
    assert len(rows) == 3 * len(stored)
    await repository.close()
