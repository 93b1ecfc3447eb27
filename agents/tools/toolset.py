"""The registry as pydantic-ai takes it: what a model may call for one person in one turn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from pydantic import JsonValue
from pydantic_ai import Tool as ModelTool

from agents.tools.context import ToolContext
from agents.tools.registry import AnyTool, ToolRegistry
from agents.tools.result import ToolResult

AnyModelTool = ModelTool[None]
_REFUSED = "This tool can't be used any more in this request."


def _always(_: AnyTool) -> bool:
    return True


def model_tools(
    registry: ToolRegistry,
    context: ToolContext,
    tools: Sequence[AnyTool],
    *,
    fenced: Callable[[str], str],
    results: list[ToolResult[Any]],
    may: Callable[[AnyTool], bool] = _always,
) -> list[ModelTool[None]]:
    """These tools, but none that writes; `may` is asked before each call.

    `fenced` marks what a tool answers as data; `results` gathers the answers, proposals among them, for
    whoever asked the model.
    """

    def made(tool: AnyTool) -> ModelTool[None]:
        async def called(**arguments: JsonValue) -> str:
            if not may(tool):
                return _REFUSED
            result = await registry.call(tool, arguments, context)
            results.append(result)
            return fenced(result.text)

        return ModelTool[None].from_schema(called, tool.name, tool.description, tool.schema)

    return [made(one) for one in tools if one.kind != "writes"]


def deferred(
    name: str, about: str, schema: dict[str, Any], put_by: Callable[[dict[str, object]], Awaitable[str]]
) -> AnyModelTool:
    """A tool whose calls are put by for later; `put_by` takes the arguments and answers the model."""

    async def called(**arguments: object) -> str:
        return await put_by(arguments)

    return ModelTool[None].from_schema(called, name, about, schema)
