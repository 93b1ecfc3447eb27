"""A command that is spoken with over its standard input and output, a message a line.

As the SDK's transport, but for two things: a line has a longest length, so that no server fills the memory
with one, and what it says on standard error is left out, for that may be anything.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress

import anyio
from mcp.client._transport import TransportStreams
from mcp.client.stdio import get_default_environment
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter

logger = logging.getLogger(__name__)

LONGEST = 8 * 1024 * 1024
"""Bytes of a message."""
_PATIENCE = 2.0
"""Seconds that a server has to end by itself, and then after it was asked to."""


@asynccontextmanager
async def spoken_with(
    command: Sequence[str], environment: Mapping[str, str], longest: int = LONGEST
) -> AsyncGenerator[TransportStreams]:
    """Start it; in the end it is stopped with all that it has started. Raises OSError."""
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        env={**get_default_environment(), **environment},
        start_new_session=True,
        limit=longest,
    )
    stdin, stdout = process.stdin, process.stdout
    if stdin is None or stdout is None:
        raise OSError("there are no pipes")
    heard_from, heard = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    told, telling = anyio.create_memory_object_stream[SessionMessage](0)

    async def listen() -> None:
        async with heard_from:
            async for line in _lines(process, stdout):
                try:
                    await heard_from.send(_message(line))
                except (anyio.ClosedResourceError, anyio.BrokenResourceError):
                    return

    async def speak() -> None:
        with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError, OSError):
            async for message in telling:
                said = message.message.model_dump_json(by_alias=True, exclude_unset=True)
                stdin.write(said.encode() + b"\n")
                await stdin.drain()
            return
        await heard_from.aclose()  # whoever waits for an answer learns that there will be none

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(listen)
        tasks.start_soon(speak)
        try:
            yield heard, told
        finally:
            with anyio.CancelScope(shield=True):
                heard.close()
                told.close()
                stdin.close()
                await _ended(process)
            tasks.cancel_scope.cancel()
            telling.close()


async def _lines(process: Process, stdout: asyncio.StreamReader) -> AsyncGenerator[bytes]:
    """Until it ends, or says one that is too long."""
    try:
        while line := await stdout.readline():
            yield line
    except ValueError:
        logger.warning("an MCP server says a line that is too long: it is stopped")
        _signalled(process, signal.SIGKILL)


def _message(line: bytes) -> SessionMessage | Exception:
    try:
        return SessionMessage(jsonrpc_message_adapter.validate_json(line, by_name=False))
    except ValueError as error:
        return error


async def _ended(process: Process) -> None:
    """It sees that its input is closed; then it is asked; then it is killed."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                await process.wait()
                return
        _signalled(process, number)
    with suppress(TimeoutError):
        async with asyncio.timeout(_PATIENCE):
            await process.wait()


def _signalled(process: Process, number: signal.Signals) -> None:
    """It, and what it has started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)
