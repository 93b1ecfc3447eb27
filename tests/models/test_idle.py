"""No message in, no spend: months go by with the schedule running, and nobody calls a model."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.driver.harness import TestClock, running_bot
from tests.models.answers import structured
from tests.models.server import ModelServer
from tests.scenarios.test_coaches import settled

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


async def test_the_own_time_of_a_coach_costs_nothing_while_nothing_is_logged(
    tmp_path: Path, server: ModelServer
) -> None:
    clock = TestClock()
    clock.set(datetime(2026, 11, 18, 9, tzinfo=UTC))
    async with running_bot(tmp_path, clock=clock, llm=server.llm_section()) as (bot, you):
        server.always("coach", structured({"report": "A week with training."}))
        await you.ask("/coaches week")
        await you.next_reply()
        await you.ask("bench 80kg 5x5")
        clock.set(datetime(2026, 11, 22, 18, 5, tzinfo=UTC))
        await settled(bot)
        assert len(server.calls("coach")) == 2, "something was logged"
        assert "bench 80kg 5x5" in server.calls("coach")[-1].prompt, "and it is read"
        for week in range(1, 5):
            clock.set(datetime(2026, 11, 22, 18, 5, tzinfo=UTC) + timedelta(weeks=week))
            [report] = await settled(bot)
            assert "A week with training" not in report, "rules write it"
        assert len(server.calls("coach")) == 2
        await you.ask("bench 80kg 5x5")
        clock.advance(days=7)
        await settled(bot)
        assert len(server.calls("coach")) == 3


async def test_who_never_wrote_costs_nothing(tmp_path: Path, server: ModelServer) -> None:
    clock = TestClock()
    async with running_bot(tmp_path, clock=clock, llm=server.llm_section()) as (bot, you):
        await you.ask("/start")
        for _ in range(DAYS):
            clock.advance(days=1)
            await bot.tick()

        assert not server.asked
