"""What was answered right stays right: the diaries that rules were made with (tests/evals/questions/*.yaml).

Diaries that nobody tuned to are held to the share that their heads state, in tests/evals/test_floors.py.
"""

from __future__ import annotations

from functools import cache

import pytest

from agents.offline.engine import OfflineEngine
from bot.evals.loading import EXAMPLES, people
from bot.evals.playing import World
from bot.evals.questions import Answering, answer, complaints, conversations

SEEN = [one.example for one in conversations(EXAMPLES) if one.slices.part == "seen"]


@cache
def world() -> World:
    return World(OfflineEngine(), people(EXAMPLES))


@pytest.mark.parametrize("example", SEEN, ids=lambda example: example.key)
async def test_question(example: Answering) -> None:
    replies = await answer(world(), example)
    for asked, reply in zip(example.thread, replies, strict=True):
        wrong = [one for several in complaints(asked, reply).values() for one in several]
        assert not wrong, f"{wrong}\n{reply.text}\n{reply.path}"
