from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest

from storage.connection import Transaction
from storage.counts import Counts
from storage.database import Database
from storage.entities import Effects, InboxUpdate, TurnStatus, User
from storage.errors import DatabaseClosed
from storage.query import Query
from storage.stores import Stores
from tests.storage.things import NOW, change, entry, question, reply, turn

IDS = Query[int]("SELECT id FROM users ORDER BY id")


def add(number: int, tx: Transaction) -> int:
    tx.execute("INSERT INTO users (id, body) VALUES (:id, '{}')", {"id": number})
    return number


async def ids(database: Database) -> list[int]:
    rows = await database.read(lambda tx: tx.rows(IDS))
    return [row[0] for row in rows]


async def test_work_that_waits_together_shares_a_commit(db: Stores):
    database = db.database
    results = await asyncio.gather(*(database.write(partial(add, n)) for n in range(20)))
    assert results == list(range(20))
    assert database.commits <= 2


async def test_a_piece_that_fails_undoes_only_itself(db: Stores):
    def failing(tx: Transaction) -> int:
        add(100, tx)
        raise ValueError("no")

    works = [partial(add, 1), partial(add, 2), failing, partial(add, 3)]
    results = await asyncio.gather(*map(db.database.write, works), return_exceptions=True)
    assert [r for r in results if isinstance(r, int)] == [1, 2, 3]
    assert isinstance(results[2], ValueError)
    assert await ids(db.database) == [1, 2, 3]


async def test_a_lone_piece_that_fails_leaves_nothing(db: Stores):
    def failing(tx: Transaction) -> int:
        add(1, tx)
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await db.database.write(failing)
    assert await ids(db.database) == []
    assert await db.database.write(partial(add, 2)) == 2


async def test_lazy_work_joins_the_next_commit(tmp_path: Path):
    database = await Database.open(tmp_path, linger=60)
    lazy = asyncio.create_task(database.write(partial(add, 1), lazily=True))
    await asyncio.sleep(0)
    await database.write(partial(add, 2))
    await lazy
    assert database.commits == 1
    await database.close()


async def test_lazy_work_does_not_wait_for_ever(tmp_path: Path):
    database = await Database.open(tmp_path, linger=0.001)
    assert await database.write(partial(add, 1), lazily=True) == 1
    await database.close()


async def test_closing_commits_what_is_queued(tmp_path: Path):
    database = await Database.open(tmp_path, linger=60)
    lazy = asyncio.create_task(database.write(partial(add, 1), lazily=True))
    await asyncio.sleep(0)
    await database.close()
    assert await lazy == 1


async def test_a_cancelled_caller_does_not_stop_the_others(db: Stores):
    database = db.database
    first = asyncio.create_task(database.write(partial(add, 1)))
    others = [asyncio.create_task(database.write(partial(add, n))) for n in (2, 3)]
    await asyncio.sleep(0)
    first.cancel()
    assert await asyncio.gather(*others) == [2, 3]
    assert {2, 3} <= set(await ids(database))


async def test_only_what_the_inbox_can_repeat_is_not_synced(db: Stores):
    full, normal = 2, 1
    how = Query[int]("SELECT synchronous FROM pragma_synchronous")

    def synced(tx: Transaction) -> int:
        return tx.rows(how)[0][0]

    assert await db.database.write(synced) == full
    assert await db.database.write(synced, repeatable=True) == normal
    both = await asyncio.gather(db.database.write(synced, repeatable=True), db.database.write(synced))
    assert both[1] == full
    await db.inbox.put_updates([InboxUpdate(update_id=1, lane="l", raw_json="{}", received_at=NOW)])
    done = Effects(inbox_done=1, entries=[entry(1)])
    await db.turns.commit(turn("t", status=TurnStatus.DONE), done)
    assert await db.entries.recent_entries(7, 1) == [entry(1)]


async def test_a_closed_database_says_so(tmp_path: Path):
    database = await Database.open(tmp_path)
    await database.close()
    with pytest.raises(DatabaseClosed):
        await database.write(partial(add, 1))
    with pytest.raises(DatabaseClosed):
        await database.read(lambda tx: None)


async def test_counts_for_the_doctor(db: Stores):
    effects = Effects(entries=[entry(1), entry(2)], outgoing=[reply("r")], questions=[question("q")])
    await db.turns.commit(turn("t", status=TurnStatus.WAITING), effects)
    await db.turns.apply(Effects(revisions=[change(entry(2), deleted=True)], users=[User(id=7)]))
    assert await db.counts.counts() == Counts(
        entries=1, users=1, updates=0, turns=1, questions=1, queued=1, failed=0
    )
