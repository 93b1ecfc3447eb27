"""Estimates of meals: told as such where they are switched on, and never among figures."""

from __future__ import annotations

from pathlib import Path

from telegram_local.world import YOU_ID
from tests.driver.harness import running_bot

ON = {"food_estimates": True}


async def test_an_estimate_is_told_and_never_stored(tmp_path: Path):
    async with running_bot(tmp_path, domains=ON) as (bot, you):
        receipt = (await you.ask("had oatmeal and eggs for breakfast")).text
        assert "≈ 250 kcal, estimated: oatmeal 240 g, egg 50 g" in receipt
        assert "≈" not in (await you.ask("lunch: chicken and rice, 650 calories")).text
        assert "kimchi stew" in (await you.ask("ate a banana and kimchi stew")).text

        stated = (await you.ask("how many calories did I eat today?")).text
        assert "650" in stated
        assert "250" not in stated
        asked = (await you.ask("estimate my calories today")).text
        assert "You stated: 650 kcal" in asked
        assert "≈ 360 kcal, estimated, for what you gave no figure (meals: 2)" in asked
        kept = await bot.app.core.db.measures.measures(YOU_ID, ["kcal"])
        assert [row.measure.value for row in kept] == [650]


async def test_off_unless_it_is_configured(tmp_path: Path):
    async with running_bot(tmp_path) as (_, you):
        assert "≈" not in (await you.ask("had oatmeal and eggs for breakfast")).text
        assert "≈" not in (await you.ask("estimate my calories today")).text
