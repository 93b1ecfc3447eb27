"""Six weeks of one lifter's diary as it was texted, and what was asked of it in passing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from telegram_local.world import YOU_ID
from tests.driver.harness import TestClock, running_bot
from tests.driver.person import Person

_LAST_EVENING = datetime(2026, 11, 18, 20, tzinfo=UTC)
_DIARY = (
    (36, "woke up with a stiff lower back. 6h sleep"),
    (32, "only 5h sleep, hungover"),
    (27, "7.5 hrs sleep, mood pretty good, 8/10"),
    (24, "10k race!! 55:12, new pr"),
    (23, "calves destroyed. slept 9h. 186.2 lb"),
    (13, "6.5h, kept waking up"),
    (12, "squats 220 lb 5x5"),
    (10, "6.5 mile run 1:01:30"),
    (9, "bench 170 lb 5x3, shoulder a bit cranky on the last set"),
    (7, "no gym, sick (sore throat, 38.2 fever)"),
    (5, "squat 195 lb 3x5 light, lateral raises 3x15 with the 15s"),
)


async def _lived(clock: TestClock, you: Person) -> None:
    for ago, said in _DIARY:
        clock.set(_LAST_EVENING - timedelta(days=ago))
        await you.ask(said)
    clock.set(_LAST_EVENING)


async def test_what_was_felt_and_weighed_is_stored_as_it_was_meant(tmp_path: Path) -> None:
    clock = TestClock()
    async with running_bot(tmp_path, clock=clock, profile={"weight_unit": "lb"}) as (bot, you):
        await _lived(clock, you)
        entries = await bot.app.core.db.entries.recent_entries(YOU_ID, 20)
        stored = {(one.name, one.value, one.weight) for entry in entries for one in entry.measures}
        assert ("mood", 8, None) in stored
        assert ("body weight", 186.2, None) in stored
        assert ("sleep", 6.5, None) in stored
        assert ("lateral raise", None, 15) in stored
        assert "calf raise" not in {name for name, _, _ in stored}
        told = await you.ask("leg press 4 plates 3x12")
        assert "“4 plates”" in told.text


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("what did i squat two fridays ago", "Fri 6 Nov): 220 lb for 5"),
        ("was i sleeping worse when my back hurt", "6 h on the 1 day with back pain"),
        ("how long did the 10k take me", "55:12"),
        ("how long did it take me to run 6.5 miles", "1:01:30"),
        ("how was my mood in october", "8/10"),
        ("what should i bench next time", "“bench 170 lb 5x3, shoulder a bit cranky on the last set”"),
        ("what was the fever", "38.2 fever"),
        ("how many weeks in a row did i bench", "These entries come closest"),
        ("how many days off between squat days on average", "These entries come closest"),
        ("what time do i usually train", "can't tell"),
    ],
)
async def test_what_is_asked_in_passing_is_answered_or_said_not_to_be_known(
    tmp_path: Path, asked: str, told: str
) -> None:
    clock = TestClock()
    async with running_bot(tmp_path, clock=clock, profile={"weight_unit": "lb"}) as (_, you):
        await _lived(clock, you)
        assert told in (await you.ask(asked)).text
