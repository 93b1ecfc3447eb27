"""The providers that the product knows by name: where each was asked, how, and an answer in its form."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, replace
from typing import Any, cast

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from tests.models.answers import Answer
from tests.models.asked import Asked, from_openai
from tests.models.filling import Json, fill
from tests.models.sending import Sent
from tests.models.server import ModelServer

THOUGHTS = 7
"""Tokens that Gemini thinks before it answers."""


@dataclass(frozen=True, slots=True)
class Posted:
    """One request as it came over the wire."""

    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: Json

    @property
    def form(self) -> Json:
        """The schema of the one tool that was given."""
        [tool] = cast("list[Json]", self.body["tools"])
        given: Json = tool["function"] if "function" in tool else tool["function_declarations"][0]
        return cast("Json", given["parameters"])


class NamedServer(ModelServer):
    """Answers at every address, in Gemini's form where it is Gemini's and else in OpenAI's."""

    def __init__(self) -> None:
        super().__init__()
        self.posted: list[Posted] = []
        self.counts = True
        """Whether tokens are told, as OpenAI does."""

    def _app(self) -> Starlette:
        return Starlette(routes=[Route("/{path:path}", self._any, methods=["POST"])])

    async def _any(self, request: Request) -> ASGIApp:
        if request.url.path.endswith("/audio/transcriptions"):
            return await self._transcribe(request)
        body: Json = await request.json()
        self.posted.append(Posted(request.url.path, dict(request.query_params), dict(request.headers), body))
        if "generateContent" in request.url.path or "streamGenerateContent" in request.url.path:
            return self._gemini("stream" in request.url.path)
        read = body if self.counts else {key: body[key] for key in body if key != "stream_options"}
        return await self._timed(from_openai(read, time.monotonic(), dict(request.headers)))

    def put(self, asked: Asked, says: Answer) -> Sent:
        sent = super().put(asked, says)
        if self.counts or asked.stream:
            return sent
        told: Json = json.loads(sent.pieces[0])
        del told["usage"]
        return replace(sent, pieces=[json.dumps(told).encode()])

    def _gemini(self, stream: bool) -> Response:
        posted = self.posted[-1]
        name = posted.body["tools"][0]["function_declarations"][0]["name"]
        thought = {"text": "Let me see.", "thought": True}
        call = {"functionCall": {"name": name, "args": fill(posted.form)}}
        pieces = [_piece([thought], None), _piece([call], "STOP")]
        if not stream:
            return _json(_piece([thought, call], "STOP"))
        events = "".join(f"data: {json.dumps(piece)}\r\n\r\n" for piece in pieces)
        return Response(events, media_type="text/event-stream")


def _piece(parts: list[Json], finish: str | None) -> dict[str, Any]:
    candidate = {"index": 0, "content": {"role": "model", "parts": parts}}
    counted = {"promptTokenCount": 100, "candidatesTokenCount": 20, "thoughtsTokenCount": THOUGHTS}
    return {
        "candidates": [candidate | ({"finishReason": finish} if finish else {})],
        "usageMetadata": {**counted, "totalTokenCount": 120 + THOUGHTS},
        "modelVersion": "gemini",
        "responseId": "scripted",
    }


def _json(body: Json) -> Response:
    return Response(json.dumps(body), media_type="application/json")
