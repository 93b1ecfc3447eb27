"""Answers in the form of each provider, whole and streamed."""

from __future__ import annotations

import json
from dataclasses import dataclass

from tests.models.answers import Told
from tests.models.asked import Api, Asked
from tests.models.filling import Json

_PIECE = 24


@dataclass(frozen=True, slots=True)
class Counts:
    """Tokens, roughly: four characters each."""

    input: int
    output: int
    cached: int


def whole(asked: Asked, told: Told, counts: Counts) -> bytes:
    """The body of an answer."""
    said = json.dumps(_WHOLE[asked.api](asked, told, counts), ensure_ascii=False)
    return said.encode(errors="backslashreplace")  # half a letter as JSON has it


def streamed(asked: Asked, told: Told, counts: Counts) -> list[bytes]:
    """The pieces of a streamed answer."""
    return _STREAMED[asked.api](asked, told, counts)


def error(api: Api, status: int, kind: str, message: str) -> bytes:
    """The body of a failure."""
    if api == "anthropic":
        return json.dumps({"type": "error", "error": {"type": kind, "message": message}}).encode()
    if api == "ollama":
        return json.dumps({"error": message}).encode()
    return json.dumps({"error": {"message": message, "type": kind, "code": kind, "param": None}}).encode()


def stream_headers(api: Api) -> dict[str, str]:
    """How a stream is announced."""
    return {"content-type": "application/x-ndjson" if api == "ollama" else "text/event-stream"}


def _all_calls(told: Told) -> list[tuple[str, str]]:
    return [*told.calls, *([told.tool] if told.tool is not None else [])]


