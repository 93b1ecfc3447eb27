"""What models have brought coaches and nothing was made of yet."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.migrations.columns import Big, CleanText, Moment

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "thoughts",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("body", CleanText(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sqlite_with_rowid=False,
    )
    op.create_index("thoughts_of_user", "thoughts", ["user_id", "at"], unique=False)
