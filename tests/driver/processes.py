"""Processes of ours: `python -m MODULE …`, forked from one that has imported the product already.

In a soak each is started as people start it, by a command line of its own. Tests that are about that (what it
imports, its command line, its limits) start it themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
from asyncio.subprocess import DEVNULL, PIPE, STDOUT
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import IO

from tests.driver.bounds import Bounds
from tests.driver.forking import NUMBER, Request, fork
from tests.driver.sharing import alone_with
from tests.driver.sizes import SOAK

ROOT = Path(__file__).parents[2]
_UNBOUND = Bounds()
Stream = int | IO[bytes] | IO[str] | None
"""As the standard library has it: PIPE, DEVNULL, STDOUT, a file, or None for ours."""


@dataclass(frozen=True, slots=True)
class _Parent:
    """The forkserver of all workers of pytest: it ends when none is connected any more."""

    channel: socket.socket
    process: subprocess.Popen[bytes] | None
    """Of the worker that started it."""

    def close(self) -> None:
        """It ends when nobody asks any more."""
        self.channel.close()
        if self.process is not None:
            self.process.wait()


@cache
def _parent() -> _Parent:
    """Of bots."""
    return _connected("tests.driver.forkserver")


def _connected(module: str, *arguments: str) -> _Parent:
    channel = socket.socket(socket.AF_UNIX)
    process = None
    with alone_with(module) as path:
        if not path.exists():
            with socket.socket(socket.AF_UNIX) as listener:
                listener.bind(str(path))
                listener.listen()
                fd = listener.fileno()
                command = [sys.executable, "-m", module, str(fd), *arguments]
                process = subprocess.Popen(  # noqa: S603 - ours
                    command, cwd=ROOT, pass_fds=[fd], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
                )
        channel.connect(str(path))
    parent = _Parent(channel, process)
    _PARENTS.append(parent)
    return parent


_PARENTS: list[_Parent] = []


def connect() -> None:
    """Before the first test, so that the forkserver stays until the last worker has ended."""
    if not SOAK:
        _parent()


def hatched(capture: str, *arguments: str) -> str:
    """What to start pytest's workers by, instead of Python: they need not import what its arguments name."""
    _connected("tests.driver.nest", capture, *arguments)
    with alone_with("tests.driver.nest") as path:
        return shlex.join([sys.executable, "-m", "tests.driver.hatch", str(path)])


def close() -> None:
    """At the end of all tests."""
    _parent.cache_clear()
    while _PARENTS:
        _PARENTS.pop().close()


def _request(
    module: str,
    arguments: tuple[str, ...],
    folder: Path,
    env: Mapping[str, str] | None = None,
    bounds: Bounds = _UNBOUND,
) -> Request:
    return {
        "module": module,
        "arguments": [*arguments],
        "environment": dict(os.environ if env is None else env),
        "folder": str(folder),
        "bounds": asdict(bounds),
    }


