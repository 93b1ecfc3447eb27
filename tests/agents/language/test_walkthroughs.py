"""The walk-throughs of docs/language.md do what they say, on a copy of the package."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

import agents

DOCS = Path(agents.__file__).parents[1] / "docs" / "language.md"
_STEP = re.compile(r"`(agents/[\w/.]+\.yaml)`[^`]*?(?:`[^`]*`[^`]*?)*?```yaml\n(.*?)```", re.DOTALL)
_OUTCOME = re.compile(r"Now `([^`]+)` is read as `([^`]+)`")
_READ = """
import json, sys
from agents.language.reading import read_log
from agents.profile import Profile
from evals.playing import everything
from evals.rows import NOW, judge

text, holds = json.load(sys.stdin)
_, wrong, missed = judge(holds, read_log(text, NOW, Profile(user_id=1), everything()).measures)
print(json.dumps([*wrong, *missed]))
"""


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


def complaints(root: Path, text: str, row: str) -> Any:
    """The rows that a copy of the package reads wrongly or misses in a text that is to hold one row."""
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-c", _READ],
        input=json.dumps([text, [row]]),
        capture_output=True,
        text=True,
        check=True,
        cwd=root,
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize(("title", "told"), list(sections()))
def test_what_is_added_is_read(title: str, told: str, tmp_path: Path) -> None:
    repository = DOCS.parents[1]
    for package in ("agents", "domains", "evals", "storage", "units", "bot"):
        copied = tmp_path / package
        if package == "agents":
            shutil.copytree(repository / package, copied, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            copied.symlink_to(repository / package)
    ((text, row),) = _OUTCOME.findall(told)
    assert complaints(tmp_path, text, row), f"{title}: this is read without it"
    steps = _STEP.findall(told)
    assert steps
    for file, more in steps:
        path = tmp_path / file
        held = added(yaml.safe_load(path.read_text("utf-8")), yaml.safe_load(more))
        path.write_text(yaml.safe_dump(held, allow_unicode=True), "utf-8")
    assert complaints(tmp_path, text, row) == []
