"""Kinds of questions that people whom nobody had met asked of their diaries."""

from __future__ import annotations

import pytest

from agents.offline.questions.doubts import BAR, sureness
from agents.offline.questions.reader import read_question
from tests.agents.offline.test_answers import Days, last_told
from tests.agents.offline.test_frames import KNOWN


def pressure(upper: int, lower: int) -> list[str]:
    return [f"systolic pressure value={upper}", f"diastolic pressure value={lower}"]


LIFTER: Days = [  # today is a Saturday
    (40, "bench 165x5x3", ["bench press weight=165lb reps=5 sets=3"]),
    (33, "bench 170x5x3", ["bench press weight=170lb reps=5 sets=3"]),
    (33, "squat 225x5x3", ["squat weight=225lb reps=5 sets=3"]),
    (26, "bench 175x5x3", ["bench press weight=175lb reps=5 sets=3"]),
    (19, "bench 180x4, deadlift 315x5", ["bench press weight=180lb reps=4", "deadlift weight=315lb reps=5"]),
    (12, "bench 180x5x3", ["bench press weight=180lb reps=5 sets=3"]),
    (12, "rows 135x8x3", ["barbell row weight=135lb reps=8 sets=3"]),
    (5, "bench 185x3x3", ["bench press weight=185lb reps=3 sets=3"]),
    (4, "slept 6h", ["sleep value=6h"]),
    (1, "pull ups 12,9,7", ["pull-up reps=12", "pull-up reps=9", "pull-up reps=7"]),
]
RUNNER: Days = [
    (35, "long run 14k 1:24, hr 148", ["run distance=14km duration=1:24:00", "heart rate value=148bpm"]),
    (34, "bike 40k 1h35", ["ride distance=40km duration=1:35:00"]),
    (33, "slept 8h, rhr 49", ["sleep value=8h", "resting pulse value=49bpm"]),
    (30, "5k 26:10, hr 171", ["run distance=5km duration=26:10", "heart rate value=171bpm"]),
    (27, "ride 60k 2h20, hr 131", ["ride distance=60km duration=2:20:00", "heart rate value=131bpm"]),
    (26, "slept 7.5h", ["sleep value=7.5h"]),
    (14, "slept 6h, rhr 57", ["sleep value=6h", "resting pulse value=57bpm"]),
    (13, "ran 6k 37min", ["run distance=6km duration=37:00"]),
    (11, "ran 6k 36min", ["run distance=6km duration=36:00"]),
    (9, "5k 24:58, hr 174", ["run distance=5km duration=24:58", "heart rate value=174bpm"]),
    (3, "slept 5h", ["sleep value=5h"]),
    (0, "long run 20k 1:58", ["run distance=20km duration=1:58:00"]),
]
SWIMMER: Days = [
    (35, "swam 1000m in 28 min", ["swim distance=1000m duration=28:00"]),
    (31, "migraine, slept 5h", ["pain text=head", "sleep value=5h"]),
    (28, "swim 1200m 33:00", ["swim distance=1200m duration=33:00"]),
    (21, "swim 1500m 41 min", ["swim distance=1500m duration=41:00"]),
    (19, "slept 5h, 3 coffees, mood 4", ["sleep value=5h", "coffee value=3", "mood value=4"]),
    (19, "migraine 7/10", ["pain value=7 text=head"]),
    (15, "2 glasses of wine", ["alcohol value=2"]),
    (14, "migraine again, slept 6h", ["pain text=head", "sleep value=6h"]),
    (13, "68.1 kg", ["body weight value=68.1kg"]),
    (12, "slept 8h, 1 coffee, mood 8", ["sleep value=8h", "coffee value=1", "mood value=8"]),
    (11, "yoga 1h", ["yoga duration=1:00:00"]),
    (7, "swim 1500m 39:30", ["swim distance=1500m duration=39:30"]),
    (6, "67.9 kg", ["body weight value=67.9kg"]),
    (0, "swim 1800m 47 min, mood 7", ["swim distance=1800m duration=47:00", "mood value=7"]),
]
EATER: Days = [
    (31, "아침 몸무게 72.4kg", ["body weight value=72.4kg"]),
    (29, "저녁 삼겹살에 소주 한 병", ["meal text=삼겹살", "alcohol value=1"]),
    (28, "혈압 141/90", ["systolic pressure value=141", "diastolic pressure value=90"]),
    (19, "점심 라면", ["meal text=라면"]),
    (18, "혈압 131/84", ["systolic pressure value=131", "diastolic pressure value=84"]),
    (12, "점심 라면", ["meal text=라면"]),
    (9, "몸무게 71.8", ["body weight value=71.8kg"]),
    (5, "저녁 삼겹살에 소주 한 병", ["meal text=삼겹살", "alcohol value=1"]),
    (4, "혈압 139/87", ["systolic pressure value=139", "diastolic pressure value=87"]),
    (4, "점심 비빔밥", ["meal text=비빔밥"]),
    (2, "몸무게 71", ["body weight value=71kg"]),
    (1, "혈압 129/81", ["systolic pressure value=129", "diastolic pressure value=81"]),
]


