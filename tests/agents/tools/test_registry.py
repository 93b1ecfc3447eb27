from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from pydantic import BaseModel
from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from agents.tools.context import ToolContext
from agents.tools.registry import Arguments, ToolRegistry
from agents.tools.result import Outcome, Proposal, ToolResult
from agents.tools.tool import tool
from agents.tools.toolset import model_tools
from storage.stores import Stores
from tests.agents.tools.plants import Garden, Plants, plants, water, water_plant, weather

ANN, BEN = 7, 8
NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[Stores]:
    opened = await Stores.open(tmp_path)
    yield opened
    await opened.close()


@pytest.fixture
def garden() -> Garden:
    return Garden({"fern": 0, "fig": 0})


@pytest.fixture
def registry(db: Stores, garden: Garden) -> ToolRegistry:
    made = ToolRegistry(db.tool_calls)
    made.register(plants, water_plant, water, weather)
    made.provide(Garden, lambda user_id: garden if user_id == ANN else None)
    return made


def context(user_id: int = ANN, confirmed: Proposal | None = None) -> ToolContext:
    return ToolContext(
        user_id=user_id, chat_id=-1, now=NOW, zone=ZoneInfo("Asia/Seoul"), turn_id="t1",
        confirmed=confirmed,
    )  # fmt: skip


async def test_a_call_is_answered_and_written_down(registry: ToolRegistry, db: Stores):
    result = await registry.call(plants, {"starting": "fe"}, context())
    assert (result.outcome, result.value) == (Outcome.DONE, Plants(names=["fern"]))
    [row] = await db.tool_calls.of_turn(ANN, "t1")
    assert (row.tool, row.kind, row.chat_id, row.arguments) == ("plants", "reads", -1, '{"starting": "fe"}')
    assert (row.outcome, row.at, row.size) == ("done", NOW, len('{"names":["fern"]}'))
    assert row.duration_ms > 0


async def test_what_belongs_to_one_person_is_nobody_elses(registry: ToolRegistry, db: Stores):
    assert [one.name for one in registry.offered(ANN)] == ["plants", "water_plant", "water", "weather"]
    assert [one.name for one in registry.offered(BEN)] == ["weather"]
    result = await registry.call("plants", {}, context(BEN))
    assert (result.outcome, result.value) == (Outcome.NOT_CONFIGURED, None)
    assert [row.outcome for row in await db.tool_calls.recent(BEN, 5)] == ["not_configured"]


@pytest.mark.parametrize(
    ("call", "outcome", "told"),
    [
        (("plants", {"starting": "far too long"}), Outcome.INVALID, "starting"),
        (("plants", {"user_id": 8}), Outcome.INVALID, "user_id"),
        (("plants", {"starting": {"a": [1]}}), Outcome.INVALID, "starting"),
        (("plants", {"starting": "x" * 30_000}), Outcome.INVALID, "too long"),
        (("water_plant", {"plant": "oak"}), Outcome.NOT_FOUND, "no such plant"),
        (("weather", {"mood": "slow"}), Outcome.TIMED_OUT, "0.05 s"),
        (("weather", {"mood": "broken"}), Outcome.FAILED, "KeyError"),
        (("no such tool", {"a": 1}), Outcome.UNKNOWN, "no such tool"),
    ],
)
async def test_what_goes_wrong_is_a_result(
    registry: ToolRegistry, db: Stores, call: tuple[str, Arguments], outcome: Outcome, told: str
):
    name, arguments = call
    result = await registry.call(name, arguments, context())
    assert (result.outcome, result.value) == (outcome, None)
    assert told in result.detail
    assert outcome.value in result.text
    [row] = await db.tool_calls.recent(ANN, 5)
    assert row.outcome == outcome.value
    assert len(row.arguments) <= 1000


async def test_what_is_too_large_is_cut(registry: ToolRegistry):
    result = await registry.call(weather, {"mood": "long"}, context())
    assert len(result.text) < 20_000
    assert isinstance(result.value, Plants)
    assert result.value.names[0].endswith("x…")
    many = await registry.call(weather, {"mood": "endless"}, context())
    assert isinstance(many.value, Plants)
    assert 10 <= len(many.value.names) <= 50


