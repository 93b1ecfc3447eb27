"""The first schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.migrations.columns import Big, CleanText, Day, Moment

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _talk()
    _entries()
    _lookups()
    _turns()
    _replies()
    _rest()
    op.execute(
        "CREATE VIRTUAL TABLE entry_words USING fts5("
        "words, names, content='', columnsize=0, tokenize='ascii')"
    )
    op.execute("CREATE VIRTUAL TABLE entry_vocabulary USING fts5vocab('entry_words', 'instance')")


def _talk() -> None:
    op.create_table(
        "inbox",
        sa.Column("update_id", Big, autoincrement=False, nullable=False),
        sa.Column("lane", sa.Text(), nullable=False),
        sa.Column("raw_json", sa.Text(), nullable=False),
        sa.Column("received_at", Moment(), nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("update_id"),
    )
    op.create_index(
        "inbox_unfinished",
        "inbox",
        ["update_id"],
        unique=False,
        sqlite_where=sa.text("NOT done"),
    )
    op.create_table(
        "messages",
        sa.Column("chat_id", Big, autoincrement=False, nullable=False),
        sa.Column("message_id", Big, autoincrement=False, nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("text", CleanText(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("reply_to", Big, nullable=True),
        sa.Column("raw_json", CleanText(), nullable=True),
        sa.PrimaryKeyConstraint("chat_id", "message_id"),
    )
    op.create_table(
        "users",
        sa.Column("id", Big, autoincrement=False, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )


def _entries() -> None:
    op.create_table(
        "entries",
        sa.Column("position", Big, autoincrement=False, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.Column("chat_id", Big, nullable=False),
        sa.Column("message_id", Big, nullable=False),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("deleted", sa.Boolean(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("position"),
        sa.UniqueConstraint("id"),
        sa.UniqueConstraint("chat_id", "message_id", "part"),
    )
    op.create_index(
        "entries_of_user",
        "entries",
        ["user_id", "position"],
        unique=False,
        sqlite_where=sa.text("NOT deleted"),
    )
    op.create_table(
        "revisions",
        sa.Column("seq", Big, nullable=False),
        sa.Column("entry_id", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.Column("day", Day(), nullable=False),
        sa.Column("day_before", Day(), nullable=True),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("note", CleanText(), nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.Column("undoable", sa.Boolean(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
        sa.UniqueConstraint("entry_id", "revision"),
    )
    op.create_index(
        "revisions_undoable",
        "revisions",
        ["user_id", "seq"],
        unique=False,
        sqlite_where=sa.text("undoable"),
    )


def _lookups() -> None:
    op.create_table(
        "topics",
        sa.Column("user_id", Big, autoincrement=False, nullable=False),
        sa.Column("topic", sa.Text(), nullable=False),
        sa.Column("position", Big, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "topic", "position"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "measures",
        sa.Column("user_id", Big, autoincrement=False, nullable=False),
        sa.Column("name", CleanText(), nullable=False),
        sa.Column("day", Day(), nullable=False),
        sa.Column("entry_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("set_no", sa.Integer(), nullable=False),
        sa.Column("domain", CleanText(), nullable=False),
        sa.Column("weight", sa.Double[float](), nullable=True),
        sa.Column("weight_unit", sa.Text(), nullable=True),
        sa.Column("reps", sa.Integer(), nullable=True),
        sa.Column("rpe", sa.Double[float](), nullable=True),
        sa.Column("distance_m", sa.Double[float](), nullable=True),
        sa.Column("distance_unit", sa.Text(), nullable=True),
        sa.Column("duration_s", sa.Double[float](), nullable=True),
        sa.Column("value", sa.Double[float](), nullable=True),
        sa.Column("unit", CleanText(), nullable=True),
        sa.Column("text", CleanText(), nullable=True),
        sa.Column("warmup", sa.Boolean(), nullable=False),
        sa.Column("certainty", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("user_id", "name", "day", "entry_id", "number"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "logged",
        sa.Column("user_id", Big, autoincrement=False, nullable=False),
        sa.Column("name", CleanText(), nullable=False),
        sa.Column("domain", CleanText(), nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "name", "domain"),
        sqlite_with_rowid=False,
    )


def _turns() -> None:
    op.create_table(
        "turns",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.Column("chat_id", Big, nullable=False),
        sa.Column("lane", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("data", CleanText(), nullable=False),
        sa.Column("parked_on", sa.Text(), nullable=True),
        sa.Column("released", sa.Boolean(), nullable=False),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("updated_at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("turns_of_chat", "turns", ["user_id", "chat_id", "created_at"], unique=False)
    op.create_index(
        "turns_unfinished",
        "turns",
        ["status", "parked_on"],
        unique=False,
        sqlite_where=sa.text("status <> 'done'"),
    )
    op.create_table(
        "pending",
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("turn_id", sa.Text(), nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.Column("chat_id", Big, nullable=False),
        sa.Column("asked_at", Moment(), nullable=False),
        sa.Column("expires_at", Moment(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("answer", CleanText(), nullable=True),
        sa.Column("message_id", Big, nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("token"),
    )
    op.create_index("pending_of_message", "pending", ["chat_id", "message_id"], unique=False)
    op.create_index("pending_of_turn", "pending", ["turn_id"], unique=False)
    op.create_index(
        "pending_open",
        "pending",
        ["expires_at"],
        unique=False,
        sqlite_where=sa.text("status = 'open'"),
    )


def _replies() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", Big, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("chat_id", Big, nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("not_before", Moment(), nullable=True),
        sa.Column("message_ids", sa.Text(), nullable=False),
        sa.Column("error", CleanText(), nullable=True),
        sa.Column("created_at", Moment(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    op.create_index(
        "outbox_failed",
        "outbox",
        ["id"],
        unique=False,
        sqlite_where=sa.text("status = 'failed'"),
    )
    op.create_index(
        "outbox_queued",
        "outbox",
        ["id"],
        unique=False,
        sqlite_where=sa.text("status = 'queued'"),
    )
    op.create_table(
        "reply_links",
        sa.Column("chat_id", Big, autoincrement=False, nullable=False),
        sa.Column("message_id", Big, autoincrement=False, nullable=False),
        sa.Column("entry_id", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("chat_id", "message_id", "entry_id"),
        sqlite_with_rowid=False,
    )


def _rest() -> None:
    op.create_table(
        "contexts",
        sa.Column("seq", Big, nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("content", CleanText(), nullable=False),
        sa.Column("archive", CleanText(), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
        sa.UniqueConstraint("user_id", "version"),
    )
    op.create_table(
        "spans",
        sa.Column("turn_id", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("turn_id", "seq"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "schedule",
        sa.Column("user_id", Big, autoincrement=False, nullable=False),
        sa.Column("job", sa.Text(), nullable=False),
        sa.Column("due_at", Moment(), nullable=False),
        sa.Column("last_run_at", Moment(), nullable=True),
        sa.Column("seen_entry_id", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("user_id", "job"),
    )
    op.create_index("schedule_due", "schedule", ["due_at"], unique=False)
    op.create_table(
        "vault_projected",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("revision_seq", Big, nullable=False),
        sa.Column("context_seq", Big, nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "vault_zones",
        sa.Column("user_id", Big, autoincrement=False, nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user_id"),
    )
