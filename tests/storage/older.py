"""Databases as earlier releases left them: an older schema that holds what fits into it."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from alembic.config import Config
from alembic.script import ScriptDirectory

from storage.schema import HEAD
from storage.upgrade import MIGRATIONS, upgrade

_ALEMBIC = threading.Lock()
"""Its context belongs to the whole process. A bot upgrades one database; a test of many bots, several."""


def older_schemas() -> list[str]:
    """The versions before the newest, oldest first."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    found = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    return sorted(version for version in found if version < HEAD)


def make_older(source: Path, path: Path, version: str) -> None:
    """At `path`, what a database of the newest schema holds, as far as the older one has room for it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with _ALEMBIC:
        upgrade(path, version)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("ATTACH ? AS newest", (str(source),))
        for table, columns in _tables(connection):
            names = ", ".join(columns)
            connection.execute(f"DELETE FROM main.{table}")  # noqa: S608 - names from the schema
            connection.execute(f"INSERT INTO main.{table} ({names}) SELECT {names} FROM newest.{table}")  # noqa: S608
        connection.commit()


def held(path: Path, like: Path) -> dict[str, list[tuple[object, ...]]]:
    """The rows of each table that the database `like` has, in its columns; sorted."""
    with closing(sqlite3.connect(like)) as connection:
        tables = list(_tables(connection))
    with closing(sqlite3.connect(path)) as connection:
        return {
            table: sorted(connection.execute(f"SELECT {', '.join(columns)} FROM {table}"), key=repr)  # noqa: S608
            for table, columns in tables
        }


def _tables(connection: sqlite3.Connection) -> Iterator[tuple[str, list[str]]]:
    """Those that hold rows, the full-text index's own too, with their columns; not the stamp."""
    found = connection.execute(
        "SELECT name FROM main.sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
        " AND name <> 'alembic_version' ORDER BY name"
    ).fetchall()
    for (table,) in found:
        yield table, [row[1] for row in connection.execute(f"PRAGMA main.table_info({table})")]
