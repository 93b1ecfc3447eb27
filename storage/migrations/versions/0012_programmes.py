"""Training programmes: files of one's own, and which one was begun when."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.migrations.columns import Big, CleanText, Moment

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "programmes",
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("name", CleanText(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("ended_at", Moment()),
        sa.Column("body", CleanText(), nullable=False),
        sa.PrimaryKeyConstraint("token"),
        sqlite_with_rowid=False,
    )
    op.create_index("programmes_of_user", "programmes", ["user_id", "status", "at"], unique=False)
