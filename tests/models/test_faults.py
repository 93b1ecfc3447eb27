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

EACH = size(2, 1, 1)


def _taken(place: int) -> bool:
    """Like the squares of one colour on a chessboard."""
    return (place + place // len(MATRIX)) % EACH == 0


def cut(share: int, shares: int) -> list[Cell]:
    """Agents and faults, every second pair, in a soak each; fallback and the ways of asking in turns."""
    found: list[Cell] = []
    every = enumerate(product(AGENTS, MATRIX))
    pairs = [pair for place, pair in every if _taken(place) and can(*pair)]
    for place, (agent, fault) in enumerate(pairs):
        turn = place + place * EACH // len(MATRIX)
        api: Api = "anthropic" if turn % 4 == 3 else "openai"
        streamed = agent == "synthesizer" and turn % 3 == 0
        found.append(Cell(agent, fault, fallback=bool(turn % 2), api=api, streamed=streamed))
    return found[share::shares]


@pytest.mark.soak
@pytest.mark.parametrize("share", range(4))
async def test_whatever_a_model_does_the_log_is_kept_and_the_question_answered(
    tmp_path: Path, server: ModelServer, spare: ModelServer, share: int
) -> None:
    done = await Matrix(tmp_path, server, spare).run(cut(share, 4))

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
