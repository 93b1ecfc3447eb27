"""The index of notes: pages, chunks, their words and vectors."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.migrations.columns import Big, CleanText, Day

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "note_pages",
        sa.Column("number", Big, nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.Column("workspace", CleanText(), nullable=False),
        sa.Column("page_id", CleanText(), nullable=False),
        sa.Column("title", CleanText(), nullable=False),
        sa.Column("path", CleanText(), nullable=False),
        sa.Column("url", CleanText(), nullable=False),
        sa.Column("summary", CleanText(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("last_edited_time", sa.Text(), nullable=False),
        sa.Column("day", Day(), nullable=False),
        sa.Column("cut", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("number"),
        sa.UniqueConstraint("user_id", "page_id"),
    )
    op.create_index("note_pages_of_workspace", "note_pages", ["user_id", "workspace"], unique=False)
    op.create_table(
        "note_chunks",
        sa.Column("number", Big, nullable=False),
        sa.Column("user_id", Big, nullable=False),
        sa.Column("page_number", Big, nullable=False),
        sa.Column("day", Day(), nullable=False),
        sa.Column("names", CleanText(), nullable=False),
        sa.Column("heading", CleanText(), nullable=False),
        sa.Column("text", CleanText(), nullable=False),
        sa.PrimaryKeyConstraint("number"),
        sqlite_autoincrement=True,
    )
    op.create_index("note_chunks_of_page", "note_chunks", ["user_id", "page_number"], unique=False)
    op.create_index("note_chunks_of_day", "note_chunks", ["user_id", "day"], unique=False)
    op.create_table(
        "note_vectors",
        sa.Column("user_id", Big, autoincrement=False, nullable=False),
        sa.Column("model", CleanText(), nullable=False),
        sa.Column("chunk", Big, autoincrement=False, nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "model", "chunk"),
    )
    op.execute(
        "CREATE VIRTUAL TABLE note_words USING fts5(words, names, content='', columnsize=0, tokenize='ascii')"
    )
    op.execute("CREATE VIRTUAL TABLE note_vocabulary USING fts5vocab('note_words', 'instance')")
