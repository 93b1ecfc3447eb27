"""A database as an older version of the program left it."""

from __future__ import annotations

import re
import sqlite3

from storage.upgrade import MIGRATIONS

_MADE = re.compile(r"(?:CREATE (?:VIRTUAL )?TABLE |create_table\(\s*\")(\w+)")
_ADDED = re.compile(r"add_column\(\s*\"(\w+)\", sa\.Column\(\"(\w+)\"")


def taken_back(connection: sqlite3.Connection, version: str) -> None:
    """Take out the tables and columns that later migrations make, and stamp it. Committed by the caller."""
    later = [path for path in sorted((MIGRATIONS / "versions").glob("0*.py")) if path.name[:4] > version]
    texts = [path.read_text("utf-8") for path in later]
    for table in reversed([table for text in texts for table in _MADE.findall(text)]):
        connection.execute(f"DROP TABLE IF EXISTS {table}")
    for table, column in (added for text in texts for added in _ADDED.findall(text)):
        connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
    connection.execute("UPDATE alembic_version SET version_num = ?", (version,))
