"""The process that draws: it comes with the first chart, goes when idle, and is replaced when it dies."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from agents.charts.studio import NotDrawnError, Studio
from bot.settings import passed_on
from tests.agents.charts.diaries import drawn


def spec(text: str = "bench") -> str:
    return drawn(text).spec.model_dump_json(exclude_defaults=True)


@asynccontextmanager
async def studio(idle_seconds: float = 60) -> AsyncGenerator[Studio]:
    made = Studio(passed_on(), idle_seconds)
    try:
        yield made
    finally:
        await made.close()


def lives(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


async def test_one_process_draws_many_survives_nonsense_and_is_replaced_when_killed():
    async with studio() as one:
        assert one.pid is None
        drawings = await asyncio.gather(*(one.draw(spec(text)) for text in ("bench", "calendar", "muscles")))
        assert all(png.startswith(b"\x89PNG") for png in drawings)
        first = one.pid
        assert first is not None
        with pytest.raises(NotDrawnError, match="ValidationError"):
            await one.draw("{}")
        assert one.pid == first
        os.kill(first, signal.SIGKILL)
        with suppress(NotDrawnError):  # the one that was cut off is told
            await one.draw(spec())
        assert (await one.draw(spec())).startswith(b"\x89PNG")
        assert one.pid not in (None, first)
        second = one.pid
    assert second is not None
    assert not lives(second)


def _niceness_of_its_session(pid: int) -> str | None:
    """None: this machine weighs no sessions."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/autogroup").read_text("ascii").strip().split(maxsplit=1)[1]
    return None


async def test_it_lets_everybody_else_go_first():
    async with studio() as one:
        assert await one.draw(spec())
        pid = one.pid or 0
        assert os.getpriority(os.PRIO_PROCESS, pid) == 5
        assert _niceness_of_its_session(pid) in (None, "nice 5")


async def test_it_goes_when_nothing_is_drawn():
    async with studio(0.05) as one:
        assert await one.draw(spec())
        pid = one.pid or 0
        async with asyncio.timeout(20):
            while lives(pid):  # noqa: ASYNC110 - nobody tells when a process has ended
                await asyncio.sleep(0.02)
        assert one.pid is None


def test_the_process_is_told_no_secret():
    told = passed_on({"HOME": "/home/me", "TELEGRAM_BOT_TOKEN": "1:a", "OPENAI_API_KEY": "k", "PATH": "/bin"})
    assert told == {"HOME": "/home/me", "PATH": "/bin"}
