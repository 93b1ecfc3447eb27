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


async def test_a_meal_nobody_gave_a_figure_for_is_estimated(tmp_path: Path):
    async with running_bot(tmp_path, domains=ON) as (bot, you):
        await you.ask("breakfast: 2 eggs and 1 banana")
        await you.ask("lunch: chicken salad 450 kcal")
        told = await you.ask("about how many calories was breakfast?")
        assert "≈ 260 kcal, estimated: egg 100 g, banana 118 g" in told.text
        assert "450" not in told.text
        assert told.labels[0].startswith("2 eggs")
        assert "You stated: 450 kcal" in (await you.ask("about how many calories was lunch?")).text
        assert "450 kcal" in (await you.ask("how many calories did I eat today?")).text
        await you.ask("저녁 밥 200g")
        assert "≈ 260 kcal 추정: 밥 200 g" in (await you.ask("저녁 몇 칼로리였어?")).text
        assert "no meal that I could" in (await you.ask("roughly how many calories yesterday?")).text
        assert "≈" not in (await you.ask("about how many calories last week?")).text
        assert "≈" not in (await you.ask("about how many calories did I burn?")).text
        kept = await bot.app.core.db.measures.measures(YOU_ID, ["kcal"])
        assert [row.measure.value for row in kept] == [450]


async def test_off_unless_it_is_configured(tmp_path: Path):
    async with running_bot(tmp_path) as (_, you):
        assert "≈" not in (await you.ask("had oatmeal and eggs for breakfast")).text
        assert "≈" not in (await you.ask("estimate my calories today")).text
