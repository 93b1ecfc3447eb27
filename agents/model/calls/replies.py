"""What providers answer, as litellm hands it over: read whole or streamed, and checked for being one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Protocol, cast

from agents.model.calls.ask import Outcome
from agents.model.calls.wire import CallFailed, Reply, ToolCall
from storage.text import clean, clean_json

LONGEST = 200_000
"""Characters of an answer; more is a model running wild."""


class _Details(Protocol):
    cached_tokens: int | None


class CountedUsage(Protocol):
    """Tokens as OpenAI tells them."""

    prompt_tokens: int
    completion_tokens: int
    prompt_tokens_details: _Details | None


class _Function(Protocol):
    name: str | None
    arguments: str | None


class _Call(Protocol):
    id: str | None
    index: int
    function: _Function


class _Message(Protocol):
    content: str | None
    tool_calls: Sequence[_Call] | None


class _Choice(Protocol):
    message: _Message
    delta: _Message
    finish_reason: str | None


class Response(Protocol):
    """An answer, a piece of one, or what was heard."""

    choices: Sequence[_Choice]
    text: str | None
    _hidden_params: dict[str, object]


def read_reply(response: Response) -> Reply:
    """The first choice. Raises CallFailed for a refusal or nothing."""
    choices = response.choices
    if not choices:
        raise CallFailed(Outcome.MALFORMED, "no choices")
    choice = choices[0]
    _not_refused(choice)
    calls = [
        ToolCall(call.id or f"call_{place}", call.function.name or "", call.function.arguments or "")
        for place, call in enumerate(choice.message.tool_calls or ())
    ]
    thoughts: list[dict[str, object]] = getattr(choice.message, "thinking_blocks", None) or []
    cut = choice.finish_reason == "length"
    return Reply(choice.message.content or "", calls, cut=cut, thoughts=thoughts)


def _not_refused(choice: _Choice) -> None:
    message = getattr(choice, "message", None) or choice.delta
    more: Mapping[str, object] = getattr(message, "provider_specific_fields", None) or {}
    refusal = getattr(message, "refusal", None) or more.get("refusal")
    if refusal or choice.finish_reason == "content_filter":
        raise CallFailed(Outcome.REFUSED, str(refusal or "content filter")[:300])


async def drained(stream: AsyncIterator[Response], grown: Callable[[str], None]) -> tuple[Reply, object]:
    """The whole of a streamed answer, and its usage where that was told."""
    text: list[str] = []
    calls: dict[int, ToolCall] = {}
    usage: object = None
    cut, length = False, 0
    try:
        async for chunk in stream:
            usage = getattr(chunk, "usage", None) or usage
            for choice in chunk.choices[:1]:
                _not_refused(choice)
                cut = cut or choice.finish_reason == "length"
                piece = choice.delta.content or ""
                text.append(piece)
                length += len(piece) + _add_calls(calls, choice.delta.tool_calls or ())
            if length > LONGEST:
                raise CallFailed(Outcome.TOO_LONG, f"more than {LONGEST} characters")
            grown(next(iter(calls.values())).arguments if calls else "".join(text))
    finally:
        with suppress(Exception):
            await cast("_Closable", stream).aclose()
    return Reply("".join(text), [calls[index] for index in sorted(calls)], cut), usage


class _Closable(Protocol):
    async def aclose(self) -> None: ...


def _add_calls(calls: dict[int, ToolCall], pieces: Sequence[_Call]) -> int:
    """Append the pieces of tool calls; how many characters they were."""
    length = 0
    for piece in pieces:
        call = calls.setdefault(piece.index, ToolCall(piece.id or f"call_{piece.index}", "", ""))
        call.name += piece.function.name or ""
        arguments = piece.function.arguments or ""
        call.arguments += arguments
        length += len(arguments)
    return length


def checked(reply: Reply) -> Reply:
    """Something must have been said, and not a book; what no row can hold is replaced."""
    reply.text = clean(reply.text)
    for call in reply.tool_calls:
        call.arguments = clean_json(call.arguments)
    length = len(reply.text) + sum(len(call.arguments) for call in reply.tool_calls)
    if length > LONGEST:
        raise CallFailed(Outcome.TOO_LONG, f"{length} characters", usage=reply.usage)
    if not length and not reply.tool_calls:
        if reply.cut:
            raise CallFailed(Outcome.TOO_LONG, "the token limit came before a word", usage=reply.usage)
        raise CallFailed(Outcome.MALFORMED, "empty", usage=reply.usage)
    if reply.text.lstrip()[:15].lower().startswith(("<!doctype", "<html")):
        raise CallFailed(Outcome.MALFORMED, "a web page", usage=reply.usage)
    return reply
