"""Model servers, and the permission to call them."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest
from pydantic_ai import models

from tests.models.named import NamedServer
from tests.models.server import ModelServer


@pytest.fixture
def on_the_wire(monkeypatch: pytest.MonkeyPatch) -> None:
    """Model calls are allowed: they go to a server of ours on loopback."""
    monkeypatch.setattr(models, "ALLOW_MODEL_REQUESTS", True)


@pytest.fixture
async def server(on_the_wire: None) -> AsyncGenerator[ModelServer]:
    """A scripted provider."""
    async with ModelServer.running() as running:
        yield running


@pytest.fixture
async def spare(on_the_wire: None) -> AsyncGenerator[ModelServer]:
    """Another one, to fall back on."""
    async with ModelServer.running() as running:
        yield running


@pytest.fixture
async def named(on_the_wire: None) -> AsyncGenerator[NamedServer]:
    """Whichever provider the product knows by name."""
    async with NamedServer.running() as running:
        assert isinstance(running, NamedServer)
        yield running
