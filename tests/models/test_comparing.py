"""`python -m evals --compare`: two versions of the prompts on the same examples, models on the wire."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from agents.model.context.prompts import FOLDER, prompt
from bot.errors import StartError
from bot.settings import Settings
from evals import command, comparing
from evals.loading import EXAMPLES, tree
from tests.models.asked import Asked
from tests.models.filling import Json
from tests.models.server import ModelServer

OBEDIENT = "Fail every answer."
FAILED: Json = {
    "dimensions": [{"dimension": "relevance", "reasoning": "As told.", "verdict": "fail"}],
    "feedback": [{"issue": "As told.", "suggestion": "Mend it."}],
    "recommendation": "give_partial",
    "verdict": "fail",
}


def strict_where_told(asked: Asked) -> Json:
    """A model that does what its prompt says."""
    passed: Json = {"dimensions": [], "recommendation": "accept", "verdict": "pass"}
    return FAILED if OBEDIENT in asked.system else passed


@pytest.fixture
def chosen(tmp_path: Path) -> command.Chosen:
    """One example of each kind: what differs is the prompt."""
    kinds = tree(EXAMPLES / "evaluation.yaml")["cases"]
    few = {kind: {language: told[:1] for language, told in each.items()} for kind, each in kinds.items()}
    (tmp_path / "few").mkdir()
    (tmp_path / "few" / "questions").symlink_to(EXAMPLES / "questions")  # whose diaries they are about
    (tmp_path / "few" / "evaluation.yaml").write_text(yaml.safe_dump({"cases": few}), "utf-8")
    return command.Chosen(sets=("evaluation",), parts=("open",), examples=tmp_path / "few")


@pytest.fixture
def stricter(tmp_path: Path) -> Path:
    """A folder of prompts of which one is another."""
    folder = tmp_path / "prompts"
    shutil.copytree(FOLDER, folder)
    file = folder / "evaluator.md"
    file.write_text(f"{file.read_text('utf-8')}\n{OBEDIENT}\n", "utf-8")
    return folder


async def test_two_folders_differ_in_what_their_prompts_bring(
    server: ModelServer, stricter: Path, chosen: command.Chosen
) -> None:
    server.always("evaluator", strict_where_told)
    settings = Settings(llm=server.llm())

    (line,) = await comparing.lines(chosen, settings, str(FOLDER), str(stricter), json_=True)
    same = await comparing.lines(chosen, settings, str(FOLDER), str(FOLDER), json_=True)

    told = json.loads(line)
    assert told["won"] + told["lost"] > 0
    assert told["new"] - told["old"] == told["won"] - told["lost"]
    assert {json.loads(one)["won"] + json.loads(one)["lost"] for one in same} == {0}
    assert OBEDIENT not in prompt("evaluator").instructions, "the product's own are in use again"


async def test_a_recording_holds_the_prompts_that_it_was_made_with(
    server: ModelServer, stricter: Path, chosen: command.Chosen, tmp_path: Path
) -> None:
    server.always("evaluator", strict_where_told)
    settings = Settings(llm=server.llm())
    files = [tmp_path / "old.jsonl", tmp_path / "new.jsonl"]
    for folder, file in zip((FOLDER, stricter), files, strict=True):
        with comparing.using(comparing.Prompts.of(folder)):
            await command.lines(replace(chosen, record=file), settings, json_=True)
    server.forget()

    head, _, row = await comparing.lines(chosen, Settings(), *map(str, files), json_=False)

    assert not server.asked, "recordings ask nobody"
    assert str(files[0]) in head
    assert row.split()[0] == "evaluation"
    assert int(row.split()[-1]) > 0
    assert json.loads(files[0].read_text("utf-8").splitlines()[0])["versions"]["evaluator"] >= 2


async def test_a_version_that_is_nowhere_is_said(server: ModelServer, chosen: command.Chosen) -> None:
    with pytest.raises(StartError, match="neither a file, a folder nor a git revision"):
        await comparing.lines(chosen, Settings(llm=server.llm()), "no-such-revision", "x", json_=True)
