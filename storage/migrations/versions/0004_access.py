"""Owners, people and groups that were let in by chat, and the codes that let in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.migrations.columns import Big, CleanText, Moment

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _rights()
    _codes()


def _rights() -> None:
    op.create_table(
        "members",
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("user_id", Big, autoincrement=False, nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("name", CleanText(), nullable=False),
        sa.Column("let_in_by", Big, nullable=True),
        sa.Column("at", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("place", "user_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "group_rights",
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("chat_id", Big, autoincrement=False, nullable=False),
        sa.Column("title", CleanText(), nullable=False),
        sa.Column("given_by", Big, nullable=True),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("moved_to", Big, nullable=True),
        sa.PrimaryKeyConstraint("place", "chat_id"),
        sqlite_with_rowid=False,
    )


def _codes() -> None:
    op.create_table(
        "codes",
        sa.Column("seq", Big, nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("salt", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("made_by", Big, nullable=True),
        sa.Column("made_at", Moment(), nullable=False),
        sa.Column("expires_at", Moment(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("ended_at", Moment(), nullable=True),
        sa.PrimaryKeyConstraint("seq"),
    )
    op.create_table(
        "guesses",
        sa.Column("seq", Big, nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("stranger", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
    )
    op.create_table(
        "access_buttons",
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.Column("chat_id", Big, nullable=False),
        sa.Column("message_id", Big, nullable=True),
        sa.Column("shown_by", sa.Text(), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("about", Big, nullable=True),
        sa.Column("expires_at", Moment(), nullable=False),
        sa.Column("used", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("token"),
        sqlite_with_rowid=False,
    )
