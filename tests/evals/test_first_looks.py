"""Scores that users are shown are first looks: what stands in the heads of the files, and nothing newer."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from evals.first_looks import GROUPS, lots, table
from evals.loading import ExamplesError, tree
from tests.driver.readme import README
from tests.evals.scores import FOLDER

PATHS = sorted(FOLDER.rglob("*.yaml"))
WITHOUT = {
    "road_days", "days_and_corrections", "parsing", "four_weeks", "four_more_people", "six_voices",
    "lists_of_november",
    "first_of_december", "second_of_december", "third_of_december", "in_few_words",
}  # fmt: skip
"""Parsing files in no group: they have no figure for the whole file, or were read while rules were made."""
SCORED = FOLDER / "strangers_scored"
"""Diaries by whose scores bars were chosen: what they say is no first look."""


def head_of(path: Path) -> str:
    """The comments before the examples, on one line."""
    before = re.split(r"(?m)^(?:cases|diary|person):", path.read_text("utf-8"))[0]
    return " ".join(line.lstrip("# ") for line in before.splitlines() if line.startswith("#"))


def test_each_file_is_counted_once() -> None:
    grouped = [path for patterns in GROUPS.values() for pattern in patterns for path in FOLDER.glob(pattern)]
    assert len(grouped) == len(set(grouped))
    first = [path for path in PATHS if not path.is_relative_to(SCORED)]
    assert {path.stem for path in first if path not in grouped} == WITHOUT


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_the_first_look_is_the_one_that_the_head_tells(path: Path) -> None:
    head = head_of(path)
    told = re.search(r"First look.*|\d+ of \d+ were right at the first run", head)
    look = tree(path).get("first_look")
    if look is None:
        assert told is None or path.stem in WITHOUT
        return
    assert told is not None
    right, of = look["right"], look["of"]
    percent = 100 * right / of
    ways = (f"{right} of {of}", f"{percent:.1f} % of {of}", f"{percent:.0f} % of", f"of {of} by the patterns")
    assert any(way in told[0] for way in ways), f"{right} of {of} does not stand in: {told[0]}"
    assert look.get("f1") is None or re.search(rf"F1 {look['f1']}\d?\b", told[0])
    if "invented" in look:
        share = 100 * look["invented"] / look["silent"]
        assert f"{share:.1f} % of the {look['silent']} that log" in told[0]


def test_the_readme_shows_first_looks_only() -> None:
    around = README.read_text("utf-8").split("| measured by |")[1].split("`python -m evals.record`")[0]
    before, block, _ = re.split(r"<!-- /?scores -->", around)
    assert block.strip() == "\n".join(table(FOLDER)), "run: python -m tests.driver.readme"
    assert "first look" in before
    assert "%" not in before, "a score that no head states"


def test_a_look_in_a_head_is_what_the_table_tells(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    file = tmp_path / "parsing" / "korean_eleventh.yaml"
    assert re.search(r"Korean and mixed .*\| 96% of 25 \|", "\n".join(table(tmp_path)))
    changed = re.sub(r"right: 24, of: 25", "right: 20, of: 25", file.read_text("utf-8"))
    file.write_text(changed, "utf-8")
    assert re.search(r"Korean and mixed .*\| 80% of 25 \|", "\n".join(table(tmp_path)))
    file.write_text(changed.replace("right: 20", "right: 26"), "utf-8")
    with pytest.raises(ExamplesError, match=r"korean_eleventh\.yaml: first_look: .*larger than its whole"):
        lots(tmp_path, ("parsing/korean*.yaml",))
