"""Carrying out one call of a worker: which tools a phase has, and what a call brought."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pydantic import JsonValue

from agents.jobs.body import JobBody
from agents.jobs.figures import FigureBook, told_by
from agents.jobs.kinds import CONNECTED, Kind
from agents.jobs.own_tools import OWN_TOOLS, JobCall
from agents.jobs.todo import Refusal
from agents.jobs.transitions import JobState, Mode
from agents.jobs.workspace import DiskFull, Workspace, WorkspaceGone
from agents.profile import Profile
from agents.tools.context import ToolContext
from agents.tools.registry import AnyTool, ToolRegistry, carried_out
from agents.tools.result import Outcome, Proposal, ToolResult
from storage.job import JobRow

if TYPE_CHECKING:  # only while a job runs
    from pydantic_ai.messages import ToolCallPart

_LONGEST = 16_000
"""Characters of a result."""
_PROPOSED = "Shown to the person, who decides. Nothing has happened yet; go on without it."
_ENOUGH = "The person has been shown enough proposals. Write the rest into the artifacts."
_LISTS = "connected_tools"
_OWN = {one.name: one for one in OWN_TOOLS}


def stays(call: ToolCallPart) -> bool:
    """Whether it reads and writes the job's own files and state only."""
    return call.tool_name in _OWN


@dataclass(frozen=True, slots=True)
class Called:
    """What a call brought; `state` is there where a todo was completed."""

    text: str
    is_done: bool = True
    state: JobState | None = None
    asks: tuple[str, tuple[str, ...]] | None = None
    completed: str | None = None
    proposal: Proposal | None = None
    trouble: WorkspaceGone | DiskFull | None = None


@dataclass(frozen=True, slots=True)
class Calling:
    """For one job. `clock` brings the time now."""

    kind: Kind
    profile: Profile
    workspace: Workspace
    registry: ToolRegistry
    clock: Callable[[], datetime]
    language: str = "en"

    def offered(self, mode: Mode) -> list[AnyTool]:
        """What a phase may call; nothing of it writes by itself."""
        names = self.kind.type.tools.of(mode)
        own = [one for one in OWN_TOOLS if one.name in names]
        lent = self._connected() if CONNECTED in names else {}
        user = self.profile.user_id
        domain = [one for one in self.registry.offered(user, joined=False) if one.name in names]
        return [*own, *(one for one in (*domain, *lent.values()) if one.kind != "writes")]

    def cut_off(self, name: str) -> AnyTool | None:
        """The tool of another service that a call goes to: what came of it before a restart nobody knows.

        What only proposes a call has asked nobody.
        """
        tool = self._connected().get(name)
        return None if tool is None or tool.kind == "proposes" else tool

    async def call(self, call: ToolCallPart, body: JobBody, row: JobRow) -> Called:
        """Carry it out. Whatever happens is told."""
        try:
            arguments = _arguments(call)
            tool = self._tool(call.tool_name, body.state.mode)
            if stays(call):
                return await self._own(tool, arguments, body, row)
            if tool.kind == "proposes" and body.proposed >= self.kind.type.limits.proposals:
                return Called(_ENOUGH, is_done=False)
            return self._told(await self.registry.call(tool, arguments, self._context(row)), body)
        except Refusal as refusal:
            return Called(str(refusal), is_done=False)
        except (WorkspaceGone, DiskFull) as trouble:
            return Called("", is_done=False, trouble=trouble)

    def _tool(self, name: str, mode: Mode) -> AnyTool:
        """One of the phase. Raises Refusal."""
        if name in _OWN and name in self.kind.type.tools.of(mode):
            return _OWN[name]
        offered = {one.name: one for one in self.offered(mode)}
        if name in offered:
            return offered[name]
        other: Mode = "tactical" if mode == "strategic" else "strategic"
        if any(one.name == name for one in self.offered(other)):
            raise Refusal(f"{name} can't be called in a {mode} phase.")
        raise Refusal(f"There is no tool {name[:80]!r}. There are: {', '.join(sorted(offered))}.")

    async def _own(
        self, tool: AnyTool, arguments: Mapping[str, JsonValue], body: JobBody, row: JobRow
    ) -> Called:
        left = self.kind.type.limits.questions - body.asked
        call = JobCall(
            self.workspace, body.state, self.kind.type.phase_settings, self.book(body), questions_left=left
        )
        ready = replace(self._context(row), sources={JobCall: call})
        result, _ = await carried_out(tool, arguments, ready)  # the job's own steps tell what it did
        text, is_done = _shown(result), result.outcome is Outcome.DONE
        told = Called(text, is_done, asks=call.asks, completed=call.completed, trouble=call.trouble)
        return replace(told, state=call.state) if tool.name == "todo_complete" and is_done else told

    def _told(self, result: ToolResult[Any], body: JobBody) -> Called:
        value = result.value
        if value is None:
            return Called(_shown(result), is_done=False)
        if isinstance(value, Proposal):
            return Called(_PROPOSED, proposal=value)
        figures, said = told_by(result.tool, value)
        slots = self.book(body).add(figures, said)
        lines = [
            f"{slot} = {figure.what}: {figure.value:g} {figure.unit}".rstrip()
            for slot, figure in zip(slots, figures, strict=True)
        ]
        return Called("\n".join([*lines, _shown(result)])[:_LONGEST])

    def book(self, body: JobBody) -> FigureBook:
        """The job's figures."""
        today = self.clock().astimezone(self.profile.zone).date()
        return FigureBook(self.workspace, self.profile, today, body.request)

    def _context(self, row: JobRow) -> ToolContext:
        now = self.clock().astimezone(self.profile.zone)
        context = ToolContext.of(self.profile, now, chat_id=row.chat_id, language=self.language)
        return replace(context, turn_id=row.id)

    def _connected(self) -> dict[str, AnyTool]:
        user = self.profile.user_id
        known = {*_OWN, _LISTS, *(one.name for one in self.registry.offered(user, joined=False))}
        return {one.name: one for one in self.registry.offered(user) if one.name not in known}


def _arguments(call: ToolCallPart) -> dict[str, JsonValue]:
    """As the model wrote them. Raises Refusal."""
    try:
        return call.args_as_dict(raise_if_invalid=True)
    except (ValueError, AssertionError):
        raise Refusal("The arguments are no JSON object.") from None


def _shown(result: ToolResult[Any]) -> str:
    if result.value is None:
        return (result.detail or f"{result.tool}: {result.outcome.value}")[:_LONGEST]
    return result.value.model_dump_json(exclude_none=True, exclude={"figures"})
