"""What people corrected, as cases that new readings are tried on; what they corrected before is one too."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.migrations.columns import Big

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "cases",
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.PrimaryKeyConstraint("seq"),
    )
    op.create_index("cases_of_user", "cases", ["user_id", "seq"], unique=False)
    op.execute("""
        INSERT INTO cases (seq, user_id)
        SELECT seq, user_id
        FROM revisions AS r
        WHERE cause IN ('edit', 'correction', 'answer') AND revision > 1 AND NOT EXISTS (
            SELECT 1 FROM revisions AS u WHERE u.entry_id = r.entry_id AND u.undoes = r.revision
        )
    """)
