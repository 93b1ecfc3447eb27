"""What must hold of a database whatever happened to the process that wrote it: `swealog check`.

Each invariant is a query whose rows are what breaks it. What is derived from an entry (topics, measures,
words of the full-text index, counts) is worked out anew from the entry and compared. Nothing is changed; a
running bot is not disturbed, as everything is read from one snapshot.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from sqlite3 import Connection
from sqlite3 import Error as SqliteError
from typing import NamedTuple

from pydantic import ValidationError

from storage import preparation
from storage.entities import Entry
from storage.entry_writes import topics_of
from storage.fulltext import document
from storage.measures import measure_rows
from storage.position import day_of

_SHOWN = 5
"""Of what breaks an invariant, so many are named."""


@dataclass(frozen=True, slots=True)
class Broken:
    """An invariant that does not hold: how often, and the first of what breaks it."""

    says: str
    count: int
    examples: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.says}: {self.count} ({', '.join(self.examples)})"


class Invariant(NamedTuple):
    """`broken_by` selects one text column: what breaks it."""

    says: str
    broken_by: str


INVARIANTS = (
    Invariant(
        "entries whose revision is not their newest",
        """SELECT e.id FROM entries e
           WHERE e.revision <> (SELECT max(r.revision) FROM revisions r WHERE r.entry_id = e.id)
              OR NOT EXISTS (SELECT 1 FROM revisions r WHERE r.entry_id = e.id)""",
    ),
    Invariant(
        "entries that differ from their newest revision",
        """SELECT e.id FROM entries e JOIN revisions r ON r.entry_id = e.id AND r.revision = e.revision
           WHERE r.body <> e.body OR r.user_id <> e.user_id""",
    ),
    Invariant(
        "histories with a gap",
        """SELECT entry_id FROM revisions GROUP BY entry_id
           HAVING max(revision) - min(revision) + 1 <> count(*)""",
    ),
    Invariant(
        "revisions of no entry",
        "SELECT DISTINCT entry_id FROM revisions WHERE entry_id NOT IN (SELECT id FROM entries)",
    ),
    Invariant(
        "entries of no message",
        """SELECT e.id FROM entries e WHERE NOT EXISTS (SELECT 1 FROM imported i WHERE i.entry_id = e.id)
           AND e.message_id > 0 AND NOT EXISTS (SELECT 1 FROM messages m
               WHERE m.chat_id = e.chat_id AND m.message_id = e.message_id)""",
    ),
    Invariant(
        "entries of somebody else's message",
        """SELECT e.id FROM entries e JOIN messages m ON m.chat_id = e.chat_id AND m.message_id = e.message_id
           WHERE m.user_id <> e.user_id""",
    ),
    Invariant(
        "open questions whose turn does not wait",
        """SELECT p.token FROM pending p LEFT JOIN turns t ON t.id = p.turn_id
           WHERE p.status = 'open' AND coalesce(t.status, '') <> 'waiting'""",
    ),
    Invariant(
        "turns that wait for no answer",
        """SELECT t.id FROM turns t WHERE t.status = 'waiting'
           AND NOT EXISTS (SELECT 1 FROM pending p WHERE p.turn_id = t.id AND p.status = 'open')""",
    ),
    Invariant(
        "questions of another person than their turn",
        "SELECT p.token FROM pending p JOIN turns t ON t.id = p.turn_id WHERE p.user_id <> t.user_id",
    ),
    Invariant(
        "turns parked on one that has stored or is not there",
        """SELECT t.id FROM turns t LEFT JOIN turns o ON o.id = t.parked_on
           WHERE t.status = 'parked' AND (o.id IS NULL OR o.released OR o.status = 'done')""",
    ),
    Invariant(
        "replies marked as sent that no message of the bot shows",
        "SELECT key FROM outbox WHERE status = 'sent' AND message_ids = '[]' AND attempts = 0",
    ),
    Invariant(
        "replies that failed for no reason",
        "SELECT key FROM outbox WHERE status = 'failed' AND coalesce(error, '') = ''",
    ),
    Invariant(
        "replies about an entry that is not there",
        "SELECT DISTINCT entry_id FROM reply_links WHERE entry_id NOT IN (SELECT id FROM entries)",
    ),
    Invariant(
        "memories whose versions have a gap",
        """SELECT user_id FROM contexts GROUP BY user_id
           HAVING max(version) - min(version) + 1 <> count(*)""",
    ),
    Invariant(
        "imports of no entry",
        "SELECT source_key FROM imported WHERE entry_id NOT IN (SELECT id FROM entries)",
    ),
    Invariant(
        "corrections begun of no entry of theirs",
        """SELECT f.entry_id FROM fixes f LEFT JOIN entries e ON e.id = f.entry_id
           WHERE coalesce(e.user_id, 0) <> f.user_id""",
    ),
    Invariant(
        "codes that are over and could still be compared with",
        "SELECT seq FROM codes WHERE status <> 'open' AND (digest <> '' OR salt <> '' OR ended_at IS NULL)",
    ),
    Invariant(
        "people who were let in by nobody who could",
        """SELECT user_id FROM members WHERE place = 'telegram'
           AND NOT EXISTS (SELECT 1 FROM members o WHERE o.place = 'telegram' AND o.role = 'owner')""",
    ),
    Invariant(
        "vault marks beyond what there is",
        """SELECT id FROM vault_projected
           WHERE revision_seq > coalesce((SELECT max(seq) FROM revisions), 0)
              OR context_seq > coalesce((SELECT max(seq) FROM contexts), 0)""",
    ),
)


async def broken(path: Path) -> list[Broken]:
    """All that does not hold of the database at `path`. Raises a DatabaseProblem when it can't be read."""
    return await asyncio.to_thread(_broken, path)


