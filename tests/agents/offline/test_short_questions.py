"""Short questions as they are texted: two statistics, places in a ranking, days on which something was so."""

from __future__ import annotations

import pytest

from agents.facts import Point, Series, best, beyond
from tests.agents.offline.test_answers import TODAY, Days, last_told

DIARY: Days = [
    (60, "ran 5k 28:00", ["run distance=5km duration=28:00"]),
    (50, "ran 5k 26:30", ["run distance=5km duration=26:30"]),
    (45, "squat 120x3", ["squat weight=120kg reps=3"]),
    (40, "squat 100x5", ["squat weight=100kg reps=5"]),
    (30, "ran 10k 58:00", ["run distance=10km duration=58:00"]),
    (20, "ran 5k 27:00", ["run distance=5km duration=27:00"]),
    (9, "bench 80x5", ["bench press weight=80kg reps=5"]),
    (8, "slept 5h, mood 4", ["sleep value=5h", "mood value=4"]),
    (7, "slept 8h, mood 8", ["sleep value=8h", "mood value=8"]),
    (6, "slept 7h mood 6", ["sleep value=7h", "mood value=6"]),
    (5, "squat 110x5, slept 6h, mood 7", ["squat weight=110kg reps=5", "sleep value=6h", "mood value=7"]),
    (4, "slept 9h mood 9", ["sleep value=9h", "mood value=9"]),
    (3, "bench 85x5, 5.5h, mood 5", ["bench press weight=85kg reps=5", "sleep value=5.5h", "mood value=5"]),
    (2, "ran 5k 25:00, 7.5h", ["run distance=5km duration=25:00", "sleep value=7.5h", "mood value=8"]),
    (1, "ran 10k 55:00, 5h", ["run distance=10km duration=55:00", "sleep value=5h", "mood value=6"]),
    (0, "squat 90x5, 8h, mood 7", ["squat weight=90kg reps=5", "sleep value=8h", "mood value=7"]),
]


@pytest.mark.parametrize(
    ("said", "low", "high"),
    [
        ("lowest and highest bench", "80 kg", "85 kg"),
        ("squat min max", "90 kg", "120 kg"),
        ("best n worst mood", "mood is 4", "mood is 9"),
        ("highest/lowest sleep", "sleep is 5 h", "sleep is 9 h"),
        ("what are the min and max of my sleep this week", "5 h, on Fri 20", "9 h, on Tue 17"),
        ("whats my bench pr | min and max?", "80 kg", "85 kg"),
        ("average mood this week | min and max", "is 5, on Wed 18", "is 9, on Tue 17"),
        ("my fastest and slowest 5k", "slowest 5 km run took 28:00", "fastest run over 5 km took 25:00"),
        ("벤치 최고 최저", "80 kg", "85 kg"),
        ("기분 최고 최저는?", "기록은 4", "기록은 9"),
        ("5km 제일 빠른거 제일 느린거", "28:00", "25:00"),
        ("벤치 최고 기록은? | 최소 최대는?", "80 kg", "85 kg"),
    ],
)
async def test_the_least_and_the_most_of_one_question_are_both_told(said: str, low: str, high: str) -> None:
    told = await last_told(DIARY, said)
    assert low in told
    assert high in told


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ("second heaviest squat", "second heaviest squat is 110 kg"),
        ("2nd heaviest squat ever", "110 kg"),
        ("third fastest 5k", "third fastest run over 5 km took 27:00"),
        ("second lowest mood", "second lowest mood is 5"),
        ("what's my bench pr | second best?", "second heaviest bench press is 80 kg"),
        ("whats my squat pr | and the second?", "110 kg"),
        ("whats my second best squat | and my best", "heaviest squat is 120 kg"),
        ("top 3 squats", "third heaviest squat is 100 kg"),
        ("best and second best squat", "second heaviest squat is 110 kg"),
        ("fifth heaviest squat", "Only 4 days can be ranked"),
        ("두번째로 무거운 스쿼트", "110 kg"),
        ("벤치 2등 기록", "80 kg"),
        ("3번째로 빠른 5km", "27:00"),
        ("스쿼트 최고 기록 | 두번째는?", "110 kg"),
    ],
)
async def test_a_place_in_a_ranking_is_that_place(said: str, says: str) -> None:
    assert says in await last_told(DIARY, said)


@pytest.mark.parametrize(
    "said", ["best squat in the second week of october", "second best week for running", "두번째 달리기 언제"]
)
async def test_another_second_is_no_place_in_a_ranking(said: str) -> None:
    told = await last_told(DIARY, said)
    assert "“" in told
    assert " is " not in told


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ("average mood on days i squatted", "mood on days with squat: 7 on average over 2"),
        ("median mood on rest days", "median mood on days without training: 7 over 4"),
        ("avg sleep when i train", "sleep on days with training: 6.4 h on average"),
        ("average sleep on days I trained", "6.4 h on days with training"),
        ("how often did I run on days I slept under 6h", "1 day on days with sleep under 6 h: Fri 20 Nov"),
        ("how many times did i run when i slept less than 6 hours", "1 day on days with sleep under 6 h"),
        ("how far did i run on days i slept under 6 hours", "running on days with sleep under 6 h: 10 km"),
        ("best squat on days i slept over 7 hours", "sleep of more than 7 h is 90 kg for 5 reps"),
        ("avg mood when i sleep over 7h", "mood on days with sleep of more than 7 h: 8 on average over 4"),
        ("avg mood with less than 6h sleep", "mood on days with sleep under 6 h: 5 on average over 3"),
        ("how was my mood on days i slept under 6h", "sleep under 6 h: 5 on average over 3"),
        ("6시간 미만 잔 날 몇 번 뛰었어?", "6시간 미만 수면 기록이 있는 날 달리기를 1일 했어요"),
        ("달린 날 기분 평균은?", "달리기 기록이 있는 날 기분: 기록한 2일 평균 7"),
        ("쉬는 날 기분 중앙값", "운동을 쉰 날 기분 중앙값: 기록한 4일 기준 7"),
        ("운동한 날 평균 수면", "운동한 날 평균 6.4시간"),
        ("6시간 이하로 잔 날 기분", "기분: 기록한 4일 평균 5.5"),
    ],
)
async def test_only_the_days_count_on_which_something_was_so(said: str, says: str) -> None:
    assert says in await last_told(DIARY, said)


@pytest.mark.parametrize("said", ["많이 잔 날 기분 평균", "average mood on days i slept badly"])
async def test_nights_that_no_figure_tells_apart_are_not_averaged(said: str) -> None:
    assert "“" in await last_told(DIARY, said)


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ("10k total", "10 km running: 20 km in total, on 2 days"),
        ("how many 10ks total", "10 km running on 2 days"),
        ("how many 5ks this year", "5 km running on 4 days this year"),
        ("how far did i run this month | how much in total", "20 km in total"),
        ("how much did i run this week | overall", "15 km in total"),
        ("이번 달 달리기 거리? | 총?", "모두 20 km"),
        ("hours slept total", "61 h in total"),
        ("did i beat my 5k", "fastest run over 5 km took 25:00"),
    ],
)
async def test_totals_say_what_they_are_of(said: str, says: str) -> None:
    assert says in await last_told(DIARY, said)


def test_what_lies_beyond_the_best_is_of_other_days() -> None:
    loads = ((2, 100.0), (2, 95.0), (1, 90.0))
    points = tuple(Point(TODAY.replace(day=day), load, ()) for day, load in loads)
    whole = Series("squat", "weight", "kg", points)
    assert [point.value for point in beyond(whole, 2, best).points] == [90.0]
    assert beyond(whole, 3, best).points == ()
