"""What may be a log or talk is stored as a note and asked about; the answer logs it or leaves it."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from agents.language.reading import read_log
from agents.profile import Profile
from evals.playing import everything
from evals.rows import NOW
from telegram_local.world import YOU_ID
from tests.driver.harness import TestClock, running_bot

MAYBE = (
    "my son timed me: 5k in 26:05",
    "did my 3 miler in 28",
    "10k run in 52:30 and my wife did it in 58",
    "On saturday we hike up to the lake, 14 km in total",
    "an hour of rowing with the club, 12 km",
)
"""Some of which the weights of the day are unsure of."""


def unsure() -> str:
    return next(one for one in MAYBE if read_log(one, NOW, Profile(user_id=1), everything()).unsure)


@pytest.mark.parametrize(("answer", "stored"), [("yes", 1), ("no", 0)])
async def test_what_may_be_a_log_is_asked_about(tmp_path: Path, answer: str, stored: int) -> None:
    async with running_bot(tmp_path) as (bot, you):
        noted = await you.ask(unsure())
        assert "✅" not in noted.text
        asked = await you.next_reply()
        assert "Is this done, and shall I log it: run?" in asked.text
        await you.tap(asked, answer)
        if stored:
            assert (await you.next_reply()).text.startswith("✏️ Changed")
        await bot.app.core.lanes.idle()
        (entry,) = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
        assert len(entry.measures) == stored


@pytest.mark.parametrize(
    ("text", "answer", "day"),
    [
        ("ran 5k in 26:00 over the weekend", "Sat 21 Nov", date(2026, 11, 21)),
        ("last week bench 87.5kg 5x5", "", date(2026, 11, 22)),
        ("지난주에 벤치 80kg 5x5", "수요일", date(2026, 11, 18)),
    ],
)
async def test_which_day_of_a_stretch_is_asked(tmp_path: Path, text: str, answer: str, day: date) -> None:
    """Until it is answered it is the last day that was meant, never today."""
    clock = TestClock()
    clock.set(datetime(2026, 11, 23, 18, tzinfo=UTC))
    async with running_bot(tmp_path, clock=clock) as (bot, you):
        stored = await you.ask(text)
        asked = await you.next_reply()
        assert "22" in stored.text
        if answer in asked.labels:
            await you.tap(asked, answer)
            assert (await you.next_reply()).text.startswith("✏️")
        elif answer:
            assert "18" in (await you.ask(answer)).text
        await bot.app.core.lanes.idle()
        (entry,) = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
        assert entry.day == day
        assert {one.day for one in entry.measures} == {day}


@pytest.mark.parametrize(("hours", "logs"), [(0, 1), (20, 2)])
async def test_a_name_that_was_asked_for_is_told_at_once_or_in_a_reply(
    tmp_path: Path, hours: int, logs: int
) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bench 80 kg 5x5")
        await you.ask("5x5 60kg")
        assert "exercise" in (await you.next_reply()).text
        bot.clock.advance(hours=hours)
        await you.ask("Gewicht")
        await bot.app.core.lanes.idle()
        told = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
        assert sum("bench" not in one.text for one in told) == logs
