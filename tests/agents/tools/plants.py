"""Tools of a made-up source, as somebody would add them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from agents.tools.context import ToolContext
from agents.tools.result import Outcome, Proposal, ToolError
from agents.tools.tool import tool


@dataclass
class Garden:
    """One person's plants, with how often each was watered."""

    watered: dict[str, int] = field(default_factory=dict[str, int])


class Plants(BaseModel):
    names: list[str]


class Watering(Proposal):
    plant: str


class Watered(BaseModel):
    times: int


@tool("reads", Garden)
async def plants(
    context: ToolContext, starting: Annotated[str, Field(max_length=10, description="first letters")] = ""
) -> Plants:
    """Name the person's plants."""
    return Plants(names=[name for name in context.source(Garden).watered if name.startswith(starting)])


@tool("proposes", Garden)
async def water_plant(context: ToolContext, plant: str, litres: int = 1) -> Watering:
    """Propose to water a plant."""
    if plant not in context.source(Garden).watered:
        raise ToolError(Outcome.NOT_FOUND, "There is no such plant")
    return Watering(tool="water", arguments={"plant": plant, "litres": litres}, plant=plant)


@tool("writes", Garden)
async def water(context: ToolContext, plant: str, litres: int) -> Watered:
    """Water a plant."""
    context.source(Garden).watered[plant] += litres
    return Watered(times=context.source(Garden).watered[plant])


@tool("reads", seconds=0.05)
async def weather(context: ToolContext, mood: Literal["fine", "slow", "broken", "long", "endless"]) -> Plants:
    """Tell the weather."""
    if mood == "slow":
        await asyncio.sleep(60)
    if mood == "broken":
        raise KeyError(context.user_id)
    if mood == "endless":
        return Plants(names=["x" * 40] * 10_000)
    return Plants(names=["x" * 90_000] if mood == "long" else ["sun"])
