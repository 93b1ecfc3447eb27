"""Meals are asked for by when they were eaten, as they were written: before the dish or behind it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from tests.driver.harness import running_bot


async def test_each_dish_is_of_the_word_beside_it(tmp_path: Path):
    async with running_bot(tmp_path) as (bot, you):
        bot.clock.set(datetime(2026, 11, 26, 20, tzinfo=UTC))
        await you.ask("breakfast oats, lunch chicken rice, dinner pasta with tuna")
        bot.clock.set(datetime(2026, 11, 27, 14, tzinfo=UTC))
        await you.ask("had eggs for brunch and sushi for lunch")
        lunch = await you.ask("what did I eat for lunch today?")
        assert "sushi" in lunch.text
        assert "eggs" not in lunch.text
        assert [label.partition(" · ")[0] for label in lunch.labels] == ["sushi"]
        breakfast = await you.ask("what did I have for breakfast?")
        assert "oats" in breakfast.text
        assert "chicken" not in breakfast.text
        supper = await you.ask("what did i eat for supper yesterday")
        assert "pasta with tuna" in supper.text
        assert "oats" not in supper.text
        bot.clock.set(datetime(2026, 11, 28, 14, tzinfo=UTC))
        await you.ask("had 2 bagels, took ibuprofen 400mg")
        today = await you.ask("what did I log today?")
        assert "“2 bagels”" in today.text
        assert "“ibuprofen 400mg”" in today.text
        bot.clock.set(datetime(2026, 11, 27, 20, tzinfo=UTC))
        korean = await you.ask("어제 점심 뭐 먹었어?")
        assert "chicken rice" in korean.text
        assert "oats" not in korean.text