class Forked:
    """A child of the forkserver, with what `asyncio.subprocess.Process` offers."""

    def __init__(self, pid: int, end: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self.stdin: asyncio.StreamWriter | None = None
        self.stdout: asyncio.StreamReader | None = None
        self.stderr: asyncio.StreamReader | None = None
        self._end = end
        self._ended = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(end, self._told)

    def _told(self) -> None:
        told = os.read(self._end, NUMBER.size)
        self._loop.remove_reader(self._end)
        os.close(self._end)
        self.returncode = NUMBER.unpack(told)[0] if told else -signal.SIGKILL
        self._ended.set()

    async def wait(self) -> int:
        """Its exit code, negative for a signal."""
        await self._ended.wait()
        assert self.returncode is not None
        return self.returncode

    async def communicate(self, given: bytes | None = None) -> tuple[bytes, bytes]:
        """All that it says, after it was given this."""
        if self.stdin is not None:
            if given:
                self.stdin.write(given)
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    await self.stdin.drain()
            self.stdin.close()
        streams = (self.stdout, self.stderr)
        said, complained = await asyncio.gather(*(_read(one) for one in streams))
        await self.wait()
        return said, complained

    def send_signal(self, number: int) -> None:
        """Nothing when it has ended."""
        if self.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        """SIGTERM."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """SIGKILL."""
        self.send_signal(signal.SIGKILL)


async def _read(stream: asyncio.StreamReader | None) -> bytes:
    return b"" if stream is None else await stream.read()


Process = asyncio.subprocess.Process | Forked


async def start(
    module: str,
    *arguments: str,
    stdin: Stream = None,
    stdout: Stream = None,
    stderr: Stream = None,
    folder: Path = ROOT,
    env: Mapping[str, str] | None = None,
    bounds: Bounds = _UNBOUND,
) -> Process:
    """`python -m MODULE ARGUMENTS`."""
    if SOAK:
        return await asyncio.create_subprocess_exec(
            *bounds.command(), sys.executable, "-m", module, *arguments,
            stdin=stdin, stdout=stdout, stderr=stderr, cwd=folder, env=env,
        )  # fmt: skip
    with contextlib.ExitStack() as opened:
        ours: list[IO[bytes] | None] = []
        theirs: list[int] = []
        for place, stream in enumerate((stdin, stdout, stderr)):
            kept, given = _ends(place, stream, theirs, opened)
            ours.append(kept)
            theirs.append(given)
        request = _request(module, arguments, folder, env, bounds)
        child = Forked(*fork(_parent().channel, request, (theirs[0], theirs[1], theirs[2])))
    child.stdin = await _writer(ours[0])
    child.stdout, child.stderr = await _reader(ours[1]), await _reader(ours[2])
    return child


def _ends(
    place: int, stream: Stream, before: list[int], opened: contextlib.ExitStack
) -> tuple[IO[bytes] | None, int]:
    """Our end of a pipe, if there is one, and what the child is given; closed here when it has it."""
    if stream is None:
        return None, place
    if stream == STDOUT:
        return None, before[1]
    if stream == DEVNULL:
        return None, opened.enter_context(open(os.devnull, "r+b")).fileno()  # noqa: PTH123
    if stream == PIPE:
        reading, writing = os.pipe()
        ours, given = (writing, reading) if place == 0 else (reading, writing)
        opened.callback(os.close, given)
        return os.fdopen(ours, "wb" if place == 0 else "rb", 0), given
    return None, stream if isinstance(stream, int) else stream.fileno()


async def _reader(pipe: IO[bytes] | None) -> asyncio.StreamReader | None:
    if pipe is None:
        return None
    reader = asyncio.StreamReader(limit=1 << 20)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
    return reader


async def _writer(pipe: IO[bytes] | None) -> asyncio.StreamWriter | None:
    if pipe is None:
        return None
    loop = asyncio.get_running_loop()
    protocol = asyncio.streams.FlowControlMixin
    transport, flow = await loop.connect_write_pipe(protocol, pipe)
    return asyncio.StreamWriter(transport, flow, None, loop)


def run(
    module: str,
    *arguments: str,
    stdin: int = subprocess.DEVNULL,
    folder: Path = ROOT,
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """The same until it ends, for tests without a loop."""
    if SOAK:
        command = [sys.executable, "-m", module, *arguments]
        return subprocess.run(  # noqa: S603 - ours
            command, stdin=stdin, capture_output=True, text=True, cwd=folder, env=env, check=False
        )
    file = tempfile.TemporaryFile
    with file() as out, file() as errors, contextlib.ExitStack() as opened:
        _, given = _ends(0, stdin, [], opened)
        request = _request(module, arguments, folder, env)
        _, end = fork(_parent().channel, request, (given, out.fileno(), errors.fileno()))
        with os.fdopen(end, "rb") as told:
            (code,) = NUMBER.unpack(told.read())
        out.seek(0)
        errors.seek(0)
        said, complained = out.read().decode(), errors.read().decode()
        return subprocess.CompletedProcess([module, *arguments], code, said, complained)
