"""What people train for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.migrations.columns import Big, CleanText, Moment

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "goals",
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("body", CleanText(), nullable=False),
        sa.Column("made_at", Moment(), nullable=False),
        sa.Column("reached_at", Moment()),
        sa.Column("dropped_at", Moment()),
        sa.PrimaryKeyConstraint("token"),
        sqlite_with_rowid=False,
    )
    op.create_index("goals_of_user", "goals", ["user_id", "made_at", "token"], unique=False)
