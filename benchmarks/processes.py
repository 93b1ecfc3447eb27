"""Child processes and what Linux says about them (/proc)."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from telegram_local.world import BOT_ID

ROOT = Path(__file__).parents[1]
TOKEN = f"{BOT_ID}:nobody-else-knows-this-server"
_PAGE_KB = os.sysconf("SC_PAGE_SIZE") // 1024


@dataclass(frozen=True)
class Child:
    """A running Python module; `started` is Unix seconds just before it was started."""

    process: Process
    started: float
    log: Path | None = None

    @property
    def cpu_seconds(self) -> float:
        """CPU time of all its threads so far, to the nanosecond (what clock_getcpuclockid(3) gives)."""
        return time.clock_gettime((~self.process.pid << 3) | 2)

    @property
    def rss_mb(self) -> float:
        """Resident memory."""
        return int(self._proc("statm").split()[1]) * _PAGE_KB / 1024

    def _proc(self, name: str) -> str:
        return Path(f"/proc/{self.process.pid}/{name}").read_text(encoding="utf-8")

    @property
    def running(self) -> bool:
        """Whether it still is."""
        return self.process.returncode is None

    async def stop(self, patience: float = 15) -> None:
        """Ask it to end; insist after `patience` seconds."""
        if self.running:
            self.process.send_signal(signal.SIGTERM)
            try:
                await asyncio.wait_for(self.process.wait(), patience)
            except TimeoutError:
                self.process.kill()
                await self.process.wait()


async def start(module: Sequence[str], log: Path | None = None) -> Child:
    """`python -m module…`, its byte code kept like that of installed programs; what it says goes to `log`."""
    started = time.time()
    sink = log.open("ab") if log else DEVNULL
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    try:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", *module, cwd=ROOT, env=env, stdin=DEVNULL, stdout=sink, stderr=sink
        )
    finally:
        if not isinstance(sink, int):
            sink.close()
    return Child(process, started, log)


async def start_server(*options: str) -> tuple[Child, str, str]:
    """The local Bot API server in a process of its own; its address and that of its chat page."""
    started = time.time()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "telegram_local", "--port", "0", "--token", TOKEN,
        *options, cwd=ROOT, stdin=DEVNULL, stdout=PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    said = "".join([(await asyncio.wait_for(process.stdout.readline(), 30)).decode() for _ in range(2)])
    addresses = re.findall(r"http://\S+", said)
    if len(addresses) != 2:
        raise RuntimeError(f"the local server did not start: {said!r}")
    return Child(process, started), addresses[0], addresses[1]
