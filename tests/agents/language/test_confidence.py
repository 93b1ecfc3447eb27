"""How sure the layer is of what it read."""

from __future__ import annotations

import pytest

from agents.language.confidence import confidence, seen, weights
from agents.language.reading import Reading, read_log
from agents.profile import Profile
from evals.playing import everything
from evals.rows import NOW


def reading(text: str) -> Reading:
    return read_log(text, NOW, Profile(user_id=1), everything())


@pytest.mark.parametrize(
    "text", ["bench 100kg 5x5", "slept 7.5h", "스쿼트 100kg 5회 5세트", "weight 82.4 kg", "hello"]
)
def test_plain_notation_is_read_for_sure(text: str) -> None:
    assert confidence(reading(text)) > 0.9


@pytest.mark.parametrize(
    ("plain", "strange"),
    [
        ("bench 100kg 5x5", "bench 100kg 5x5 zog frim 17 wumble 3.3 blorf"),
        ("ran 5k in 25:30", "ran 5k grimble 7 thwack 25:30 or was it snorf 8"),
        ("squat 140 3x5", "squat gnarl 140 thrum 3 blip 5 quib 7 then 9"),
    ],
)
def test_words_that_nothing_knows_beside_figures_make_it_unsure(plain: str, strange: str) -> None:
    assert 1 - confidence(reading(strange)) > 3 * (1 - confidence(reading(plain)))


def test_each_feature_counts_once_and_some_are_weighed() -> None:
    told = seen(reading("bench 100kg 5x5 100kg 5x5"))
    assert len(told) == len(set(told))
    assert sum(one in weights() for one in told) > len(told) / 2
