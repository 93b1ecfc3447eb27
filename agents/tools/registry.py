"""Every tool there is, and the one way to call them: checked, bounded in time and size, written down."""

from __future__ import annotations

import asyncio
import json
import logging
import pkgutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from types import ModuleType
from typing import Any, Protocol, TypeVar, cast, overload

from pydantic import BaseModel, JsonValue, ValidationError
from ulid import ULID

from agents.tools.context import ToolContext
from agents.tools.result import Outcome, ToolError, ToolResult, bounded
from agents.tools.tool import R, Tool
from storage.tool_calls import ToolCall

logger = logging.getLogger(__name__)

T = TypeVar("T")
AnyTool = Tool[Any]
"""Any: of whatever result."""
Arguments = Mapping[str, JsonValue]

_ARGUMENTS = 20_000
"""Characters of JSON: more is no question."""
_NOTED = 1000
"""Characters of arguments and of a failure that a row keeps."""


class ToolLedger(Protocol):
    """Where calls are written down."""

    async def record(self, call: ToolCall) -> None:
        """Keep one."""
        ...


def discovered(package: ModuleType) -> Iterator[AnyTool]:
    """The tools at the top of each module of a package."""
    for found in sorted(pkgutil.iter_modules(package.__path__), key=lambda one: one.name):
        module = import_module(f"{package.__name__}.{found.name}")
        for value in vars(module).values():
            if isinstance(value, Tool):
                yield cast("AnyTool", value)


class ToolRegistry:
    """Tools by name, and whose sources they work on."""

    def __init__(self, ledger: ToolLedger) -> None:
        self._ledger = ledger
        self._tools: dict[str, AnyTool] = {}
        self._sources: dict[type, Callable[[int], object | None]] = {}
        self._joined: list[Callable[[int], Iterable[AnyTool]]] = []
        self._late: set[asyncio.Task[None]] = set()

    def register(self, *tools: AnyTool) -> None:
        """Add tools. Raises ValueError for a name that is taken."""
        for one in tools:
            if self._tools.get(one.name, one) is not one:
                raise ValueError(f"there are two tools of the name {one.name}")
            self._tools[one.name] = one

    @property
    def names(self) -> frozenset[str]:
        """Of all tools that are registered, whoever has what they need."""
        return frozenset(self._tools)

    def with_source(self, kind: type[T], of: Callable[[int], T | None]) -> ToolRegistry:
        """The same tools and sources, and one kind of source that is offered nowhere else."""
        other = ToolRegistry(self._ledger)
        other._tools, other._joined, other._late = self._tools, self._joined, self._late
        other._sources = {**self._sources, kind: of}
        return other

    def provide(self, kind: type[T], of: Callable[[int], T | None]) -> None:
        """Say how to get the source of a kind that belongs to a user; None: they have none."""
        self._sources[kind] = of

    def join(self, of: Callable[[int], Iterable[AnyTool]]) -> None:
        """Say how to get tools of a user's own, as they are then. A name that is taken stays whose it is."""
        self._joined.append(of)

    def offered(self, user_id: int, *, joined: bool = True) -> tuple[AnyTool, ...]:
        """What can be called for this person: tools whose sources are configured for them."""
        own = self._of_user(user_id) if joined else {}
        every = (*self._tools.values(), *own.values())
        return tuple(one for one in every if self._bound(one, user_id) is not None)

    @overload
    async def call(self, tool: Tool[R], arguments: Arguments, context: ToolContext) -> ToolResult[R]: ...
    @overload
    async def call(self, tool: str, arguments: Arguments, context: ToolContext) -> ToolResult[BaseModel]: ...
    async def call(self, tool: str | AnyTool, arguments: Arguments, context: ToolContext) -> ToolResult[Any]:
        """Call a tool for somebody. Whatever happens is a result; only being cancelled is passed on."""
        name = (tool if isinstance(tool, str) else tool.name)[:64]
        known = self._tools.get(name) or self._of_user(context.user_id).get(name)
        result: ToolResult[Any] = ToolResult(name, Outcome.CANCELLED)
        size, began = 0, time.perf_counter()
        try:
            if known is None:
                result = ToolResult(name, Outcome.UNKNOWN, detail="There is no such tool")
            else:
                result, size = await self._outcome(known, arguments, context)
        finally:
            call = ToolCall(
                id=str(ULID()), at=context.now, turn_id=context.turn_id, user_id=context.user_id,
                chat_id=context.chat_id, tool=name, kind=known.kind if known is not None else "",
                arguments=_written(arguments)[:_NOTED], outcome=result.outcome.value,
                detail=result.detail[:_NOTED], duration_ms=(time.perf_counter() - began) * 1000, size=size,
            )  # fmt: skip
            await self._recorded(call, cancelled=result.outcome is Outcome.CANCELLED)
        return result

    async def close(self) -> None:
        """Wait for rows that are still being written."""
        if self._late:
            await asyncio.gather(*self._late)

    async def _outcome(
        self, tool: Tool[R], arguments: Arguments, context: ToolContext
    ) -> tuple[ToolResult[R], int]:
        """The result and the characters of its value."""
        try:
            ready = self._prepared(tool, arguments, context)
        except ToolError as error:
            return _failed(tool, error.outcome, error.detail), 0
        return await carried_out(tool, arguments, ready)

    def _prepared(self, tool: AnyTool, arguments: Arguments, context: ToolContext) -> ToolContext:
        """The context with the sources that the tool needs. Raises ToolError."""
        sources = self._bound(tool, context.user_id)
        if sources is None:
            raise ToolError(Outcome.NOT_CONFIGURED, "It is not configured for this person")
        if tool.kind == "writes":
            proposed = context.confirmed
            if proposed is None or not proposed.allows(tool.name, arguments):
                raise ToolError(Outcome.UNCONFIRMED, "The person has not said yes to this")
        return replace(context, sources=sources)

    def _of_user(self, user_id: int) -> dict[str, AnyTool]:
        """What was joined, by name; the first of a name."""
        found: dict[str, AnyTool] = {}
        for one in (each for of in self._joined for each in of(user_id)):
            if one.name not in self._tools:
                found.setdefault(one.name, one)
        return found

    def _bound(self, tool: AnyTool, user_id: int) -> dict[type, object] | None:
        """The person's sources of each kind it needs; None: one is missing."""
        bound: dict[type, object] = {}
        for kind in tool.needs:
            of = self._sources.get(kind)
            source = of(user_id) if of is not None else None
            if source is None:
                return None
            bound[kind] = source
        return bound

    async def _recorded(self, call: ToolCall, *, cancelled: bool) -> None:
        task = asyncio.get_running_loop().create_task(self._record(call))
        self._late.add(task)
        task.add_done_callback(self._late.discard)
        if not cancelled:
            await asyncio.shield(task)

    async def _record(self, call: ToolCall) -> None:
        try:
            await self._ledger.record(call)
        except Exception:  # a row that is missing stops nobody
            logger.warning("a tool call of user %d is not recorded", call.user_id, exc_info=True)


