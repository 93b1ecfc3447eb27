"""How alembic reaches the database. Programmatic: there is no ini file."""

from __future__ import annotations

from sqlite3 import Connection as SqliteConnection

from alembic import context
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import NullPool


def run() -> None:
    """Run the migrations: of each, the statements and its version stamp are one transaction."""
    url = context.config.get_main_option("sqlalchemy.url") or ""
    engine = create_engine(url, poolclass=NullPool)
    _make_transactional(engine)
    with engine.connect() as connection:
        context.configure(
            connection=connection,
            transactional_ddl=True,
            transaction_per_migration=True,
            render_as_batch=True,
        )
        with context.begin_transaction():
            context.run_migrations()
    engine.dispose()


def _make_transactional(engine: Engine) -> None:
    """Python's driver begins no transaction before CREATE or ALTER: each would be committed by itself.

    A kill in between would leave half a migration, which can neither be finished nor begun again.
    """

    def connected(connection: SqliteConnection, _record: object) -> None:
        connection.isolation_level = None

    def began(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", began)


run()
