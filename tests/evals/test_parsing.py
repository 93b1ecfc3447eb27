"""The floors the parser must not fall below; `swealog eval --set parsing --misses` shows the details."""

from __future__ import annotations

import pytest

from tests.evals.scores import offline


@pytest.mark.parametrize(
    ("group", "floor"), [("part: seen", 0.97), ("language: ko", 0.95), ("part: held out", 0.95)]
)
def test_sets_and_metrics_are_found(group: str, floor: float) -> None:
    f1 = offline("parsing").score(group).f1
    assert f1 is not None
    assert f1 >= floor


def test_hardly_anything_is_invented() -> None:
    silent = [one for one in offline("parsing").seen if "nothing invented" in one.checks]
    assert len(silent) >= 80
    assert sum(not one.checks["nothing invented"] for one in silent) / len(silent) <= 0.01


def test_no_phenomenon_is_left_behind() -> None:
    found = [one for one in offline("parsing").scores() if one.slice.startswith("phenomenon:")]
    assert [one.slice for one in found if one.f1 is not None and one.f1 < 0.85] == []


def test_there_are_enough_messages_and_a_third_is_held_out() -> None:
    parts = [one.slices.part for one in offline("parsing").seen]
    assert len(parts) >= 400
    assert 0.2 < parts.count("held out") / (len(parts) - parts.count("apart")) < 0.5
