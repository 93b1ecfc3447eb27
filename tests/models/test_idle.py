"""No message in, no spend: months go by with the schedule running, and nobody calls a model."""

from __future__ import annotations

from pathlib import Path

from tests.driver.harness import TestClock, running_bot
from tests.models.server import ModelServer

DAYS = 31
LOGS = (
    "bench 82.5 kg 5x3",
    "squat 110 kg 5x5",
    "slept 7h",
    "ran 5k in 26:10",
    "weight 81.6 kg",
    "bench 85 kg x3",
)


async def test_an_idle_month_calls_no_model(tmp_path: Path, server: ModelServer) -> None:
    clock = TestClock()
    async with running_bot(tmp_path, clock=clock, llm=server.llm_section()) as (bot, you):
        for text in LOGS:
            await you.ask(text)
        await bot.app.core.lanes.idle()
        assert not server.asked  # each of them is certain
        clock.advance(days=8)
        await bot.tick()
        assert [asked.agent for asked in server.asked] == ["observer"]  # something was new
        server.asked.clear()

        for hour in range(DAYS * 24):
            clock.advance(hours=1)
            await bot.tick()
            if hour == DAYS * 12:
                await bot.restart()

        assert not server.asked


async def test_who_never_wrote_costs_nothing(tmp_path: Path, server: ModelServer) -> None:
    clock = TestClock()
    async with running_bot(tmp_path, clock=clock, llm=server.llm_section()) as (bot, you):
        await you.ask("/start")
        for _ in range(DAYS):
            clock.advance(days=1)
            await bot.tick()

        assert not server.asked
