"""Short questions as they are texted: two statistics, days on which something was so."""

from __future__ import annotations

import pytest

from tests.agents.offline.test_answers import Days, last_told

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
    "said",
    [
        "best squat in the second week of october",
        "second heaviest squat",
        "top 3 squats",
        "second best week for running",
        "두번째 달리기 언제",
    ],
)
async def test_no_place_in_a_ranking_is_told(said: str) -> None:
    told = await last_told(DIARY, said)
    assert "“" in told
    assert " is " not in told


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ("average mood on days i squatted", "mood averaged 7 on the 2 days with squat"),
        ("median mood on rest days", "mood averaged 6.8 on the 4 days without training"),
        ("average sleep on days I trained", "6.4 h on the 5 other days"),
        ("달린 날 기분 평균은?", "기분: 달리기 한 날 2일 평균 7"),
        ("쉬는 날 기분 중앙값", "기분: 운동을 쉰 날 4일 평균 6.8"),
        ("운동한 날 평균 수면", "나머지 5일은 평균 6.4시간"),
        ("많이 잔 날 기분 평균", "수면 6시간 미만인 3일 평균 5"),
    ],
)
async def test_days_on_which_something_was_so_are_set_against_the_others(said: str, says: str) -> None:
    assert says in await last_told(DIARY, said)


@pytest.mark.parametrize(
    "said",
    [
        "how often did I run on days I slept under 6h",
        "best squat on days i slept over 7 hours",
        "avg mood with less than 6h sleep",
        "6시간 미만 잔 날 몇 번 뛰었어?",
    ],
)
async def test_other_figures_of_such_days_are_not_told(said: str) -> None:
    told = await last_told(DIARY, said)
    assert "“" in told
    assert "Your" not in told


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
