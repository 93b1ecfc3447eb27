"""What code answers is told the same way when it has been through a model's forms and our checks of them."""

from __future__ import annotations

import pytest

from bot.evals.talk import Asker
from tests.agents.model.played import Echo
from tests.agents.offline.test_questions import CASES, Case, asker, complaints


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
async def test_an_honest_model_is_believed(case: Case) -> None:
    known = asker(case.person)
    talking = Asker(Echo(), known.search, known.profile)
    for question in case.thread:
        reply = await talking.ask(question.ask, question.now or case.person.now)
        assert not complaints(question, reply), f"{complaints(question, reply)}\n{reply.text}\n{reply.path}"
