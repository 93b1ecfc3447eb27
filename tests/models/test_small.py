"""`llm.profile: small`: more and simpler calls, and a weak model's answers arrive with checked numbers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from agents.types import InputType
from tests.models.answers import Answer
from tests.models.asked import Api, Asked
from tests.models.product import QUICKLY, Product, product
from tests.models.server import ModelServer
from tests.models.weak import weak

BEST = "so what would you say is the heaviest I have ever gone on the bench?"
TOLD = "felt strong today and so the bench went up to 195 lb for 4 times, I think"
LIMITS = {**QUICKLY, "low_seconds": 30, "medium_seconds": 30, "high_seconds": 30, "turn_seconds": 60}


def small(server: ModelServer, api: Api = "openai", **changes: object) -> dict[str, object]:
    return {**server.llm_section(api=api), "profile": "small", **changes}


async def asked_best(whole: Product) -> str:
    await whole.benched()
    said = await whole.say(BEST)
    await whole.learned()
    assert said.turn.input_type is InputType.QUERY
    return said.replies[0]


@pytest.mark.parametrize("api", ["openai", "ollama"])
async def test_a_weak_models_bare_numbers_arrive_checked(
    server: ModelServer, tmp_path: Path, api: Api
) -> None:
    server.always("*", weak)
    async with product(tmp_path, small(server, api), LIMITS) as whole:
        await whole.benched()
        said = await whole.say(BEST)
        calls = await whole.calls()

    draft = said.turn.draft
    assert draft is not None
    assert "best bench press is 190 lb" in said.replies[0], "its own words"
    assert not draft.by_code
    claims = draft.claims or ()
    assert [claim.figure.value for claim in claims if claim.figure is not None], "a number of a figure"
    assert {call.outcome for call in calls} == {"ok"}, "prose around the JSON needs no second call"


async def test_a_wrong_bare_number_is_nobodys_answer(server: ModelServer, tmp_path: Path) -> None:
    def boasting(asked: Asked) -> Answer:
        told = weak(asked)
        return Answer(said=(told.said or "").replace("190", "290"))

    server.always("*", boasting)
    async with product(tmp_path, small(server), LIMITS) as whole:
        reply = await asked_best(whole)

    assert "290" not in reply
    assert "190" in reply


async def test_a_weak_models_rows_become_a_log(server: ModelServer, tmp_path: Path) -> None:
    server.always("*", weak)
    async with product(tmp_path, small(server), LIMITS) as whole:
        await whole.say(TOLD)
        (entry,) = await whole.logs()

    assert [(m.name, m.weight, m.weight_unit, m.reps) for m in entry.measures] == [
        ("bench press", 195, "lb", 4)
    ]
    assert [asked.agent for asked in server.asked] == ["router", "parser"]


async def test_there_are_more_calls_and_each_is_simpler(server: ModelServer, tmp_path: Path) -> None:
    server.always("*", weak)
    async with product(tmp_path, small(server), LIMITS) as whole:
        await asked_best(whole)

    agents = [asked.agent for asked in server.asked]
    assert agents == ["router", "planner", "synthesizer"]
    assert all(depth(asked.schema or {}) <= 1 for asked in server.asked), "a row of plain fields at the most"
    assert max(len(asked.system) for asked in server.asked) < 4500
    assert not any("Example" in asked.system for asked in server.asked)


async def test_examples_are_an_option(server: ModelServer, tmp_path: Path) -> None:
    server.always("*", weak)
    async with product(tmp_path, small(server, examples=True), LIMITS) as whole:
        await asked_best(whole)

    assert all("Example" in asked.system for asked in server.asked)


def depth(schema: dict[str, Any]) -> int:
    """How many forms stand in one another."""
    return max((depth(one) + 1 for one in _inner(schema)), default=0)


def _inner(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for field in cast("dict[str, dict[str, Any]]", schema.get("properties", {})).values():
        for one in (field, field.get("items", {})):
            if "properties" in one:
                yield cast("dict[str, Any]", one)
