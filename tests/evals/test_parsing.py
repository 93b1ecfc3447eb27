"""The floors the parser must not fall below; `python -m tests.evals.parsing` shows the details."""

from __future__ import annotations

import pytest

from tests.evals.parsing import cases, invented, score


@pytest.mark.parametrize(
    ("held_out", "language", "floor"), [(False, "en", 0.97), (False, "ko", 0.97), (True, "all", 0.95)]
)
def test_sets_and_metrics_are_found(*, held_out: bool, language: str, floor: float) -> None:
    scores = score(case for case in cases() if case.held_out == held_out)
    assert scores["all", language].f1 >= floor


def test_hardly_anything_is_invented() -> None:
    wrong, silent = invented(cases())
    assert silent >= 80
    assert wrong / silent <= 0.01


def test_no_phenomenon_is_left_behind() -> None:
    poor = [key for key, one in score(cases()).items() if one.right + one.missed and one.f1 < 0.85]
    assert poor == []


def test_there_are_enough_messages_and_a_third_is_held_out() -> None:
    everything = cases()
    assert len(everything) >= 400
    assert 0.2 < sum(case.held_out for case in everything) / len(everything) < 0.5
