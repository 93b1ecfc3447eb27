"""A database as an older version of the program left it."""

from __future__ import annotations

import re
import sqlite3

from storage.upgrade import MIGRATIONS

_MADE = re.compile(r"(?:CREATE (?:VIRTUAL )?TABLE |create_table\(\s*\")(\w+)")


def make_older(connection: sqlite3.Connection, version: str) -> None:
    """Take out the tables that later migrations make, and stamp it. Committed by the caller."""
    later = [path for path in sorted((MIGRATIONS / "versions").glob("0*.py")) if path.name[:4] > version]
    tables = [table for path in later for table in _MADE.findall(path.read_text("utf-8"))]
    for table in reversed(tables):
        connection.execute(f"DROP TABLE IF EXISTS {table}")
    connection.execute("UPDATE alembic_version SET version_num = ?", (version,))
