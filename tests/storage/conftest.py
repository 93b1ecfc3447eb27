from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.repository import Repository


@pytest.fixture
async def repository(tmp_path: Path) -> AsyncIterator[Repository]:
    opened = await Repository.open(tmp_path / "data")
    try:
        yield opened
    finally:
        await opened.close()
