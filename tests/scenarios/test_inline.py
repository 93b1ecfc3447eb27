"""`@bot bench` in any chat: one's own last sets, to oneself."""

from __future__ import annotations

from pathlib import Path

from telegram_local.world import ALEX_ID, GROUP_ID, YOU_ID
from tests.driver.harness import running_bot

ON = {"inline": True}


async def test_ones_last_sets_are_shown_and_sent_when_tapped(tmp_path: Path):
    async with running_bot(tmp_path, telegram=ON) as (bot, you):
        await you.ask("2026-03-01: bench 80 kg 5x5")
        await you.ask("2026-03-03: bench 82.5 kg 3x5, squat 100 kg 5, 90 kg 8 8")
        here = bot.client.person(YOU_ID, GROUP_ID)
        asked = await here.ask_inline("Bench")
        found = await here.found(asked)
        assert [one.title for one in found] == ["Bench press · Tue 3 Mar", "Bench press · Sun 1 Mar"]
        assert found[0].description == "82.5 kg × 5 reps, 3 sets"  # noqa: RUF001 - as shown
        every = await here.found(await here.ask_inline(""))
        assert {one.title for one in every} == {"Bench press · Tue 3 Mar", "Squat · Tue 3 Mar"}
        squats = await here.found(await here.ask_inline("squ"))
        assert [(one.title, one.description) for one in squats] == [
            ("Squat · Tue 3 Mar", "100 kg × 5 reps, 90 kg × 8 reps, 2 sets")  # noqa: RUF001 - as shown
        ]
        assert await here.found(await here.ask_inline("marathon")) == []

        before = await bot.app.core.db.entries.recent_entries(YOU_ID, 9)
        sent = await here.choose(asked, found[0].id)
        assert "82.5 kg" in sent.text
        own = await you.ask_inline("bench")
        await you.found(own)
        await you.choose(own, "0")
        await you.ask("/help")
        assert await bot.app.core.db.entries.recent_entries(YOU_ID, 9) == before
        kept = b"".join(path.read_bytes() for path in (tmp_path / "data").glob("swealog.db*"))
        assert b"squat" in kept
        assert b"marathon" not in kept


async def test_to_oneself_only(tmp_path: Path):
    allowed = {"allow_users": [YOU_ID], "allow_groups": [GROUP_ID]}
    async with running_bot(tmp_path, telegram=ON, access=allowed) as (bot, you):
        await you.ask("bench 80 kg 5x5")
        alex = bot.client.person(ALEX_ID, GROUP_ID)
        asked = await alex.ask_inline("bench")
        assert await alex.found(asked) == []
        (call,) = bot.server.state.calls.find("answerInlineQuery")
        assert (str(call.params["cache_time"]), str(call.params["is_personal"])) == ("0", "true")


async def test_off_unless_it_is_configured(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        await you.ask("/help")
        asked = bot.server.state.calls.find("getUpdates")
        assert asked
        assert all("inline_query" not in str(call.params.get("allowed_updates")) for call in asked)
