"""The fixtures of `conftest.py` on the browser's loop."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest_asyncio
from telegram import Bot

from telegram_local.server import LocalServer
from tests.driver.client import LocalClient


@pytest_asyncio.fixture(loop_scope="session")
async def server() -> AsyncGenerator[LocalServer]:
    async with LocalServer() as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def client(server: LocalServer) -> AsyncGenerator[LocalClient]:
    async with LocalClient(server.page_url) as following:
        yield following


@pytest_asyncio.fixture(loop_scope="session")
async def bot(server: LocalServer) -> AsyncGenerator[Bot]:
    async with Bot(server.token, base_url=server.bot_url, base_file_url=server.file_url) as ready:
        yield ready
