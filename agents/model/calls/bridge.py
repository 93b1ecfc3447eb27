"""pydantic-ai's OpenAI chat model whose requests go where we say instead of to OpenAI's client."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import SimpleNamespace
from typing import Any

from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.profiles import InlineDefsJsonSchemaTransformer, JsonSchemaTransformer, merge_profile
from pydantic_ai.profiles.openai import OpenAIJsonSchemaTransformer, OpenAIModelProfile
from pydantic_ai.providers import Provider

from agents.model.settings import Api, Target

_OWN: frozenset[Api] = frozenset({"openai", "azure"})
Send = Callable[[Mapping[str, object]], Awaitable[object]]
"""Takes a request to OpenAI's chat completions, brings a `ChatCompletion`."""

_READY = OpenAIModelProfile(
    supports_json_schema_output=True,
    supports_json_object_output=True,
    openai_chat_supports_max_completion_tokens=False,  # litellm renames it where it must
)
"""For schemas that are in their last form already."""
_SERVED = merge_profile(
    _READY,
    OpenAIModelProfile(
        openai_supports_strict_tool_definition=False,
        json_schema_transformer=InlineDefsJsonSchemaTransformer,  # small servers know no $ref
    ),
)
_OPENAI = merge_profile(_READY, OpenAIModelProfile(json_schema_transformer=OpenAIJsonSchemaTransformer))


def transformer(api: Api) -> type[JsonSchemaTransformer]:
    """What brings a schema into the form that an API takes."""
    return OpenAIJsonSchemaTransformer if api in _OWN else InlineDefsJsonSchemaTransformer


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


def chat_model(target: Target, send: Send, *, ready: bool = False) -> OpenAIChatModel:
    """The model of one conversation; `ready`: whose schemas need no transforming."""
    profile = _READY if ready else _OPENAI if target.api in _OWN else _SERVED
    return OpenAIChatModel(target.model, provider=_Way(send), profile=profile)