async def carried_out(tool: Tool[R], arguments: Arguments, ready: ToolContext) -> tuple[ToolResult[R], int]:
    """Call a tool that has its sources, and write down nothing: the result, the characters of its value."""
    try:
        given = _validated(tool, arguments)
        async with asyncio.timeout(tool.seconds):
            value = await tool.function(ready, **given)
    except ToolError as error:
        return _failed(tool, error.outcome, error.detail), 0
    except TimeoutError:
        return _failed(tool, Outcome.TIMED_OUT, f"no answer within {tool.seconds:g} s"), 0
    except Exception as error:  # whatever it is, the chat goes on
        logger.warning("the tool %s failed", tool.name, exc_info=True)
        return _failed(tool, Outcome.FAILED, type(error).__name__), 0
    kept, size = bounded(value, tool.characters)
    if kept is None:
        return _failed(tool, Outcome.TOO_LARGE, f"{size} characters"), size
    return ToolResult(tool.name, Outcome.DONE, kept), size


def _validated(tool: AnyTool, arguments: Arguments) -> dict[str, object]:
    """The arguments as the function takes them. Raises ToolError."""
    if len(_written(arguments)) > _ARGUMENTS:
        raise ToolError(Outcome.INVALID, "The arguments are too long")
    try:
        model: BaseModel = tool.arguments.model_validate(dict(arguments))
    except ValidationError as error:
        told = error.errors(include_url=False, include_input=False, include_context=False)
        problems = (f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in told)
        raise ToolError(Outcome.INVALID, "; ".join(problems)[:_NOTED]) from None
    return {name: getattr(model, name) for name in tool.arguments.model_fields}


def _written(arguments: Arguments) -> str:
    return json.dumps(dict(arguments), ensure_ascii=False, default=str)


def _failed(tool: Tool[R], outcome: Outcome, detail: str) -> ToolResult[R]:
    return ToolResult(tool.name, outcome, detail=detail)
