"""Long jobs and their steps."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.migrations.columns import Big, CleanText, Moment

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.Column("chat_id", Big, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("updated_at", Moment(), nullable=False),
        sa.Column("ended_at", Moment()),
        sa.Column("body", CleanText(), nullable=False),
        sa.Column("shown", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sqlite_with_rowid=False,
    )
    op.create_index("jobs_of_user", "jobs", ["user_id", "at"], unique=False)
    op.create_index(
        "jobs_running", "jobs", ["at", "id"], unique=False, sqlite_where=sa.text("status = 'running'")
    )
    op.create_table(
        "job_steps",
        sa.Column("job_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.Column("phase", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("body", CleanText(), nullable=False),
        sa.PrimaryKeyConstraint("job_id", "number"),
        sqlite_with_rowid=False,
    )
    op.create_index("job_steps_of_user", "job_steps", ["user_id", "job_id", "phase", "number"], unique=False)
