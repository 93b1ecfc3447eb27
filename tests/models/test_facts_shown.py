"""What a model is shown of the records misleads nobody: a first of some days says so, remarks are remarks."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from bot.core import utc_now
from tests.driver.harness import running_bot
from tests.models.server import ModelServer
from tests.models.test_engine import ANSWER

DIARY = (
    "2 months ago: 5k in 26:00",
    "6 days ago: 5k in 25:00, knee hurt from km 3",
    "today: 5k in 24:30",
)


async def test_a_first_is_of_all_time_or_says_its_days_and_a_remark_is_no_run(
    tmp_path: Path, server: ModelServer
) -> None:
    week = {"start": str(utc_now().date() - timedelta(days=7)), "end": str(utc_now().date())}
    first = {"statistic": "first", "measure": "run", "quantity": "duration"}
    plan = {
        "reasoning": "asks",
        "parts": [{"type": "comparison", "about": ["run"], "figures": [first, {**first, "days": week}]}],
        "searches": [{"topics": ["run"]}],
        "next_action": "retrieve",
    }
    route = {"reasoning": "asks", "domains": ["running"], "confidence": 0.9, "input_type": "query"}
    server.always("router", {**route, "plan": plan})
    server.always("analyzer", {**ANSWER, "findings": [], "response": "x"})
    async with running_bot(tmp_path, profile={"distance_unit": "km"}, llm=server.llm_section()) as (_, you):
        for text in DIARY:
            await you.ask(text)
        await you.ask("what was my first run this week, and the first of all?")

    shown = server.calls("analyzer")[0].user
    ever, of_days = (line for line in shown.splitlines() if "first logged run" in line)
    assert (".span}" in ever, ".span}" in of_days) == (False, True)
    assert "run km=5 time=25:00 pace=5:00; b pain (knee) |" in shown
    assert "km=3" not in shown
