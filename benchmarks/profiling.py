"""Where our bot spends its time: `python -m benchmarks.overhead --profile`."""

from __future__ import annotations

import pstats
import tempfile
from pathlib import Path

from benchmarks.overhead import Bench
from benchmarks.processes import Child, start, start_server
from tests.driver.client import LocalClient


async def profile(messages: int) -> int:
    """Print the functions that cost most for `messages` logs, one after the other; returns the exit code."""
    server, url, page = await start_server()
    try:
        with tempfile.TemporaryDirectory(prefix="swealog-profile-") as folder:
            file = Path(folder) / "stats"
            async with LocalClient(page) as client:
                bench = _Profiled(client, url, Path(folder), messages, file=file)
                await bench.run("swealog")
            stats = pstats.Stats(str(file))
            stats.sort_stats("tottime").print_stats(45)
            stats.sort_stats("cumulative").print_stats(90)
    finally:
        await server.stop()
    return 0


class _Profiled(Bench):
    """Starts the bot under cProfile."""

    def __init__(self, client: LocalClient, url: str, folder: Path, messages: int, *, file: Path) -> None:
        super().__init__(client, url, folder, messages)
        self._file = file

    async def start_swealog(self, arguments: list[str], log: Path) -> Child:
        """Under the profiler, which writes when the bot stops."""
        return await start(["cProfile", "-o", str(self._file), "-m", *arguments], log)
