"""Which tools were called for whom, and how that ended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.migrations.columns import Big, CleanText, Moment

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tool_calls",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("turn_id", sa.Text(), nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.Column("chat_id", Big, nullable=False),
        sa.Column("tool", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("arguments", CleanText(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("detail", CleanText(), nullable=False),
        sa.Column("duration_ms", sa.Double[float](), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("tool_calls_of_turn", "tool_calls", ["turn_id", "at", "id"], unique=False)
    op.create_index("tool_calls_of_user", "tool_calls", ["user_id", "at"], unique=False)
