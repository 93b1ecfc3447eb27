"""The batches of the command line with models: who reads, and what is said when none of them does."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from pydantic import JsonValue

from bot import cli
from bot.errors import StartError
from tests.models.server import ModelServer
from tests.models.test_doctor import serving

SAID = "dominadas ocho repeticiones y stepper 20 min"
TOLD: dict[str, JsonValue] = {
    "router": {
        "input_type": "log",
        "domains": ["strength"],
        "log": {
            "days": [
                {"day": "2026-11-21", "measures": [{"name": "pull-up", "domain": "strength", "reps": 8}]}
            ],
            "confidence": 0.9,
        },
    }
}


def said(folder: Path, url: str, *arguments: str, given: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """What the command answers to one line of a batch."""
    server = ModelServer()
    section = server.llm_section()
    section["providers"] = {"scripted": {**server.provider(), "api_base": f"{url}/v1"}}
    config: dict[str, object] = {
        "llm": section,
        "profile": {"time_zone": "UTC", "ask_first": []},
        "limits": {"calls": {"tries": 1}},
    }
    (folder / "config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    place = ["--config", str(folder / "config.yaml"), "--data-dir", str(folder / "data")]
    given_line = json.dumps(given)
    done = CliRunner().invoke(cli.swealog, [*arguments, "--batch", "-", *place], input=given_line)
    assert done.exit_code == 0, done.output
    line: dict[str, JsonValue] = json.loads(done.stdout)
    return line


def test_parse_asks_the_models_that_are_configured_and_stores_nothing(
    tmp_path: Path, on_the_wire: None
) -> None:
    line: dict[str, JsonValue] = {"id": 1, "text": SAID, "now": "2026-11-21T18:30"}
    with serving("--answers", json.dumps(TOLD)) as url:
        by_model = said(tmp_path, url, "parse", given=line)
        by_code = said(tmp_path, url, "parse", "--engine", "offline", given=line)
    assert ("pull-up", 8) in [(one["exercise"], one.get("reps")) for one in _sets(by_model)]
    assert "pull-up" not in [one["exercise"] for one in _sets(by_code)]
    assert "notices" not in by_model
    assert "notices" not in by_code
    assert not (tmp_path / "data").exists()


def _sets(line: dict[str, JsonValue]) -> list[dict[str, JsonValue]]:
    sets = line.get("sets", [])
    assert isinstance(sets, list)
    return [one for one in sets if isinstance(one, dict)]


@pytest.mark.parametrize("command", ["parse", "log", "ask"])
def test_a_batch_says_that_no_model_could_be_reached(tmp_path: Path, command: str, on_the_wire: None) -> None:
    words = "question" if command == "ask" else "text"
    line: dict[str, JsonValue] = {"id": 1, words: "why did my Stepper feel so slow on 12 november, 20 min?"}
    line = line if command == "ask" else {"id": 1, words: SAID}
    assert said(tmp_path, "http://127.0.0.1:9", command, given=line)["notices"] == ["model_failed"]


def test_a_model_that_is_asked_for_and_not_there_is_said(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("llm: {}\n", encoding="utf-8")
    place = ["--config", str(tmp_path / "config.yaml"), "--data-dir", str(tmp_path / "data")]
    done = CliRunner().invoke(cli.swealog, ["parse", "slept 7h", "--engine", "model", *place])
    assert isinstance(done.exception, StartError)
    assert "no model is configured" in str(done.exception)
