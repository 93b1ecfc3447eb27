"""The form of an answer as a model is shown it: worked out once for each agent and way of asking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Literal, cast

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema
from pydantic_ai import Tool, ToolDefinition
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition

from agents.model.calls.bridge import transformer
from agents.model.settings import Api


class _Untitled(GenerateJsonSchema):
    """A title that only says a field's name again is paid for with every call."""

    def field_title_should_be_set(self, schema: object) -> bool:  # pyright: ignore[reportIncompatibleMethodOverride]
        return False


def _untitled(schema: dict[str, Any]) -> dict[str, Any]:
    """Without the names of classes, which say nothing to a model."""
    parts = {key: _inside(value) for key, value in schema.items() if key != "title"}
    if isinstance(fields := schema.get("properties"), dict):
        parts["properties"] = {name: _inside(field) for name, field in cast("dict[str, Any]", fields).items()}
    return parts


def _inside(value: Any) -> Any:
    if isinstance(value, dict):
        return _untitled(cast("dict[str, Any]", value))
    return [_inside(one) for one in cast("list[Any]", value)] if isinstance(value, list) else value


@cache
def form(
    output: type[BaseModel], mode: Literal["tool", "native"], name: str, api: Api
) -> ModelRequestParameters:
    """What to send along for one structured answer and nothing else."""
    walked = transformer(api)(output.model_json_schema(schema_generator=_Untitled))
    schema = _untitled(walked.walk())
    strict = api in {"openai", "azure"} and walked.is_strict_compatible
    description = schema.pop("description", None)
    if mode == "native":
        schema = {"title": name, **schema}  # litellm sends Ollama no other name
        shape = OutputObjectDefinition(schema, name=name, description=description, strict=strict)
        return ModelRequestParameters(output_mode="native", output_object=shape, allow_text_output=True)
    tool = ToolDefinition(
        name=name,
        description=description or "Your answer.",
        parameters_json_schema=schema,
        kind="output",
        strict=strict,
    )
    return ModelRequestParameters(output_mode="tool", output_tools=[tool], allow_text_output=False)


def with_tools(
    shape: ModelRequestParameters, tools: Sequence[Tool[None]], api: Api
) -> ModelRequestParameters:
    """The same where tools may be used first."""
    if not tools:
        return shape
    known = [tool.tool_def for tool in tools]
    defined = [
        replace(
            each, parameters_json_schema=transformer(api)(each.parameters_json_schema).walk(), strict=False
        )
        for each in known
    ]
    return replace(shape, function_tools=defined)
