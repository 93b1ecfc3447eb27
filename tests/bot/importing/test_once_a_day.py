"""A day that has a night or a body weight keeps it, whatever a file brings."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from telegram_local.world import YOU_ID
from tests.driver.harness import RunningBot, running_bot
from tests.driver.person import Person

NOW = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)
WEIGHTS = b"""date,weight_kg,fat_percent
"20 Nov 2026, 00:00",75,
"21 Nov 2026, 07:00",76,18.2
"21 Nov 2026, 21:00",77,
"""
DIARY = """# 2026-11-20
slept 6h
# 2026-11-21
slept 7h, bench 80 kg 5x5
## 15:00
slept another 1h
"""


async def counted(bot: RunningBot, name: str) -> list[tuple[int, float]]:
    """By day of the month, as they count."""
    rows = await bot.app.core.db.measures.measures(YOU_ID, [name])
    return sorted((row.measure.day.day, row.measure.value or 0) for row in rows)


async def brought(you: Person, content: bytes, name: str) -> str:
    """The preview, after the import."""
    await you.document(content, name)
    shown = await you.next_reply()
    if any("Import" in label for label in shown.labels):
        await you.tap(shown, "Import")
        await you.next_reply()
    return shown.text


async def test_what_was_texted_stays_and_what_is_left_out_is_counted(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        bot.clock.set(NOW)
        await you.ask("yesterday bw 80 kg")
        assert "days that have one already: 2." in await brought(you, WEIGHTS, "measurement_data.csv")
        assert await counted(bot, "body weight") == [(20, 75), (21, 80)]
        assert await counted(bot, "body fat") == [(21, 18.2)]
        assert "nothing new" in await brought(you, WEIGHTS, "measurement_data.csv")
        assert await counted(bot, "body weight") == [(20, 75), (21, 80)]
        assert "instead of Body weight: 75 kg" in (await you.ask("20 nov bw 74 kg")).text
        assert await counted(bot, "body weight") == [(20, 74), (21, 80)]


async def test_a_diary_keeps_its_words_and_what_comes_on_top(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        bot.clock.set(NOW)
        await you.ask("yesterday slept 5h")
        for _ in range(2):
            await brought(you, DIARY.encode(), "diary.md")
            assert await counted(bot, "sleep") == [(20, 6), (21, 1), (21, 5)]
            assert len(await bot.app.core.db.measures.measures(YOU_ID, ["bench press"])) == 5
        texts = [entry.text for entry in await bot.app.core.db.entries.recent_entries(YOU_ID, 9)]
        assert any("slept 7h, bench 80 kg 5x5" in text for text in texts)


async def test_an_export_brings_back_what_counted_together(tmp_path: Path) -> None:
    async with running_bot(tmp_path / "one") as (bot, you):
        await you.ask("slept 4h")
        await you.tap(await you.ask("slept 3h"), "Both count")
        await you.next_reply()
        nights = await counted(bot, "sleep")
        sent = await you.ask("/export")
        assert sent.message.document is not None
        packed = await bot.client.download(sent.message.document.file_id)
    assert [hours for _, hours in nights] == [3, 4]
    async with running_bot(tmp_path / "two") as (bot, you):
        await brought(you, packed, "swealog.zip")
        assert await counted(bot, "sleep") == nights
    async with running_bot(tmp_path / "three") as (bot, you):
        await you.ask("slept 8h")
        await brought(you, packed, "swealog.zip")
        assert [hours for _, hours in await counted(bot, "sleep")] == [8]
