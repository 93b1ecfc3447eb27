"""A cut of the fault matrix; in a soak every agent meets every fault. All: `python -m benchmarks.faults`."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from tests.driver.sizes import size
from tests.models.answers import MATRIX, Fault
from tests.models.asked import AGENTS, Api
from tests.models.matrix import Cell, Matrix, can
from tests.models.server import ModelServer

EACH = size(12, 1, 1)
"""Of the agents each one so far on meets a fault, others the next one; in a soak each meets every fault."""
SHARES = size(2, 4, 4)
"""Tests that they are dealt out to."""


def cut(share: int, shares: int) -> list[Cell]:
    """Agents and faults; each fault alone and with a fallback, by either way of asking, in turns."""
    found: list[Cell] = []
    for (row, agent), (column, fault) in product(enumerate(AGENTS), enumerate(MATRIX)):
        if (row + column) % EACH or not can(agent, fault):
            continue
        turn = row // 3 + column
        api: Api = "anthropic" if (row // 3 + column // 2) % 3 == 2 else "openai"
        streamed = agent == "synthesizer" and column // 3 % 3 == 0
        found.append(Cell(agent, fault, fallback=bool(turn % 2), api=api, streamed=streamed))
    return found[share::shares]


@pytest.mark.soak
@pytest.mark.parametrize("share", range(SHARES))
async def test_whatever_a_model_does_the_log_is_kept_and_the_question_answered(
    tmp_path: Path, server: ModelServer, spare: ModelServer, share: int
) -> None:
    done = await Matrix(tmp_path, server, spare).run(cut(share, SHARES))

    assert [str(cell.cell) for cell in done if cell.log_lost] == []
    assert [str(cell.cell) for cell in done if cell.unanswered] == []
    assert [f"{cell.cell}: {cell.seconds:.1f} s" for cell in done if cell.over_time] == []
    assert [f"{cell.cell}: {cell.troubles} {cell.outcomes}" for cell in done if cell.troubles] == []


@pytest.mark.parametrize("fault", [Fault.SERVER_ERROR, Fault.EMPTY, Fault.REFUSAL_TEXT, Fault.HANG])
async def test_the_calls_that_several_agents_share_bear_it_as_well(
    tmp_path: Path, server: ModelServer, spare: ModelServer, fault: Fault
) -> None:
    matrix = Matrix(tmp_path, server, spare)
    shared = [Cell(agent, fault, fallback) for agent in ("router", "analyzer") for fallback in (False, True)]
    done = await matrix.run(shared, fewer_calls=True)

    assert [f"{cell.cell}: {cell.troubles} {cell.outcomes}" for cell in done if cell.troubles] == []


async def test_ollama_answers_logs_and_questions(
    tmp_path: Path, server: ModelServer, spare: ModelServer
) -> None:
    matrix = Matrix(tmp_path, server, spare)
    done = await matrix.run(
        [Cell(agent, Fault.SERVER_ERROR, fallback=False, api="ollama") for agent in AGENTS]
    )

    assert [f"{cell.cell}: {cell.troubles} {cell.outcomes}" for cell in done if cell.troubles] == []
    assert {asked.agent for asked in server.asked} == set(AGENTS)
    assert all(asked.schema is not None for asked in server.asked)
