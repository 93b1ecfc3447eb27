"""Each file of examples is held to the share that its head states, and the one command prints all of them."""

from __future__ import annotations

import json

import pytest

from bot.evals.loading import floors
from bot.evals.sets import SETS
from bot.evals.summary import by_file, details, measure, whole
from tests.evals.__main__ import FOLDER, main
from tests.evals.scores import offline
from tests.readme import README

pytestmark = pytest.mark.xdist_group("evals")  # the sets are played once, not once in each process

FILES = [(name, file) for name in SETS for file in floors(FOLDER, name)]


@pytest.mark.parametrize(("name", "file"), FILES, ids=lambda part: part)
def test_a_file_reaches_what_its_head_states(name: str, file: str) -> None:
    (one,) = (one for one in by_file(offline(name), FOLDER) if one.file == file)
    assert one.floor is not None, f"state a floor in the head of {file}.yaml"
    assert measure(one.score) >= one.floor


def test_the_sets_together_have_enough_messages_and_questions() -> None:
    messages = [one for one in offline("parsing").seen if one.rows is not None]
    assert len(messages) >= 600
    asked: dict[str, int] = {}
    for one in offline("questions").seen:
        asked[one.slices.file] = asked.get(one.slices.file, 0) + one.key.count(" / ") + 1
    assert sum(count >= 60 for count in asked.values()) >= 3, "three diaries with sixty questions each"


def test_every_type_of_question_is_asked() -> None:
    types = {one.slices.phenomenon for one in offline("questions").seen}
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


def test_the_command_prints_the_sets_that_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--set", "analysis", "--set", "clarification", "--misses"]) == 0
    shown = capsys.readouterr().out
    assert "analysis: share right" in shown
    assert "| clarification | clarifier |" in shown
    main(["--set", "analysis", "--json"])
    assert json.loads(capsys.readouterr().out)["set"] == "analysis"


def test_the_readme_shows_about_these_scores() -> None:
    """Sets grow and shares move by a point; what is claimed must not be more than that above what is so."""
    block = README.read_text("utf-8").split("<!-- scores -->")[1].split("<!-- /scores -->")[0]
    claimed = {
        row.split(" | ")[0].strip("| "): row.split(" | ")[3] for row in block.splitlines() if "%" in row[:60]
    }
    assert {name for name in claimed if name in SETS} == set(SETS)
    for name in SETS:
        seen = offline(name).seen
        share = sum(one.right for one in seen) / len(seen)
        assert float(claimed[name].rstrip("%")) / 100 <= share + 0.015, name
