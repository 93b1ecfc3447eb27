"""Types of jobs: layers of YAML, errors with their line, a new type in one folder."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from jsonschema import Draft202012Validator

from agents.jobs.kinds import FOLDER, KindError, Kinds
from domains.typed_yaml import loaded
from tests.driver.job_schema import FILE, schema

TOOLS = frozenset({"search_entries", "compute_figure"})


@pytest.fixture
def types(tmp_path: Path) -> Path:
    """The files that all types share, without the types."""
    shutil.copytree(FOLDER, tmp_path / "types", ignore=lambda _, names: [n for n in names if n in SHIPPED])
    return tmp_path / "types"


SHIPPED = {"review", "program", "research", "cleanup"}


def add(types: Path, name: str, config: str) -> None:
    (types / name).mkdir()
    (types / name / "config.yaml").write_text(config, encoding="utf-8")


def test_every_shipped_type_is_valid():
    kinds = Kinds()
    assert set(kinds.names()) == SHIPPED
    for kind in kinds.all():
        assert kind.type.limits.context_threshold_tokens == 80_000
        assert (kind.type.phase_settings.min_todos, kind.type.phase_settings.max_todos) == (5, 20)
        assert kind.instructions
        assert kind.type.name_in("ko") != kind.type.name_in("en")
        assert kind.type.about_in("ko") != kind.type.about_in("en")
    assert {one.type.job_type for one in kinds.all() if one.type.worker == "rule"} == {"review", "cleanup"}
    assert kinds.kind("program").type.needs == {"model", "diary"}


def test_the_schema_for_editors_is_that_of_the_code_and_each_file_fits_it():
    text = FILE.read_text(encoding="utf-8")
    assert text == schema(), "python -m tests.driver.job_schema writes it anew"
    fits = cast("Callable[[object], bool]", cast("Any", Draft202012Validator(json.loads(text))).is_valid)
    for path in (FOLDER / "defaults.yaml", *FOLDER.glob("*/config.yaml")):
        assert fits(loaded(path.read_text(encoding="utf-8"))), path
    assert not fits({"tools": {"magic": []}})
    assert not fits({"phase_settings": {"min_todos": "five"}})


def test_a_new_type_is_one_folder(types: Path):
    add(types, "digest", "extends: defaults\njob_type: digest\nllm: {tier: low, reasoning_level: high}\n"
        "phase_settings: {min_todos: 1}\ntools: {domain: [search_entries]}\n")  # fmt: skip
    (types / "digest" / "instructions.md").write_text("Sum up.")
    (types / "digest" / "tactical_system.md").write_text("Work on {workspace_md}.")
    kind = Kinds(types, TOOLS).kind("digest")
    assert kind.type.phase_settings.model_dump() == {
        "min_todos": 1, "max_todos": 20, "archive_on_transition": True,
    }  # fmt: skip
    assert (kind.type.llm.tier, kind.type.llm.reasoning_level) == ("low", "high")
    assert kind.instructions == "Sum up."
    assert kind.prompts["tactical"] == "Work on {workspace_md}."
    assert kind.prompts["strategic"].startswith("You are in STRATEGIC MODE.")


def test_a_type_may_extend_another(types: Path):
    add(types, "base", "extends: defaults\njob_type: base\ntools: {domain: [search_entries]}\n")
    add(types, "more", "extends: base\njob_type: more\nllm: {tier: low}\n")
    read = Kinds(types, TOOLS).kind("more").type
    assert (read.tools.domain, read.llm.tier) == (("search_entries",), "low")


WRONG = {
    "extends: defaults\njob_type: bad\n\ncolour: red\n": "bad/config.yaml:4: colour: unknown key",
    "extends: defaults\njob_type: bad\nllm:\n  tier: high\n  size: 3\n": (
        "bad/config.yaml:5: llm.size: unknown key"
    ),
    "extends: defaults\njob_type: bad\nllm: {tier: huge}\n": "bad/config.yaml:3: llm.tier: Input should be",
    "extends: defaults\njob_type: bad\ntools:\n  domain:\n    - search_entries\n    - rm_rf\n": (
        "bad/config.yaml:6: tools.domain: there is no tool 'rm_rf'"
    ),
    "extends: defaults\njob_type: bad\ntools:\n  strategic: [compute_figure]\n": (
        "bad/config.yaml:4: tools.strategic: there is no tool 'compute_figure'"
    ),
    "extends: defaults\njob_type: bad\nphase_settings: {min_todos: many}\n": (
        "bad/config.yaml:3: phase_settings.min_todos: Input should be"
    ),
    "extends: defaults\njob_type: bad\nconnections: {neo4j: true}\n": "bad/config.yaml:3: connections.neo4j",
    "extends: defaults\njob_type: other\n": "bad/config.yaml:2: job_type is 'other', the folder 'bad'",
    "extends: nowhere\njob_type: bad\n": "bad: extends 'nowhere', which is not there",
    "extends: bad\njob_type: bad\n": "bad: extends itself: bad > bad",
    "job_type: [bad\n": "bad/config.yaml:2: ",
    "job_type: bad\x00\n": "bad/config.yaml:1: unacceptable character #x0000",
    "job_type: 2026-13-45\n": "bad/config.yaml:1: month must be in 1..12",
    "extends: x\njob_type: !!bool x\n": "bad/config.yaml:2: no tags",
    f"extends: x\njob_type: {'[' * 30}{']' * 30}\n": "bad/config.yaml:2: nested too deep",
    "just words\n": "bad/config.yaml:1: a type is a mapping of keys",
}


@pytest.mark.parametrize("config", WRONG)
def test_what_is_wrong_is_told_with_its_line(types: Path, config: str):
    add(types, "bad", config)
    with pytest.raises(KindError) as told:
        Kinds(types, TOOLS).kind("bad")
    assert WRONG[config] in str(told.value)


def test_a_type_that_is_not_there_is_told_with_those_that_are():
    with pytest.raises(
        KindError, match=r"no type of job 'nope' \(there are: cleanup, program, research, review\)"
    ):
        Kinds().kind("nope")


def test_tools_by_phase_are_the_documents_table():
    tools = Kinds().kind("research").type.tools
    both = {"read_file", "write_file", "list_files", "search_files", "todo_complete"}
    strategic, tactical = tools.of("strategic"), tools.of("tactical")
    assert both <= strategic & tactical
    assert {"todo_write", "job_complete"} <= strategic
    assert not {"todo_write", "job_complete"} & tactical
    assert set(tools.domain) <= tactical
    assert not set(tools.domain) & strategic
