"""Figures that no log holds: what is generally advised."""

from __future__ import annotations

from pathlib import Path

from tests.driver.harness import running_bot


async def test_what_is_advised_touches_no_log(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        assert "1.6 to 2.2 g" in (await you.ask("how much protein should I eat?")).text
        await you.ask("weighed 80 kg")
        own = await you.ask("how much protein should I eat?")
        assert "At your 80 kg that is 128 to 176 g a day" in own.text
        assert "80 kg" in own.labels[0]
        assert "128에서 176 g" in (await you.ask("단백질 얼마나 먹어야 해?")).text
        assert "7 to 9 h" in (await you.ask("how long should I sleep?")).text
        await you.ask("bench 100 kg 5x5")
        assert "100 kg" in (await you.ask("what was my last bench?")).text
        assert len(await bot.app.core.db.entries.recent_entries(you.user_id, 10)) == 2
