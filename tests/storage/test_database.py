from __future__ import annotations

import sqlite3
import stat
from pathlib import Path

import pytest

from storage import preparation
from storage.database import Database
from storage.errors import (
    DatabaseCorrupt,
    DatabaseLocked,
    DatabaseNewer,
    DataDirectoryNotWritable,
    Fenced,
)
from storage.stores import Stores
from tests.driver.storing import save_entry
from tests.storage.things import USER, entry


async def fill(data_dir: Path, count: int = 200) -> Path:
    db = await Stores.open(data_dir)
    for number in range(count):
        await save_entry(db.entries, entry(number))
    await db.close()
    return db.database.path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def test_only_the_owner_may_look_in(tmp_path: Path):
    database = await Database.open(tmp_path / "some" / "where")
    assert mode(tmp_path / "some" / "where") == 0o700
    assert {mode(path) for path in database.data_dir.iterdir()} == {0o600}
    await database.close()


async def test_a_clean_close_leaves_one_file(tmp_path: Path):
    path = await fill(tmp_path, 3)
    assert names(tmp_path) == [path.name]
    db = await Stores.open(tmp_path)
    assert len(await db.entries.recent_entries(USER, 10)) == 3
    await db.close()


async def test_what_was_committed_outlives_a_process_that_never_closed(tmp_path: Path):
    first = await Stores.open(tmp_path)
    await save_entry(first.entries, entry(1))
    second = await Stores.open(tmp_path)  # the write-ahead log of `first` is still there
    assert len(await second.entries.recent_entries(USER, 10)) == 1
    await second.close()
    await first.close()


async def test_a_damaged_page_is_found_at_start_with_a_clear_sentence(tmp_path: Path):
    path = await fill(tmp_path)
    content = bytearray(path.read_bytes())
    for page in range(2, len(content) // 4096):
        content[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    path.write_bytes(content)
    with pytest.raises(DatabaseCorrupt, match=r"swealog\.db is damaged\."):
        await Database.open(tmp_path)


@pytest.mark.parametrize("content", [b"not a database at all, but long enough", b"SQLite format 3\x00" * 40])
async def test_a_file_of_another_kind_is_called_damaged(tmp_path: Path, content: bytes):
    (tmp_path / preparation.FILE_NAME).write_bytes(content)
    with pytest.raises(DatabaseCorrupt):
        await Database.open(tmp_path)
    assert (tmp_path / preparation.FILE_NAME).read_bytes() == content


async def test_somebody_elses_database_is_left_alone(tmp_path: Path):
    other = sqlite3.connect(tmp_path / preparation.FILE_NAME)
    other.execute("CREATE TABLE theirs (x)")
    other.close()
    with pytest.raises(DatabaseCorrupt, match="not a database of this program"):
        await Database.open(tmp_path)


async def test_a_newer_schema_is_not_touched(tmp_path: Path):
    path = await fill(tmp_path, 1)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(DatabaseNewer, match="schema 9999"):
        await Database.open(tmp_path)


async def test_a_data_directory_that_cannot_be_made(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(DataDirectoryNotWritable, match="cannot be written"):
        await Database.open(tmp_path / "file" / "data")


async def test_a_large_file_is_not_checked_for_longer_than_it_may(tmp_path: Path):
    path = await fill(tmp_path)
    assert preparation.check(path, patience=-1) is False
    assert preparation.check(path) is True


async def test_a_writer_that_never_lets_go_is_named(tmp_path: Path):
    path = await fill(tmp_path, 1)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    database = await Database.open(tmp_path, busy_timeout=0.05)
    with pytest.raises(DatabaseLocked, match="second Swealog"):
        await database.write(lambda tx: None)
    other.close()
    await database.close()


async def test_readers_cannot_write(tmp_path: Path):
    db = await Stores.open(tmp_path)
    with pytest.raises(DataDirectoryNotWritable):
        await db.database.read(lambda tx: tx.execute("DELETE FROM users"))
    await db.close()


def test_an_error_says_its_docstring():
    assert str(Fenced()).startswith("The turn has moved on")
    assert str(Fenced("here")) == "here"
