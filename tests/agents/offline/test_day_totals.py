"""What was told of a day as a whole is not added to its parts."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest

from agents.facts import by_day, samples, series, units_of
from agents.offline.parser import parse
from agents.parser import ParserInput
from agents.profile import Profile
from evals.playing import everything
from evals.rows import NOW
from storage.entities import DAY_TOTAL, Entry

PROFILE = Profile(user_id=1)


def logged(text: str, at: datetime, number: int) -> Entry:
    given = ParserInput(text=text, now=at, profile=PROFILE, domain_context=everything())
    (entry,) = parse(given).entries
    return Entry(
        id=f"E{number}",
        user_id=1,
        chat_id=1,
        message_id=number,
        day=entry.day,
        logged_at=at,
        text=text,
        measures=entry.measures,
    )


def eaten(name: str, *texts: str) -> dict[date, float]:
    entries = [logged(text, NOW + timedelta(minutes=at), at) for at, text in enumerate(texts)]
    found = samples(entries, lambda one: one.name == name)
    whole = by_day(series(found, name, "value", units_of([], PROFILE)))
    return {point.day: point.value for point in whole.points}


@pytest.mark.parametrize(
    ("texts", "kcal"),
    [
        (("dinner salmon 700 kcal, protein 50g. total for the day 2450 kcal 165g protein",), 2450),
        (("dinner salmon 700 kcal", "today's total 2450 kcal, protein 165g"), 2450),
        (("dinner salmon 700 kcal", "2450 kcal total for the day", "snack 150 kcal"), 2600),
        (("저녁 연어 700kcal", "총 2450kcal"), 2450),
        (("오늘 총 2450kcal 단백질 165g", "간식 150kcal"), 2600),
        (("today's total 2000 kcal", "ended the day at 2450 kcal"), 2450),
        (("breakfast 400 kcal", "lunch: burger 500 kcal, fries 300 kcal, total 800 kcal"), 1200),
        (("breakfast 400 kcal, lunch 700 kcal, dinner 800 kcal, 1900 kcal total",), 1900),
        (("breakfast 400 kcal", "dinner 700 kcal total"), 1100),
        (("아침 400kcal", "점심 총 800kcal"), 1200),
    ],
)
def test_the_calories_of_a_day(texts: tuple[str, ...], kcal: float) -> None:
    assert eaten("kcal", *texts) == {NOW.date(): kcal}


def test_a_total_is_marked_and_of_its_own_day() -> None:
    entry = logged("yesterday's total 2300 kcal, 150g protein", NOW, 1)
    assert {(one.name, one.text, one.day) for one in entry.measures} == {
        (name, DAY_TOTAL, NOW.date() - timedelta(days=1)) for name in ("kcal", "protein")
    }
    assert eaten("protein", "lunch 40g protein", "total for the day 2450 kcal 165g protein") == {
        NOW.date(): 165
    }
