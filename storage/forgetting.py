"""Deleting everything about a user: all their rows, and their words in the search index."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic_core import from_json

from storage.attachments import Attachment
from storage.connection import Transaction
from storage.entities import Entry
from storage.fulltext import document
from storage.notes import index_anew
from storage.people import user_of
from storage.position import LOWEST
from storage.query import Bodies, Query
from storage.store import Store
from storage.vault_rows import WITHIN

_OWNED = (
    "access_buttons", "cases", "fixes", "guesses", "imported", "attachments", "contexts", "logged",
    "measures", "messages", "model_calls", "outbox", "pending", "proposals", "reminders", "revisions",
    "schedule", "spans", "tool_calls", "topics", "turns", "vault_zones", "note_pages", "note_chunks",
    "note_vectors", "programmes", "note_summaries", "entry_vectors", "goals", "coaches",
    "coach_templates", "coach_subscriptions", "coach_reports", "coach_notes", "wake_queue", "wakes",
    "jobs", "job_steps", "thoughts", "entries",
)  # fmt: skip
_BATCH = 1000
_DELETIONS = (
    "DELETE FROM reply_links WHERE entry_id IN (SELECT id FROM entries WHERE user_id = :whose)",
    *(f"DELETE FROM {table} WHERE user_id = :whose" for table in _OWNED),
    "DELETE FROM users WHERE id = :whose",
    "DELETE FROM sync_outbox WHERE user_id = :whose",
    "UPDATE sync_targets SET seq = -2, state = 'fine', detail = '', held = '[]' WHERE user_id = :whose",
)
_UNNAMED = "UPDATE members SET name = '' WHERE user_id = :whose"
"""Who may use the bot still may."""
_FILES = Bodies[Attachment]("SELECT body FROM attachments WHERE user_id = :whose")
_TARGETS = Query[str, str]("SELECT name, place FROM sync_targets WHERE user_id = :whose ORDER BY name")
_UPDATES = Query[int, str]("SELECT update_id, raw_json FROM inbox")
_DELETE_UPDATE = "DELETE FROM inbox WHERE update_id = :key"
_QUOTING = "UPDATE messages SET raw_json = NULL WHERE (raw_json LIKE '%' || :sign || '%')"
"""What others have said keeps no copy of what they replied to."""
_EMPTY_INDEX = "INSERT INTO entry_words (entry_words) VALUES ('delete-all')"
_INDEX = "INSERT INTO entry_words (rowid, words, names) VALUES (:rowid, :words, :names)"
_OTHERS = Query[int, str]("""
    SELECT position, body
    FROM entries
    WHERE NOT deleted AND position > :after
    ORDER BY position LIMIT :most
""")


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was deleted; the files are still there."""

    entries: int
    files: tuple[str, ...]
    """Below the data directory."""
    targets: tuple[tuple[str, str], ...] = ()
    """Where it was copied to, by name, and the place of each: they are emptied when they are reached."""


class Forgetting(Store):
    """Deletion of whole users."""

    async def forget(self, user_id: int) -> Forgotten:
        """Delete every row of a user in one transaction. The search index is written anew without them."""
        forgotten = await self.database.write(lambda tx: _forget(tx, user_id))
        await self.database.fold()
        user_of.cache_clear()
        return forgotten

    async def targets(self, user_id: int) -> tuple[tuple[str, str], ...]:
        """Where a person's diary is copied to: `Forgotten.targets`."""
        return await self.database.read(lambda tx: _targets(tx, user_id))


def _forget(tx: Transaction, user_id: int) -> Forgotten:
    files = [one.path for one in tx.rows(_FILES, {"whose": user_id})]
    targets = _targets(tx, user_id)
    gone = [tx.execute(deletion, {"whose": user_id}) for deletion in _DELETIONS]
    tx.execute(_UNNAMED, {"whose": user_id})
    for update_id, raw in tx.rows(_UPDATES):
        if user_id in _people(from_json(raw)):
            tx.execute(_DELETE_UPDATE, {"key": update_id})
    for sign in (f'"id": {user_id},', f'"id":{user_id},'):
        tx.execute(_QUOTING, {"sign": sign})
    tx.execute(WITHIN)
    tx.execute(_EMPTY_INDEX)
    for rows in _words(tx):
        tx.execute_many(_INDEX, rows)
    index_anew(tx)
    return Forgotten(gone[_ENTRIES], tuple(path for path in files if path), targets)


def _targets(tx: Transaction, user_id: int) -> tuple[tuple[str, str], ...]:
    return tuple(tx.rows(_TARGETS, {"whose": user_id}))


_ENTRIES = 1 + _OWNED.index("entries")


def _people(tree: object) -> Iterator[int]:
    """Who wrote, tapped or is quoted in an update."""
    if isinstance(tree, dict):
        for key, value in tree.items():  # pyright: ignore[reportUnknownVariableType] - any JSON
            if key in {"from", "from_user"} and isinstance(value, dict):
                yield value.get("id", 0)  # pyright: ignore[reportUnknownMemberType] - any JSON
            yield from _people(value)  # pyright: ignore[reportUnknownArgumentType] - any JSON
    elif isinstance(tree, list):
        for value in tree:  # pyright: ignore[reportUnknownVariableType] - any JSON
            yield from _people(value)  # pyright: ignore[reportUnknownArgumentType] - any JSON


def _words(tx: Transaction) -> Iterator[list[dict[str, object]]]:
    """The index's rows for all entries there are, some at a time."""
    after = LOWEST - 1
    while found := tx.rows(_OTHERS, {"after": after, "most": _BATCH}):
        rows: list[dict[str, object]] = []
        for place, stored in found:
            entry = Entry.model_validate_json(stored)
            names = dict.fromkeys(measure.name for measure in entry.measures)
            rows.append(
                {
                    "rowid": place,
                    "words": document(entry.user_id, (entry.text, *entry.notes)),
                    "names": document(entry.user_id, names),
                }
            )
            after = place
        yield rows
