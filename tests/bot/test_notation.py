"""What 8x3 means to a person is asked once, and never again."""

from __future__ import annotations

from pathlib import Path

from telegram_local.world import YOU_ID
from tests.driver.harness import running_bot


async def test_a_way_to_write_sets_is_asked_about_once(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("pull-ups 8x3")
        await you.tap(await you.next_reply(), "3 sets of 8")
        assert "8 reps, 3 sets" in (await you.next_reply()).text
        receipt = await you.ask("push-ups 9x4")
        assert "9 reps, 4 sets" in receipt.text
        await bot.app.core.lanes.idle()
        user = await bot.app.core.db.people.get_user(YOU_ID)
        assert user is not None
        assert user.preferences.set_order == "reps first"
