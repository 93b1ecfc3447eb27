"""Pictures drawn in a process of their own, so that neither the loop nor the bot's memory knows of it.

Why no thread: matplotlib holds the interpreter for 30 to 400 ms at a time, and its 70 MB would stay
(docs/decisions/012-charts-in-a-process.md).
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from pathlib import Path

from agents.charts.worker import ANSWER, LENGTH, LETTERS, PICTURE

IDLE_SECONDS = 120.0
"""After so long without a chart the process ends, and its memory is free again."""
_PATIENCE = 60.0
"""Seconds for one picture, the start of the process included."""


class NotDrawnError(Exception):
    """There is no picture. `letters`: no font of this machine has the letters of its words."""

    def __init__(self, reason: str, *, letters: bool = False) -> None:
        super().__init__(reason)
        self.letters = letters


class Studio:
    """Draws one picture after the other. `environment`: of its process. `close` at the end."""

    def __init__(self, environment: Mapping[str, str], idle_seconds: float = IDLE_SECONDS) -> None:
        root = str(Path(__file__).parents[2])
        self._environment = {**environment, "PYTHONPATH": root, "PYTHONUTF8": "1", "MPLBACKEND": "agg"}
        self._idle = idle_seconds
        self._one = asyncio.Lock()
        self._process: Process | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._closing: set[asyncio.Task[None]] = set()

    @property
    def pid(self) -> int | None:
        """Of the process, while there is one."""
        return self._process.pid if self._process is not None else None

    async def draw(self, spec: str) -> bytes:
        """A PNG of the spec (its JSON). Raises NotDrawnError."""
        async with self._one:
            self._rest(None)
            try:
                async with asyncio.timeout(_PATIENCE):
                    return await self._drawn(spec.encode())
            except TimeoutError as error:
                await self._end()
                raise NotDrawnError(f"no picture within {_PATIENCE:g} s") from error
            except (OSError, EOFError, RuntimeError) as error:  # uvloop's word for a pipe that is closed
                await self._end()
                raise NotDrawnError(f"the process that draws ended: {type(error).__name__}") from error
            except asyncio.CancelledError:  # what it would answer belongs to nobody
                await self._end()
                raise
            finally:
                self._rest(self._idle)

    async def close(self) -> None:
        """End the process."""
        self._rest(None)
        await self._end()

    async def _drawn(self, body: bytes) -> bytes:
        process = await self._started()
        if process.stdin is None or process.stdout is None:
            raise EOFError
        process.stdin.write(LENGTH.pack(len(body)) + body)
        await process.stdin.drain()
        kind, length = ANSWER.unpack(await process.stdout.readexactly(ANSWER.size))
        told = await process.stdout.readexactly(length)
        if kind == PICTURE:
            return told
        raise NotDrawnError(told.decode(errors="replace"), letters=kind == LETTERS)

    async def _started(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "agents.charts.worker",
                stdin=PIPE, stdout=PIPE, stderr=None, env=self._environment, start_new_session=True,
            )  # fmt: skip
        return self._process

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is None or process.returncode is not None:
            return
        process.kill()
        await process.wait()

    def _rest(self, seconds: float | None) -> None:
        """End the process after so long; None: not while something is drawn."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if seconds is not None and self._process is not None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._leave)

    def _leave(self) -> None:
        if not self._one.locked():
            task = asyncio.ensure_future(self._end())
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)
