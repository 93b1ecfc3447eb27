"""The floors the parser must not fall below; `python -m evals --set parsing --misses` shows the details."""

from __future__ import annotations

import pytest

from evals.cases import Parsing
from evals.loading import read
from evals.rows import expected_rows
from tests.evals.scores import EACH, FOLDER, least, offline


@pytest.mark.soak
@pytest.mark.parametrize(("group", "floor"), [("part: seen", 0.97), ("part: held out", 0.89), ("all", 0.82)])
def test_sets_and_metrics_are_found(group: str, floor: float) -> None:
    score = offline("parsing").score(group)
    assert score.f1 is not None
    assert score.f1 >= least(floor, score.cases)


def test_hardly_anything_is_invented() -> None:
    silent = [one for one in offline("parsing").seen if "nothing invented" in one.checks]
    assert len(silent) >= 90 / EACH
    assert sum(one.checks["nothing invented"] for one in silent) / len(silent) >= least(0.96, len(silent))


@pytest.mark.soak
def test_no_phenomenon_that_rules_were_made_for_is_left_behind() -> None:
    result = offline("parsing")
    made_for = {one.slices.phenomenon for one in result.seen if one.slices.part == "seen"}
    scores = {one.slice.removeprefix("phenomenon: "): one for one in result.scores()}
    poor = [name for name in made_for if (scores[name].f1 or 0) < least(0.85, scores[name].cases)]
    assert poor == []


def test_there_are_enough_messages_and_a_third_is_held_out() -> None:
    parts = [one.slices.part for one in read(FOLDER, "parsing", Parsing)]
    assert len(parts) >= 500
    assert 0.2 < parts.count("held out") / (len(parts) - parts.count("apart")) < 0.5


def test_help_is_judged_by_its_amount() -> None:
    (row,) = expected_rows("assisted pull-up weight=-20kg reps=6")
    assert {("weight", "20"), ("unit", "kg"), ("reps", "6")} <= row
