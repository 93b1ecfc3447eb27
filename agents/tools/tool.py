"""What a tool is: one async function with typed arguments and a typed result."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Concatenate, Generic, Literal, ParamSpec, TypeVar, cast, get_type_hints

from pydantic import BaseModel, ConfigDict, create_model

from agents.tools.context import ToolContext
from agents.tools.result import Proposal

P = ParamSpec("P")
R = TypeVar("R", bound=BaseModel)
Kind = Literal["reads", "proposes", "writes"]
SECONDS = 20.0
CHARACTERS = 20_000


@dataclass(frozen=True, slots=True)
class Tool(Generic[R]):
    """A tool as the registry, a model and an MCP server see it. Made by `tool`."""

    name: str
    description: str
    kind: Kind
    arguments: type[BaseModel]
    """The function's parameters without the context, as a closed model."""
    result: type[R]
    function: Callable[..., Awaitable[R]]
    needs: tuple[type, ...]
    """The sources without which it is not offered."""
    seconds: float
    characters: int
    """Of its result as JSON, at most."""
    repeatable: bool = False
    """Whether another service says that the same call again changes nothing."""
    lookup: str = ""
    """The reading tool that tells what became of a call of this one."""

    @property
    def schema(self) -> dict[str, Any]:
        """JSON Schema of the arguments."""
        return self.arguments.model_json_schema()


def tool(
    kind: Kind,
    *needs: type,
    seconds: float = SECONDS,
    characters: int = CHARACTERS,
) -> Callable[[Callable[Concatenate[ToolContext, P], Awaitable[R]]], Tool[R]]:
    """Make a tool of an async function: its name, docstring and annotations say the rest.

    `reads`: looks things up. `proposes`: returns a Proposal, and nothing has happened yet. `writes`: does
    what the person confirmed; no model is ever offered it. Raises TypeError for a function that is no tool.
    """

    def made(function: Callable[Concatenate[ToolContext, P], Awaitable[R]]) -> Tool[R]:
        return _tool(function, kind, needs, seconds=seconds, characters=characters)

    return made


def _tool(
    function: Callable[..., Awaitable[R]],
    kind: Kind,
    needs: tuple[type, ...],
    *,
    seconds: float,
    characters: int,
) -> Tool[R]:
    hints = get_type_hints(function, include_extras=True)
    _, *given = inspect.signature(function).parameters.values()
    result = hints.get("return")
    name, description = function.__name__, inspect.getdoc(function)
    if not inspect.iscoroutinefunction(function) or not description:
        raise TypeError(f"{name}: a tool is an async function with a docstring")
    if not isinstance(result, type) or not issubclass(result, BaseModel):
        raise TypeError(f"{name}: a tool returns a pydantic model")
    if issubclass(result, Proposal) != (kind == "proposes"):
        raise TypeError(f"{name}: a tool that proposes returns a Proposal, and no other does")
    if any(one.name not in hints for one in given):
        raise TypeError(f"{name}: every argument has a type")
    fields: dict[str, Any] = {
        one.name: (hints[one.name], ... if one.default is one.empty else one.default) for one in given
    }
    closed = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)
    arguments = create_model(name, __config__=closed, **fields)
    return Tool(
        name, description, kind, arguments, cast("type[R]", result), function, needs, seconds, characters
    )
