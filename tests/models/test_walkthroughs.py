"""What docs/assistant.md shows for adding an injector and a provider, as it stands there."""

from __future__ import annotations

import importlib
import logging
import sys
from pathlib import Path
from typing import cast

import pytest
import yaml

from agents.model.context.injectors import Injector
from bot.core import open_core, utc_now
from bot.settings import load_settings
from tests.driver.guide import example
from tests.models.product import QUICKLY, product
from tests.models.server import ModelServer


def months(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Injector:
    """From the file that the page shows."""
    (folder / "months_of_the_guide.py").write_text(example("Adding an injector", "python"))
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
    module = importlib.import_module("months_of_the_guide")
    monkeypatch.delitem(sys.modules, "months_of_the_guide")
    return cast("Injector", module.Months())


async def test_an_injector_is_one_file_and_one_registration(
    tmp_path: Path, server: ModelServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    added = months(tmp_path, monkeypatch)
    async with product(tmp_path / "data", server.llm_section()) as bot:
        assert bot.core.models is not None
        injectors = bot.core.models.injectors
        injectors.register(added)
        await bot.benched()
        await bot.say("so how would you say my pressing has been going lately, all in all?")
        told = "\n".join(asked.user for asked in server.asked)
        assert "Months with entries: " in told
        assert told.index("Logged so far") < told.index("Months with entries: ")  # by priority

        async def broken(*_: object) -> str:
            raise ValueError("a broken injector")

        monkeypatch.setattr(type(added), "get_context", broken)
        server.asked.clear()
        with caplog.at_level(logging.WARNING):
            await bot.say("and how would you say my squatting has been going lately?")
        told = "\n".join(asked.user for asked in server.asked)
        assert "Logged so far" in told
        assert "Months with entries" not in told
        assert "injector months failed and is left out" in caplog.text


async def test_a_provider_is_an_entry_of_the_configuration(tmp_path: Path, server: ModelServer) -> None:
    tree = yaml.safe_load(example("Adding a provider", "yaml"))
    base = tree["llm"]["providers"]["garage"]["api_base"]
    written = example("Adding a provider", "yaml").replace(base, server.openai_base)
    calls = yaml.safe_dump({"limits": {"calls": dict(QUICKLY)}})
    (tmp_path / "config.yaml").write_text(f"{written}\n{calls}")
    settings = load_settings(tmp_path / "config.yaml", tmp_path / "data", environ={"GARAGE_KEY": "sk-garage"})
    target = settings.llm.embedding_target()
    assert target is not None
    assert (target.litellm_model, target.api_base) == ("openai/embedding-model", server.openai_base)
    core = await open_core(settings, utc_now)
    try:
        assert core.models is not None
        for tier, model in tree["llm"]["tiers"].items():
            check = await core.models.cascade.check(settings.llm.target("garage", tier))
            assert check.structured, check.detail
            asked = server.asked[-1]
            assert (asked.model, asked.key) == (model["garage"], "sk-garage")
    finally:
        await core.aclose()
