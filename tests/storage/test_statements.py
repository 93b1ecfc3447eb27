"""Every statement is one that SQLite takes; the frequent ones are answered from an index."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

from storage import (
    attachments,
    calls,
    entries,
    entry_writes,
    goals,
    imports,
    inbox,
    jobs,
    measures,
    messages,
    note_search,
    note_vectors,
    notes,
    outbox,
    preparation,
    questions,
    search,
    tool_calls,
    turns,
    wakes,
)
from storage.query import Select
from tests.privacy.statements import statements


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> sqlite3.Connection:
    path: Path = preparation.prepare(tmp_path_factory.mktemp("plans"))
    return sqlite3.connect(path)


def _explained(connection: sqlite3.Connection, sql: str) -> list[tuple[object, ...]]:
    values = dict.fromkeys(re.findall(r":(\w+)", sql), "1")
    return connection.execute(f"EXPLAIN QUERY PLAN {sql}", values).fetchall()


def test_sqlite_takes_every_statement(connection: sqlite3.Connection):
    refused: dict[str, str] = {}
    for named in statements():
        try:
            _explained(connection, named.sql)
        except sqlite3.Error as error:
            refused[named.name] = str(error)
    assert refused == {}
    assert len(statements()) > 150


FREQUENT = {
    "by day": entries.BY_POSITION,
    "by words": vars(search)["_MATCHING"],
    "by topic": vars(search)["_OF_TOPIC"],
    "the next day": vars(search)["_NEWEST_UP_TO"],
    "by name": vars(measures)["_ROWS"],
    "last change": vars(entries)["_LAST_CHANGE"],
    "by message": vars(entries)["_BY_MESSAGE"],
    "known message": vars(entry_writes)["_KNOWN"],
    "unfinished updates": vars(inbox)["_UNFINISHED"],
    "recent messages": vars(messages)["_RECENT"],
    "expired": vars(questions)["_EXPIRE"],
    "wake": vars(turns)["_WAKE_ORPHANS"],
    "queued replies": vars(outbox)["_QUEUE"],
    "spent": vars(calls)["_SPENT"],
    "calls of a turn": vars(calls)["_OF_TURN"],
    "recent calls": vars(calls)["_OF_USER"],
    "a page of notes": vars(notes)["_PAGE"],
    "chunks of a page": vars(notes)["_CHUNKS"],
    "chunks of notes by words": vars(note_search)["_MATCHING"],
    "chunks of notes by day": vars(note_search)["_BY_DAY"],
    "newest vector": vars(note_vectors)["_LAST"],
    "vectors": vars(note_vectors)["_VECTORS"],
    "steps of a phase": vars(jobs)["_STEPS"],
    "running jobs": vars(jobs)["_UNFINISHED"],
    "tool calls of a turn": vars(tool_calls)["_OF_TURN"],
    "recent tool calls": vars(tool_calls)["_OF_USER"],
    "attachment of a message": vars(attachments)["_OF_MESSAGE"],
    "goals": vars(goals)["_OF_USER"],
    "coaches that watch": vars(wakes)["_MATCHING"],
    "whether anybody watches": vars(wakes)["_WATCHED"],
    "days with work": vars(measures)["_WORKED"],
    "recent turns": vars(turns)["_RECENT"],
}


@pytest.mark.parametrize("name", FREQUENT)
def test_a_frequent_statement_neither_scans_nor_sorts(connection: sqlite3.Connection, name: str):
    frequent = FREQUENT[name]
    rows = _explained(connection, frequent.sql if isinstance(frequent, Select) else str(frequent))
    plan = "\n".join(str(row[3]) for row in rows)
    steps = [step for step in plan.splitlines() if "VIRTUAL TABLE INDEX" not in step]
    assert not [step for step in steps if step.startswith("SCAN") and "INDEX" not in step], plan
    if name != "recent turns":
        assert "TEMP B-TREE" not in plan, plan


def test_chunks_of_notes_are_looked_up_by_number(connection: sqlite3.Connection):
    """Not by their user, whose chunks are very many."""
    plan = [str(row[3]) for row in _explained(connection, vars(note_search)["_CHUNKS"].sql)]
    assert "SEARCH c USING INTEGER PRIMARY KEY (rowid=?)" in plan


def test_bouts_are_looked_up_by_day(connection: sqlite3.Connection):
    """Not among all that the person ever did."""
    plan = [str(row[3]) for row in _explained(connection, vars(imports)["_BOUTS"].sql)]
    assert "SEARCH measures USING PRIMARY KEY (user_id=? AND name=? AND day>? AND day<?)" in plan
