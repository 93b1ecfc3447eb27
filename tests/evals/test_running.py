"""Are the figures right? On messages few enough to count by hand, with an engine whose answers are known."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.offline.engine import OfflineEngine
from agents.parser import ParsedEntry, ParserInput, ParserOutput
from agents.router import RouterInput, RouterOutput
from agents.types import InputType
from evals.diary import measure
from evals.report import as_json, table
from evals.rows import NOW
from evals.running import SetResult, run_set

ROUTING = """
cases:
  greetings:
    en:
      - {text: hello, is: chat}
      - {text: good morning, is: chat, held_out: true}
  lifts:
    en:
      - {text: bench 80x5, is: log, domains: [strength]}
      - {text: "squat 100x5, is that good?", is: both, log: "squat 100x5,", query: "is that good?"}
    ko:
      - {text: 벤치 기록, is: query, domains: [strength]}
"""
PARSING = """
seen: true
apart: [late]
cases:
  sets:
    en:
      - ["two right one missed", "squat weight=100kg reps=5 sets=3"]
      - ["one invented"]
  late:
    en:
      - ["all wrong", "squat weight=60kg reps=5"]
"""
DIARY = """
person: {id: 7}
now: 2026-11-21T10:00:00+00:00
diary:
  - [2026-11-20, "bench 80kg x5", ["bench press weight=80kg reps=5"]]
"""


class Stubborn(OfflineEngine):
    """Everything is a log about strength, and holds two sets of squats; one message breaks it."""

    async def route(self, given: RouterInput) -> RouterOutput:
        if given.text == "hello":
            raise ValueError("no greeting is known")
        return RouterOutput(
            reasoning="",
            domain_selection_reasoning="",
            selected_domains=("strength",),
            log_portion="squat 100x5 and",
            query_portion="is that good?",
            confidence=1,
            input_type=InputType.BOTH if "?" in given.text else InputType.LOG,
        )

    async def parse(self, given: ParserInput) -> ParserOutput:
        squats = measure("squat weight=100kg reps=5 sets=2", NOW.date())
        return ParserOutput(
            entries=(ParsedEntry(day=NOW.date(), text=given.text, measures=(squats,)),), confidence=1
        )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "questions").mkdir()
    (tmp_path / "questions" / "one.yaml").write_text(DIARY, "utf-8")
    (tmp_path / "routing.yaml").write_text(ROUTING, "utf-8")
    (tmp_path / "parsing.yaml").write_text(PARSING, "utf-8")
    return tmp_path


async def scored(name: str, folder: Path) -> SetResult:
    return await run_set(name, Stubborn(), folder)


async def test_shares_are_of_the_examples_a_check_is_made_for(folder: Path) -> None:
    routing = await scored("routing", folder)
    whole = routing.score()
    assert (whole.cases, whole.right) == (5, 2)
    assert whole.accuracy == pytest.approx(0.4)
    assert whole.share("type") == pytest.approx(2 / 4), "what raised has no checks"
    assert whole.share("domains") == 1
    assert whole.share("portions") == 1, "an 'and' between the halves is nobody's mistake"
    assert routing.score("label: log").accuracy == 1
    assert routing.score("language: ko").accuracy == 0
    assert routing.score("part: held out").cases == 1
    assert routing.score("part: open").cases == 4
    assert routing.score("no such group").cases == 0


async def test_what_went_wrong_is_shown_with_what_came(folder: Path) -> None:
    routing = await scored("routing", folder)
    assert [(one.key, one.right) for one in routing.misses] == [
        ("hello", False),
        ("good morning", False),
        ("벤치 기록", False),
    ]
    lines = "\n".join(table(routing, "stubborn", misses=True))
    assert "routing (router, stubborn)" in lines
    assert "'hello' (greetings, open) failed" in lines
    assert "no greeting is known" in lines
    assert "wanted query, got log [strength]" in lines


async def test_f1_counts_sets_and_what_guards_is_apart(folder: Path) -> None:
    parsing = await scored("parsing", folder)
    seen = [one for one in parsing.seen if one.slices.part != "apart"]
    assert [one.rows for one in seen] == [(2, 0, 1), (0, 2, 0)]
    assert seen[1].checks == {"all rows": False, "nothing invented": False}
    sets = parsing.score("phenomenon: sets")
    assert sets.f1 == pytest.approx(2 * 2 / (2 * 2 + 2 + 1))
    assert parsing.score("part: apart").f1 == 0
    assert "part: apart" not in [one.slice for one in parsing.scores() if one.slice == "all"]


async def test_the_table_as_json_has_the_same_figures(folder: Path) -> None:
    told = as_json(await scored("routing", folder), "stubborn")
    assert (told["set"], told["agent"], told["engine"]) == ("routing", "router", "stubborn")
    slices = told["slices"]
    assert isinstance(slices, dict)
    assert slices["all"] == {
        "cases": 5,
        "accuracy": 0.4,
        "checks": {"type": 0.5, "domains": 1.0, "portions": 1.0},
    }


async def test_only_a_part_can_be_run(folder: Path) -> None:
    result = await run_set("routing", Stubborn(), folder, ("held out",))
    assert [one.key for one in result.seen] == ["good morning"]
