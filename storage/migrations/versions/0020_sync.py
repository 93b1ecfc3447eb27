"""Changes that go to targets outside, and how far each has come."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.migrations.columns import Big, CleanText, Moment

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sync_outbox",
        sa.Column("seq", Big, nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.Column("table_name", sa.Text(), nullable=False),
        sa.Column("row_key", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "sync_targets",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.Column("place", CleanText(), nullable=False),
        sa.Column("store", sa.Text(), nullable=False),
        sa.Column("seq", Big, nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("detail", CleanText(), nullable=False),
        sa.Column("held", CleanText(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
        sqlite_with_rowid=False,
    )
