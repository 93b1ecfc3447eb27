"""Six weeks of a lifter's and of a runner's diary as they were texted, and what was asked in passing."""

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


_RUNNING = (
    (35, "easy run 6k 36min, legs heavy"),
    (33, "11,200 steps today"),
    (30, "long run 14k in 1h24"),
    (22, "5400 steps"),
    (20, "easy 5k 30:20, knee ok"),
    (16, "long run 18k in 1:50:30 with sarah"),
    (9, "half marathon!!! 1:58:22"),
    (5, "recovery jog 4k 27 min"),
    (2, "ran 10k 55:40 w sarah"),
    (1, "9,000 steps"),
)


async def _lived(clock: TestClock, you: Person, diary: tuple[tuple[int, str], ...] = _DIARY) -> None:
    for ago, said in diary:
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
        ("what time do i usually train", "around 20:00"),
    ],
)
async def test_what_is_asked_in_passing_is_answered_or_said_not_to_be_known(
    tmp_path: Path, asked: str, told: str
) -> None:
    clock = TestClock()
    async with running_bot(tmp_path, clock=clock, profile={"weight_unit": "lb"}) as (_, you):
        await _lived(clock, you)
        assert told in (await you.ask(asked)).text


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("how far have i run since the half", "14 km in total"),
        ("whats my longest run before the half", "18 km, on Mon 2 Nov"),
        ("how many runs since the half", "on 2 days"),
        ("how many steps on average", "8,533 on average"),
        ("how often do i bench | how many rest days this month", "without training this month"),
        ("what should i run tomorrow | did i run 30k this month", "No"),
    ],
)
async def test_races_are_days_and_what_was_talked_about_stays_behind(
    tmp_path: Path, asked: str, told: str
) -> None:
    clock = TestClock()
    async with running_bot(tmp_path, clock=clock, profile={"distance_unit": "km"}) as (_, you):
        await _lived(clock, you, _RUNNING)
        *before, last = asked.split(" | ")
        for one in before:
            await you.ask(one)
        assert told in (await you.ask(last)).text


@pytest.mark.parametrize("said", ["intervals 8x400 avg 1:42", "intervals 6x800 avg 3:32"])
async def test_training_that_may_only_be_planned_is_asked_about_and_not_dropped(
    tmp_path: Path, said: str
) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask(said)
        asked = await you.next_reply()
        assert "Is this done" in asked.text
        await you.tap(asked, "yes")
        assert "Run" in (await you.next_reply()).text
        (entry,) = await bot.app.core.db.entries.recent_entries(YOU_ID, 5)
        assert [one.sets for one in entry.measures] == [int(said[10])]


async def test_a_figure_gets_the_unit_of_what_sets_it_right(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        assert "500 ml" in (await you.ask("water 300, actually 500ml")).text
