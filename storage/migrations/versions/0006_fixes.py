"""Logs that Fix was tapped for, whose correction is the next message."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.migrations.columns import Big, Moment

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "fixes",
        sa.Column("user_id", Big, autoincrement=False, nullable=False),
        sa.Column("chat_id", Big, autoincrement=False, nullable=False),
        sa.Column("entry_id", sa.Text(), nullable=False),
        sa.Column("expires_at", Moment, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "chat_id"),
        sqlite_with_rowid=False,
    )
