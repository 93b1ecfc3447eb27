"""What was imported from other apps, so that nothing is imported twice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.migrations.columns import Big

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "imported",
        sa.Column("user_id", Big, autoincrement=False, nullable=False),
        sa.Column("source_key", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("entry_id", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "source_key"),
        sqlite_with_rowid=False,
    )
