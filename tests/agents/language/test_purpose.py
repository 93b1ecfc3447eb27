"""The judge of what a message is for: what it says is a share, and what decides are its words."""

from __future__ import annotations

import pytest

from agents.language.purpose import Purpose, features, purpose, weights
from agents.offline.lexicon import language_of, plain
from agents.offline.questions.question_spans import signs_in


def told_by(said: str) -> Purpose:
    """As the router asks."""
    return purpose(said, (), signs_in(plain(said), language_of(said)))


@pytest.mark.parametrize(
    "said", ["", "?", "0", "bench", "plank, total time so far", "어제 벤치 80 5x5", "x" * 5000]
)
def test_shares_are_of_one_whole(said: str) -> None:
    told = told_by(said)
    assert told.log + told.ask + told.chat == pytest.approx(1)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("longest ride in september", "ask"),
        ("이번 달 물 합계요", "ask"),
        ("rowed 5000 m in 21:40, easy", "log"),
        ("어제 스쿼트 100kg 5x5 했음", "log"),
        ("cheers, see you tomorrow", "chat"),
        ("this week has been rough", "log"),  # a statement without a figure is no question
        ("sick since sunday", "log"),
        ("my knee is always worse on stairs", "log"),
        ("worst day for my knee", "ask"),
    ],
)
def test_the_likeliest_is_what_was_meant(said: str, kind: str) -> None:
    told = told_by(said)
    assert max(("log", "ask", "chat"), key=lambda one: getattr(told, one)) == kind


def test_names_of_measures_are_one_sign() -> None:
    one, other = (
        features("best seal row ever", ("seal row",), ()),
        features("best hip hinge ever", ("hip hinge",), ()),
    )
    assert "best §" in one
    assert "best §" in other


def test_every_weight_is_of_a_feature_that_counts() -> None:
    assert len(weights()) > 1000
    assert all(ask or chat for ask, chat in weights().values())
