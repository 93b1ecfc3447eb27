"""Programmes: one runs at a time, and each belongs to its person."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from storage.entities import Effects
from storage.programme_rows import ProgrammeRow
from storage.stores import Stores
from tests.storage.things import NOW, USER

OTHER = 8


async def test_one_programme_runs_at_a_time(tmp_path: Path) -> None:
    db = await Stores.open(tmp_path)
    first = ProgrammeRow("a", USER, "running", "one", NOW, None, "{}")
    others = ProgrammeRow("c", OTHER, "running", "one", NOW, None, "{}")
    await db.turns.apply(Effects(programmes=[first, others]))
    later = NOW + timedelta(days=1)
    second = ProgrammeRow("b", USER, "running", "two", later, None, "{}")
    await db.turns.apply(Effects(programmes=[second]))
    await db.turns.apply(Effects(programmes=[second]))
    assert await db.programmes.running(USER) == second
    assert await db.programmes.running(OTHER) == others
    stopped = await db.programmes.programme(USER, "a")
    assert stopped is not None
    assert (stopped.status, stopped.ended_at) == ("stopped", later)
    assert await db.programmes.programme(OTHER, "a") is None
    stolen = ProgrammeRow("c", USER, "stopped", "one", later, later, "{}")
    await db.turns.apply(Effects(programmes=[stolen]))
    assert await db.programmes.running(OTHER) == others
    await db.close()


async def test_own_files_are_listed_by_name_and_replaced(tmp_path: Path) -> None:
    db = await Stores.open(tmp_path)
    rows = [
        ProgrammeRow(token, USER, "file", name, NOW, None, name) for token, name in (("1", "b"), ("2", "a"))
    ]
    await db.turns.apply(Effects(programmes=rows))
    await db.turns.apply(Effects(programmes=[ProgrammeRow("1", USER, "file", "b", NOW, None, "new")]))
    assert [(row.name, row.body) for row in await db.programmes.files(USER)] == [("a", "a"), ("b", "new")]
    assert await db.programmes.files(OTHER) == []
    assert await db.programmes.running(USER) is None
    await db.close()
