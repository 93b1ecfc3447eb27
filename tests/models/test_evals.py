"""`python -m evals` with models on the wire: what they cost is counted, what they said can be replayed."""

from __future__ import annotations

import json
from pathlib import Path

from bot.settings import Settings
from evals import command
from tests.models.server import ModelServer


async def test_calls_are_counted_and_a_recording_gives_the_same_scores(
    server: ModelServer, tmp_path: Path
) -> None:
    settings = Settings(llm=server.llm())
    file = tmp_path / "said.jsonl"
    chosen = command.Chosen(sets=("evaluation",), parts=("held out",), record=file)

    *scores, calls = (await command.lines(chosen, settings, json_=True)).lines
    server.forget()
    replayed = command.Chosen(sets=("evaluation",), parts=("held out",), replay=file)
    (again,) = (await command.lines(replayed, Settings(), json_=True)).lines

    assert json.loads(calls)["answered_by_code"] == {}
    made = {one["agent"]: one for one in json.loads(calls)["calls"]}
    assert made["evaluator"]["calls"] >= 1
    assert made["all"]["tokens_in"] > 0
    assert json.loads(scores[0])["slices"] == json.loads(again)["slices"]
    assert not server.asked, "a replay asks nobody"
    assert json.loads(file.read_text("utf-8").splitlines()[0])["about"].startswith("Answers of ")


async def test_for_people_there_is_a_line_for_each_agent(server: ModelServer) -> None:
    chosen = command.Chosen(sets=("evaluation",), parts=("held out",))
    lines = (await command.lines(chosen, Settings(llm=server.llm()), json_=False)).lines
    assert lines[0] == "evaluation (evaluator, model)"
    assert "tokens in" in lines[-1]
    assert lines[-1].split()[0] == "all"


async def test_where_no_model_answers_it_is_said_that_code_did(server: ModelServer) -> None:
    settings = Settings(llm=server.llm())
    await server.stop()
    chosen = command.Chosen(sets=("analysis",), parts=("held out",))
    lines = (await command.lines(chosen, settings, json_=False)).lines
    assert lines[-1] == "no model answered, so code did: analyzer 22"
