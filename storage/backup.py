"""Copies of the database: made while it is used, checked, rotated, and brought back when it is damaged."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import struct
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from storage import preparation
from storage.errors import BackupMissing, DatabaseNewer, DatabaseProblem, of_system
from storage.preparation import FILE_NAME
from storage.schema import HEAD

FOLDER = preparation.BACKUPS
_STAMP = "%Y%m%dT%H%M%SZ"
_NUMBER = struct.Struct(">60xI")
"""Where SQLite keeps `user_version`, in which each copy has its number: one more than those before it."""
_PREFIX, _SUFFIX = "swealog-", ".db"


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy and the moment (UTC) that it shows, by the clock of then, which may have been wrong."""

    path: Path
    at: datetime
    number: int = 0


def backups(data_dir: Path) -> list[Backup]:
    """Those there are, the one that was made last first."""
    found: list[Backup] = []
    for path in (data_dir / FOLDER).glob(f"{_PREFIX}*{_SUFFIX}"):
        try:
            at = datetime.strptime(path.name[len(_PREFIX) : -len(_SUFFIX)], _STAMP).replace(tzinfo=UTC)
        except ValueError:
            continue  # somebody else's file
        found.append(Backup(path, at, _number_of(path)))
    return sorted(found, key=lambda backup: (backup.number, backup.at), reverse=True)


def _number_of(path: Path) -> int:
    try:
        with path.open("rb") as file:
            return int(_NUMBER.unpack(file.read(_NUMBER.size))[0])
    except (OSError, struct.error):
        return 0


async def back_up(data_dir: Path, now: datetime, keep: int) -> Backup:
    """Copy what is committed now, beside whatever is being written; the oldest beyond `keep` go.

    The copy is whole and on the disk before it has its name. Raises a DatabaseProblem, and then what was
    there before is untouched.
    """
    return await asyncio.to_thread(_back_up, data_dir, now.astimezone(UTC), keep)


def _back_up(data_dir: Path, now: datetime, keep: int) -> Backup:
    folder = data_dir / FOLDER
    while (path := folder / f"{_PREFIX}{now.strftime(_STAMP)}{_SUFFIX}").exists():
        now += timedelta(seconds=1)  # a clock that was set back must not cost a copy
    number = 1 + max((backup.number for backup in backups(data_dir)), default=0)
    with _problems_of(path):
        folder.mkdir(mode=0o700, exist_ok=True)
        with _partial(path) as copy:
            _copy(data_dir / FILE_NAME, copy, number)
    for old in backups(data_dir)[keep:]:
        old.path.unlink(missing_ok=True)
    return Backup(path, now.replace(microsecond=0), number)


def _copy(source: Path, target: Path, number: int) -> None:
    """One read transaction in a write-ahead log: nobody who writes waits for it."""
    with closing(sqlite3.connect(source)) as reading, closing(sqlite3.connect(target)) as writing:
        reading.execute("PRAGMA query_only = ON")
        reading.backup(writing)
        writing.execute("PRAGMA journal_mode = DELETE")  # all of it in one file
        writing.execute(f"PRAGMA user_version = {number}")
    preparation.check(target)


def newest_good(data_dir: Path) -> Backup | None:
    """The newest that is whole and that this program can read."""
    for backup in backups(data_dir):
        try:
            verify(backup.path)
        except DatabaseProblem:
            continue
        return backup
    return None


def verify(path: Path) -> None:
    """Raises a DatabaseProblem if that is no whole database of a schema known here."""
    if not path.is_file():
        raise BackupMissing(path)
    preparation.check_header(path)
    try:
        preparation.check(path)
        with preparation.opened(path) as connection:
            (found,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise preparation.translated(path, error) from error
    if found > HEAD:
        raise DatabaseNewer(path, f"schema {found}, this program knows {HEAD}")


def restore(data_dir: Path, backup: Path, now: datetime) -> Path | None:
    """Put a backup in the database's place; where the files that were there are now. The bot must not run.

    Raises a DatabaseProblem, and then nothing has changed.
    """
    verify(backup)
    database = data_dir / FILE_NAME
    aside = f"{FILE_NAME}.before-restore-{now.astimezone(UTC).strftime(_STAMP)}"
    with _problems_of(database):
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _partial(database) as copy:
            shutil.copyfile(backup, copy)
            _sync(copy)  # what may fail, fails before anything has changed
            if was_there := database.exists():
                os.link(database, data_dir / aside)  # so that there is a database at every moment
            for beside in ("-wal", "-shm"):  # they belong to the old file only
                if (file := database.with_name(FILE_NAME + beside)).exists():
                    file.rename(data_dir / f"{aside}{beside}")
    return data_dir / aside if was_there else None


@contextmanager
def _partial(path: Path) -> Generator[Path]:
    """A file for the owner's eyes that has its name only once it is whole and on the disk."""
    partial = path.with_name(f"{path.name}.partial")
    partial.unlink(missing_ok=True)
    try:
        os.close(os.open(partial, os.O_RDWR | os.O_CREAT, 0o600))
        yield partial
        _sync(partial)
        partial.rename(path)
        _sync(path.parent)
    finally:
        partial.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    """A name is on the disk once its folder is, too."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _problems_of(path: Path) -> Generator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise preparation.translated(path, error) from error
    except OSError as error:
        raise of_system(path, error) from error
