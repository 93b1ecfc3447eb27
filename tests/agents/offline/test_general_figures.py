"""Figures that no log holds: what is generally advised, and values in other units."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.offline.answers.conversions import conversion
from tests.driver.harness import running_bot


@pytest.mark.parametrize(
    ("text", "value", "into"),
    [
        ("convert 225 lb to kg", 102.06, "kg"),
        ("what's 60 kilos in pounds?", 132.28, "lb"),
        ("how many miles is 10 km?", 6.21, "mi"),
        ("225lb in kg?", 102.06, "kg"),
        ("100kg는 몇 파운드야?", 220.46, "lb"),
        ("5마일을 km로 바꿔줘", 8.05, "km"),
    ],
)
def test_a_value_in_another_unit_is_computed(text: str, value: float, into: str) -> None:
    found = conversion(text, "en" if text.isascii() else "ko")
    assert found is not None
    assert (found.made, found.into) == (value, into)


@pytest.mark.parametrize(
    "text",
    [
        "bench 225 lb",
        "change that to 225 lb",
        "ran 5 km in 30",
        "5 km in 25 m",
        "10 kg in 5 sets",
        "convert it to kg",
    ],
)
def test_what_only_looks_like_it_is_left_alone(text: str) -> None:
    assert conversion(text, "en") is None


async def test_neither_touches_the_log(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (bot, you):
        assert "1.6 to 2.2 g" in (await you.ask("how much protein should I eat?")).text
        await you.ask("weighed 80 kg")
        own = await you.ask("how much protein should I eat?")
        assert "At your 80 kg that is 128 to 176 g a day" in own.text
        assert "80 kg" in own.labels[0]
        assert "128에서 176 g" in (await you.ask("단백질 얼마나 먹어야 해?")).text
        assert "7 to 9 h" in (await you.ask("how long should I sleep?")).text
        await you.ask("bench 100 kg 5x5")
        assert (await you.ask("convert 225 lb to kg")).text == "225 lb is 102.1 kg."
        assert "100 kg" in (await you.ask("what was my last bench?")).text
        assert len(await bot.app.core.db.entries.recent_entries(you.user_id, 10)) == 2
