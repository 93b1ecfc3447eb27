"""What the tests of privacy share."""

from __future__ import annotations

import pytest
from pydantic_ai import models


@pytest.fixture
def on_the_wire(monkeypatch: pytest.MonkeyPatch) -> None:
    """Model calls are allowed: they go to a server of ours on loopback."""
    monkeypatch.setattr(models, "ALLOW_MODEL_REQUESTS", True)
