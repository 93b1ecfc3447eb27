"""pydantic-ai's OpenAI chat model whose requests go where we say instead of to OpenAI's client."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import SimpleNamespace
from typing import Any

from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.profiles import InlineDefsJsonSchemaTransformer
from pydantic_ai.profiles.openai import OpenAIJsonSchemaTransformer, OpenAIModelProfile
from pydantic_ai.providers import Provider

from agents.model.settings import Target

Send = Callable[[Mapping[str, object]], Awaitable[object]]
"""Takes a request to OpenAI's chat completions, brings a `ChatCompletion`."""

_SERVED = OpenAIModelProfile(
    supports_json_schema_output=True,
    supports_json_object_output=True,
    openai_chat_supports_max_completion_tokens=False,  # litellm renames it where it must
    openai_supports_strict_tool_definition=False,
    json_schema_transformer=InlineDefsJsonSchemaTransformer,  # small servers know no $ref
)
_OPENAI = OpenAIModelProfile(
    supports_json_schema_output=True,
    supports_json_object_output=True,
    openai_chat_supports_max_completion_tokens=False,
    json_schema_transformer=OpenAIJsonSchemaTransformer,
)


class _Way(Provider[Any]):
    """What pydantic-ai takes for a provider with OpenAI's client."""

    def __init__(self, send: Send) -> None:
        async def create(**request: object) -> object:
            return await send(request)

        self._client = SimpleNamespace(
            base_url="", chat=SimpleNamespace(completions=SimpleNamespace(create=create))
        )

    @property
    def name(self) -> str:
        """The library that carries the calls."""
        return "litellm"

    @property
    def base_url(self) -> str:
        """Known to litellm alone."""
        return ""

    @property
    def client(self) -> Any:
        """The stand-in."""
        return self._client


def chat_model(target: Target, send: Send) -> OpenAIChatModel:
    """The model of one conversation."""
    profile = _OPENAI if target.api in {"openai", "azure"} else _SERVED
    return OpenAIChatModel(target.model, provider=_Way(send), profile=profile)
