"""What was answered right stays right: the diaries that rules were made with (evals/data/questions/*.yaml).

Diaries that nobody tuned to are held to the share that their heads state, in tests/evals/test_floors.py.
"""

from __future__ import annotations

import pytest

from evals.loading import EXAMPLES
from evals.questions import conversations
from tests.evals.scores import is_played, offline

SEEN = [one.example for one in conversations(EXAMPLES) if one.slices.part == "seen"]


@pytest.mark.soak
@pytest.mark.parametrize("who", sorted({example.who for example in SEEN}))
def test_every_question_of_this_diary_is_answered_as_it_should_be(who: str) -> None:
    asked = {example.key for example in SEEN if example.who == who and is_played(example.key)}
    seen = [one for one in offline("questions").seen if one.key in asked]
    assert {one.key for one in seen} == asked
    assert not [f"{one.key}: {one.got}" for one in seen if not one.right]
