"""Bringing an older database up to date. Only imported when one is found."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import URL

MIGRATIONS = Path(__file__).parent / "migrations"


def upgrade(path: Path, to: str = "head") -> None:
    """Run the migrations that are missing, each in its own transaction."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    url = URL.create("sqlite", database=str(path)).render_as_string(hide_password=False)
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    command.upgrade(config, to)
