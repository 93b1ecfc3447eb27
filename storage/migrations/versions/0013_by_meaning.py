"""Vectors of entries, by which they are found by meaning; the pages that a model has summed up."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.migrations.columns import Big, CleanText

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "entry_vectors",
        sa.Column("number", Big, nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.Column("model", CleanText(), nullable=False),
        sa.Column("position", Big, nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("number"),
        sa.UniqueConstraint("user_id", "model", "position"),
        sqlite_autoincrement=True,
    )
    op.create_index("entry_vectors_of_user", "entry_vectors", ["user_id", "model", "number"], unique=False)
    op.create_table(
        "note_summaries",
        sa.Column("user_id", Big, autoincrement=False, nullable=False),
        sa.Column("page_number", Big, autoincrement=False, nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "page_number"),
    )
