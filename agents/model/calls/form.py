"""The form of an answer as a model is shown it: worked out once for each agent and way of asking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Literal

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


@cache
def form(
    output: type[BaseModel], mode: Literal["tool", "native"], name: str, api: Api
) -> ModelRequestParameters:
    """What to send along for one structured answer and nothing else."""
    walked = transformer(api)(output.model_json_schema(schema_generator=_Untitled))
    schema = walked.walk()
    strict = api in {"openai", "azure"} and walked.is_strict_compatible
    description = schema.pop("description", None)
    if mode == "native":
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
