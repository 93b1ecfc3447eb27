"""A record of every Bot API call, for tests to read."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping

from pydantic import BaseModel, JsonValue

_KEPT = 20_000


class Call(BaseModel):
    """One call of the bot.

    Attributes:
        number: order of arrival.
        at: Unix seconds of arrival.
        status: the HTTP status answered; None while it runs or when the connection was dropped.
        fault: the kind of fault that was applied, if any.
    """

    number: int
    method: str
    chat_id: int | None
    at: float
    params: dict[str, JsonValue]
    status: int | None = None
    fault: str | None = None


def _read(value: JsonValue) -> JsonValue:
    """Forms carry objects as JSON text; tests want to look inside."""
    if isinstance(value, str) and value.startswith(("{", "[")):
        try:
            parsed: JsonValue = json.loads(value)
        except ValueError:
            return value
        return parsed
    return value


class CallLog:
    """The latest calls in order of arrival."""

    def __init__(self) -> None:
        self._calls: deque[Call] = deque(maxlen=_KEPT)
        self._count = 0

    def begin(self, method: str, params: Mapping[str, JsonValue], at: float) -> Call:
        """Note the arrival of a call."""
        self._count += 1
        chat = params.get("chat_id")
        chat_id = int(chat) if isinstance(chat, (int, str)) and str(chat).lstrip("-").isdigit() else None
        call = Call.model_construct(
            number=self._count, method=method, chat_id=chat_id, at=at, params=dict(params)
        )
        self._calls.append(call)
        return call

    def find(self, method: str | None = None, chat_id: int | None = None, after: int = 0) -> list[Call]:
        """Calls later than a number, of a method and to a chat."""
        return [
            call.model_copy(update={"params": {name: _read(value) for name, value in call.params.items()}})
            for call in self._calls
            if call.number > after
            and method in {None, call.method}
            and (chat_id is None or call.chat_id == chat_id)
        ]

    def clear(self) -> None:
        """Forget them."""
        self._calls.clear()