@pytest.mark.parametrize(
    ("said", "tells"),
    [
        ("is my bench going up?", "Yes, heavier: your bench press (heaviest set a day) is going up"),
        ("whats my total", "725 lb"),
        ("squat + bench + deadlift total", "725 lb"),
        ("push vs pull", "Your push training (hard sets): 16"),
        ("compare push and pull volume", "That is barbell row 3, pull-up 3, deadlift 0.5"),
        ("chest vs back", "chest training (hard sets)"),
        ("which exercise improved most", "bench press (heaviest set a day) is going up"),
        ("did my bench go up every week", "can't judge"),
        ("best 3 benches", "Your third heaviest bench press is 180 lb for 4 reps"),
        ("compare bench in october and november | how many sets", "16 sets in total"),
        ("which day do i train most", "mostly on Mon (6 of 7 days)"),
        ("what do i usually do on mondays", "What you log most on Mondays: bench press"),
        ("how much do i bench on mondays", "on Mondays is 185 lb"),
        ("what did i bench two mondays ago", "(Mon 9 Nov): 180 lb"),
        ("average sleep on fridays", "You logged no sleep on Fridays"),
        (
            "how many workouts excluding deadlift days",
            "You logged training on 6 days on days without deadlift",
        ),
        ("total volume excluding squats", "without squat"),
        ("is 185 a good bench for me", "185 lb or more on 1 of 6 logged days"),
        ("how much did i bench? | how much creatine do i take", "nothing about creatine"),
        ("can I drink on amlodipine", "doctor or pharmacist"),
    ],
)
async def test_a_lifter_is_told(said: str, tells: str) -> None:
    assert tells in await last_told(LIFTER, said)


@pytest.mark.parametrize(
    ("said", "tells"),
    [
        ("when was my resting hr highest | max hr", "Your highest heart rate is 174 bpm"),
        ("average heart rate when running", "164.3 bpm"),
        ("when was my resting hr highest | am i getting faster", "your running (pace)"),
        ("how often do i do long runs | weekly mileage", "Your running:"),
        ("how do i sleep after rides", "averaged 7.8 h on the 2 days after cycling"),
        ("do i sleep better after long runs | what about after rides?", "on the 2 days after cycling"),
        ("total distance excluding rides", "56 km in total"),
        ("how far did i go apart from the bike", "56 km in total"),
        ("is 20k a lot for me?", "20 km or more on 1 of 6 logged days"),
        ("how much faster is my 5k now than in october?", "24:58 (5:00/km)"),
        ("how mny times did i ride", "on 2 days"),
        ("did i run every day last week", "No: you had 5 days without running last week"),
        ("do i sleep 6 hours every night", "No: your sleep was 6 h or more on 3 of 4"),
        ("did i sleep at least 5 hours every night", "Yes: your sleep was 5 h or more on 4 of 4"),
        ("did i ride every week", "Not every week: 2 of 6 weeks"),
        ("how many times did i run more than once a week", "2 or more days of running"),
    ],
)
async def test_a_runner_is_told(said: str, tells: str) -> None:
    assert tells in await last_told(RUNNER, said)


@pytest.mark.parametrize(
    ("said", "tells"),
    [
        ("라면 몇 번 먹었어?", "라면 기록은 2번"),
        ("이번 달에 몇 키로 빠졌어?", "체중"),
        ("어제 혈압?", "129"),
        ("이번 주 매일 혈압 쟀어?", "아니요"),
        ("술 마시면 몸무게 늘어?", "영향을 주는지"),
        ("제일 자주 먹은 음식이 뭐야", "라면(2일)"),
        ("술 마신 다음날 혈압은 어땠어?", "2일 평균 140"),
        ("냉면 먹으면 혈압 높아져?", "냉면 기록이 없어요"),
    ],
)
async def test_an_eater_is_told(said: str, tells: str) -> None:
    assert tells in await last_told(EATER, said)


