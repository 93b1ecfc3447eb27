"""Nothing of what was deleted before `secure_delete` was on: the file is written anew, once.

It takes room for what the database holds, twice. Where there is none, the log says so and the bot starts.
"""

from __future__ import annotations

import logging
import shutil
from pathlib import Path

from alembic import op
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

logger = logging.getLogger(__name__)


def upgrade() -> None:
    connection = op.get_bind()
    connection.exec_driver_sql("COMMIT")  # VACUUM runs in no transaction; this one has done nothing yet
    try:
        if _has_room(connection):
            for statement in ("PRAGMA secure_delete = ON", "VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
                connection.exec_driver_sql(statement)
        else:
            logger.warning("free pages of the database are not overwritten: the disk has too little room")
    except OperationalError as error:
        logger.warning("free pages of the database are not overwritten: %s", error.orig)
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _has_room(connection: Connection) -> bool:
    """For a copy of what is held, and for the same in the write-ahead log."""

    def pragma(name: str) -> int:
        return int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one())

    held = (pragma("page_count") - pragma("freelist_count")) * pragma("page_size")
    folder = Path(connection.engine.url.database or "").parent
    return shutil.disk_usage(folder).free > 2 * held
