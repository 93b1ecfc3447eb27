"""Messages of a server, held to a size before the SDK checks them: 300,000 parts take it half a minute.

How a server says its results are formed is left out: its patterns would be run here, and some never end.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Collection
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from types import TracebackType
from typing import Any, Self, cast

from mcp.client._transport import ReadStream, TransportStreams
from mcp.shared.message import SessionMessage
from mcp_types import (
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
)

Heard = SessionMessage | Exception

VALUES = 20_000
"""Of one message: texts, numbers, lists and objects."""
TOO_MUCH = -32_019
"""The code of the error that stands for an answer of more."""
_SAID = f"it says more than {VALUES} things at once"


@asynccontextmanager
async def within_bounds(
    transport: AbstractAsyncContextManager[TransportStreams],
) -> AsyncGenerator[TransportStreams]:
    """The transport, of whose messages none has more than `VALUES`."""
    async with transport as (heard, told):
        yield _Bounded(heard), told


class _Bounded:
    """A stream that is read."""

    def __init__(self, heard: ReadStream[Heard]) -> None:
        self._heard = heard

    @property
    def last_context(self) -> object:
        """In which what came last was sent, as the SDK asks for it."""
        return getattr(self._heard, "last_context", None)

    async def receive(self) -> Heard:
        return _read(await self._heard.receive())

    async def aclose(self) -> None:
        await self._heard.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Heard:
        return _read(await self._heard.__anext__())

    async def __aenter__(self) -> Self:
        await self._heard.__aenter__()
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> bool | None:
        return await self._heard.__aexit__(exc_type, exc_val, exc_tb)


def _read(heard: Heard) -> Heard:
    """As the SDK gets it: an answer that says too much fails, anything else that does is left out."""
    if isinstance(heard, Exception):
        return heard
    message = heard.message
    if isinstance(message, JSONRPCResponse):
        message.result.pop("structuredContent", None)
    if not _is_within(_told(message)):
        if isinstance(message, JSONRPCRequest | JSONRPCNotification):
            return ValueError(_SAID)
        error = ErrorData(code=TOO_MUCH, message=_SAID)
        return SessionMessage(JSONRPCError(jsonrpc="2.0", id=message.id, error=error), heard.metadata)
    if isinstance(message, JSONRPCResponse):
        _leave_forms_out(message.result)
    return heard


def _told(message: JSONRPCMessage) -> object:
    match message:
        case JSONRPCResponse():
            return message.result
        case JSONRPCError():
            return message.error.data
        case _:
            return message.params


def _leave_forms_out(result: dict[str, Any]) -> None:
    tools = result.get("tools")
    for tool in cast("list[object]", tools) if isinstance(tools, list) else ():
        if isinstance(tool, dict):
            cast("dict[str, object]", tool).pop("outputSchema", None)


def _is_within(told: object) -> bool:
    """Whether there are few values in it. No more of them are looked at."""
    waiting, count = [told], 1
    while waiting:
        inner = _inner(waiting.pop())
        count += len(inner)
        if count > VALUES:
            return False
        waiting += inner
    return True


def _inner(value: object) -> Collection[object]:
    if isinstance(value, dict):
        return cast("dict[str, object]", value).values()
    return cast("list[object]", value) if isinstance(value, list) else ()
