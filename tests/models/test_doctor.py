"""`swealog doctor` and models: what it says without calling any, and what calling each of them shows."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from bot import cli

ROOT = Path(__file__).parents[2]


@pytest.fixture
def url() -> Iterator[str]:
    """A scripted provider."""
    with serving() as address:
        yield address


@contextmanager
def serving(*options: str) -> Generator[str]:
    """The same in a process of its own: the command has a loop of its own."""
    command = [sys.executable, "-m", "tests.models.server", *options]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - ours
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.terminate()


def doctor(folder: Path, llm: dict[str, object], *options: str, **sections: object) -> str:
    config = folder / "config.yaml"
    config.write_text(yaml.safe_dump({"local": {"port": 0}, "llm": llm, **sections}), encoding="utf-8")
    arguments = ["doctor", *options, "--config", str(config), "--data-dir", str(folder / "data")]
    result = CliRunner().invoke(cli.swealog, arguments, catch_exceptions=False)
    assert result.exit_code == (1 if "problem" in result.stdout else 0)
    return result.stdout


def mine(address: str) -> dict[str, object]:
    return {
        "default_provider": "mine",
        "fallback_provider": "anthropic",
        "providers": {
            "mine": {"api_base": f"{address}/v1", "api_key": "sk-secret-word"},
            "anthropic": {"api_base": f"{address}/anthropic", "api_key": "sk-secret-word"},
        },
        "tiers": {"low": {"mine": "a"}, "medium": {"mine": "b"}, "high": {"mine": "c"}},
    }


def test_without_models_it_says_that_none_is_needed(tmp_path: Path):
    assert "models: none configured: the offline engine does everything" in doctor(tmp_path, {})
    assert "models: none configured" in doctor(tmp_path, {}, "--models")


def test_what_is_configured_is_said_and_nobody_is_called(tmp_path: Path):
    told = doctor(tmp_path, mine("http://127.0.0.1:9"))
    assert re.search(r"^ok +models: mine: low a, medium b, high c; anthropic: low claude", told, re.MULTILINE)


def test_each_tier_of_both_providers_is_called_once(tmp_path: Path, url: str, on_the_wire: None):
    told = doctor(tmp_path, mine(url), "--models")
    for name in ("mine low: a", "mine high: c", "anthropic medium: claude-haiku-4-5"):
        pattern = rf"^ok +model {name} \(tool\): \d+\.\d\d s, \$0\.\d+, structured output works$"
        assert re.search(pattern, told, re.MULTILINE), told
    assert told.count("structured output works") == 6


def test_a_model_that_is_there_and_too_slow_is_told_as_such(tmp_path: Path, on_the_wire: None):
    limits = {"calls": {"low_seconds": 0.2, "medium_seconds": 0.2, "high_seconds": 0.2}}
    with serving("--delay", "5") as url:
        told = doctor(tmp_path, mine(url), "--models", limits=limits)
    assert re.search(r"^problem +model mine low: a \(tool\): too slow\. ", told, re.MULTILINE), told
    assert "mend: it answers too late" in told


def test_a_model_that_does_not_answer_is_a_problem_and_no_key_is_shown(tmp_path: Path, on_the_wire: None):
    told = doctor(tmp_path, mine("http://127.0.0.1:9"), "--models")
    assert re.search(r"^problem +model mine low: a \(tool\): unreachable\. ", told, re.MULTILINE), told
    assert "mend: check the network" in told
    assert "secret-word" not in told
