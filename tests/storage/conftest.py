from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.stores import Stores


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[Stores]:
    opened = await Stores.open(tmp_path / "data")
    try:
        yield opened
    finally:
        await opened.close()
