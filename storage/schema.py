"""The tables. A change here comes with a migration; a test compares what both make.

Retrieval must not slow down as a log grows, so every question is answered from one range of one index, newest
first, cut off by its limit:

* `entries.position` orders by day, then by when an entry was first stored. It is the row's own key (a day's
  entries lie side by side), the full-text index's row id, and the order of `topics`.
* `topics` and `measures` are clustered by user and name. `logged` keeps the counts that nobody may count.
* Each word of the full-text index belongs to one user (`fulltext.py`), so no one else's are looked at.

Objects that are only ever read whole are JSON in `body`; columns are what is searched or compared.
"""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import (
    Column,
    Index,
    Integer,
    MetaData,
    Named,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    TextClause,
    TypedColumns,
    UniqueConstraint,
    text,
)

from storage.columns import Big, CleanText, Day, Moment

HEAD = "0006"
"""The newest migration: what a fresh database is stamped with."""

metadata = MetaData()


# Conditions that a partial index and its queries must spell alike, or SQLite does not use the index.
LIVE = text("NOT deleted")
OPEN = text("status = 'open'")
QUEUED = text("status = 'queued'")
FAILED = text("status = 'failed'")
UNFINISHED = text("status <> 'done'")
UNDOABLE = text("undoable")
NOT_DONE = text("NOT done")


def _partial(name: str, *columns: str, where: TextClause) -> Index:
    return Index(name, *columns, sqlite_where=where)


class _Version(TypedColumns):
    version_num = Column(String(32), nullable=False)


version = Table(
    "alembic_version", metadata, _Version, PrimaryKeyConstraint("version_num", name="alembic_version_pkc")
)


class _Inbox(TypedColumns):
    update_id = Column(Big, primary_key=True, autoincrement=False)
    lane: Named[str] = Column(Text)
    raw_json: Named[str] = Column(Text)
    received_at: Named[datetime] = Column(Moment)
    done: Named[bool]


inbox = Table("inbox", metadata, _Inbox, _partial("inbox_unfinished", "lane", "update_id", where=NOT_DONE))


class _Messages(TypedColumns):
    chat_id = Column(Big, primary_key=True, autoincrement=False)
    message_id = Column(Big, primary_key=True, autoincrement=False)
    user_id: Named[int] = Column(Big)
    role: Named[str] = Column(Text)
    text: Named[str] = Column(CleanText)
    at: Named[datetime] = Column(Moment)
    reply_to: Named[int | None] = Column(Big)
    raw_json: Named[str | None] = Column(CleanText)


messages = Table("messages", metadata, _Messages)


class _Users(TypedColumns):
    id = Column(Big, primary_key=True, autoincrement=False)
    body: Named[str] = Column(Text)


users = Table("users", metadata, _Users)


class _Entries(TypedColumns):
    position = Column(Big, primary_key=True, autoincrement=False)
    id: Named[str] = Column(Text)
    user_id: Named[int] = Column(Big)
    chat_id: Named[int] = Column(Big)
    message_id: Named[int] = Column(Big)
    part: Named[int]
    revision: Named[int]
    deleted: Named[bool]
    body: Named[str] = Column(Text)


entries = Table(
    "entries",
    metadata,
    _Entries,
    UniqueConstraint("id"),
    UniqueConstraint("chat_id", "message_id", "part"),
    _partial("entries_of_user", "user_id", "position", where=LIVE),
)


class _Revisions(TypedColumns):
    seq = Column(Big, primary_key=True)
    entry_id: Named[str] = Column(Text)
    revision: Named[int]
    user_id: Named[int] = Column(Big)
    day: Named[date] = Column(Day)
    day_before: Named[date | None] = Column(Day)
    """The day it was about before, whose vault file changes too."""
    at: Named[datetime] = Column(Moment)
    cause: Named[str] = Column(Text)
    note: Named[str] = Column(CleanText)
    undoes: Named[int | None]
    undoable: Named[bool]
    body: Named[str] = Column(Text)


revisions = Table(
    "revisions",
    metadata,
    _Revisions,
    UniqueConstraint("entry_id", "revision"),
    _partial("revisions_undoable", "user_id", "seq", where=UNDOABLE),
)


class _Topics(TypedColumns):
    user_id = Column(Big, primary_key=True, autoincrement=False)
    topic = Column(Text, primary_key=True)
    position = Column(Big, primary_key=True, autoincrement=False)


