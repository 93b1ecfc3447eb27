"""What code answers is told the same way when it has been through a model's forms and our checks of them."""

from __future__ import annotations

import pytest

from bot.evals.playing import World
from bot.evals.questions import Answering, answer, complaints
from tests.agents.model.played import Echo
from tests.agents.offline.test_questions import SEEN, world


@pytest.mark.parametrize("example", SEEN, ids=lambda example: example.key)
async def test_an_honest_model_is_believed(example: Answering) -> None:
    replies = await answer(World(Echo(), world().people), example)
    for asked, reply in zip(example.thread, replies, strict=True):
        wrong = [one for several in complaints(asked, reply).values() for one in several]
        assert not wrong, f"{wrong}\n{reply.text}\n{reply.path}"
