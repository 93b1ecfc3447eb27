"""The registry as pydantic-ai takes it: what a model may call for one person in one turn."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from pydantic import JsonValue
from pydantic_ai import Tool as ModelTool
from pydantic_ai.toolsets import FunctionToolset

from agents.tools.context import ToolContext
from agents.tools.registry import AnyTool, ToolRegistry
from agents.tools.result import ToolResult


def toolset(
    registry: ToolRegistry,
    context: ToolContext,
    *,
    names: Collection[str] | None = None,
    fenced: Callable[[str], str],
    results: list[ToolResult[Any]],
) -> FunctionToolset[None]:
    """The tools offered to this person, of these names if any are given, but none that writes.

    `fenced` marks what a tool answers as data; `results` gathers the answers, proposals among them, for
    whoever asked the model.
    """
    return FunctionToolset(
        [
            _model_tool(registry, one, context, fenced, results)
            for one in registry.offered(context.user_id)
            if one.kind != "writes" and (names is None or one.name in names)
        ]
    )


def _model_tool(
    registry: ToolRegistry,
    tool: AnyTool,
    context: ToolContext,
    fenced: Callable[[str], str],
    results: list[ToolResult[Any]],
) -> ModelTool[None]:
    async def called(**arguments: JsonValue) -> str:
        result = await registry.call(tool, arguments, context)
        results.append(result)
        return fenced(result.text)

    return ModelTool[None].from_schema(called, tool.name, tool.description, tool.schema)