async def test_nothing_is_written_but_what_was_confirmed(registry: ToolRegistry, garden: Garden):
    proposed = await registry.call(water_plant, {"plant": "fern", "litres": 2}, context())
    assert proposed.value is not None
    assert garden.watered["fern"] == 0
    arguments = proposed.value.arguments
    assert (await registry.call(water, arguments, context())).outcome is Outcome.UNCONFIRMED
    yes = context(confirmed=proposed.value)
    more = await registry.call(water, {**arguments, "litres": 200}, yes)
    assert more.outcome is Outcome.UNCONFIRMED
    assert garden.watered["fern"] == 0
    kept = type(proposed.value).model_validate_json(proposed.value.model_dump_json())  # as a row has it
    done = await registry.call(kept.tool, kept.arguments, context(confirmed=kept))
    assert (done.outcome, garden.watered["fern"]) == (Outcome.DONE, 2)


async def test_being_cancelled_is_passed_on_and_written_down(registry: ToolRegistry, db: Stores):
    going = asyncio.create_task(registry.call(plants, {}, context()))
    lost = asyncio.create_task(_cancelled(registry))
    assert (await going).outcome is Outcome.DONE
    with pytest.raises(asyncio.CancelledError):
        await lost
    await registry.close()
    assert sorted(row.outcome for row in await db.tool_calls.recent(ANN, 5)) == ["cancelled", "done"]


async def _cancelled(registry: ToolRegistry) -> None:
    started = asyncio.Event()

    @tool("reads")
    async def endless(context: ToolContext) -> Plants:
        """Wait."""
        started.set()
        await asyncio.sleep(60)
        return Plants(names=[])

    registry.register(endless)
    call = asyncio.create_task(registry.call(endless, {}, context()))
    await started.wait()
    call.cancel()
    await call


async def test_a_model_is_offered_no_tool_that_writes(registry: ToolRegistry, garden: Garden):
    """What a page tells it to do comes to nothing: there is no such tool, and nothing was confirmed."""
    seen: list[tuple[str, str]] = []

    def obeying(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        if not seen:
            seen.extend((one.name, one.description or "") for one in info.function_tools)
            return ModelResponse(
                parts=[ToolCallPart("plants", {}), ToolCallPart("water_plant", {"plant": "fern"})]
            )
        told = [str(part.content) for part in messages[-1].parts if part.part_kind == "tool-return"]  # pyright: ignore[reportAttributeAccessIssue]
        return ModelResponse(parts=[TextPart(" ".join(told))])

    results: list[ToolResult[BaseModel]] = []
    tools = registry.offered(context().user_id)
    offered = model_tools(registry, context(), tools, fenced="<data>{}</data>".format, results=results)
    answer = await Agent(FunctionModel(obeying), deps_type=type(None), tools=offered).run(
        "what now?", deps=None
    )
    assert [name for name, _ in seen] == ["plants", "water_plant", "weather"]
    assert seen[0][1] == "Name the person's plants."
    assert '<data>{"names":["fern","fig"]}</data>' in answer.output
    assert [type(result.value).__name__ for result in results] == ["Plants", "Watering"]
    assert garden.watered == {"fern": 0, "fig": 0}


async def plain(context: ToolContext) -> str:
    """Say its name."""
    return str(context.user_id)


async def untold(context: ToolContext) -> Plants:
    return Plants(names=[str(context.user_id)])


async def proposing(context: ToolContext) -> Proposal:
    """Propose."""
    return Proposal(tool="water", arguments={"plant": str(context.user_id)})


@pytest.mark.parametrize("function", [plain, untold, proposing])
def test_what_is_no_tool_is_refused_where_it_is_made(function: Callable[..., object]):
    with pytest.raises(TypeError, match=function.__name__):
        tool("reads")(function)  # pyright: ignore[reportArgumentType] - the mistake that is refused


def test_two_tools_cannot_bear_one_name(registry: ToolRegistry):
    registry.register(plants)

    async def plants_again(context: ToolContext) -> Plants:
        """Others."""
        return Plants(names=[str(context.user_id)])

    plants_again.__name__ = "plants"
    with pytest.raises(ValueError, match="plants"):
        registry.register(tool("reads")(plants_again))
