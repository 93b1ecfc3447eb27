"""A request answered by a model with the tools of MCP servers: it looks things up, and it may propose."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import Field

from agents.model.calls.ask import Ask
from agents.model.checks.cleaned import plain as cleaned
from agents.model.context.prompts import prompt
from agents.model.fences import Fence
from agents.model.terse import Terse
from agents.remote.proposals import CallProposal
from agents.specialists.catalogue.services import ServicesQuery
from agents.specialists.specialist import Seat, Told
from agents.tools.registry import AnyTool
from agents.tools.result import Outcome, ToolResult
from agents.tools.toolset import model_tools

_LONGEST = 1500
"""Characters of an answer, a model's or a quoted one."""
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_WORDED = frozenset({Outcome.UNAVAILABLE, Outcome.TIMED_OUT, Outcome.TOO_LARGE})


class ServicesWire(Terse):
    """What the tools say to the request."""

    answer: str = Field(description="plain text; empty where the tools do not tell")


@dataclass(slots=True)
class Calling:
    """`of`: whose each tool is. `results` are what was answered so far."""

    of: Mapping[str, str]
    results: list[ToolResult[Any]] = field(default_factory=list[ToolResult[Any]])

    def may(self, tool: AnyTool) -> bool:
        """What one server said starts no tool of another: it would be told of the first one's data.

        A proposal is only shown, so whatever led to it, the person decides.
        """
        told = {self.of.get(one.tool) for one in self.results if one.outcome is Outcome.DONE}
        return tool.kind == "proposes" or told <= {self.of[tool.name]}


async def called(query: ServicesQuery, seat: Seat, of: Mapping[str, str]) -> Told:
    """The answer, or what would be done and waits for a yes."""
    calling = Calling(of)
    tools = model_tools(
        seat.registry,
        seat.context,
        [one for one in seat.registry.offered(seat.context.user_id) if one.name in of],
        fenced=lambda text: Fence().block("answer", text),
        results=calling.results,
        may=calling.may,
    )
    own = prompt("services")
    told = await seat.ask(
        Ask(
            agent="services",
            instructions=own.instructions,
            context=seat.shown(own, query, "request"),
            output=ServicesWire,
            tools=tools,
        )
    )
    return _told("" if told is None else told.answer, query, calling.results)


def _told(answer: str, query: ServicesQuery, results: Sequence[ToolResult[Any]]) -> Told:
    """A proposal speaks for itself. A number that no tool has said is not told: then a tool is quoted."""
    proposal = next((one.value for one in results if isinstance(one.value, CallProposal)), None)
    if proposal is not None:
        return Told(proposal=proposal)
    texts = [one.value.text for one in results if one.value is not None]
    known = {found for text in (query.user_question, *texts) for found in _NUMBER.findall(text)}
    answer = cleaned(answer, texts).strip()
    if texts and answer and set(_NUMBER.findall(answer)) <= known:
        return Told(text=answer[:_LONGEST])
    if texts:
        return Told(text=texts[0].strip()[:_LONGEST])
    failed = next((one for one in results if one.outcome in _WORDED), None)
    return Told(says=f"tools.outcome.{failed.outcome.value}" if failed is not None else "tools.not_told")