def _broken(path: Path) -> list[Broken]:
    preparation.check(path)
    try:
        with preparation.opened(path) as connection:
            connection.execute("PRAGMA query_only = ON")
            connection.execute("BEGIN")
            found = [(one.says, _names(connection, one.broken_by)) for one in INVARIANTS]
            found += _derived(connection)
    except SqliteError as error:
        raise preparation.translated(path, error) from error
    return [Broken(says, len(names), tuple(names[:_SHOWN])) for says, names in found if names]


def _names(connection: Connection, query: str) -> list[str]:
    return [str(row[0]) for row in connection.execute(query)]


def _derived(connection: Connection) -> Iterator[tuple[str, list[str]]]:
    """What is looked up by, against what the entries say."""
    topics: set[tuple[int, str, int]] = set()
    rows: Counter[tuple[object, ...]] = Counter()
    logged: Counter[tuple[int, str, str]] = Counter()
    wordless: list[str] = []
    misplaced: list[str] = []
    unread: list[str] = []
    for place, entry_id, text in connection.execute(
        "SELECT position, id, body FROM entries WHERE NOT deleted"
    ):
        try:
            entry = Entry.model_validate_json(text)
        except ValidationError:
            unread.append(str(entry_id))
            continue
        topics.update((entry.user_id, topic, place) for topic in topics_of(entry))
        rows.update(_key(row) for row in measure_rows(entry))
        logged.update({(entry.user_id, one.name, one.domain) for one in entry.measures})
        if day_of(place) != entry.day:
            misplaced.append(entry.id)
        if not _is_found(connection, place, entry):
            wordless.append(entry.id)
    yield "entries that can't be read", unread
    yield "entries that stand on another day than they are about", misplaced
    yield "entries that the full-text index does not have as they are", wordless
    held = set(connection.execute("SELECT user_id, topic, position FROM topics"))
    yield "topics that differ from the entries", sorted(map(str, held ^ topics))
    stored = Counter(tuple(row) for row in connection.execute(_ROWS))
    yield "measures that differ from the entries", sorted(map(str, (stored - rows) + (rows - stored)))
    counts = {
        (user, name, domain): count
        for user, name, domain, count in connection.execute(
            "SELECT user_id, name, domain, entries FROM logged WHERE entries <> 0"
        )
    }
    yield "counts that differ from the entries", sorted(map(str, counts.items() ^ logged.items()))


_COMPARED = (
    "user_id", "entry_id", "number", "set_no", "name", "domain", "day", "weight", "weight_unit", "reps",
    "rpe", "distance_m", "duration_s", "value", "unit",
)  # fmt: skip
_ROWS = f"SELECT {', '.join(_COMPARED)} FROM measures"


def _key(row: dict[str, object]) -> tuple[object, ...]:
    return tuple(str(row[name]) if name == "day" else row[name] for name in _COMPARED)


def _is_found(connection: Connection, place: int, entry: Entry) -> bool:
    """Whether the newest words of the entry lead to its place."""
    words = document(entry.user_id, (entry.text, *entry.notes)).split()
    if not words:
        return True
    query = " AND ".join(f'"{word}"' for word in dict.fromkeys(words))
    found = connection.execute(
        "SELECT 1 FROM entry_words WHERE entry_words MATCH ? AND rowid = ?", (f"words: {query}", place)
    )
    return found.fetchone() is not None
