"""What has got a domain of its own is stored under it: climbing, rowing, mobility, heart, drinks.

Entries, their history and what they are found by alike, so that undoing and exporting agree with new entries.
"""

from __future__ import annotations

import json
from typing import Any

from alembic import op
from sqlalchemy import Connection

from storage.homes import MOVED

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    connection = op.get_bind()
    _entries(connection)
    _history(connection)
    homes = [part for (before, name), now in MOVED.items() for part in (before, name, now)]
    known = f"WITH homes (was, name, now) AS (VALUES {', '.join(['(?, ?, ?)'] * len(MOVED))})"
    for statement in _LOOKUPS:
        connection.exec_driver_sql(f"{known} {statement}", tuple(homes))


_GONE = "WHERE (domain, name) IN (SELECT was, name FROM homes)"
_LOOKUPS = (
    f"""
    UPDATE measures
    SET domain = (SELECT now FROM homes WHERE was = measures.domain AND name = measures.name)
    {_GONE}
    """,
    """
    INSERT INTO logged (user_id, name, domain, entries)
    SELECT user_id, logged.name, now, entries
    FROM logged JOIN homes ON was = logged.domain AND homes.name = logged.name
    WHERE true
    ON CONFLICT (user_id, name, domain) DO UPDATE SET entries = entries + excluded.entries
    """,
    f"DELETE FROM logged {_GONE}",
)


def _entries(connection: Connection) -> None:
    """The entries, and the topics of those that are not deleted."""
    for place, user_id, deleted, body in _rows(
        connection, "SELECT position, user_id, deleted, body FROM entries"
    ):
        entry = json.loads(body)
        before = _topics(entry)
        if not moved(entry):
            continue
        connection.exec_driver_sql("UPDATE entries SET body = ? WHERE position = ?", (_written(entry), place))
        if deleted:
            continue
        after = _topics(entry)
        for topic in sorted(before - after):
            connection.exec_driver_sql(
                "DELETE FROM topics WHERE user_id = ? AND topic = ? AND position = ?", (user_id, topic, place)
            )
        for topic in sorted(after - before):
            connection.exec_driver_sql(
                "INSERT OR IGNORE INTO topics VALUES (?, ?, ?)", (user_id, topic, place)
            )


def _history(connection: Connection) -> None:
    for seq, body in _rows(connection, "SELECT seq, body FROM revisions"):
        entry = json.loads(body)
        if moved(entry):
            connection.exec_driver_sql("UPDATE revisions SET body = ? WHERE seq = ?", (_written(entry), seq))


def moved(entry: dict[str, Any]) -> bool:
    """Whether any of its measures has another domain now; then it has it, and so has the entry."""
    left: set[str] = set()
    for measure in entry.get("measures", ()):
        now = MOVED.get((measure["domain"], measure["name"]))
        if now is not None:
            left.add(measure["domain"])
            measure["domain"] = now
    if not left:
        return False
    domains = [measure["domain"] for measure in entry["measures"]]
    kept = [one for one in entry.get("domains", ()) if one not in left or one in domains]
    entry["domains"] = list(dict.fromkeys([*kept, *domains]))
    return True


def _rows(connection: Connection, query: str) -> list[Any]:
    """The rows whose JSON speaks of such a measure; the names are few, so most are never parsed."""
    names = sorted({json.dumps(name) for _, name in MOVED})
    wanted = " OR ".join("instr(body, ?) > 0" for _ in names)
    return list(connection.exec_driver_sql(f"{query} WHERE {wanted}", tuple(names)))


def _topics(entry: dict[str, Any]) -> set[str]:
    measures = entry.get("measures", ())
    return {*entry.get("domains", ()), *(one[key] for one in measures for key in ("name", "domain"))}


def _written(entry: dict[str, Any]) -> str:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
