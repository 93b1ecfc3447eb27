"""Before the database is used: its directory, its integrity, its schema.

What is checked, so that a start stays fast: the header and the schema's version always; the whole file
(`PRAGMA quick_check`) when it is small or when the last shutdown was not clean, for at most `PATIENCE`
seconds. A clean shutdown removes the write-ahead log, so a log with content means that it was not clean.
`doctor` checks without a limit.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from pathlib import Path

from storage.errors import (
    DatabaseCorrupt,
    DatabaseFailed,
    DatabaseFull,
    DatabaseLocked,
    DatabaseNewer,
    DatabaseProblem,
    DatabaseUnreadable,
    DataDirectoryNotWritable,
    FileSystemReadOnly,
    of_system,
)
from storage.fulltext import CREATE_SQLITE
from storage.schema import HEAD, TABLES

logger = logging.getLogger(__name__)

FILE_NAME = "swealog.db"
BACKUPS = "backups"
SMALL = 8 * 1024 * 1024
PATIENCE = 2.0
_BEFORE_ALL = ""
"""The version of a database whose first migration has not run."""
_MAGIC = b"SQLite format 3\x00"


def prepare(data_dir: Path) -> Path:
    """Make or check the database; its path. Raises a DatabaseProblem."""
    path = data_dir / FILE_NAME
    _refuse_to_begin_anew(data_dir, path)
    _make_private(data_dir, path)
    is_clean = not _has_content(path.with_name(f"{FILE_NAME}-wal"))
    size = path.stat().st_size
    if size:
        check_header(path)
    try:
        found = _version_of(path, is_new=size == 0)
        if size and (size <= SMALL or not is_clean):
            check(path, PATIENCE)
    except sqlite3.Error as error:
        raise translated(path, error) from error
    if found > HEAD:
        raise DatabaseNewer(path, f"schema {found}, this program knows {HEAD}")
    if found < HEAD:
        _upgrade(path)
    return path


def check(path: Path, patience: float | None = None) -> bool:
    """Whether the whole file could be checked in time. Raises a DatabaseProblem with what is wrong."""
    try:
        with opened(path) as connection:
            if patience is not None:
                deadline = time.monotonic() + patience
                connection.set_progress_handler(lambda: time.monotonic() > deadline, 1_000)
            found = connection.execute("PRAGMA quick_check(3)").fetchall()
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_INTERRUPT:
            raise translated(path, error) from error
        logger.info("%s is too large to be checked within %s s", path, patience)
        return False
    if found != [("ok",)]:
        raise DatabaseCorrupt(path, "; ".join(str(row[0]) for row in found))
    return True


def let_in(path: Path) -> None:
    """Begin to write, and leave it. Raises what keeps a writer out: mostly DatabaseLocked."""
    try:
        with opened(path) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
    except sqlite3.Error as error:
        raise translated(path, error) from error


def translated(path: Path, error: sqlite3.Error) -> Exception:
    """What an error of SQLite means here; programming errors stay what they are."""
    code = getattr(error, "sqlite_errorcode", None)
    kind = _MEANINGS.get(code & 0xFF) if isinstance(code, int) else None
    if kind is None and isinstance(error, sqlite3.OperationalError):
        kind = DatabaseFailed
    if kind in _REFUSED:
        kind = _refusal(path.parent) or kind
    return kind(path, str(error)) if kind else error


def _refusal(folder: Path) -> type[DatabaseProblem] | None:
    """Why files in a folder can't be written. SQLite does not say: most of it is a "disk I/O error"."""
    try:
        system = os.statvfs(folder)
    except OSError:
        return None
    if system.f_flag & os.ST_RDONLY:
        return FileSystemReadOnly
    if not system.f_bavail:
        return DatabaseFull
    return None if os.access(folder, os.W_OK | os.X_OK) else DataDirectoryNotWritable


_MEANINGS: dict[int, type[DatabaseProblem]] = {
    sqlite3.SQLITE_CORRUPT: DatabaseCorrupt,
    sqlite3.SQLITE_NOTADB: DatabaseCorrupt,
    sqlite3.SQLITE_BUSY: DatabaseLocked,
    sqlite3.SQLITE_LOCKED: DatabaseLocked,
    sqlite3.SQLITE_FULL: DatabaseFull,
    sqlite3.SQLITE_READONLY: DataDirectoryNotWritable,
    sqlite3.SQLITE_CANTOPEN: DataDirectoryNotWritable,
    sqlite3.SQLITE_PERM: DataDirectoryNotWritable,
    sqlite3.SQLITE_IOERR: DatabaseUnreadable,
}
_REFUSED = (DatabaseUnreadable, DataDirectoryNotWritable)


def _make_private(data_dir: Path, path: Path) -> None:
    """Only the owner may look in: this is about health. An existing directory keeps its permissions."""
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise of_system(data_dir, error) from error
    if not os.access(data_dir, os.W_OK | os.X_OK):
        raise DataDirectoryNotWritable(data_dir)


def _refuse_to_begin_anew(data_dir: Path, path: Path) -> None:
    """An empty database would be a quiet end of everything that the backups show."""
    try:
        is_there = path.exists() and path.stat().st_size > 0
    except OSError:
        return  # what comes next says why
    if not is_there and any((data_dir / BACKUPS).glob("*.db")):
        raise DatabaseCorrupt(
            path, f"it is {'empty' if path.exists() else 'gone'}, and there are backups of it"
        )


def _has_content(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def check_header(path: Path) -> None:
    """Raises DatabaseCorrupt for what is no database at all."""
    with path.open("rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise DatabaseCorrupt(path, "it does not begin as an SQLite database does")


class opened:  # noqa: N801 - used like the function it could be
    """A connection that is closed at the end; sqlite3's own context manager only commits."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, timeout=10, isolation_level=None)

    def __enter__(self) -> sqlite3.Connection:
        return self._connection

    def __exit__(self, *_: object) -> None:
        self._connection.close()


def _version_of(path: Path, *, is_new: bool) -> str:
    """The schema's version; an empty database is made first."""
    with opened(path) as connection:
        if is_new:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("BEGIN EXCLUSIVE")
            if not _tables(connection):  # another process may have been faster
                _create(connection)
            connection.execute("COMMIT")
        if "alembic_version" not in _tables(connection):
            raise DatabaseCorrupt(path, "it is not a database of this program")
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        return str(row[0]) if row else _BEFORE_ALL


def _tables(connection: sqlite3.Connection) -> set[str]:
    return {str(row[0]) for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _create(connection: sqlite3.Connection) -> None:
    """The newest schema at once: a migration tool is not even imported."""
    for statement in (*TABLES.split(";\n"), *CREATE_SQLITE):
        connection.execute(statement)
    connection.execute("INSERT INTO alembic_version VALUES (?)", (HEAD,))


def _upgrade(path: Path) -> None:
    from storage.upgrade import upgrade  # noqa: PLC0415 - alembic costs a start 0.2 s and is rarely needed

    logger.info("upgrading %s to schema %s", path, HEAD)
    upgrade(path)
