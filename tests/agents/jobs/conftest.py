"""Offices that are closed in the end."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path

import pytest

from agents.jobs.worker import Worker
from tests.agents.jobs.acting import Stage, stage

Open = Callable[..., Awaitable[Stage]]


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncGenerator[Open]:
    """Opens an office on the test's folder."""
    stages: list[Stage] = []

    async def make(worker: Worker, **more: object) -> Stage:
        made = await stage(tmp_path, worker, **more)  # pyright: ignore[reportArgumentType]
        stages.append(made)
        return made

    yield make
    for one in stages:
        await one.office.close()
        await one.registry.close()
        await one.db.close()