@pytest.mark.parametrize(
    ("said", "tells"),
    [
        ("how many times did i swim before november", "on 3 days before november"),
        ("longest swim before the 7th", "1,500 m"),
        ("how did I sleep the night before the 9th", "(Mon 9 Nov): 8 h"),
        ("how did I sleep the week before november 8", "5.5 h on average over 2"),
        ("weight last sunday vs the one before", "against 68.1 kg (Sun 8 Nov)"),
        ("did i drink the day before my migraines?", "come closest"),
        ("whats my usual saturday", "What you log most on Saturdays: swimming"),
        ("how did i sleep on migraine days", "averaged 5.3 h on the 3 days with"),
        ("is my mood worse on swim days", "swimming makes a difference to mood"),
        ("how many steps on yoga days", "no steps"),
        ("best 1500 time", "39:30"),
        ("is 2 coffees a lot for me", "2 cups or more on 1 of 2"),
        ("average sleep excluding mondays", "5.5 h on average over 2"),
        ("did yoga help my back", "come closest"),
        ("how much did i sleep on the day after yoga", "come closest"),
        ("coffee vs mood", "whether coffee makes a difference to mood"),
        (
            "mood when i slept less than 6h | best mood and what happened that day",
            "What you logged (Mon 9 Nov)",
        ),
    ],
)
async def test_a_swimmer_is_told(said: str, tells: str) -> None:
    assert tells in await last_told(SWIMMER, said)


async def test_two_things_that_are_compared_have_no_trend_before_them() -> None:
    assert "change" not in await last_told(LIFTER, "is my deadlift stronger than my bench")


async def test_a_time_that_is_hard_to_reach_is_no_matter_of_pain() -> None:
    told = await last_told(
        [*RUNNER, (1, "calf tight", ["pain text=calf"])], "can i do a half marathon under 2h?"
    )
    assert "leave it out" not in told


def test_days_of_the_week_that_are_compared_are_a_doubt() -> None:
    (part,) = read_question("do I run further on Saturdays than on Tuesdays", KNOWN)
    assert sureness(part) < BAR


MIXED: Days = [
    (20, "bench 80x5x5, bp 128/82", ["bench press weight=80kg reps=5 sets=5", *pressure(128, 82)]),
    (20, "migraine 6/10", ["pain value=6 text=head"]),
    (19, "easy 5k 27:30 hr 142", ["run distance=5km duration=27:30", "heart rate value=142bpm"]),
    (17, "ran 5k 23:30 hr 168", ["run distance=5km duration=23:30", "heart rate value=168bpm"]),
    (17, "migraine 4/10", ["pain value=4 text=head"]),
    (13, "deadlift 130x5x3", ["deadlift weight=130kg reps=5 sets=3"]),
    (12, "walked 3k, bp 124/80", ["walk distance=3km", *pressure(124, 80)]),
    (10, "easy 6k 33:00 hr 144", ["run distance=6km duration=33:00", "heart rate value=144bpm"]),
    (10, "walked 4k, bp 130/84", ["walk distance=4km", *pressure(130, 84)]),
    (8, "bp 138/88", pressure(138, 88)),
    (5, "slept 7h, woke up twice", ["sleep value=7h", "night wakings value=2"]),
    (3, "bench 82.5x5,5,5,4,4", [f"bench press weight=82.5kg reps={reps}" for reps in (5, 5, 5, 4, 4)]),
    (3, "아침 김밥", ["meal text=김밥"]),
    (2, "점심 김밥", ["meal text=김밥"]),
    (2, "저녁 치킨", ["meal text=치킨"]),
    (1, "저녁 라면", ["meal text=라면"]),
    (0, "저녁 치킨", ["meal text=치킨"]),
]


@pytest.mark.parametrize(
    ("said", "tells"),
    [
        ("did I get all my reps on bench last time?", "No: your last bench press"),
        (
            "when was my last deadlift | compare this week to last week",
            "Your training (days): 1 day this week",
        ),
        ("when was my last deadlift | and last week?", "no deadlift last week"),
        ("when did I last get all my reps on bench?", "can't tell for certain"),
        ("how often do I wake up at night", "night wakings on 1 day"),
        ("how is my blood pressure on days I walked?", "averaged 127 on the 2 days with walking"),
        ("산책한 날 혈압 어때", "2일 평균 127"),
        ("저녁에 뭘 제일 자주 먹어", "치킨(2일), 라면(1일)"),
        ("when were my last migraines?", "Your last logged migraine is 4"),
        ("how many runs until november?", "no running until november"),
    ],
)
async def test_a_mixed_diary_is_told(said: str, tells: str) -> None:
    assert tells in await last_told(MIXED, said)


async def test_sets_of_equal_repetitions_are_no_proof_that_all_were_done() -> None:
    assert (await last_told(MIXED[:1], "did I get all my reps on bench last time?")).startswith("Your last")
