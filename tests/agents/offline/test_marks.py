"""Answers about marks, totals and holds, through the whole machine with the number check."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agents.profile import Profile
from tests.agents.offline.asker import Asker, MemorySearch, Reply, entry

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
Days = list[tuple[str, list[str]]]
LOG: Days = [
    ("2026-10-01", ["run distance=10mi duration=90min"]),
    ("2026-10-03", ["squat weight=110kg reps=5 sets=5"]),
    ("2026-10-05", ["deadlift weight=140kg reps=5"]),
    ("2026-10-08", ["run distance=12mi"]),
    ("2026-10-10", ["squat weight=120kg reps=5 sets=5"]),
    ("2026-10-15", ["run distance=5km duration=25min"]),
    ("2026-10-17", ["squat weight=130kg reps=3 sets=3"]),
    ("2026-10-20", ["run distance=10km duration=52min"]),
    ("2026-10-21", ["run distance=10km"]),
    ("2026-10-24", ["squat weight=135kg reps=3 sets=3", "run distance=14km"]),
    ("2026-11-02", ["bench press weight=90kg reps=5 sets=5"]),
    ("2026-11-05", ["pull-up reps=12", "pull-up reps=9"]),
    ("2026-11-06", ["pull-up reps=8 sets=3"]),
    ("2026-11-09", ["bench press weight=100kg reps=5 sets=5"]),
    ("2026-11-10", ["dead hang duration=50s sets=4"]),
    ("2026-11-12", ["deadlift weight=162.5kg reps=3", "plank duration=90s"]),
    ("2026-11-16", ["bench press weight=100kg reps=5 sets=5"]),
    ("2026-11-20", ["plank duration=60s sets=3", "squat weight=100kg reps=5 sets=5"]),
]


async def ask(query: str, days: Days = LOG) -> Reply:
    diary = [entry(i, datetime.fromisoformat(day).date(), "x", found) for i, (day, found) in enumerate(days)]
    reply = await Asker(MemorySearch(diary), Profile(user_id=1)).ask(query, NOW)
    assert reply.passed, reply.feedback
    return reply


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("what did I do on November 20?", ["1 min; squat", "100 kg for 5"]),
        ("11월 20일에 뭐 했어?", ["1분 3번", "100 kg"]),
        ("longest dead hang?", ["is 0:50", "10 Nov"]),
        ("longest plank?", ["is 1:30", "12 Nov"]),
        ("제일 긴 플랭크?", ["1:30", "11월 12일"]),
        ("how long did I plank in total?", ["4:30 in total"]),
    ],
)
async def test_a_hold_is_one_and_its_sets_are_told(query: str, told: list[str]) -> None:
    reply = await ask(query)
    assert [part for part in told if part not in reply.text] == [], reply.text


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("how much did I bench in total this month?", ["(volume)", "7,250 kg in total"]),
        ("이번 달 벤치 총 얼마나 했어?", ["볼륨", "7,250 kg"]),
        ("how much did I bench in total this month vs last month?", ["7,250 kg this month", "none"]),
        ("how much did I bench this month?", ["heaviest", "100 kg"]),
    ],
)
async def test_loads_add_up_to_a_volume_and_never_by_days(query: str, told: list[str]) -> None:
    reply = await ask(query)
    assert [part for part in told if part not in reply.text] == [], reply.text
    assert "290 kg" not in reply.text


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("how often did I squat 120kg or more?", ["on 3 of 5", "Sat 10 Oct 120 kg", "Sat 24 Oct 135 kg"]),
        ("how many times did I squat more than 130kg?", ["over 130 kg on 1 of 5", "Sat 24 Oct 135 kg"]),
        ("how many times did I squat 130+", ["on 2 of 5"]),
        ("how many times did I bench over 80kg", ["over 80 kg on 3 of 3"]),
        ("how often have I benched over 90kg?", ["over 90 kg on 2 of 3"]),
        ("how many runs of 10 miles or more?", ["10 mi or more on 2 of 6", "16.09 km"]),
        ("how many times did I run over 10 km", ["over 10 km on 3 of 6", "Sat 24 Oct 14 km"]),
        ("number of runs longer than 10k", ["over 10 km on 3 of 6"]),
        ("how many runs under 10k?", ["under 10 km on 1 of 6", "Thu 15 Oct 5 km"]),
        ("runs over 10k?", ["over 10 km on 3 of 6"]),
        ("how many planks over 60 seconds?", ["over 1 min on 1 of 2", "1:30"]),
        ("how many times have I done more than 10 pull-ups", ["on 1 of 2", "Thu 5 Nov 12 reps"]),
        ("스쿼트 120kg 이상 몇 번 했어?", ["120 kg 이상", "5일 중 3일"]),
        ("벤치 90 초과로 몇 번?", ["넘은", "3일 중 2일"]),
        ("10km 넘게 몇 번 뛰었어?", ["넘은", "6일 중 3일"]),
        ("풀업 10개 이상 몇 번?", ["2일 중 1일", "12회"]),
    ],
)
async def test_days_that_meet_a_mark_are_counted_and_named(query: str, told: list[str]) -> None:
    reply = await ask(query)
    assert [part for part in told if part not in reply.text] == [], reply.text


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("first time I deadlifted 160?", ["162.5 kg", "12 Nov", "first time at 160 kg or more"]),
        ("처음 데드리프트 160 든 게 언제야?", ["162.5 kg", "11월 12일"]),
        ("when did I last run more than 10 miles?", ["last run of more than 10 mi", "8 Oct"]),
        ("마지막으로 10km 넘게 뛴 게 언제야?", ["10 km를 넘은 달리기", "10월 24일"]),
        ("how many runs longer than an hour?", ["over 1 h on 1 of 3", "1 h 30 min"]),
        ("when did I run 10k", ["Tue 20 Oct: 10 km in 52:00", "Wed 21 Oct: 10 km"]),
        ("언제 10k 뛰었어?", ["10월 20일", "10월 21일"]),
        ("have I ever run 5k under 30 minutes?", ["Yes", "25:00 on Thu 15 Oct"]),
        ("did I ever run 5k under 24 minutes?", ["No", "closest is 25:00"]),
    ],
)
async def test_a_mark_is_told_with_what_met_it(query: str, told: list[str]) -> None:
    reply = await ask(query)
    assert [part for part in told if part not in reply.text] == [], reply.text


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("Did I hit 3 runs a week in October?", ["Not every week: 1 of 5 weeks", "Sun 25 Oct 3"]),
        ("did I run twice a week in October?", ["of 5 weeks", "2 or more"]),
        ("10월에 주 3회 달렸어?", ["5주 중 1주만", "10월 25일(일) 3"]),
    ],
)
async def test_so_many_a_week_is_held_against_each_week(query: str, told: list[str]) -> None:
    reply = await ask(query)
    assert [part for part in told if part not in reply.text] == [], reply.text


LIFE: Days = [
    ("2026-10-12", ["deadlift weight=170kg reps=3", "sleep value=6h"]),
    ("2026-10-16", ["bench press weight=90kg reps=5"]),
    ("2026-10-18", ["body weight value=82kg"]),
    ("2026-10-23", ["bench press weight=92.5kg reps=5"]),
    ("2026-11-01", ["body weight value=80kg"]),
    ("2026-11-03", ["sleep value=9h", "bench press weight=80kg reps=5 sets=5"]),
    ("2026-11-04", ["pull-up weight=10kg reps=3"]),
    ("2026-11-10", ["stress value=7"]),
    ("2026-11-15", ["stress value=5"]),
    ("2026-11-17", ["sleep value=5h", "kcal value=2300kcal"]),
    ("2026-11-18", ["squat weight=90kg reps=5 rpe=7"]),
    ("2026-11-20", ["squat weight=100kg reps=5 rpe=8.5"]),
    ("2026-11-22", ["sleep value=7h", "row distance=2000m duration=500s"]),
]


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("on the day of my heaviest deadlift, how did I sleep?", ["170 kg", "(Mon 12 Oct): 6 h"]),
        ("what did I bench when I slept 9 hours", ["(Tue 3 Nov): 80 kg"]),
        ("which day of the week do I sleep best?", ["Tue 7 h (2)", "Sun 7 h (1)", "Mon 6 h (1)"]),
        ("무슨 요일에 제일 잘 자?", ["7시간 (2)", "6시간 (1)"]),
        (
            "did I sleep better on rest days?",
            ["5 h on average on days without training", "7.3 h on days with training"],
        ),
        ("how much did I weigh on October 18?", ["was 82 kg on Sun 18 Oct"]),
        ("10월 18일 몸무게 얼마였어?", ["10월 18일(일) 체중은 82 kg"]),
        ("Was my bench on Oct 23 a PR?", ["Yes: 92.5 kg", "90 kg for 5 reps, on Fri 16 Oct"]),
        ("was my bench on November 3 a pr?", ["No: 80 kg", "92.5 kg"]),
        ("10월 23일 벤치 PR이었어?", ["네", "92.5 kg", "90 kg"]),
        ("When was my last rest day?", ["last day without training was Sat 21 Nov"]),
        ("마지막으로 쉰 날이 언제야?", ["11월 21일"]),
        ("when did I have my last day off?", ["Sat 21 Nov"]),
        ("what did I do on the day I slept 6 hours?", ["170 kg for 3"]),
        ("How stressed have I been?", ["6", "on average"]),
        ("How far am I from a 100kg bench?", ["92.5 kg", "7.5 kg short", "estimated 1RM is 107.9 kg"]),
        ("벤치 100kg까지 얼마나 남았어?", ["92.5 kg", "7.5 kg이 모자라요", "107.9 kg"]),
        ("how many calories in a banana?", ["general knowledge"]),
        ("바나나 칼로리 얼마야?", ["일반 상식"]),
        ("how much creatine should I take?", ["general knowledge"]),
        ("크레아틴 얼마나 먹어야 해?", ["일반 상식"]),
        ("average rpe squat?", ["(RPE)", "7.8 on average over 2"]),
        ("스쿼트 평균 RPE?", ["RPE", "7.8"]),
        ("highest squat rpe?", ["8.5", "20 Nov"]),
        ("pull-up e1rm?", ["99 kg", "100 % of your body weight (80 kg on Sun 1 Nov)"]),
        ("풀업 1RM?", ["99 kg", "80 kg)의 100 %"]),
        ("last row?", ["2:05/500m"]),
    ],
)
async def test_what_is_asked_is_what_is_told(query: str, told: list[str]) -> None:
    reply = await ask(query, LIFE)
    assert [part for part in told if part not in reply.text] == [], reply.text


@pytest.mark.parametrize("query", ["why was my knee hurting?", "무릎이 왜 아팠지?"])
async def test_nothing_after_a_pain_is_its_cause(query: str) -> None:
    days: Days = [
        ("2026-11-03", ["squat weight=150kg reps=5 sets=5", "sleep value=8h"]),
        ("2026-11-05", ["pain value=4 text=knee", "sleep value=5h"]),
        ("2026-11-17", ["sleep value=3h", "bench press weight=85kg reps=5"]),
        *((f"2026-10-{day}", ["sleep value=8h", "squat weight=100kg reps=5"]) for day in (12, 16, 20, 26)),
    ]
    reply = await ask(query, days)
    assert "5 Nov" in reply.text or "11월 5일" in reply.text
    assert "17 Nov" not in reply.text
    assert "11월 17일" not in reply.text


MIXED: Days = [
    ("2026-11-01", ["bench press weight=220lb reps=5", "swim distance=1500m"]),
    ("2026-11-03", ["bench press weight=100kg reps=5", "swim distance=1000m"]),
    ("2026-11-04", ["bench press weight=225lb reps=5", "swim distance=1200m"]),
    ("2026-11-08", ["run distance=20km duration=6600s"]),
    ("2026-11-09", ["run distance=5mi duration=2700s"]),
]


@pytest.mark.parametrize("query", ["what did I do this month?", "이번 달에 뭐 했어?"])
async def test_each_day_is_told_in_the_units_it_was_written_in(query: str) -> None:
    reply = await ask(query, MIXED)
    for told in ("220 lb", "100 kg", "225 lb", "1,500 m", "20 km", "5:30/km", "5 mi", "9:00/mi"):
        assert told in reply.text
