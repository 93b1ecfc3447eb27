"""The bot with a real, small and slow model: nothing is lost, all is answered, times are bounded."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncGenerator, Awaitable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from telegram_local.messages import StoredMessage
from telegram_local.world import YOU_ID
from tests.driver.harness import running_bot
from tests.models.conftest import on_the_wire

__all__ = ["on_the_wire"]

HERE = Path(__file__).parent
PLACE = HERE.parents[2] / ".cache" / "weights"
LOGS = (
    "bench 80 kg 5x5",
    "bench 60 kg 5x5, then eight strange leuanvetoa and some nonsense",
    "knee hurts 3/10, weird twinges all over, slept 7h and a bit",
    "had two eggs and some strange toast thing, later a burger with odd fries",
    "ran 5 km in 27:30, the hill thing was brutal and then some mobility nonsense",
)
QUESTIONS = {
    "what did i bench last?": "60 kg",
    "why is my bench stuck?": "",
    "how far did i run this week?": "5 km",
}
"""With what the answer has to say where code can tell."""
LOG, CALL, TURN = 5.0, 90.0, 120.0
"""Seconds."""
CALLS: Mapping[str, float] = {
    "tries": 1, "reminders": 1, "log_seconds": LOG, "turn_seconds": TURN,
    "low_seconds": CALL, "medium_seconds": CALL, "high_seconds": CALL,
}  # fmt: skip
GRACE = 30.0
"""Seconds for the rest of the work while the model takes all processors."""


@asynccontextmanager
async def weights() -> AsyncGenerator[str]:
    """The model's address."""
    python = PLACE / "bin" / "python"
    lock = HERE / "requirements.txt"
    made = PLACE / ".lock"
    assert made.is_file(), "run .ci/weights"
    assert made.read_bytes() == lock.read_bytes(), "run .ci/weights"
    process = await asyncio.create_subprocess_exec(
        str(python), str(HERE / "serve.py"), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(300):
            address = (await process.stdout.readline()).decode().strip()
        yield address
    finally:
        process.kill()
        await process.wait()


async def _timed(reply: Awaitable[StoredMessage]) -> tuple[StoredMessage, float]:
    began = time.monotonic()
    return await reply, time.monotonic() - began


@pytest.mark.soak
@pytest.mark.usefixtures("on_the_wire")
async def test_with_real_weights_nothing_is_lost_and_everything_is_answered_in_time(tmp_path: Path) -> None:
    many = int(os.environ.get("WEIGHTS_QUESTIONS") or len(QUESTIONS))
    async with weights() as url:
        llm: dict[str, object] = {
            "default_provider": "small",
            "providers": {"small": {"api_base": f"{url}/v1", "output": "native", "context": 8192}},
            "tiers": {tier: {"small": "smollm2-135m"} for tier in ("low", "medium", "high")},
        }
        profile = {"time_zone": "UTC", "weight_unit": "kg", "distance_unit": "km"}
        async with running_bot(tmp_path, llm=llm, limits={"calls": dict(CALLS)}, profile=profile) as (
            bot,
            you,
        ):
            for text in LOGS:
                said, took = await _timed(you.ask(text, within=2 * TURN))
                assert took < LOG + GRACE, text
            for question, tells in [*QUESTIONS.items()][:many]:
                said, took = await _timed(you.ask(question, within=2 * TURN))
                assert took < TURN + GRACE, question
                assert said.text.strip()
                assert tells in said.text
            entries = await bot.app.core.db.entries.recent_entries(YOU_ID, limit=100)
            assert sorted(entry.text for entry in entries) == sorted(LOGS)
            calls = await bot.app.core.db.calls.recent_calls(YOU_ID, 1000)
            assert all(one.latency_ms < 1000 * (CALL + GRACE) for one in calls)
