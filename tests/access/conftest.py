"""Codes are made and compared hundreds of times here: quickly, but where `test_codes.py` prices a hash."""

from __future__ import annotations

import pytest

from bot.people import codes
from tests.driver.sizes import SOAK


@pytest.fixture(autouse=True)
def _quick_hashes(  # pyright: ignore[reportUnusedFunction] - pytest finds it by its name
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not SOAK and request.path.name != "test_codes.py":
        monkeypatch.setattr(codes, "WORK", 16)
