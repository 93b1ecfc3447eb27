"""From what is scripted to what goes over the wire: the next answer in its provider's form, or spoilt."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from typing import Any

from tests.models.answers import SORRY, Answer, Fault, Told, filled, misbehaving, spoilt, structured
from tests.models.asked import Api, Asked
from tests.models.filling import Json
from tests.models.rendering import Counts, error, stream_headers, streamed, whole
from tests.models.sending import Sent

Says = Answer | Json | Fault
Teller = Callable[[Asked], Says | None]

_STATUS: dict[Fault, tuple[int, str, str]] = {
    Fault.RATE_LIMITED: (429, "rate_limit_error", "Rate limit reached"),
    Fault.SERVER_ERROR: (500, "api_error", "Internal server error"),
    Fault.UNAVAILABLE: (503, "overloaded_error", "Overloaded"),
    Fault.UNAUTHORIZED: (401, "authentication_error", "Incorrect API key provided"),
    Fault.BAD_REQUEST: (400, "invalid_request_error", "Unsupported value"),
    Fault.TOO_LONG: (400, "context_length_exceeded", "This model's maximum context length is 8192 tokens"),
}
_OVERLOADED = 529
_NO_JSON = b"<html><body><h1>502 Bad Gateway</h1></body></html>"


class Telling:
    """What is scripted, per agent, and the manner of telling it."""

    def __init__(self) -> None:
        self.retry_after = 1.0
        """Seconds, for RATE_LIMITED."""
        self.drip = 0.1
        """Seconds between two bytes, for DRIP."""
        self.stream_pause = 0.0
        """Seconds between two pieces of a stream."""
        self.prefer: dict[str, object] = {}
        """Field to the value (or a tuple of values) that is filled in where nothing is scripted."""
        self._scripts: defaultdict[str, deque[Says | Teller]] = defaultdict(deque)
        self._always: dict[str, Says | Teller] = {}
        self._seen: set[tuple[str, str]] = set()
        self._closing = asyncio.Event()

    def script(self, agent: str, *says: Says | Teller) -> None:
        """What this agent ("*": any) says next, in this order."""
        self._scripts[agent].extend(says)

    def always(self, agent: str, says: Says | Teller | None) -> None:
        """What this agent ("*": any) says when nothing is scripted; None: whatever fits the schema."""
        if says is None:
            self._always.pop(agent, None)
        else:
            self._always[agent] = says

    def says(self, asked: Asked) -> Answer:
        for queue in (self._scripts.get(asked.agent), self._scripts.get("*")):
            if queue:
                return _resolved(queue.popleft(), asked)
        return self._usual(asked)

    def _usual(self, asked: Asked) -> Answer:
        usual = self._always.get(asked.agent, self._always.get("*"))
        return structured() if usual is None else _resolved(usual, asked)

    def put(self, asked: Asked, says: Answer) -> Sent:
        """An answer or a fault as it is sent."""
        if says.fault is not None:
            return self._misbehave(asked, says, says.fault)
        return self._good(asked, self._told(asked, says))

    def _told(self, asked: Asked, says: Answer) -> Told:
        if says.calls:
            return Told(calls=tuple((name, _written(fields)) for name, fields in says.calls))
        if says.said is not None or (asked.schema is None and says.fields is None):
            return Told(text="Hello." if says.said is None else says.said)
        return self._written(asked, self._fields(asked, says))

    def _fields(self, asked: Asked, says: Answer) -> Json:
        fields = says.fields or {}
        return fields if says.exact else filled(asked, fields, self.prefer)

    def _written(self, asked: Asked, fields: Json) -> Told:
        written = _written(fields)
        return Told(text=written) if asked.output_tool is None else Told(tool=(asked.output_tool, written))

    def _good(self, asked: Asked, told: Told) -> Sent:
        if asked.agent == "voice":
            said = told.text
            return Sent([json.dumps({"text": said, "duration": 3.0, "language": "english"}).encode()])
        counts = self._counts(asked, told)
        if asked.stream:
            pieces = streamed(asked, told, counts)
            return Sent(pieces, headers=stream_headers(asked.api), pause=self.stream_pause)
        return Sent([whole(asked, told, counts)])

    def _counts(self, asked: Asked, told: Told) -> Counts:
        """Tools and instructions seen before are cached; Anthropic caches only what is marked."""
        static = _written(asked.raw.get("tools") or {}) + asked.system
        again = (asked.model, static) in self._seen and (asked.api != "anthropic" or asked.cached_marks > 0)
        self._seen.add((asked.model, static))
        given = len(_written({"messages": asked.messages})) + len(static)
        said = len(told.text) + sum(len(arguments) for _, arguments in (*told.calls, told.tool or ("", "")))
        return Counts(input=given // 4, output=max(1, said // 4), cached=len(static) // 4 if again else 0)

    def _misbehave(self, asked: Asked, says: Answer, fault: Fault) -> Sent:
        headers = stream_headers(asked.api) if asked.stream else {}
        events = asked.stream and asked.api != "ollama"
        if fault in _STATUS:
            return self._refused(asked.api, fault)
        if fault in (Fault.DRIP, Fault.RESET_BODY, Fault.ENDLESS):
            return self._slow_or_cut(asked, says, fault)
        broken = {
            Fault.HANG: Sent([], hangs=True, closing=self._closing),
            Fault.RESET: Sent([], cut="before"),
            Fault.EMPTY: Sent([b""], headers=headers),
            Fault.INVALID_JSON: Sent([b"data: {not json\n\n" if events else _NO_JSON], headers=headers),
        }
        return broken[fault] if fault in broken else self._good(asked, self._bad(asked, says, fault))

    def _refused(self, api: Api, fault: Fault) -> Sent:
        status, kind, message = _STATUS[fault]
        if api == "anthropic" and fault is Fault.UNAVAILABLE:
            status = _OVERLOADED
        if api == "anthropic" and fault is Fault.TOO_LONG:
            kind, message = "invalid_request_error", "prompt is too long: 208310 tokens > 200000 maximum"
        headers = {"retry-after": f"{self.retry_after:g}"} if fault is Fault.RATE_LIMITED else {}
        return Sent([error(api, status, kind, message)], status=status, headers=headers)

    def _slow_or_cut(self, asked: Asked, says: Answer, fault: Fault) -> Sent:
        told, counts = self._told(asked, says), Counts(100, 10, 0)
        if asked.stream:
            pieces, headers = streamed(asked, told, counts), stream_headers(asked.api)
        else:
            pieces, headers = [whole(asked, told, counts)], {}
        if fault is Fault.RESET_BODY:
            halves = pieces if len(pieces) > 1 else [pieces[0][:40], pieces[0][40:]]
            return Sent(halves, headers=headers, cut="middle", pause=self.stream_pause)
        if fault is Fault.ENDLESS:
            middle = pieces[len(pieces) // 2] if len(pieces) > 1 else b" " * 65_536
            begun = pieces[: len(pieces) // 2] or [pieces[0][:40]]
            return Sent(begun, headers=headers, then=middle, closing=self._closing)
        bytes_apart = [bytes([byte]) for byte in b"".join(pieces)]
        return Sent(bytes_apart, headers=headers, pause=self.drip, closing=self._closing)

    def _bad(self, asked: Asked, says: Answer, fault: Fault) -> Told:
        fields = self._fields(asked, says)
        match fault:
            case Fault.REFUSAL:
                return Told(refusal=SORRY)
            case Fault.REFUSAL_TEXT:
                return Told(text=SORRY)
            case Fault.PROSE:
                fenced = f"```json\n{_written(fields)}\n```"
                return Told(text=f"Sure! Here is what you asked for:\n{fenced}\nAnything else?")
            case Fault.TRUNCATED:
                written = _written(fields)
                half = written[: len(written) // 2]
                tool = None if asked.output_tool is None else (asked.output_tool, half)
                return Told(tool=tool, text="" if tool else half, cut_short=True)
            case _:
                changed = misbehaving(fault, asked, fields)
                return self._written(asked, changed)


def _resolved(says: Says | Teller, asked: Asked) -> Answer:
    if callable(says):
        told = says(asked)
        return structured() if told is None else _resolved(told, asked)
    if isinstance(says, Fault):
        return spoilt(structured(), says)
    return structured(says) if isinstance(says, Mapping) else says


def _written(fields: Mapping[str, Any] | list[Any]) -> str:
    return json.dumps(fields, ensure_ascii=False, default=str)
