"""Writing entries: the row, its revision, and everything that is looked up by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime

from storage.cases import CAUSES, add_case, drop_case
from storage.connection import Transaction
from storage.entities import Entry, Revision
from storage.entry_vectors import leave
from storage.fulltext import document
from storage.measures import add_measures, remove_measures
from storage.position import number_of, position
from storage.query import Column, Query, columns_of, insert
from storage.text import body

_KNOWN = Column[int]("""
    SELECT position
    FROM entries
    WHERE chat_id = :chat_id AND message_id = :message_id AND part = :part
""")
_FIELDS = ("id", "user_id", "chat_id", "message_id", "part", "revision", "deleted")
_ADD = insert("entries", ("position", *_FIELDS, "body"))
_REVISION = (
    "entry_id", "revision", "user_id", "day", "day_before", "at", "cause", "note", "undoes", "undoable",
    "body",
)  # fmt: skip
_ADD_REVISION = Column[int](f"{insert('revisions', _REVISION)} RETURNING seq")
_CURRENT = Query[int, str]("""
    SELECT position, body
    FROM entries
    WHERE id = :id AND user_id = :user_id
""")
_REPLACE = """
    UPDATE entries SET position = :position, revision = :revision, deleted = :deleted, body = :body
    WHERE position = :old AND user_id = :whose
"""
_TAKEN_BACK = """
    UPDATE revisions SET undoable = 0
    WHERE entry_id = :entry AND revision = :undone AND user_id = :whose
"""
_INDEX = insert("entry_words", ("rowid", "words", "names"))
_ADD_TOPIC = f"{insert('topics', ('user_id', 'topic', 'position'))} ON CONFLICT DO NOTHING"
_REMOVE_TOPIC = """
    DELETE FROM topics
    WHERE user_id = :user AND topic = :about AND position = :place
"""


def add_entries(tx: Transaction, new: Iterable[Entry], now: datetime | None = None) -> list[Entry]:
    """Store those whose (chat_id, message_id, part) is not there yet, with their first revision; these.

    That is of `now`, whenever the entry was written: what is taken back is the newest change.
    """
    stored: list[Entry] = []
    for entry in new:
        key = {"chat_id": entry.chat_id, "message_id": entry.message_id, "part": entry.part}
        if tx.first(_KNOWN, key) is None:
            _add_entry(tx, entry, now or entry.logged_at)
            stored.append(entry)
    return stored


def _add_entry(tx: Transaction, entry: Entry, now: datetime) -> None:
    first = {"at": now, "cause": entry.kind, "note": "", "undoes": None, "undoable": not entry.deleted}
    number, document = _add_revision(tx, entry, None, first)
    place = position(entry.day, number, entry.revision)
    tx.execute(_ADD, {"position": place, "body": document, **columns_of(entry, _FIELDS)})
    if not entry.deleted:
        _add_lookups(tx, entry, place)


def _add_revision(
    tx: Transaction, entry: Entry, day_before: date | None, told: Mapping[str, object]
) -> tuple[int, str]:
    """Its number, and the entry as it is stored; `told`: when and why."""
    document = body(entry)
    row = {"entry_id": entry.id, **columns_of(entry, ("revision", "user_id", "day")), **told}
    (number,) = tx.rows(_ADD_REVISION, {**row, "day_before": day_before, "body": document})
    return number, document


Revised = tuple[Entry, Entry, str]
"""An entry as it was, as it is now, and the cause."""


def revise_entries(tx: Transaction, changes: Iterable[Revision]) -> list[Revised]:
    """Store new states of entries; of an entry that is not there (or not the user's) nothing is stored.

    The stored revision is one more than the current one, whatever the change was based on: two changes
    at once both stay in the history.
    """
    revised: list[Revised] = []
    for change in changes:
        key = {"id": change.entry_id, "user_id": change.entry.user_id}
        found = tx.first(_CURRENT, key)
        if found is not None:
            before = Entry.model_validate_json(found[1])
            revised.append((before, _revise(tx, change, found[0], before), change.cause))
    return revised


def _revise(tx: Transaction, change: Revision, old_place: int, before: Entry) -> Entry:
    revision = before.revision + 1
    after = change.entry
    if after.revision != revision:
        after = after.model_copy(update={"revision": revision})
    told = columns_of(change, ("entry_id", "at", "cause", "note", "undoes"))
    told["undoable"] = change.cause not in ("undo", "reading")
    number, document = _add_revision(tx, after, before.day if before.day != after.day else None, told)
    if change.cause in CAUSES:
        add_case(tx, number, before.user_id)
    if change.undoes is not None:
        drop_case(tx, before.user_id, before.id, change.undoes)
        undone = {"entry": before.id, "undone": change.undoes, "whose": before.user_id}
        tx.execute(_TAKEN_BACK, undone)
    place = position(after.day, number_of(old_place), revision)
    if not before.deleted:
        _remove_lookups(tx, before, old_place)
    row = {"old": old_place, "whose": before.user_id, "position": place, "body": document}
    tx.execute(_REPLACE, {**row, **columns_of(after, ("revision", "deleted"))})
    if not after.deleted:
        _add_lookups(tx, after, place)
    return after


def _add_lookups(tx: Transaction, entry: Entry, place: int) -> None:
    user_id = entry.user_id
    names = dict.fromkeys(measure.name for measure in entry.measures)
    words = {
        "rowid": place,
        "words": document(user_id, (entry.text, *entry.notes)),
        "names": document(user_id, names),
    }
    tx.execute(_INDEX, words)
    tx.execute_many(
        _ADD_TOPIC, [{"user_id": user_id, "topic": topic, "position": place} for topic in topics_of(entry)]
    )
    add_measures(tx, entry)


def _remove_lookups(tx: Transaction, entry: Entry, place: int) -> None:
    """The words of the full-text index stay: no entry has their position any more."""
    gone = [{"user": entry.user_id, "about": topic, "place": place} for topic in topics_of(entry)]
    tx.execute_many(_REMOVE_TOPIC, gone)
    leave(tx, entry.user_id, place)
    remove_measures(tx, entry)


def topics_of(entry: Entry) -> set[str]:
    """The names and domains an entry is found under."""
    return {*entry.domains, *(m.name for m in entry.measures), *(m.domain for m in entry.measures)}
