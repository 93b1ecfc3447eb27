"""Which log a correction means, through Telegram: the one written last, named, of that day or replied to."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, TestClock, running_bot

SUNDAY = datetime(2026, 11, 22, 12, tzinfo=UTC)


async def _logged(bot: RunningBot) -> dict[str, float | None]:
    """Weekday and exercise of what stands now, with its load."""
    entries = await bot.app.core.db.entries.recent_entries(YOU_ID, 20)
    return {f"{m.day:%a} {m.name}": m.weight for entry in entries for m in entry.measures}


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (
            ("squat 100kg 5x5", "yesterday bench 85kg x5", "delete that"),
            {"Sun squat": 100},
        ),
        (
            ("bench 100kg 5x5", "3 days ago bench 85kg 5x5", "actually 90"),
            {"Sun bench press": 100, "Thu bench press": 90},
        ),
        (
            ("yesterday bench 85kg 5x5", "squat 100kg 5x5", "bench was 87 not 85", "make that 4 sets"),
            {"Sat bench press": 87, "Sun squat": 100},
        ),
        (("squat 100kg 5x5", "delete yesterday's log"), {"Sun squat": 100}),
        (("스쿼트 100kg 5x5", "어제 거 지워줘"), {"Sun squat": 100}),
        (
            (
                "monday bench 100kg 5x5",
                "friday bench 100kg 5x5",
                "monday's bench was 95 not 100",
            ),
            {"Mon bench press": 95, "Fri bench press": 100},
        ),
        (
            ("monday bench 100kg 5x5", "bench 90kg 5x5", "delete the bench from monday"),
            {"Sun bench press": 90},
        ),
        (("벤치 80kg 5x5", "그저께였어"), {"Fri bench press": 80}),
        (("벤치 80kg 5x5", "벤치 말고 인클라인 벤치"), {"Sun incline bench press": 80}),
        (("squat 90kg 5x5", "**front squat 100kg 5x5**"), {"Sun squat": 90, "Sun front squat": 100}),
        (("squat 90kg 5x5", "*bench 85kg 3x5"), {"Sun squat": 90, "Sun bench press": 85}),
        (("bench 85kg 3x5", "deadlift 100kg 5 5 5*"), {"Sun bench press": 85, "Sun deadlift": 100}),
        (("bench 80kg 5x5", "bench 85kg 5x5*"), {"Sun bench press": 85}),
        (("bench 80kg 5x5", "*82.5"), {"Sun bench press": 82.5}),
    ],
)
async def test_the_log_that_is_meant(tmp_path: Path, said: Sequence[str], left: dict[str, float]) -> None:
    clock = TestClock()
    clock.set(SUNDAY)
    async with running_bot(tmp_path, clock=clock) as (bot, you):
        for text in said:
            await you.ask(text)
        assert await _logged(bot) == left


async def test_a_reply_means_that_log_and_no_other(tmp_path: Path) -> None:
    clock = TestClock()
    clock.set(SUNDAY)
    async with running_bot(tmp_path, clock=clock) as (bot, you):
        await you.ask("squat 150kg 5x5")
        bench = await you.say("bench 100kg 5x5")
        await you.next_reply()
        await you.ask("/undo")
        for said in ("it was 90", "it was yesterday", "delete that"):
            await you.reply(bench, said)
            assert "removed" in (await you.next_reply()).text
        assert await _logged(bot) == {"Sun squat": 150}
        await you.ask("bench 90kg 5x5")
        await you.reply(await you.ask("what's my best squat?"), "that was 145")
        await you.next_reply()
        assert await _logged(bot) == {"Sun squat": 145, "Sun bench press": 90}


async def test_a_reply_to_what_is_no_log_or_about_several_asks_which(tmp_path: Path) -> None:
    clock = TestClock()
    clock.set(SUNDAY)
    async with running_bot(tmp_path, clock=clock) as (bot, you):
        paste = await you.say("yesterday: squat 100kg 5x5\nmonday: bench 90kg 5x5")
        await you.next_reply()
        hello = await you.ask("hello")
        await you.reply(hello, "it was 95")
        assert "no log" in (await you.next_reply()).text
        await you.reply(paste, "it was 95")
        assert "several logs" in (await you.next_reply()).text
        assert await _logged(bot) == {"Sat squat": 100, "Mon bench press": 90}
        await you.reply(paste, "the squat was 105")
        await you.next_reply()
        assert await _logged(bot) == {"Sat squat": 105, "Mon bench press": 90}
