"""The one place that knows litellm: calls over it, prices from it, and pydantic-ai's way to it.

litellm takes three seconds to import and reaches for the network unless told not to; it is loaded at the
first call, in a thread.
"""

from __future__ import annotations

import asyncio
import base64
import importlib
import io
import logging
import os
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Literal, Protocol, cast
from urllib.parse import urlsplit

from agents.model.calls.ask import Estimate, Outcome, Price, Usage
from agents.model.calls.failures import failure
from agents.model.calls.replies import CountedUsage, Response, checked, drained, read_reply
from agents.model.calls.transport import staying
from agents.model.calls.wire import CallFailed, Reply
from agents.model.settings import PREFIX, Api, Target

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletion

logger = logging.getLogger(__name__)

_SENT = ("messages", "tools", "tool_choice", "response_format", "max_tokens")
"""What is passed on of a request; the rest is empty or OpenAI's own."""
_TOKENS_A_SECOND = 20
"""Of sound, about, for the models that count it so."""
_WORDS_A_SECOND = 4
"""In tokens."""
_LOCAL_HOSTS = {"localhost", "127.0.0.1", "::1", "host.docker.internal"}
_LISTENING = "Write down word for word what is said in this recording. Answer with the words alone."


class _Litellm(Protocol):
    """What is used of litellm."""

    telemetry: bool
    suppress_debug_info: bool
    disable_hf_tokenizer_download: bool
    set_verbose: bool

    async def acompletion(self, **request: object) -> object: ...
    async def atranscription(self, **request: object) -> object: ...
    async def aembedding(self, **request: object) -> object: ...
    def cost_per_token(self, **given: object) -> tuple[float, float]: ...
    def get_model_info(self, model: str) -> Mapping[str, object]: ...
    def supports_reasoning(self, model: str) -> bool: ...
    def register_model(self, model_cost: Mapping[str, object]) -> object: ...


@cache
def _litellm() -> _Litellm:
    """litellm, told to keep to itself."""
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")  # else it fetches a price list
    os.environ.setdefault("LITELLM_MODE", "PRODUCTION")  # else it reads any .env it finds
    os.environ.setdefault("LITELLM_LOG", "CRITICAL")
    import litellm  # noqa: PLC0415

    importlib.import_module("openai.resources")  # else the first call does it, and everybody waits
    # Its clients follow redirects anywhere, body and all. No setting prevents that, but they share one place.
    handler = importlib.import_module("litellm.llms.custom_httpx.http_handler").AsyncHTTPHandler
    handler._create_async_transport = staticmethod(staying(handler._create_async_transport))
    library = cast("_Litellm", cast("object", litellm))
    library.telemetry = False
    library.suppress_debug_info = True
    library.disable_hf_tokenizer_download = True
    for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    return library


async def warm() -> None:
    """Load litellm, in a thread."""
    if not _litellm.cache_info().currsize:
        await asyncio.to_thread(_litellm)


async def complete(
    target: Target, request: Mapping[str, object], assumed: float, grown: Callable[[str], None] | None = None
) -> Reply:
    """One chat completion. Raises CallFailed.

    With `grown` it is streamed, and that sees the answer each time there is more of it.
    """
    options = _options(target, request)
    if grown is not None:
        options |= {"stream": True, "stream_options": {"include_usage": True}}
    begun = False

    def seen(text: str) -> None:
        nonlocal begun
        begun = True
        if grown is not None:
            grown(text)

    try:
        response = await _litellm().acompletion(**options, **_access(target) | {"model": _for_chat(target)})
        if grown is None:
            reply = read_reply(cast("Response", response))
            usage = _usage_of(response)
        else:
            reply, usage = await drained(cast("AsyncIterator[Response]", response), seen)
    except CallFailed as failed:
        failed.begun = begun
        raise
    except Exception as error:  # litellm raises what the libraries below it raise
        failed = failure(error, target)
        failed.begun = begun
        raise failed from error
    reply.usage = _counted(target, usage, cast("Response", response), assumed)
    return checked(reply)


def _for_chat(target: Target) -> str:
    """The model's name for chats; servers that speak as OpenAI does are not asked through OpenAI's client.

    That reads each level of messages and forms anew: a third of what a call costs (docs/decisions/016).
    """
    return f"hosted_vllm/{target.model}" if target.api == "compatible" else target.litellm_model


