"""The walk-throughs of docs/language.md do what they say, on a copy of the package."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

import agents
from tests.agents.language import walking

DOCS = Path(agents.__file__).parents[1] / "docs" / "language.md"
_STEP = re.compile(
    r"`(agents/[\w/.]+\.(?:yaml|py))`[^`]*?(?:`[^`]*`[^`]*?)*?```(?:yaml|python)\n(.*?)```", re.DOTALL
)
_OUTCOME = re.compile(r"Now `([^`]+)` is read as `([^`]+)`")
_ANSWER = re.compile(r"Of the logs (.+?), the question `([^`]+)` is now answered with\s`([^`]+)`", re.DOTALL)


def sections() -> Iterator[tuple[str, str]]:
    """The title and text of each walk-through."""
    told = DOCS.read_text("utf-8").partition("## Adding to it")[2].partition("\n## ")[0]
    for section in told.split("\n### ")[1:]:
        title, _, text = section.partition("\n")
        yield title, text


def added(known: object, more: object) -> object:
    """A YAML value with another in it: mappings merged, lists and lists of words longer."""
    if isinstance(known, dict) and isinstance(more, dict):
        held = dict(cast("dict[str, object]", known))
        for key, value in cast("dict[str, object]", more).items():
            held[key] = added(held[key], value) if key in held else value
        return held
    if isinstance(known, list) and isinstance(more, list):
        return [*cast("list[object]", known), *cast("list[object]", more)]
    return f"{known}, {more}"


def run(root: Path | None, name: str, *given: object) -> Any:
    """What a function of `walking` returns with a copy of the package, or with the package itself."""
    if root is None:
        return getattr(walking, name)(*given)
    done = subprocess.run(
        [sys.executable, "-m", "tests.agents.language.walking"],
        input=json.dumps([name, *given]),
        capture_output=True,
        text=True,
        check=True,
        cwd=root,
    )
    return json.loads(done.stdout)


def complaints(root: Path | None, told: str) -> list[str]:
    """What a copy of the package, or the package itself, does other than a walk-through says."""
    wrong: list[str] = []
    for text, row in _OUTCOME.findall(told):
        wrong += run(root, "misread", text, [row])
    for logs, question, answer in _ANSWER.findall(told):
        got, _ = asked(root, re.findall("`([^`]+)`", logs), [question])
        wrong += [got] if got != answer else []
    return wrong


def asked(root: Path | None, logs: Sequence[str], questions: Sequence[str]) -> list[str]:
    """The answers, and the form in which models plan there."""
    return run(root, "asked", logs, questions)


def copied(root: Path) -> Path:
    """A copy of the package with all that it is read and asked with."""
    repository = DOCS.parents[1]
    shutil.copytree(repository / "agents", root / "agents")  # and what was compiled of it
    for package in ("domains", "evals", "storage", "units", "bot", "tests"):
        (root / package).symlink_to(repository / package)
    return root


def follow(root: Path, told: str) -> None:
    """Does to a copy what a walk-through says."""
    steps = _STEP.findall(told)
    assert steps
    for file, more in steps:
        path = root / file
        if path.suffix == ".py":
            path.write_text(f"{path.read_text('utf-8')}\n\n{more}", "utf-8")
            continue
        held = added(yaml.safe_load(path.read_text("utf-8")), yaml.safe_load(more))
        path.write_text(yaml.safe_dump(held, allow_unicode=True), "utf-8")


@pytest.mark.parametrize(("title", "told"), list(sections()))
def test_what_is_added_is_read(title: str, told: str, tmp_path: Path) -> None:
    assert len(_OUTCOME.findall(told)) + len(_ANSWER.findall(told)) == 1
    assert complaints(None, told), f"{title}: so it is without it"
    root = copied(tmp_path)
    follow(root, told)
    assert complaints(root, told) == []


def test_a_statistic_of_a_function_and_a_row_is_known_everywhere(tmp_path: Path) -> None:
    root = copied(tmp_path)
    follow(root, dict(sections())["A question kind"])
    logs = ["run distance=3km", "run distance=4km", "run distance=9km"]
    questions = ["spread run this year vs last year?", "런닝 거리 편차?", "spread run distance per month"]
    compared, korean, monthly, schema = asked(root, logs, questions)
    assert "running (spread): 6 km this year" in compared
    assert "편차: 기록한 3일 기준 6 km" in korean
    assert "spread running" in monthly
    assert "6 km" in monthly
    statistic = json.loads(schema)["$defs"]["FigureWire"]["properties"]["statistic"]
    assert "spread" in statistic["enum"]
    assert "spread: from its lowest day to its highest" in statistic["description"]


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (
            '{is: mode, words: {en: "mode"}, example: "mode of my sleep"}',
            "'mode' (mode of my sleep) is no statistic",
        ),
        ('{words: {en: "mode"}, example: "mode of my sleep"}', "statistics"),
    ],
)
def test_a_row_of_no_statistic_is_one_clear_line(row: str, says: str, tmp_path: Path) -> None:
    root = copied(tmp_path)
    path = root / "agents/language/data/rules/questions.yaml"
    path.write_text(
        path.read_text("utf-8").replace("\nstatistics:\n", f"\nstatistics:\n  - {row}\n"), "utf-8"
    )
    with pytest.raises(subprocess.CalledProcessError) as failed:
        asked(root, ["sleep value=6h"], ["mode of my sleep?"])
    told = str(failed.value.stderr).strip().splitlines()[-1]
    assert "rules/questions.yaml: " in told
    assert says in told
