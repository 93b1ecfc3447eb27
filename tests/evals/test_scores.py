"""Floors under what the offline engine scores on fresh examples, with air: they catch a fall, not a wobble.

What it scores now is in docs/evals.md. Held-out examples are reported there; here they must not collapse.
"""

from __future__ import annotations

import pytest

from tests.evals.scores import offline


@pytest.mark.parametrize(
    ("name", "floor"),
    [
        ("routing", 0.76),
        ("planning", 0.76),
        ("analysis", 0.93),
        ("evaluation", 0.66),
        ("clarification", 0.86),
    ],
)
def test_the_offline_engine_does_not_fall_behind_itself(name: str, floor: float) -> None:
    assert offline(name).score().accuracy >= floor
    assert offline(name).score("part: held out").accuracy >= floor - 0.1


def test_what_was_right_stays_right() -> None:
    assert offline("routing").score("part: seen").accuracy == 1.0


def test_the_kinds_of_message_are_told_apart() -> None:
    assert (offline("routing").score().share("type") or 0) >= 0.78


def test_no_good_draft_is_refused_and_no_wrong_number_passes() -> None:
    evaluation = offline("evaluation")
    assert evaluation.score("label: pass").accuracy >= 0.9
    assert evaluation.score("phenomenon: wrong number").share("verdict") == 1.0
    assert evaluation.score("phenomenon: gives orders").share("verdict") == 1.0


def test_nobody_is_asked_for_nothing() -> None:
    assert offline("clarification").score("label: does not ask").accuracy >= 0.95


@pytest.mark.parametrize("name", ["routing", "planning", "analysis", "evaluation", "clarification"])
def test_every_example_was_played(name: str) -> None:
    """An agent that raises gives no checks: none does."""
    assert [one.key for one in offline(name).seen if not one.checks] == []