def _options(target: Target, request: Mapping[str, object]) -> dict[str, object]:
    """What the provider is sent, as it wants it."""
    options: dict[str, object] = {key: request[key] for key in _SENT if request.get(key)}
    options["messages"] = _prepared(target, cast("list[dict[str, object]]", options["messages"]))
    if target.api == "ollama":
        _introduce(target.litellm_model)
        options |= {"num_ctx": target.context} if target.context else {}
    asked = request.get("reasoning_effort")
    effort = asked if asked and _thinks(target.api, target.model) else _effort(target.api, target.model)
    if effort is not None:
        options["reasoning_effort"] = effort
    if target.api == "azure" and "max_tokens" in options:
        # Newer models refuse the old name, and a deployment does not tell which model it is.
        options["max_completion_tokens"] = options.pop("max_tokens")
    return options


async def transcribe(target: Target, audio: bytes, filename: str, assumed: float, seconds: float) -> Reply:
    """What is said in a recording of about so many seconds. Raises CallFailed."""
    if target.api == "gemini":  # has no transcription of its own: it is asked
        form = filename.rsplit(".", 1)[-1]
        data = base64.b64encode(audio).decode()
        sound = {"type": "input_audio", "input_audio": {"data": data, "format": form}}
        content = [{"type": "text", "text": _LISTENING}, sound]
        return await complete(target, {"messages": [{"role": "user", "content": content}]}, assumed)
    file = io.BytesIO(audio)
    file.name = filename
    try:
        response = await _litellm().atranscription(file=file, **_access(target))
    except Exception as error:  # as above
        raise failure(error, target) from error
    heard = cast("Response", response)
    if heard.text is None:
        raise CallFailed(Outcome.MALFORMED, "no text")
    usage = _counted(target, _usage_of(response), heard, assumed)
    by_time = _per_second(target.litellm_model)
    if by_time and not usage.price.usd:
        usage.price = Price(seconds * by_time)
    return Reply(text=heard.text, usage=usage)


async def embed(target: Target, texts: Sequence[str], assumed: float) -> tuple[list[list[float]], Usage]:
    """A vector for each text, and what that cost. Raises CallFailed."""
    model = target.litellm_model.replace("ollama_chat/", "ollama/", 1)
    access = {**_access(target), "model": model}
    try:
        response = await _litellm().aembedding(input=list(texts), encoding_format="float", **access)
        data = cast("Sequence[Mapping[str, list[float]]]", getattr(response, "data", None) or ())
        vectors = [[float(figure) for figure in one["embedding"]] for one in data]
    except Exception as error:  # as above
        raise failure(error, target) from error
    told = cast("CountedUsage | None", _usage_of(response))
    tokens = int(getattr(told, "prompt_tokens", 0) or 0)
    return vectors, Usage(tokens, price=price(target, tokens, 0, assumed))


def completion(target: Target, reply: Reply) -> ChatCompletion:
    """The reply as OpenAI would have given it."""
    from openai.types.chat import ChatCompletion  # noqa: PLC0415

    message: dict[str, object] = {"role": "assistant", "content": reply.text or None}
    if reply.tool_calls:
        message["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in reply.tool_calls
        ]
    finish = "tool_calls" if reply.tool_calls else "stop"
    return ChatCompletion.model_validate(
        {
            "id": "",
            "object": "chat.completion",
            "created": int(time.time()),
            "model": target.model,
            "choices": [{"index": 0, "finish_reason": finish, "message": message}],
        }
    )


@cache
def _introduce(model: str) -> None:
    """Else litellm asks Ollama about the model after each call, and the whole loop waits for it."""
    free = {"input_cost_per_token": 0.0, "output_cost_per_token": 0.0}
    _litellm().register_model({model: {"litellm_provider": "ollama_chat", "mode": "chat", **free}})


@cache
def _rates(model: str) -> tuple[float, float] | None:
    """USD per token in and out; None: the list does not have it."""
    try:
        info = _litellm().get_model_info(model)
    except Exception:  # noqa: BLE001 - a bare Exception is how it says so
        return None
    return float(cast("float", info["input_cost_per_token"] or 0)), float(
        cast("float", info["output_cost_per_token"] or 0)
    )


@cache
def _per_second(model: str) -> float:
    """USD for a second of sound, where it is paid for by time."""
    try:
        return float(cast("float", _litellm().get_model_info(model).get("input_cost_per_second") or 0))
    except Exception:  # noqa: BLE001 - as above
        return 0.0


_THINKING: frozenset[Api] = frozenset({"openai", "azure", "gemini"})
"""Whose models think unless told otherwise, within the room for the answer. Claude does not."""


@cache
def _effort(api: Api, model: str) -> Literal["none", "low"] | None:
    """How much to think: forms are filled in from what is given, and some take no tools while they think."""
    if api not in _THINKING:
        return None
    try:
        info = _litellm().get_model_info(_named(api, model))
    except Exception:  # noqa: BLE001 - as above
        return None
    if info.get("supports_none_reasoning_effort"):
        return "none"
    return "low" if info.get("supports_reasoning") else None


