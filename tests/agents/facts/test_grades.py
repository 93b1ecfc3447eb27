"""Climbs by their grades."""

from __future__ import annotations

from datetime import date

import pytest

from agents.facts import Sample
from agents.facts.grades import grade_in, hardest
from storage.entities import Measure

DAY = date(2026, 11, 14)


def climb(grade: str, day: date = DAY) -> Sample:
    measure = Measure(domain="climbing", name="sent climb", day=day, value=1, text=grade)
    return Sample("an entry", day, measure)


@pytest.mark.parametrize(
    ("easier", "harder"),
    [
        ("V4", "V5"),
        ("V9", "V10"),
        ("6a", "6a+"),
        ("6a+", "6b"),
        ("6c+", "7a"),
        ("5.9", "5.10a"),
        ("5.10d", "5.11a"),
    ],
)
def test_grades_have_their_order(easier: str, harder: str) -> None:
    assert [one.measure.text for one in hardest([climb(harder), climb(easier)])] == [harder]


def test_of_two_scales_the_one_that_is_used_most_counts() -> None:
    assert [one.measure.text for one in hardest([climb("6b"), climb("V3"), climb("V5")])] == ["V5"]


def test_colours_have_no_order() -> None:
    assert hardest([climb("red"), climb("blue")]) == []
    assert grade_in("two reds and a blue") is None


def test_a_grade_is_found_among_words() -> None:
    assert grade_in("how many v4s have i sent") == ("v4", "v", 32)
