"""What a meal may have had, by the table alone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from agents.meals.asked import estimate_asked, is_of
from agents.meals.estimating import estimated, of_meals
from domains.foods import foods
from storage.entities import Measure


@pytest.mark.parametrize(
    ("text", "kcal", "grams", "unknown"),
    [
        ("two eggs, sourdough, half an avocado", 330, [100, 29, 68], ()),
        ("200g chicken", 290, [200], ()),
        ("6 oz steak and mashed potatoes", 630, [170, 210], ()),
        ("pizza 2 slices", 570, [214], ()),
        ("2 slices of pizza and a coke", 730, [214, 368], ()),
        ("a bowl of rice with 150 g salmon", 610, [158, 150], ()),
        ("밥 한 공기랑 계란 2개", 350, [158, 100], ()),
        ("김치찌개랑 밥", 200, [158], ("김치찌개",)),
        ("oatmeal and dragon stew", 180, [240], ("dragon stew",)),
    ],
)
def test_foods_and_amounts(text: str, kcal: int, grams: list[float], unknown: tuple[str, ...]):
    found = estimated(text)
    assert found is not None
    assert (found.kcal, [round(part.grams) for part in found.parts], found.unknown) == (kcal, grams, unknown)


@pytest.mark.parametrize(
    "text", ["dragon stew", "chicken salad sandwich", "rice pudding", "", "!!", "999 kg egg"]
)
def test_nothing_near_is_taken_for_what_is_not_in_the_table(text: str):
    assert estimated(text) is None


def test_what_was_stated_is_never_estimated():
    day = date(2026, 3, 2)
    meal = Measure(domain="nutrition", name="meal", day=day, text="banana")
    energy = Measure(domain="nutrition", name="kcal", day=day, value=90, unit="kcal")
    found = of_meals([meal])
    assert found is not None
    assert found.kcal == 110
    assert of_meals([meal, energy]) is None


NOW = datetime(2026, 11, 25, 14, 30, tzinfo=UTC)
TODAY, YESTERDAY = NOW.date(), NOW.date() - timedelta(days=1)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("estimate my calories today", (TODAY, "", True)),
        ("roughly how many calories did I eat yesterday?", (YESTERDAY, "", True)),
        ("오늘 칼로리 대충 얼마야?", (TODAY, "", True)),
        ("how many calories did I eat today", (TODAY, "", False)),
        ("about how many calories was breakfast?", (TODAY, "breakfast", True)),
        ("어제 저녁 몇 칼로리였어?", (YESTERDAY, "dinner", False)),
        ("about how many calories last week?", None),
        ("about how many calories did I burn today?", None),
        ("bench roughly 100", None),
        ("had 500 calories today", None),
    ],
)
def test_only_who_asks_for_what_they_ate_gets_an_estimate(
    text: str, found: tuple[date, str, bool] | None
) -> None:
    asked = estimate_asked(text, NOW)
    assert (None if asked is None else (asked.day, asked.meal, asked.is_rough)) == found


def test_a_dish_is_of_the_meal_whose_word_stands_nearest() -> None:
    told = "breakfast: 1 banana. rice and eggs for lunch"
    assert is_of("breakfast", "1 banana", told)
    assert is_of("lunch", "rice and eggs", told)
    assert not is_of("lunch", "1 banana", told)
    assert not is_of("dinner", "1 banana", "1 banana")


def test_the_table_is_sound_and_small():
    table = foods().table
    words = [word for food in table.values() for word in (*food.en, *food.ko)]
    assert len(words) == len(set(words))
    assert all(food.usda and food.en and food.ko for food in table.values())
    assert table["banana"].usda == "Banana, raw"
