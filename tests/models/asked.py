"""What the server was asked, read alike from the three ways of asking."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Literal, cast, get_args

from agents.model.settings import AgentName
from tests.models.filling import Json, schema_in

Api = Literal["openai", "anthropic", "ollama"]
AGENTS: tuple[str, ...] = get_args(AgentName)
_WITH_TOOLS = ("coach", "evolution", "services")
"""Who is offered tools beside the output."""
_JSON_TOOL = "json_tool_call"
"""The tool that litellm makes of a `response_format` for Anthropic."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request. `agent` is who is being played, as the output tool or the schema is named."""

    api: Api
    model: str
    agent: str
    system: str
    user: str
    messages: list[Json]
    tools: tuple[str, ...]
    schema: Json | None
    """Of the output; None: plain text was asked for."""
    output_tool: str | None
    """None: the output goes into the text."""
    stream: bool
    images: int
    cached_marks: int
    """Places marked with cache_control."""
    raw: Json
    at: float
    """On time.monotonic's clock."""
    headers: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def key(self) -> str:
        """The API key it came with."""
        return self.headers.get("x-api-key", self.headers.get("authorization", "")).removeprefix("Bearer ")

    @property
    def prompt(self) -> str:
        """All of it, as JSON text: to look for what must not stand in it."""
        return json.dumps(self.raw, ensure_ascii=False)


def from_openai(body: Json, at: float, headers: dict[str, str]) -> Asked:
    """From a request to /v1/chat/completions."""
    messages: list[Json] = body.get("messages") or []
    tools = _functions(body)
    choice = cast("Json | str | None", body.get("tool_choice"))
    forced = str(choice["function"]["name"]) if isinstance(choice, dict) else None
    system = _joined(messages, ("system", "developer"))
    response: Json = body.get("response_format") or {}
    form: Json = response.get("json_schema") or {}
    return _asked(
        "openai",
        body,
        at,
        headers,
        system=system,
        tools=tools,
        forced=forced,
        named=(str(form.get("name", "")), form.get("schema")),
    )


def from_anthropic(body: Json, at: float, headers: dict[str, str]) -> Asked:
    """From a request to /v1/messages."""
    listed: list[Json] = body.get("tools") or []
    tools: dict[str, Json] = {tool["name"]: tool.get("input_schema") or {} for tool in listed}
    choice: Json = body.get("tool_choice") or {}
    config: Json = body.get("output_config") or {}
    form: Json = body.get("output_format") or config.get("format") or {}
    return _asked(
        "anthropic",
        body,
        at,
        headers,
        system=_words(body.get("system")),
        tools=tools,
        forced=choice.get("name"),
        named=("", form.get("schema")),
    )


def from_ollama(body: Json, at: float, headers: dict[str, str]) -> Asked:
    """From a request to /api/chat."""
    messages: list[Json] = body.get("messages") or []
    tools = _functions(body)
    form = cast("Json | str | None", body.get("format"))
    return _asked(
        "ollama",
        body,
        at,
        headers,
        system=_joined(messages, ("system",)),
        tools=tools,
        forced=None,
        named=("", form if isinstance(form, dict) else None),
    )


def from_audio(model: str, form: dict[str, str], size: int, at: float) -> Asked:
    """From a request to /v1/audio/transcriptions."""
    return Asked(
        api="openai",
        model=model,
        agent="voice",
        system="",
        user=form.get("prompt", ""),
        messages=[],
        tools=(),
        schema=None,
        output_tool=None,
        stream=False,
        images=0,
        cached_marks=0,
        raw={**form, "bytes": size},
        at=at,
    )


def _functions(body: Json) -> dict[str, Json]:
    listed: list[Json] = body.get("tools") or []
    return {tool["function"]["name"]: tool["function"].get("parameters") or {} for tool in listed}


def _asked(
    api: Api,
    body: Json,
    at: float,
    headers: dict[str, str],
    *,
    system: str,
    tools: dict[str, Json],
    forced: str | None,
    named: tuple[str, Json | None],
) -> Asked:
    messages: list[Json] = body.get("messages") or []
    output_tool = forced if forced in tools else _output_tool(tuple(tools))
    name, schema = named
    if schema is not None:
        output_tool = None
    elif output_tool is not None:
        name, schema = output_tool, tools[output_tool]
    else:
        schema = schema_in(system)
    if name not in AGENTS and schema is not None and name in ("", _JSON_TOOL):
        name = _meant_by(schema)
    written = json.dumps(body)
    return Asked(
        api=api,
        model=str(body.get("model", "")),
        agent=name,
        system=system,
        user=_joined(messages, ("user",)),
        messages=messages,
        tools=tuple(tools),
        schema=schema,
        output_tool=output_tool,
        stream=bool(body.get("stream", False)),
        images=_images(messages),
        cached_marks=written.count('"cache_control"'),
        raw=body,
        at=at,
        headers=headers,
    )


def _output_tool(tools: tuple[str, ...]) -> str | None:
    agents = [name for name in tools if name in (*AGENTS, *_WITH_TOOLS, _JSON_TOOL)]
    return agents[-1] if agents else tools[0] if len(tools) == 1 else None


def _meant_by(schema: Json) -> str:
    """The agent whose output a nameless schema is: by its title, else by the fields it has."""
    title = str(schema.get("title", "")).lower()
    for agent in AGENTS:
        if title.startswith(agent[:7]):
            return agent
    have = set(cast("Json", schema.get("properties") or {}))
    scores = {agent: len(have & fields) / len(have | fields) for agent, fields in _FIELDS.items()}
    best = max(scores, key=lambda agent: scores[agent])
    return best if scores[best] >= 0.5 else ""


def _fields() -> dict[str, frozenset[str]]:
    from importlib import import_module  # noqa: PLC0415 - only here, by name

    found: dict[str, frozenset[str]] = {}
    for agent in AGENTS:
        output = getattr(import_module(f"agents.{agent}"), f"{agent.capitalize()}Output")
        found[agent] = frozenset(output.model_fields)
    return found


_FIELDS = _fields()


def _joined(messages: list[Json], roles: tuple[str, ...]) -> str:
    return "\n\n".join(_words(message.get("content")) for message in messages if message.get("role") in roles)


def _words(content: object) -> str:
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = cast("list[Json]", content)
    return "\n\n".join(
        str(part["text"]) if "text" in part else _words(part.get("content"))
        for part in parts
        if "text" in part or part.get("type") == "tool_result"
    )


def _images(messages: list[Json]) -> int:
    count = 0
    for message in messages:
        content = message.get("content")
        parts = cast("list[Json]", content) if isinstance(content, list) else []
        count += sum(part.get("type") in ("image_url", "image") for part in parts)
        count += len(message.get("images") or [])
    return count