@cache
def _thinks(api: Api, model: str) -> bool:
    """Whether it can be told how much to think; told once of one that can't, which then is told nothing."""
    found = _litellm().supports_reasoning(_named(api, model))
    if not found:
        logger.info("%s is not told how much to think: nothing is known of its doing so", model)
    return found


def _named(api: Api, model: str) -> str:
    """As litellm's list has it. A deployment at Azure that is called as a model is taken for it."""
    return f"{'openai' if api == 'azure' else PREFIX[api]}/{model}"


def price(target: Target, tokens_in: int, tokens_out: int, assumed: float) -> Price:
    """What so many tokens cost; `assumed` is the rate (USD per million) where nobody has a price."""
    rates = None if target.api == "ollama" else _rates(target.litellm_model)
    if rates is not None:
        return Price(tokens_in * rates[0] + tokens_out * rates[1])
    if _local(target):
        return Price(0.0)
    return Price((tokens_in + tokens_out) * assumed / 1_000_000, known=False)


def estimated(target: Target, tokens_in: int, tokens_out: int, assumed: float) -> Estimate:
    """What a call of so many tokens will cost."""
    sent = Usage(input=tokens_in, price=price(target, tokens_in, 0, assumed))
    return Estimate(sent, price(target, tokens_in, tokens_out, assumed).usd)


def estimated_sound(target: Target, seconds: float, assumed: float) -> Estimate:
    """What hearing a recording will cost: by time, else by the tokens it comes to."""
    sent = estimated(target, int(seconds * _TOKENS_A_SECOND), int(seconds * _WORDS_A_SECOND), assumed)
    by_time = _per_second(target.litellm_model)
    if not by_time:
        return sent
    price = Price(seconds * by_time)
    return Estimate(Usage(price=price), price.usd)


def _local(target: Target) -> bool:
    """A model on this machine costs nothing."""
    if target.api == "ollama":
        return True
    host = urlsplit(target.api_base or "").hostname or ""
    return target.api == "compatible" and host in _LOCAL_HOSTS


def _access(target: Target) -> dict[str, object]:
    """Where to call, and that nothing is to be tried again underneath us."""
    given = {
        "model": target.litellm_model,
        "api_base": target.api_base,
        "api_version": target.api_version,
        "api_key": target.api_key.get_secret_value() if target.api_key is not None else None,
    }
    if target.api == "compatible" and target.api_key is None:
        given["api_key"] = "none"  # litellm insists on one
    return {
        **{key: value for key, value in given.items() if value},
        "max_retries": 0,
        "num_retries": 0,
        "drop_params": True,
        "_skip_mcp_handler": True,
    }


def _prepared(target: Target, messages: list[dict[str, object]]) -> list[dict[str, object]]:
    """Marked where the provider wants to be told what to cache: up to the end of what never changes."""
    marks = target.api == "anthropic" or (
        target.api == "openrouter" and target.model.startswith("anthropic/")
    )
    if not marks:
        return messages
    return [
        {**message, "content": [_CACHED | {"text": message["content"]}]}
        if message["role"] == "system"
        else message
        for message in messages
    ]


_CACHED: dict[str, object] = {"type": "text", "cache_control": {"type": "ephemeral"}}


def _usage_of(response: object) -> object:
    return getattr(response, "usage", None)


def _counted(target: Target, told: object, response: Response, assumed: float) -> Usage:
    """Tokens as told; the price as litellm computed it, else by the list, else assumed."""
    usage = cast("CountedUsage | None", told)
    tokens_in = int(getattr(usage, "prompt_tokens", 0) or getattr(usage, "input_tokens", 0) or 0)
    tokens_out = int(getattr(usage, "completion_tokens", 0) or getattr(usage, "output_tokens", 0) or 0)
    details = getattr(usage, "prompt_tokens_details", None)
    cached = int(getattr(details, "cached_tokens", 0) or 0)
    counted = Usage(tokens_in, tokens_out, cached, price(target, tokens_in, tokens_out, assumed))
    computed = _computed(target, usage, response)
    if computed:
        counted.price = Price(computed)
    return counted


def _computed(target: Target, usage: object, response: Response) -> float:
    """What litellm makes of it, with the discount for what was cached; 0: nothing."""
    if target.api == "ollama":
        return 0.0
    hidden = cast("Mapping[str, object] | None", getattr(response, "_hidden_params", None))
    cost = (hidden or {}).get("response_cost")
    if isinstance(cost, int | float) and cost > 0:
        return float(cost)
    if usage is None or _rates(target.litellm_model) is None:
        return 0.0
    with suppress(Exception):
        return sum(_litellm().cost_per_token(model=target.litellm_model, usage_object=usage))
    return 0.0
