from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.errors import StartError
from evals.__main__ import evaluate


def ran(*arguments: str) -> Result:
    return CliRunner().invoke(evaluate, [*arguments], catch_exceptions=False)


def test_a_table_for_each_agent_and_a_line_for_each_group() -> None:
    result = ran("--set", "analysis,clarification")
    assert result.exit_code == 0
    heads = [line for line in result.output.splitlines() if line and not line.startswith(" ")]
    assert heads == ["analysis (analyzer, offline)", "clarification (clarifier, offline)"]
    for group in ("all", "part: held out", "language: ko", "label: insufficient", "phenomenon: advice"):
        assert f"\n  {group} " in result.output


def test_one_agent_as_json_with_what_it_got_wrong() -> None:
    result = ran("--agent", "analyzer,evaluator", "--part", "held out", "--json", "--misses")
    told = [json.loads(line) for line in result.output.splitlines()]
    assert [one["set"] for one in told] == ["analysis", "evaluation"]
    assert {miss["part"] for one in told for miss in one["misses"]} <= {"held out"}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--set", "cooking"), "there is no set 'cooking' with examples"),
        (("--agent", "observer"), "there is no agent 'observer' with examples"),
        (("--examples", "/nowhere/at/all"), "come with the source code"),
    ],
)
def test_what_is_not_there_is_said(arguments: tuple[str, ...], says: str) -> None:
    with pytest.raises(StartError, match=says):
        ran(*arguments)


def test_models_are_needed_for_the_engine_that_asks_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StartError, match="no model is configured"):
        ran("--engine", "model", "--set", "analysis")
    assert "--record and --replay are for --engine model" in ran("--record", "x.jsonl").output
    with pytest.raises(StartError, match="no file of recorded answers"):
        ran("--engine", "model", "--replay", str(tmp_path / "none.jsonl"))
