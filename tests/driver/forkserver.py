"""`python -m tests.driver.forkserver FD`: has imported the product once, and forks when it is asked to.

Importing takes a second and a half of a processor, and the tests start the bot hundreds of times. Each child
has the standard streams, environment and working directory that were asked for and then runs its module as
`python -m MODULE …` does. Those who connect to the socket FD send requests (see `tests/driver/processes.py`)
and are answered with ids of processes; how a child ended goes to the pipe that came with its request.
What was imported and read before is what children need not do: `tests/driver/nest.py` is another one.
"""

from __future__ import annotations

import asyncio
import atexit
import gc
import importlib
import json
import os
import runpy
import select
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FrameType
from typing import cast

from tests.driver.bounds import Bounds
from tests.driver.forking import FDS, NUMBER, Request

PRELOADED = (
    "bot.cli", "bot.app", "telegram_local.server", "storage.upgrade", "uvloop", "agents.model.calls.playing",
    "agents.model.build", "agents.tools.registry", "agents.notes.embedding", "agents.notes.vectors",
    "agents.charts.drawing", "agents.charts.worker", "agents.agenda.caldav_client",
    "bot.handlers", "bot.notes", "bot.sync", "bot.assistant.assembly", "bot.cli.run", "bot.cli.notes",
    "tests.crash.planted", "tests.crash.instants",
    "radicale.__main__", "radicale.auth.htpasswd", "radicale.storage.multifilesystem",
    "radicale.web.internal", "radicale.rights.owner_only",
)  # fmt: skip
SAID = ("bench 80 kg 3x5, slept 7h", "벤치 80kg 5회", "when did I last bench?", "why was my squat so hard?")
"""Words and patterns are read when they are first needed: once for all children."""


@dataclass(slots=True)
class Forkserver:
    """The loop between those who ask and the children."""

    listener: socket.socket
    environment: dict[str, str]
    """What was put into it by what was imported: where litellm keeps its tokenizer, for example."""
    _channels: list[socket.socket] = field(default_factory=list[socket.socket])
    _ends: dict[int, int] = field(default_factory=dict[int, int])
    """The pipe to be told, by process."""

    def serve(self) -> Request | None:
        """In each child: what it is to be. None: nobody asks any more."""
        awake, wake = os.pipe()
        os.set_blocking(wake, False)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, _nothing)
        while True:
            ready, _, _ = select.select([self.listener, *self._channels, awake], [], [])
            if awake in ready:
                os.read(awake, 1024)
                self._reap()
            if self.listener in ready:
                self._channels.append(self.listener.accept()[0])
            for channel in [one for one in self._channels if one in ready]:
                head, fds, _, _ = socket.recv_fds(channel, NUMBER.size, FDS)
                if not head:
                    self._channels.remove(channel)
                    channel.close()
                    if not self._channels:
                        return None
                    continue
                request = _request(channel, head)
                child = os.fork()
                if not child:
                    signal.set_wakeup_fd(-1)
                    for fd in (awake, wake, fds[3], *self._ends.values()):
                        os.close(fd)
                    for one in (self.listener, *self._channels):
                        one.close()
                    request["environment"] = self.environment | request["environment"]
                    _become(request, fds[:3])
                    return request
                self._ends[child] = fds[3]
                for fd in fds[:3]:
                    os.close(fd)
                channel.sendall(NUMBER.pack(child))

    def _reap(self) -> None:
        while self._ends:
            child, status = os.waitpid(-1, os.WNOHANG)
            if not child:
                return
            end = self._ends.pop(child)
            os.write(end, NUMBER.pack(os.waitstatus_to_exitcode(status)))
            os.close(end)


def _request(channel: socket.socket, head: bytes) -> Request:
    (length,) = NUMBER.unpack(head)
    body = b""
    while len(body) < length:
        body += channel.recv(length - len(body))
    return cast("Request", json.loads(body))


def _nothing(_signal: int, _frame: FrameType | None) -> None:
    """Only so that the loop wakes up."""


def _become(request: Request, fds: list[int]) -> None:
    """What a process of its own begins with."""
    for place, fd in enumerate(fds):
        os.dup2(fd, place)
    for fd in fds:
        os.close(fd)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    Bounds(**request["bounds"]).bind()
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    time.tzset()
    unbuffered = bool(os.environ.get("PYTHONUNBUFFERED"))
    sys.stdin = sys.__stdin__ = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = sys.__stdout__ = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout.reconfigure(write_through=unbuffered, line_buffering=sys.stdout.isatty())
    sys.stderr = sys.__stderr__ = open(  # noqa: SIM115
        2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False
    )
    sys.path[0] = request["folder"]
    sys.argv[:] = [request["module"], *request["arguments"]]


async def warmed() -> None:
    """Every kind of words was read once, and litellm is loaded."""
    from agents.llm import warm  # noqa: PLC0415 - imported here, once
    from bot.cli.console import Console  # noqa: PLC0415
    from bot.settings import Settings  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        console = await Console.open(Settings.model_validate({"data_dir": folder}), 1, None)
        for text in SAID:
            await console.say(text)
        await console.aclose()
    await warm()


def _prepare() -> None:
    """Everything is imported."""
    for module in PRELOADED:
        importlib.import_module(module)
    asyncio.run(warmed())


def serve(prepare: Callable[[], None]) -> None:
    """Prepare, then fork; each child comes out of here, too, and goes on as the module it was asked to be."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    gc.disable()
    begun = set(os.environ)
    prepare()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    assert threading.active_count() == 1, f"none outlives a fork: {threading.enumerate()}"
    gc.collect()
    gc.freeze()
    made = {name: value for name, value in os.environ.items() if name not in begun}
    request = Forkserver(socket.socket(fileno=int(sys.argv[1])), made).serve()
    if request is not None:
        gc.enable()
        sys.modules.pop(request["module"], None)  # it runs anew, as the main module
        _run(request["module"])
    else:
        _CODE.append(0)


def _run(module: str) -> None:
    """As the main one; when it ends by itself, it does not free what it inherited (45,000 pages, 0.18 s)."""
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as asked:
        if asked.code is None or isinstance(asked.code, int):
            _CODE.append(asked.code or 0)
        raise
    _CODE.append(0)


_CODE: list[int] = []
"""What this process ends with; empty: as Python says."""


@atexit.register  # the first to be registered is the last to be called
def _leave() -> None:
    if _CODE:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(_CODE[0] & 0xFF)


if __name__ == "__main__":
    serve(_prepare)
