"""The ModelEngine scored in CI with no network: from scripted answers, recorded in recorded.jsonl."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.errors import StartError
from evals.__main__ import evaluate
from evals.record import ABOUT, FILE, FOLDER, PART, RECORDED
from evals.scripted import ScriptedModels


def replayed(path: Path, *arguments: str) -> str:
    given = ["--engine", "model", "--replay", str(path), "--part", PART, *arguments]
    return CliRunner().invoke(evaluate, given, catch_exceptions=False).output


@pytest.fixture(autouse=True)
def _nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    """No config.yaml of the developer's."""
    monkeypatch.chdir(tmp_path)


def test_every_request_is_answered_from_the_recording() -> None:
    said = replayed(FILE, "--set", ",".join(RECORDED))
    assert "routing (router, model, replayed)" in said
    assert ABOUT in said
    assert "requests: " in said


def test_a_request_that_is_not_recorded_says_how_to_record_anew(tmp_path: Path) -> None:
    head, *rest = FILE.read_text("utf-8").splitlines()
    shorter = tmp_path / "shorter.jsonl"
    shorter.write_text("\n".join([head, *rest[len(rest) // 2 :]]) + "\n", "utf-8")
    with pytest.raises(StartError, match=r"requests are not in .*--record.*python -m evals\.record"):
        replayed(shorter, "--set", "routing")


def test_what_was_answered_wrong_on_purpose_shows() -> None:
    """Otherwise the figures would be the labels' own."""
    assert len(ScriptedModels(FOLDER).wrong) > 20
