from __future__ import annotations

import errno
import os
import sqlite3
import stat
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from storage.backup import FOLDER, back_up, backups, newest_good, restore
from storage.entities import Effects, Message
from storage.errors import BackupMissing, DatabaseCorrupt, DatabaseFull, DatabaseNewer, DatabaseProblem
from storage.invariants import broken
from storage.preparation import FILE_NAME
from storage.schema import HEAD
from storage.stores import Stores
from tests.driver.storing import save_entry
from tests.storage.older import held, make_older, older_schemas
from tests.storage.things import NOW, USER, entry, sets


async def logged(data: Path, *numbers: int) -> None:
    db = await Stores.open(data)
    for number in numbers:
        new = entry(number, measures=(sets(),))
        said = Message(
            chat_id=new.chat_id, message_id=number, user_id=USER, role="user", text=new.text, at=NOW
        )
        await db.turns.apply(Effects(messages=[said], entries=[new]))
    await db.close()


async def numbers(data: Path) -> list[int]:
    db = await Stores.open(data)
    try:
        return sorted(each.message_id for each in await db.entries.recent_entries(USER, 100))
    finally:
        await db.close()


async def test_a_copy_is_made_while_the_database_is_written(db: Stores):
    data = db.database.data_dir
    await save_entry(db.entries, entry(1, measures=(sets(),)))
    made = await back_up(data, NOW, keep=7)
    await save_entry(db.entries, entry(2))
    assert made.path.parent == data / FOLDER
    assert (made.at, stat.S_IMODE(made.path.stat().st_mode)) == (NOW, 0o600)
    assert stat.S_IMODE(made.path.parent.stat().st_mode) == 0o700
    with sqlite3.connect(made.path) as copy:
        assert copy.execute("SELECT count(*) FROM entries").fetchone() == (1,)
        assert copy.execute("SELECT count(*) FROM entry_words WHERE entry_words MATCH '7xbench'").fetchone()
    copy.close()
    assert [path.name for path in made.path.parent.iterdir()] == [made.path.name]


async def test_the_oldest_go(db: Stores):
    data = db.database.data_dir
    for day in range(5):
        await back_up(data, NOW + timedelta(days=day), keep=3)
    (data / FOLDER / "swealog-mine.db").touch()
    assert [backup.at for backup in backups(data)] == [NOW + timedelta(days=day) for day in (4, 3, 2)]


@pytest.mark.fault("restoring a backup")
async def test_what_was_lost_comes_back_and_what_was_there_is_kept(tmp_path: Path):
    await logged(tmp_path, 1, 2)
    made = await back_up(tmp_path, NOW, keep=7)
    await logged(tmp_path, 3)
    database = tmp_path / FILE_NAME
    damaged = b"no database any more" * 500
    database.write_bytes(damaged)
    (tmp_path / f"{FILE_NAME}-wal").write_bytes(b"of the old one")
    with pytest.raises(DatabaseCorrupt):
        await Stores.open(tmp_path)

    assert newest_good(tmp_path) == made
    aside = restore(tmp_path, made.path, NOW + timedelta(days=1))
    assert aside is not None
    assert aside.read_bytes() == damaged
    assert aside.with_name(f"{aside.name}-wal").read_bytes() == b"of the old one"
    assert await numbers(tmp_path) == [1, 2]
    await logged(tmp_path, 4)
    assert await broken(database) == []
    assert newest_good(tmp_path) == made


@pytest.mark.fault("restoring a backup")
async def test_a_damaged_backup_is_passed_over_and_never_restored(tmp_path: Path):
    await logged(tmp_path, 1)
    good = await back_up(tmp_path, NOW, keep=7)
    bad = await back_up(tmp_path, NOW + timedelta(days=1), keep=7)
    newer = await back_up(tmp_path, NOW + timedelta(days=2), keep=7)
    content = bad.path.read_bytes()
    bad.path.write_bytes(content[:4096] + os.urandom(len(content) - 4096))
    with sqlite3.connect(newer.path) as copy:
        copy.execute("UPDATE alembic_version SET version_num = '9999'")
    copy.close()
    assert newest_good(tmp_path) == good
    for path, problem in (
        (bad.path, DatabaseCorrupt),
        (newer.path, DatabaseNewer),
        (tmp_path / "nothing.db", BackupMissing),
    ):
        with pytest.raises(problem):
            restore(tmp_path, path, NOW)
    assert await numbers(tmp_path) == [1]


async def test_a_copy_that_fails_leaves_what_there_is(tmp_path: Path):
    await logged(tmp_path, 1)
    first = await back_up(tmp_path, NOW, keep=1)
    (tmp_path / FILE_NAME).write_bytes(b"no database any more" * 500)
    with pytest.raises(DatabaseProblem):
        await back_up(tmp_path, NOW + timedelta(days=1), keep=1)
    assert backups(tmp_path) == [first]
    assert [path.name for path in (tmp_path / FOLDER).iterdir()] == [first.path.name]


async def test_there_is_no_folder_to_write_to(tmp_path: Path):
    await logged(tmp_path, 1)
    (tmp_path / FOLDER).write_text("a file is in the way", encoding="utf-8")
    with pytest.raises(DatabaseProblem, match=FOLDER):
        await back_up(tmp_path, NOW, keep=1)


@pytest.mark.fault("restoring a backup")
@pytest.mark.parametrize("version", older_schemas())
async def test_a_copy_of_an_older_release_is_restored_and_upgraded(tmp_path: Path, version: str):
    await logged(tmp_path / "newest", 1, 2)
    older = tmp_path / "older" / FILE_NAME
    make_older(tmp_path / "newest" / FILE_NAME, older, version)
    before = held(older, older)
    copy = tmp_path / "copy"
    await logged(copy, 3)
    made = await back_up(older.parent, NOW, keep=7)
    restore(copy, made.path, NOW)
    assert await numbers(copy) == [1, 2]
    assert held(copy / FILE_NAME, older) == before
    assert schema_of(copy / FILE_NAME) == HEAD
    await logged(copy, 4)
    assert await broken(copy / FILE_NAME) == []


def schema_of(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.fault("restoring a backup")
async def test_a_restore_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The disk is full when the copy is synced: the write-ahead log is still beside its database."""
    await logged(tmp_path, 1)
    made = await back_up(tmp_path, NOW, keep=7)
    db = await Stores.open(tmp_path)
    await save_entry(db.entries, entry(2))  # in the log only
    before = files(tmp_path)

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        with pytest.raises(DatabaseFull, match="disk is full"):
            restore(tmp_path, made.path, NOW)
    assert files(tmp_path) == before
    await db.close()
    assert await numbers(tmp_path) == [1, 2]


async def test_copies_of_one_second_do_not_replace_each_other(db: Stores):
    data = db.database.data_dir
    made = [await back_up(data, NOW, keep=7) for _ in range(3)]
    assert [one.number for one in backups(data)] == [3, 2, 1]
    assert backups(data) == made[::-1]
