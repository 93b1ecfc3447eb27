"""What holds for every test: no model is called, and nothing of the developer's own setup leaks in."""

from __future__ import annotations

import importlib
import importlib.util
import os

import pytest

if importlib.util.find_spec("pydantic_ai") is not None:  # never a real call
    setattr(importlib.import_module("pydantic_ai.models"), "ALLOW_MODEL_REQUESTS", False)  # noqa: B010

_OURS = ("SWEALOG_", "TELEGRAM_")


@pytest.fixture(autouse=True)
def _no_settings_of_the_developer(  # pyright: ignore[reportUnusedFunction] - pytest finds it by its name
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in os.environ:
        if name.startswith(_OURS):
            monkeypatch.delenv(name)
