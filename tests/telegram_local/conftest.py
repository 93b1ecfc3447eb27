"""A running server, the people's client and a real python-telegram-bot Bot."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest
from telegram import Bot

from telegram_local.server import LocalServer
from tests.driver.client import LocalClient


@pytest.fixture
async def server() -> AsyncGenerator[LocalServer]:
    async with LocalServer() as running:
        yield running


@pytest.fixture
async def client(server: LocalServer) -> AsyncGenerator[LocalClient]:
    async with LocalClient(server.page_url) as following:
        yield following


@pytest.fixture
async def bot(server: LocalServer) -> AsyncGenerator[Bot]:
    async with Bot(server.token, base_url=server.bot_url, base_file_url=server.file_url) as ready:
        yield ready
