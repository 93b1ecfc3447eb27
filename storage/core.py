"""The writing connection as an SQLAlchemy AsyncConnection. Imported when somebody needs one."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import StaticPool

from storage.connection import ThreadedConnection


async def core_connection(connection: ThreadedConnection) -> AsyncConnection:
    """It begins and ends no transactions of its own (the driver is in autocommit mode)."""

    async def existing() -> ThreadedConnection:
        return connection

    engine = create_async_engine("sqlite+aiosqlite://", poolclass=StaticPool, async_creator=existing)
    return await engine.connect()
