"""What code answers is told the same way when it has been through a model's forms and our checks of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from evals.diary import Person
from evals.loading import EXAMPLES, people
from evals.playing import World
from evals.questions import answer, complaints
from tests.agents.model.played import Echo
from tests.agents.offline.test_questions import SEEN
from tests.driver.sizes import size

EACH = size(15, 1, 1)
"""Of a diary's conversations each one so far on; all of them in a soak."""


@cache
def everybody() -> Mapping[str, Person]:
    return people(EXAMPLES)


@pytest.mark.soak
@pytest.mark.parametrize("who", sorted({example.who for example in SEEN}))
async def test_an_honest_model_is_believed(who: str) -> None:
    wrong: list[str] = []
    for example in [one for one in SEEN if one.who == who][::EACH]:
        replies = await answer(World(Echo(), everybody()), example)
        for asked, reply in zip(example.thread, replies, strict=True):
            wrong += [
                f"{example.key}: {one}\n{reply.text}\n{reply.path}"
                for several in complaints(asked, reply).values()
                for one in several
            ]
    assert not wrong, "\n".join(wrong)
