"""How alembic reaches the database. Programmatic: there is no ini file."""

from __future__ import annotations

from alembic import context
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from storage.schema import metadata


def run() -> None:
    """Run the migrations. On SQLite a migration's statements and its version stamp are one transaction."""
    url = context.config.get_main_option("sqlalchemy.url") or ""
    engine = create_engine(url, poolclass=NullPool)
    with engine.connect() as connection:
        context.configure(
            connection=connection,
            target_metadata=metadata,
            transactional_ddl=True,
            transaction_per_migration=True,
            render_as_batch=True,
        )
        with context.begin_transaction():
            context.run_migrations()
    engine.dispose()


run()
