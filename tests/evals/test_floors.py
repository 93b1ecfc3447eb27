"""Each file of examples is held to the share that its head states, and the one command prints all of them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from evals.__main__ import evaluate
from evals.cases import Parsing
from evals.loading import floors, read
from evals.questions import conversations
from evals.sets import SETS
from evals.summary import FileScore, by_file, details, measure, whole
from tests.evals.scores import FOLDER, least, offline

FILES = [(name, file) for name in SETS for file in floors(FOLDER, name)]


@pytest.mark.soak
@pytest.mark.parametrize(("name", "file"), FILES, ids=lambda part: part)
def test_a_file_reaches_what_its_head_states(name: str, file: str) -> None:
    (one,) = (one for one in _files_of(name) if one.file == file)
    assert one.floor is not None, f"state a floor in the head of {file}.yaml"
    assert measure(one.score) >= least(one.floor, one.score.cases)


@cache
def _files_of(name: str) -> list[FileScore]:
    return by_file(offline(name), FOLDER)


def test_the_sets_together_have_enough_messages_and_questions() -> None:
    messages = [one for one in read(FOLDER, "parsing", Parsing) if one.example.holds]
    assert len(messages) >= 600
    asked: dict[str, int] = {}
    for one in conversations(FOLDER):
        asked[one.slices.file] = asked.get(one.slices.file, 0) + len(one.example.thread)
    assert sum(count >= 60 for count in asked.values()) >= 3, "three diaries with sixty questions each"


def test_every_type_of_question_is_asked() -> None:
    types = {one.slices.phenomenon for one in conversations(FOLDER)}
    needed = {
        "last", "max", "count", "average", "trend", "why", "comparison", "recommendation", "several",
        "follow-up", "no data", "ambiguous", "about the bot",
    }  # fmt: skip
    assert needed <= types


def test_a_set_is_shown_by_file_language_and_type() -> None:
    shown = list(details(offline("questions"), FOLDER))
    assert any(line.split()[0] == "lifter" for line in shown[2:] if line)
    head = next(at for at, line in enumerate(shown) if "type of question" in line)
    assert shown[head].split()[-2:] == ["en", "ko"]
    assert any(line.strip().startswith("recommendation") for line in shown[head:])
    assert next(whole([offline("questions")])).startswith("| set | judged |")


def test_the_command_prints_the_sets_that_are_asked_for() -> None:
    ran = CliRunner().invoke(evaluate, ["--set", "analysis,clarification", "--files"])
    assert ran.exit_code == 0
    shown = ran.output
    assert "analysis: share right" in shown
    assert "| clarification | clarifier |" in shown


def test_a_file_below_its_floor_is_said_by_the_exit_status(tmp_path: Path) -> None:
    text = (FOLDER / "clarification.yaml").read_text("utf-8")
    (tmp_path / "clarification.yaml").write_text(re.sub(r"(?m)^floor:.*$", "floor: 1.0", text), "utf-8")
    ran = CliRunner().invoke(evaluate, ["--set", "clarification", "--files", "--examples", str(tmp_path)])
    assert ran.exit_code == 1
