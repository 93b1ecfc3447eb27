"""What models cost, and what people send besides text."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.migrations.columns import Big, CleanText, Moment

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "model_calls",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("turn_id", sa.Text(), nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("mode", sa.Text(), nullable=False),
        sa.Column("agent", sa.Text(), nullable=False),
        sa.Column("also", sa.Text(), nullable=False),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("model", CleanText(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("input_tokens", sa.Integer(), nullable=False),
        sa.Column("output_tokens", sa.Integer(), nullable=False),
        sa.Column("cached_tokens", sa.Integer(), nullable=False),
        sa.Column("price_usd", sa.Double[float](), nullable=False),
        sa.Column("price_known", sa.Boolean(), nullable=False),
        sa.Column("latency_ms", sa.Double[float](), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("detail", CleanText(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("model_calls_of_turn", "model_calls", ["turn_id", "at", "id"], unique=False)
    op.create_index("model_calls_of_user", "model_calls", ["user_id", "at", "price_usd"], unique=False)
    op.create_table(
        "attachments",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.Column("chat_id", Big, nullable=False),
        sa.Column("message_id", Big, nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("chat_id", "message_id"),
    )
    op.create_index("attachments_of_user", "attachments", ["user_id", "at"], unique=False)