topics = Table("topics", metadata, _Topics, sqlite_with_rowid=False)
"""A measure name or domain of an entry that is not deleted."""


class _Measures(TypedColumns):
    user_id = Column(Big, primary_key=True, autoincrement=False)
    name = Column(CleanText, primary_key=True)
    day = Column(Day, primary_key=True)
    entry_id = Column(Text, primary_key=True)
    number = Column(Integer, primary_key=True, autoincrement=False)
    set_no: Named[int]
    domain: Named[str] = Column(CleanText)
    weight: Named[float | None]
    weight_unit: Named[str | None] = Column(Text)
    reps: Named[int | None]
    rpe: Named[float | None]
    distance_m: Named[float | None]
    distance_unit: Named[str | None] = Column(Text)
    duration_s: Named[float | None]
    value: Named[float | None]
    unit: Named[str | None] = Column(CleanText)
    text: Named[str | None] = Column(CleanText)
    warmup: Named[bool]
    certainty: Named[str | None] = Column(Text)


measures = Table("measures", metadata, _Measures, sqlite_with_rowid=False)
"""One row per performed set or metric of an entry that is not deleted."""


class _Logged(TypedColumns):
    user_id = Column(Big, primary_key=True, autoincrement=False)
    name = Column(CleanText, primary_key=True)
    domain = Column(CleanText, primary_key=True)
    entries: Named[int]


logged = Table("logged", metadata, _Logged, sqlite_with_rowid=False)
"""How many entries that are not deleted have a measure of this name."""


class _Turns(TypedColumns):
    id = Column(Text, primary_key=True)
    user_id: Named[int] = Column(Big)
    chat_id: Named[int] = Column(Big)
    lane: Named[str] = Column(Text)
    seq: Named[int]
    status: Named[str] = Column(Text)
    state: Named[str] = Column(Text)
    data: Named[str] = Column(CleanText)
    parked_on: Named[str | None] = Column(Text)
    released: Named[bool]
    """Its STORE is done: who wants to park on it need not."""
    created_at: Named[datetime] = Column(Moment)
    updated_at: Named[datetime] = Column(Moment)


turns = Table(
    "turns",
    metadata,
    _Turns,
    Index("turns_of_chat", "user_id", "chat_id", "created_at"),
    _partial("turns_unfinished", "status", "parked_on", where=UNFINISHED),
)


class _Pending(TypedColumns):
    token = Column(Text, primary_key=True)
    turn_id: Named[str] = Column(Text)
    user_id: Named[int] = Column(Big)
    chat_id: Named[int] = Column(Big)
    asked_at: Named[datetime] = Column(Moment)
    expires_at: Named[datetime] = Column(Moment)
    status: Named[str] = Column(Text)
    answer: Named[str | None] = Column(CleanText)
    message_id: Named[int | None] = Column(Big)
    body: Named[str] = Column(Text)
    """The question as it was asked; the columns tell what became of it."""


pending = Table(
    "pending",
    metadata,
    _Pending,
    Index("pending_of_turn", "turn_id"),
    Index("pending_of_message", "chat_id", "message_id"),
    _partial("pending_open", "expires_at", where=OPEN),
)


class _Fixes(TypedColumns):
    user_id = Column(Big, primary_key=True, autoincrement=False)
    chat_id = Column(Big, primary_key=True, autoincrement=False)
    entry_id: Named[str] = Column(Text)
    expires_at: Named[datetime] = Column(Moment)


fixes = Table("fixes", metadata, _Fixes, sqlite_with_rowid=False)
"""The log that somebody is correcting in a chat: *Fix* was tapped, and the next message says what it was."""


class _Outbox(TypedColumns):
    id = Column(Big, primary_key=True)
    key: Named[str] = Column(Text)
    chat_id: Named[int] = Column(Big)
    user_id: Named[int] = Column(Big)
    status: Named[str] = Column(Text)
    attempts: Named[int]
    not_before: Named[datetime | None] = Column(Moment)
    message_ids: Named[str] = Column(Text)
    error: Named[str | None] = Column(CleanText)
    created_at: Named[datetime] = Column(Moment)
    body: Named[str] = Column(Text)


outbox = Table(
    "outbox",
    metadata,
    _Outbox,
    UniqueConstraint("key"),
    _partial("outbox_queued", "id", where=QUEUED),
    _partial("outbox_failed", "id", where=FAILED),
)


