"""A night and a body weight are told once a day: told again they replace, unless both are to count."""

from __future__ import annotations

from pathlib import Path

from storage.entities import DateRange
from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, running_bot


async def stored(bot: RunningBot, name: str) -> list[tuple[float | None, str | None]]:
    """The values that count today, in the order they were logged."""
    today = bot.clock().date()
    days = DateRange(start=today, end=today)
    found = await bot.app.core.db.search.by_topics(YOU_ID, [name], days)
    return [(one.value, one.unit) for entry in found[::-1] for one in entry.measures if one.name == name]


async def test_a_night_told_again_replaces_and_undo_brings_back(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("slept 7h, bench 80 kg 5x5")
        again = await you.ask("slept 4h")
        assert "instead of Sleep: 7 h" in again.text
        assert await stored(bot, "sleep") == [(4, "h")]
        assert len(await stored(bot, "bench press")) == 1
        assert "4 h" in (await you.ask("how long did I sleep today?")).text
        await you.tap(again, "Undo")
        assert "slept 4h" in (await you.next_reply()).text
        assert await stored(bot, "sleep") == [(7, "h")]
        await you.ask("slept 5h")
        assert await stored(bot, "sleep") == [(5, "h")]
        assert "slept 5h" in (await you.ask("/undo")).text
        assert await stored(bot, "sleep") == [(7, "h")]


async def test_both_count_where_that_is_tapped_or_said(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("slept 4h")
        for addition in ("nap 20 min", "slept another 2h"):
            assert "instead" not in (await you.ask(addition)).text
        assert await stored(bot, "sleep") == [(4, "h"), (2, "h")]
        replaced = await you.ask("slept 3h")
        assert "instead of Sleep: 4 h" in replaced.text
        assert "instead of Sleep: 2 h" in replaced.text
        assert await stored(bot, "sleep") == [(3, "h")]
        await you.tap(replaced, "Both count")
        assert "Both count now" in (await you.next_reply()).text
        assert sorted(await stored(bot, "sleep")) == [(2, "h"), (3, "h"), (4, "h")]
        await you.tap(replaced, "Both count")
        await you.silence(0.2)


async def test_a_body_weight_that_fits_in_the_other_unit_only_is_asked_about(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("bw 181 lb")
        assert "instead of Body weight: 181 lb" in (await you.ask("bw 182 lb")).text
        assert await stored(bot, "body weight") == [(182, "lb")]
        bot.clock.advance(days=1)
        await you.ask("bw 82 lb")
        question = await you.next_reply()
        assert "82 lb, after 182 lb" in question.text
        assert question.labels == ["kg", "lb", "Skip"]
        await you.tap(question, "kg")
        assert "82 kg" in (await you.next_reply()).text
        assert await stored(bot, "body weight") == [(82, "kg")]
        user = await bot.app.core.db.people.get_user(YOU_ID)
        assert user is None or user.preferences.weight_unit is None
        await you.ask("bw 83 kg")
        await you.ask("bw 79 kg")
        await you.silence(0.2)
