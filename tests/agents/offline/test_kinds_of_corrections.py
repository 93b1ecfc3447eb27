"""Kinds of correction that few training messages have, in other words than the rows' examples."""

from __future__ import annotations

import pytest

from agents.offline.router import route
from agents.profile import Profile
from agents.router import RouterInput
from agents.types import InputType
from domains import registry


@pytest.mark.parametrize(
    "text",
    [
        "bump it to 105kg",
        "put that down to 80kg",
        "make the squat 100kg",
        "add rpe 8",
        "flip the reps",
        "delete the rpe",
        "sets 2 and 3 were 75kg",
        "5kg more than that",
        "the sets and reps are swapped",
        "the second and third sets were 70",
        "어제야",
        "그저께였어",
        "마지막은 90kg",
        "아니다 80.9 맞아",
        "13일 맥주 지워줘",
        "the one on the 25th was 75 min",
    ],
)
def test_it_is_heard_as_one(text: str) -> None:
    known = registry.load()
    said = RouterInput(
        text=text, available_domains=known.infos, vocabulary=known.vocabulary, profile=Profile(user_id=1)
    )
    assert route(said).input_type is InputType.CORRECTION