class _Links(TypedColumns):
    chat_id = Column(Big, primary_key=True, autoincrement=False)
    message_id = Column(Big, primary_key=True, autoincrement=False)
    entry_id = Column(Text, primary_key=True)


links = Table("reply_links", metadata, _Links, sqlite_with_rowid=False)
"""Which entries a message of the bot is about."""


class _Contexts(TypedColumns):
    seq = Column(Big, primary_key=True)
    user_id: Named[int] = Column(Big)
    version: Named[int]
    at: Named[datetime] = Column(Moment)
    cause: Named[str] = Column(Text)
    content: Named[str] = Column(CleanText)
    archive: Named[str] = Column(CleanText)


contexts = Table("contexts", metadata, _Contexts, UniqueConstraint("user_id", "version"))


class _Spans(TypedColumns):
    turn_id = Column(Text, primary_key=True)
    seq = Column(Integer, primary_key=True, autoincrement=False)
    user_id: Named[int] = Column(Big)
    body: Named[str] = Column(Text)


spans = Table("spans", metadata, _Spans, sqlite_with_rowid=False)
"""The steps that one commit of a turn tells about, as a JSON list: one row, one page."""


class _Schedule(TypedColumns):
    user_id = Column(Big, primary_key=True, autoincrement=False)
    job = Column(Text, primary_key=True)
    due_at: Named[datetime] = Column(Moment)
    last_run_at: Named[datetime | None] = Column(Moment)
    seen_entry_id: Named[str | None] = Column(Text)


schedule = Table("schedule", metadata, _Schedule, Index("schedule_due", "due_at"))


class _Projected(TypedColumns):
    id = Column(Integer, primary_key=True, autoincrement=False)
    revision_seq: Named[int] = Column(Big)
    context_seq: Named[int] = Column(Big)


projected = Table("vault_projected", metadata, _Projected)
"""One row: up to where the vault's files tell what the tables know."""


class _VaultZones(TypedColumns):
    user_id = Column(Big, primary_key=True, autoincrement=False)
    zone: Named[str] = Column(Text)


vault_zones = Table("vault_zones", metadata, _VaultZones)
"""In whose zone a user's files tell the time: another zone means to write them all again."""


class _ModelCalls(TypedColumns):
    id = Column(Text, primary_key=True)
    at: Named[datetime] = Column(Moment)
    turn_id: Named[str] = Column(Text)
    user_id: Named[int] = Column(Big)
    kind: Named[str] = Column(Text)
    mode: Named[str] = Column(Text)
    agent: Named[str] = Column(Text)
    also: Named[str] = Column(Text)
    """The other agents of the call, with commas between."""
    provider: Named[str] = Column(Text)
    model: Named[str] = Column(CleanText)
    attempt: Named[int]
    input_tokens: Named[int]
    output_tokens: Named[int]
    cached_tokens: Named[int]
    price_usd: Named[float]
    price_known: Named[bool]
    latency_ms: Named[float]
    outcome: Named[str] = Column(Text)
    detail: Named[str] = Column(CleanText)


model_calls = Table(
    "model_calls",
    metadata,
    _ModelCalls,
    Index("model_calls_of_user", "user_id", "at", "price_usd"),
    Index("model_calls_of_turn", "turn_id", "at", "id"),
)
"""What was spent is summed from the first index alone, before every call."""


class _Attachments(TypedColumns):
    id = Column(Text, primary_key=True)
    user_id: Named[int] = Column(Big)
    chat_id: Named[int] = Column(Big)
    message_id: Named[int] = Column(Big)
    at: Named[datetime] = Column(Moment)
    body: Named[str] = Column(Text)


attachments = Table(
    "attachments",
    metadata,
    _Attachments,
    UniqueConstraint("chat_id", "message_id"),
    Index("attachments_of_user", "user_id", "at"),
)


class _Imported(TypedColumns):
    user_id = Column(Big, primary_key=True, autoincrement=False)
    source_key = Column(Text, primary_key=True)
    content: Named[str] = Column(Text)
    """A digest that tells whether the app has changed it since."""
    entry_id: Named[str] = Column(Text)


imported = Table("imported", metadata, _Imported, sqlite_with_rowid=False)
"""Which entry came of what in another app, so that nothing is imported twice."""
