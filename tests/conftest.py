"""What holds for every test: no model is called, and nothing of the developer's own setup leaks in."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys

import pytest

# Many tests start the bot as a process of its own, and pytest rewrites each module with tests: what was
# compiled is kept, whatever the environment says, or seconds of every start are spent on compiling it anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

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
