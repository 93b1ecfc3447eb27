"""The tables of a fresh database."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Mapping
from contextlib import closing
from functools import cache
from pathlib import Path

from storage.preparation import prepare


@cache
def tables() -> Mapping[str, frozenset[str]]:
    """The columns of each; the full-text indexes and SQLite's own, whose rows are nobody's, are left out."""
    with tempfile.TemporaryDirectory() as folder, closing(sqlite3.connect(prepare(Path(folder)))) as database:
        names = database.execute(
            "SELECT name FROM sqlite_master"
            " WHERE type = 'table' AND name NOT LIKE '%\\_words%' ESCAPE '\\'"
            " AND name NOT LIKE '%\\_vocabulary' ESCAPE '\\' AND name <> 'sqlite_sequence'"
        ).fetchall()
        return {name: _columns(database, name) for (name,) in names}


def _columns(database: sqlite3.Connection, table: str) -> frozenset[str]:
    found = database.execute("SELECT name FROM pragma_table_info(?)", (table,)).fetchall()
    return frozenset(str(row[0]) for row in found)
