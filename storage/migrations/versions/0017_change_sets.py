"""Proposals that belong to a set: who proposed them, and what tells them from others."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("origin", "mark"):
        op.add_column("proposals", sa.Column(name, sa.Text(), nullable=False, server_default=""))
    op.create_index(
        "proposals_of_mark",
        "proposals",
        ["user_id", "mark", "at"],
        unique=False,
        sqlite_where=sa.text("mark <> ''"),
    )
