"""Reminders and timers, by when they are due."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.migrations.columns import Big, CleanText, Moment

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reminders",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("body", CleanText(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("due_at", Moment()),
        sa.Column("fired_at", Moment()),
        sa.Column("asks", sa.Text(), nullable=False),
        sa.Column("asks_at", Moment()),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sqlite_with_rowid=False,
    )
    for name, columns, where in (
        ("reminders_asking", ["user_id"], "asks <> ''"),
        ("reminders_due", ["due_at", "id"], "status = 'set'"),
        ("reminders_fired", ["fired_at"], "status = 'set'"),
        ("reminders_of_user", ["user_id", "status", "due_at"], None),
        ("reminders_silenced", ["user_id"], "status = 'silenced'"),
    ):
        condition = sa.text(where) if where else None
        op.create_index(name, "reminders", columns, unique=False, sqlite_where=condition)
