"""Days and periods in everyday text."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.language.days.dates import find_days, find_periods
from agents.language.days.day_rules import DateOrder
from storage.entities import DateRange
from tests.driver.sizes import size

NOW = datetime(2026, 11, 21, 10, 0)  # noqa: DTZ001 - a Saturday on the user's own clock


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("yesterday bench 100x5", ["2026-11-20"]),
        ("mon: squat", ["2026-11-16"]),
        ("Saturday bench", ["2026-11-21"]),
        ("last saturday bench", ["2026-11-14"]),
        ("Sat bench 185x5", ["2026-11-21"]),
        ("sat down and rested", []),
        ("in the sun all day", []),
        ("3 days ago ran 5k", ["2026-11-18"]),
        ("a week ago", ["2026-11-14"]),
        ("2026-11-03: bench", ["2026-11-03"]),
        ("3.11.2026 bench", ["2026-11-03"]),
        ("3/11 - bench", ["2026-11-03"]),
        ("bench on 3/11", ["2026-11-03"]),
        ("Nov 3 bench 100x5", ["2026-11-03"]),
        ("bench on nov 3rd, 2000 kcal", ["2026-11-03"]),
        ("nov 3 2000 kcal", ["2026-11-03"]),
        ("dec 30 squat", ["2025-12-30"]),
        ("Feb 29 squat", ["2024-02-29"]),
        ("on the 3rd", ["2026-11-03"]),
        ("monday squat\nwednesday bench", ["2026-11-16", "2026-11-18"]),
        ("two Sundays ago I ran 18k", ["2026-11-08"]),
        ("the monday before last bench", ["2026-11-09"]),
        ("a fortnight ago", ["2026-11-07"]),
        ("Friday the 13th, bench", ["2026-11-13"]),
        ("the 28th bench 80kg", ["2026-10-28"]),
        ("the 2nd set was hard", []),
        ("18th: bench\n19th: squat", ["2026-11-18", "2026-11-19"]),
        ("1st 100x5, 2nd 110x5", []),
        ("20261119 bench", ["2026-11-19"]),
        ("11-19 squat 100kg", ["2026-11-19"]),
        ("8-10 reps of curls", []),
        ("2026-11-16T07:30 ran 5k", ["2026-11-16"]),
        ("bench 5x5 80kg (17.11.26)", ["2026-11-17"]),
        ("16/11 bench; 18/11 squat", ["2026-11-16", "2026-11-18"]),
        ("bw mon 82.1 tue 81.8", ["2026-11-16", "2026-11-17"]),
        ("monday ran, the day after swam", ["2026-11-16", "2026-11-17"]),
        ("new year's eve run", ["2025-12-31"]),
        ("월: 벤치\n수: 스쿼트", ["2026-11-16", "2026-11-18"]),
        ("월요일에 벤치, 다음날 스쿼트", ["2026-11-16", "2026-11-17"]),
        ("목 아파서 쉼", []),
        ("11.19 벤치 80kg", ["2026-11-19"]),
        ("11/8 벤치 80kg", ["2026-11-08"]),
        ("12.5 벤치", []),
        ("Mon 11/16: bench", ["2026-11-16", "2026-11-16"]),
        ("어제 벤치 80kg", ["2026-11-20"]),
        ("11월 20일 스쿼트", ["2026-11-20"]),
        ("지난주 월요일 벤치", ["2026-11-09"]),
        ("3일 전 달리기", ["2026-11-18"]),
        ("그저께는 쉬었다", ["2026-11-19"]),
        ("tomorrow bench", ["2026-11-22"]),
        ("next monday", ["2026-11-23"]),
        ("8/8/7 pullups", []),
        ("4/5 mood", []),
        ("bench 12.5kg 5/3/1", []),
        ("31.2.2026 x", []),
    ],
)
def test_days(text: str, days: list[str]) -> None:
    assert [str(mention.day) for mention in find_days(text, NOW)] == days


@pytest.mark.parametrize(("order", "day"), [("DMY", date(2026, 4, 3)), ("MDY", date(2026, 3, 4))])
def test_the_order_of_day_and_month_is_the_users(order: DateOrder, day: date) -> None:
    assert find_days("3/4: bench", NOW, order)[0].day == day


def test_last_night_is_marked_and_tonight_after_midnight_is_the_day_before() -> None:
    assert find_days("last night slept 5h", NOW)[0].night
    after_midnight = NOW.replace(hour=1)
    assert find_days("tonight ran 5k", after_midnight)[0].day == date(2026, 11, 20)
    assert find_days("tonight ran 5k", NOW)[0].day == date(2026, 11, 21)


@pytest.mark.parametrize(
    ("text", "ranges"),
    [
        ("how much last week?", ["2026-11-09/2026-11-15"]),
        ("this week vs last week", ["2026-11-16/2026-11-22", "2026-11-09/2026-11-15"]),
        ("in October", ["2026-10-01/2026-10-31"]),
        ("in December", ["2025-12-01/2025-12-31"]),
        ("in march vs april", ["2026-03-01/2026-03-31", "2026-04-01/2026-04-30"]),
        ("may i ask", []),
        ("since Monday", ["2026-11-16/2026-11-21"]),
        ("between 1 and 15 Nov", ["2026-11-01/2026-11-15"]),
        ("from 1 Nov to 15 Nov", ["2026-11-01/2026-11-15"]),
        ("between monday and wednesday", ["2026-11-16/2026-11-18"]),
        ("past 3 months", ["2026-08-22/2026-11-21"]),
        ("over the last 2 weeks", ["2026-11-08/2026-11-21"]),
        ("past week", ["2026-11-15/2026-11-21"]),
        ("this year", ["2026-01-01/2026-12-31"]),
        ("in 2025", ["2025-01-01/2025-12-31"]),
        ("the month before", ["2026-10-01/2026-10-31"]),
        ("last month vs the month before", ["2026-10-01/2026-10-31", "2026-09-01/2026-09-30"]),
        ("the last 30 days and the 30 days before", ["2026-10-23/2026-11-21", "2026-09-23/2026-10-22"]),
        ("2 weeks ago", ["2026-11-02/2026-11-08"]),
        ("yesterday", ["2026-11-20/2026-11-20"]),
        ("last weekend", ["2026-11-14/2026-11-15"]),
        ("until october", ["1970-01-01/2026-09-30"]),
        ("지난주", ["2026-11-09/2026-11-15"]),
        ("최근 3개월", ["2026-08-22/2026-11-21"]),
        ("11월 1일부터 15일까지", ["2026-11-01/2026-11-15"]),
        ("10월부터", ["2026-10-01/2026-11-21"]),
        ("이번 달 vs 지난달", ["2026-11-01/2026-11-30", "2026-10-01/2026-10-31"]),
        ("작년", ["2025-01-01/2025-12-31"]),
        ("the first half of October against the second", ["2026-10-01/2026-10-15"]),
        ("first half of October vs the second half", ["2026-10-01/2026-10-15", "2026-10-16/2026-10-31"]),
        ("early october and late october", ["2026-10-01/2026-10-10", "2026-10-21/2026-10-31"]),
        ("in the last week of september", ["2026-09-24/2026-09-30"]),
        ("first half of 2025", ["2025-01-01/2025-06-30"]),
        ("10월 초랑 10월 말", ["2026-10-01/2026-10-10", "2026-10-21/2026-10-31"]),
        ("작년 하반기", ["2025-07-01/2025-12-31"]),
        ("at the end of the run", []),
    ],
)
def test_periods(text: str, ranges: list[str]) -> None:
    assert [f"{found.range.start}/{found.range.end}" for found in find_periods(text, NOW)] == ranges


def test_the_month_before_goes_back_from_what_was_talked_about() -> None:
    anchor = DateRange(start=date(2026, 3, 1), end=date(2026, 3, 31))
    assert find_periods("and the month before?", NOW, anchor=anchor)[0].range.start == date(2026, 2, 1)


@given(st.text(max_size=200))
def test_any_text_is_read_without_an_error_and_offsets_are_the_texts(text: str) -> None:
    for mention in find_days(text, NOW):
        assert text[mention.start : mention.end] == mention.phrase
    for period in find_periods(text, NOW):
        assert text[period.start : period.end] == period.phrase
        assert period.range.start <= period.range.end


@pytest.mark.soak
@pytest.mark.parametrize(
    "hostile", ["monday ", "1/1 ", "last ", "from 1 ", " ", "1", "3 nov", "월", "between mon and "]
)
def test_long_input_is_read_in_one_go(hostile: str) -> None:
    text = hostile * (size(30_000, 100_000, 100_000) // len(hostile))
    assert isinstance(find_days(text, NOW), list)
    assert isinstance(find_periods(text, NOW), list)
