"""What a tap on Details shows is checked like the answer: a sentence that nothing supports is left out."""

from __future__ import annotations

from collections import deque
from pathlib import Path

from agents.turn import Turn
from agents.types import Figure, Finding
from tests.agents.doubles import ScriptedEngine, analysis, bench


async def test_planted_numbers_are_taken_out(tmp_path: Path) -> None:
    slope = Figure(value=2.5, unit="lb", what="change of bench press a week")
    worked_out = (
        Finding(claim="Your bench press is going up: +2.5 lb a week.", figures=(slope,)),
        Finding(claim="Your bench press is going up: +7.5 lb a week.", figures=(slope,)),
    )
    thought = analysis().model_copy(update={"details": worked_out})
    async with bench(tmp_path, ScriptedEngine(analyses=deque([thought]))) as b:
        turn = await b.machine.begin(b.incoming("ask is my bench going up"))
        row = await b.db.turns.turn(turn.id)
        assert row is not None
        draft = Turn.model_validate_json(row.data).draft
        assert draft is not None
        assert draft.details == "Your bench press is going up: +2.5 lb a week."
