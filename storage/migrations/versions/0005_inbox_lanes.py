"""What waits in the inbox is found by its lane: a chat's next update, however many wait in others."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("inbox_unfinished", table_name="inbox")
    op.create_index(
        "inbox_unfinished",
        "inbox",
        ["lane", "update_id"],
        unique=False,
        sqlite_where=sa.text("NOT done"),
    )