def _pieces(text: str) -> list[str]:
    size = max(_PIECE, len(text) // 200)
    return [text[start : start + size] for start in range(0, len(text), size)]


# OpenAI ------------------------------------------------------------------------------------------


def _openai_usage(counts: Counts) -> Json:
    return {
        "prompt_tokens": counts.input,
        "completion_tokens": counts.output,
        "total_tokens": counts.input + counts.output,
        "prompt_tokens_details": {"cached_tokens": counts.cached},
    }


def _openai_finish(told: Told) -> str:
    return "length" if told.cut_short else "tool_calls" if _all_calls(told) else "stop"


def _openai(asked: Asked, told: Told, counts: Counts) -> Json:
    message: Json = {"role": "assistant", "content": told.text or None, "refusal": told.refusal}
    calls = _all_calls(told)
    if calls:
        message["tool_calls"] = [
            {"id": f"call_{number}", "type": "function", "function": {"name": name, "arguments": arguments}}
            for number, (name, arguments) in enumerate(calls)
        ]
    return {
        "id": "chatcmpl-scripted",
        "object": "chat.completion",
        "created": 1_764_000_000,
        "model": asked.model,
        "choices": [{"index": 0, "message": message, "finish_reason": _openai_finish(told)}],
        "usage": _openai_usage(counts),
    }


def _openai_stream(asked: Asked, told: Told, counts: Counts) -> list[bytes]:
    events: list[Json] = []

    def chunk(delta: Json, finish: str | None = None) -> None:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        events.append({**head, "choices": [choice]})

    head = {
        "id": "chatcmpl-scripted",
        "object": "chat.completion.chunk",
        "created": 1_764_000_000,
        "model": asked.model,
    }
    chunk({"role": "assistant", "content": ""})
    for piece in _pieces(told.text):
        chunk({"content": piece})
    if told.refusal is not None:
        chunk({"refusal": told.refusal})
    for number, (name, arguments) in enumerate(_all_calls(told)):
        function = {"name": name, "arguments": ""}
        opening = {"index": number, "id": f"call_{number}", "type": "function", "function": function}
        chunk({"tool_calls": [opening]})
        for piece in _pieces(arguments):
            chunk({"tool_calls": [{"index": number, "function": {"arguments": piece}}]})
    chunk({}, _openai_finish(told))
    if asked.raw.get("stream_options") == {"include_usage": True}:
        events.append({**head, "choices": [], "usage": _openai_usage(counts)})
    lines = [f"data: {json.dumps(event, ensure_ascii=False)}\n\n".encode() for event in events]
    return [*lines, b"data: [DONE]\n\n"]


# Anthropic ---------------------------------------------------------------------------------------


THOUGHT: Json = {"type": "thinking", "thinking": "Let me see.", "signature": "signed"}


def _anthropic_usage(counts: Counts) -> Json:
    return {
        "input_tokens": counts.input - counts.cached,
        "output_tokens": counts.output,
        "cache_read_input_tokens": counts.cached,
        "cache_creation_input_tokens": 0,
    }


def _anthropic_stop(told: Told) -> str:
    if told.refusal is not None:
        return "refusal"
    return "max_tokens" if told.cut_short else "tool_use" if _all_calls(told) else "end_turn"


def _anthropic(asked: Asked, told: Told, counts: Counts) -> Json:
    blocks: list[Json] = [THOUGHT] if asked.raw.get("thinking") else []
    blocks += [{"type": "text", "text": told.text}] if told.text else []
    for number, (name, arguments) in enumerate(_all_calls(told)):
        blocks.append(
            {"type": "tool_use", "id": f"toolu_{number}", "name": name, "input": _readable(arguments)}
        )
    return {
        "id": "msg_scripted",
        "type": "message",
        "role": "assistant",
        "model": asked.model,
        "content": blocks,
        "stop_reason": _anthropic_stop(told),
        "stop_sequence": None,
        "usage": _anthropic_usage(counts),
    }


def _readable(arguments: str) -> object:
    """The API sends objects: of arguments that break off, those before the break."""
    try:
        return json.loads(arguments)
    except ValueError:
        return {}


def _anthropic_stream(asked: Asked, told: Told, counts: Counts) -> list[bytes]:
    message: Json = {**_anthropic(asked, Told(), counts), "content": [], "stop_reason": None}
    events: list[Json] = [{"type": "message_start", "message": message}]
    blocks: list[tuple[Json, str, str, str]] = []
    if told.text:
        blocks.append(({"type": "text", "text": ""}, "text_delta", "text", told.text))
    for number, (name, arguments) in enumerate(_all_calls(told)):
        opening: Json = {"type": "tool_use", "id": f"toolu_{number}", "name": name, "input": {}}
        blocks.append((opening, "input_json_delta", "partial_json", arguments))
    for index, (opening, kind, key, content) in enumerate(blocks):
        events.append({"type": "content_block_start", "index": index, "content_block": opening})
        events.extend(
            {"type": "content_block_delta", "index": index, "delta": {"type": kind, key: piece}}
            for piece in _pieces(content)
        )
        events.append({"type": "content_block_stop", "index": index})
    stop = {"stop_reason": _anthropic_stop(told), "stop_sequence": None}
    events.append({"type": "message_delta", "delta": stop, "usage": {"output_tokens": counts.output}})
    events.append({"type": "message_stop"})
    return [
        f"event: {event['type']}\ndata: {json.dumps(event, ensure_ascii=False)}\n\n".encode()
        for event in events
    ]


# Ollama ------------------------------------------------------------------------------------------


def _ollama_line(asked: Asked, message: Json, **more: object) -> Json:
    return {
        "model": asked.model,
        "created_at": "2026-11-22T02:00:00.000000Z",
        "message": {"role": "assistant", **message},
        **more,
    }


def _ollama_end(told: Told, counts: Counts) -> Json:
    return {
        "done": True,
        "done_reason": "length" if told.cut_short else "stop",
        "prompt_eval_count": counts.input,
        "eval_count": counts.output,
    }


def _ollama_calls(told: Told) -> Json:
    calls = [
        {"function": {"name": name, "arguments": _readable(arguments)}}
        for name, arguments in _all_calls(told)
    ]
    return {"tool_calls": calls} if calls else {}


def _ollama(asked: Asked, told: Told, counts: Counts) -> Json:
    message = {"content": told.text or told.refusal or "", **_ollama_calls(told)}
    return _ollama_line(asked, message, **_ollama_end(told, counts))


def _ollama_stream(asked: Asked, told: Told, counts: Counts) -> list[bytes]:
    lines = [
        _ollama_line(asked, {"content": piece}, done=False)
        for piece in _pieces(told.text or told.refusal or "")
    ]
    lines.append(_ollama_line(asked, {"content": "", **_ollama_calls(told)}, **_ollama_end(told, counts)))
    return [json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in lines]


_WHOLE = {"openai": _openai, "anthropic": _anthropic, "ollama": _ollama}
_STREAMED = {"openai": _openai_stream, "anthropic": _anthropic_stream, "ollama": _ollama_stream}
