"""Questions whose small words decide the answer: what they ask for is told, or the entries are quoted."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.driver.harness import TestClock, running_bot
from tests.driver.person import Person

BEGUN = datetime(2026, 11, 6, 5, 0, tzinfo=UTC)  # a Friday
DIARY = (
    "ran 6 km in 36:00",
    "half marathon! ran 21.1 km in 1:58:30, rainy",
    "slept 9h, a glass of wine",
    "squat 100 kg 5x5",
    "ran 5 km in 31:00, slept 7h",
    "slept 6h, skipped the gym because of work",
    "deadlift 120 kg 3x5",
    "ran 5 km in 29:30",
    "slept 8h, 2 beers",
)
TELLS_NONE = "come closest"


async def test_what_is_meant_is_told_or_the_entries_are(tmp_path: Path) -> None:
    clock = TestClock()
    async with running_bot(tmp_path, clock=clock) as (_, you):
        await _day_by_day(you, clock, DIARY)
        await _each(you, clock, SMALL)


MOVED = (
    "3 coffees",  # Friday 30 October
    "2 coffees, squat 100 kg 3x5, bench 60 kg 3x5, left knee sore",
    "rode 60 km in 2:20:00, creatine 5g",
    "ran 5 km in 28:00, knee hurts",
    "2 coffees, 소주 1병",
    "squat 110 kg 3x5, bench 62.5 kg 3x5",
    "rode 40 km in 1:30:00, back pain 3/10",
    "skipped the ride because of rain",
    "도서관 3시간, 아메리카노 1잔",
    "bp 150/95",
)


async def test_words_that_no_figure_knows_change_what_is_told(tmp_path: Path) -> None:
    clock, begun = TestClock(), BEGUN - timedelta(days=7)
    async with running_bot(tmp_path, clock=clock) as (_, you):
        await _day_by_day(you, clock, MOVED, begun)
        await _each(you, clock, WORDS)
        assert "60 km" in (await you.ask("longest ride?")).text
        assert "days ago, on Sun 1 Nov: 60 km" in (await you.ask("how many days ago was that?")).text


WORDS = (
    ("which improved more, bench or squat", "Squat improved most, from the first day to the best: squat +10"),
    ("bench or squat, which went up more", "bench press +4 %"),
    ("벤치랑 스쿼트 중에 뭐가 더 많이 늘었어", "가장 많이 좋아진 것은 스쿼트"),
    ("knee or back, which hurts more often", "knee pain on 2 days"),
    ("when did my knee first hurt", "first logged knee pain was on Sat 31 Oct"),
    ("coffee total in october vs november", "5 cups in october"),
    ("how many coffees a week on average", "Nov: 5 cups in all"),
    ("소주 마지막으로 언제 마셨더라", "가장 최근 술 기록은"),
    ("도서관 총 몇시간 있었지", "도서관 3시간"),
    ("total km not counting the run", "without running: 100 km in total"),
    ("how many workouts besides rides", "on 3 days without cycling"),
    ("did I skip anything because of my knee", TELLS_NONE),
    ("how many weeks had more than 2 rides", TELLS_NONE),
    ("how many rides were longer than my run", TELLS_NONE),
    ("did I ride more or less than 50 km this month", TELLS_NONE),
    ("how often do I ride and lift on the same day", TELLS_NONE),
    ("do I drink more wine or beer", TELLS_NONE),
    ("creatine 5g or is 3g enough", TELLS_NONE),
    ("what should I tell my doctor", "nothing about doctor"),
    ("should I double the statin", "I can't tell that for certain"),
    ("bp readings over 140", "over 140 on 1 of 1 logged day"),
    ("do I run on mondays", "You log running mostly on Mon (1 of 1 day)"),
    ("how far do I ride on mondays", "You logged no cycling on Mondays"),
    ("have I run 5k before", "Yes: running reached 5 km"),
)


async def _day_by_day(you: Person, clock: TestClock, diary: Sequence[str], begun: datetime = BEGUN) -> None:
    """Each text on a day of its own."""
    for number, text in enumerate(diary):
        clock.set(begun + timedelta(days=number))
        await you.ask(text)


async def _each(you: Person, clock: TestClock, asked: Sequence[tuple[str, str]]) -> None:
    """Each in a conversation of its own."""
    for question, told in asked:
        clock.advance(minutes=61)
        answer = await you.ask(question)
        assert told in answer.text, (question, answer.text)


SMALL = (
    ("how many gym sessions this month?", "on 2 days"),
    ("gym days per week", "2 days in all"),
    ("km since the half", "10 km in total, on 2 days"),
    ("how many km did I run after the 10th?", "5 km"),
    ("mean, median and max sleep", "median sleep: 7.5 h"),
    ("mean, median and max sleep", "9 h"),
    ("수면 중앙값이랑 최대값", "9시간"),
    ("what's my slowest 5k?", "31:00"),
    ("fastest 5k and slowest 5k", "29:30"),
    ("fastest 5k and slowest 5k", "31:00"),
    ("how far did I run before the half", "6 km"),
    ("how much did I run in the week of the half", TELLS_NONE),
    ("is my average run longer than 6 km", "9.28 km on average over 4"),
    ("평균 수면이 7시간 넘어?", "기록한 4일 평균 7.5시간"),
    ("is my average sleep above seven hours?", "7.5 h on average over 4"),
    ("how long is it since I had a glass of wine?", "6 days ago"),
    ("what was the weather like at the half marathon?", "rainy”"),
    ("헬스 못 간 날 이유가 뭐였지", "because of work”"),
    ("how many rest days between the half and my next run?", TELLS_NONE),
    ("average sleep the night before runs vs other nights", TELLS_NONE),
    ("was the run before last faster than the last?", TELLS_NONE),
    ("did I run further in the first two days or the last two?", TELLS_NONE),
    ("하프 다음날 몇 시간 잤어", "가장 가까운 기록"),
)


KOREAN = (
    ("이번주 평균 수면", "기록한 2일 평균 7시간"),
    ("제일 빨리 뛴 5km", "28:20"),
    ("마지막으로 술 마신 게 언제야", "가장 최근 술 기록은 11월 7일(토)의 2"),
    ("운동 제일 많이 한 요일", "금"),
    ("나 요즘 잠 충분히 자?", "평균 7시간"),
)


async def test_short_korean_questions_are_questions(tmp_path: Path) -> None:
    clock = TestClock()
    clock.set(BEGUN)
    async with running_bot(tmp_path, clock=clock) as (_, you):
        for text in ("6시간 잠, 러닝 5km 28분 20초", "8시간 잠, 맥주 2캔, 커피 1잔"):
            await you.ask(text)
            clock.advance(days=1)
        for question, told in KOREAN:
            clock.advance(minutes=61)
            answer = (await you.ask(question)).text
            assert told in answer, (question, answer)
            assert "커피" not in answer


async def test_what_was_just_reached_was_not_passed(tmp_path: Path) -> None:
    clock = TestClock()
    clock.set(BEGUN)
    async with running_bot(tmp_path, clock=clock) as (_, you):
        await you.ask("ran 18k 1:40:00")
        never = (await you.ask("have I ever run more than 18k")).text
        assert "never more than 18 km in running so far: your best is 18 km" in never
        assert "short" not in never
        clock.advance(days=3)
        assert "18 km" in (await you.ask("how much did I run over the last week")).text
        assert "first logged entry" in (await you.ask("how many weeks have I been logging")).text


async def test_whether_one_is_on_track_is_told_like_when(tmp_path: Path) -> None:
    clock = TestClock()
    async with running_bot(tmp_path, clock=clock) as (_, you):
        for number in range(5):
            clock.set(BEGUN + timedelta(weeks=number))
            await you.ask(f"squat {90 + 2.5 * number:g} kg 5x5")
        assert "about 1 wk away" in (await you.ask("am I on track for a 102.5 kg squat")).text


async def test_a_walk_without_a_way_is_compared_by_what_it_has(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        await you.ask("went for a 30 min walk")
        told = (await you.ask("did I walk more this week than last week")).text
        assert "30 min" in told
        assert "no walking" not in told


async def test_what_is_cried_out_is_a_log(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        assert "Pull-up: 1 rep" in (await you.ask("did my first ever pull up today! 1 rep")).text
        await you.silence()


async def test_all_sets_are_not_any_set(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        await you.ask("squat 82.5 kg 5 5 5 5 4")
        assert "Yes" not in (await you.ask("did I hit 5 reps on all sets of squat")).text


async def test_a_distance_asked_for_is_not_that_of_the_question_before(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        await you.ask("ran 4 mi 41:20")
        await you.ask("is 5 miles a lot for me")
        assert "4 mi" in (await you.ask("how many miles this week")).text


async def test_a_distance_of_nothing_named_is_told_of_each_sport(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        for log in ("ride 62 km 2h05 avg 198w", "ran 10k 52:00", "swam 1500m", "weight 78 kg"):
            await you.ask(log)
        told = (await you.ask("how many km this month?")).text
        assert all(part in told for part in ("62 km", "10 km", "1,500 m"))
        assert "power" not in told


async def test_a_clock_with_a_comma_in_it_breaks_no_question(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        await you.ask("ran 5 km in 28:00")
        asked = await you.ask("how long did my last run take? it says Ride,20,01:10:00,120")
        assert "28:00" in asked.text


UNWELL = (
    "easy 8k, 46:00, left calf niggle 2/10",  # Friday 6 November
    "calf still sore (3/10), migraine 7/10, bp 142/88",
    "took 2 ibuprofen, day 1 of my period, cramps 6/10",
    "ibuprofen 400mg at noon, hrv 62",
    "period ended, bp 151/95, spent 12 euros on plasters",
)
ASKED_UNWELL = (
    ("when did I last take ibuprofen", "You last wrote “ibuprofen” on Mon 9 Nov"),
    ("when did I first take ibuprofen", "You first wrote “ibuprofen” on Sun 8 Nov"),
    ("how many times did I take ibuprofen", "“ibuprofen” on 2 days: Sun 8 Nov, Mon 9 Nov"),
    ("how often did I have cramps", "“cramps” on 1 day: Sun 8 Nov"),
    ("when was my hrv last measured", "62 ms, on Mon 9 Nov"),
    ("how long have I been without calf pain", "3 days ago, on Sat 7 Nov"),
    ("whats my bp in the evenings", TELLS_NONE),
    ("morning blood pressure average", TELLS_NONE),
    ("how much did I spend this week", TELLS_NONE),
    ("이번주에 돈 얼마 썼어", "가장 가까운 기록"),
    ("what helps against my migraine", TELLS_NONE),
    ("how long did my period last", TELLS_NONE),
    (
        "does my calf hurt more after running?",
        "calf pain averaged 2/10 on the 1 day with running. It averaged 3/10",
    ),
    ("what happened on tuesday", "period ended; systolic pressure 151"),
)


async def test_what_is_taken_and_what_hurts_is_told_by_its_own_entries(tmp_path: Path) -> None:
    clock = TestClock()
    async with running_bot(tmp_path, clock=clock) as (_, you):
        await _day_by_day(you, clock, UNWELL)
        await _each(you, clock, ASKED_UNWELL)
        await you.ask("average mood")
        assert "You last wrote “ibuprofen”" in (await you.ask("when was my last ibuprofen")).text


COUCH = (
    "ran 2.4 miles in 28 mins, slept 6h",
    "walked 3 mi, beer x2",
    "Parkrun 34:12",
    "bench 60kg x10, 70kg x8, 80kg x5. shoulder cranky 4/10",
    "worked out for an hour, weight 82kg",
    "rowed 2k in 7:21",
    "ran 2.5 mi 29 min, slept 5.5h, weight 81.5 kg",
    "shoulder 0/10 finally, squat 100 kg 5x5",
)


async def test_a_weeks_short_questions_are_answered_by_code(tmp_path: Path) -> None:
    clock = TestClock()
    async with running_bot(tmp_path, clock=clock, profile={"weight_unit": "kg"}) as (_, you):
        await _day_by_day(you, clock, COUCH)
        await _each(you, clock, SHORT)


SHORT = (
    ("furthest run", "Your longest run is 3.11 mi"),  # whose distance nobody wrote, among runs in miles
    ("days since last run", "yesterday"),
    ("weight change", "from 82 kg on"),
    ("how many times did I work out this week", "You logged training on"),
    ("how do you work out my 1rm", "I compute every figure"),
    ("when did I last run and how far", "2.5 mi in 29:00"),
    ("how many days have I not exercised", "without training"),
    ("what's my 2k row pace", "1:50/500m"),
    ("show my bench sets from monday", "60 kg for 10 reps, 70 kg for 8 reps, 80 kg for 5 reps"),
    ("what should I squat next", "shoulder 0/10 finally"),
    ("맥주 몇 캔 마셨어", "2"),
    ("잠 적게 잔 날은 언제야", "5.5시간"),
)


async def test_a_question_with_a_thing_of_its_own_takes_none_from_the_one_before(tmp_path: Path) -> None:
    async with running_bot(tmp_path, profile={"weight_unit": "kg"}) as (_, you):
        for text in ("ran 3 miles in 30:00", "3 beers", "shins 5/10"):
            await you.ask(text)
        await you.ask("how many beers did I have?")
        assert "beer" not in (await you.ask("did I run after drinking")).text.split("come closest")[0]
        await you.ask("did my shins hurt after runs?")
        assert "pain" not in (await you.ask("total miles this month")).text


WAYS = (
    "slept 6h, then ran 16 km in 1:36:00",  # Friday 6 November
    "gardening 2 hours, bp 144/90",
    "3 cups of tea, 2 beers",
    "slept 5h, ran 30 km in 3:10:00",
    "gardening 90 min",
    "ran 8 km in 44:00, slept 8h",
    "bp 138/86, weight 90 kg",
)


async def test_an_event_is_found_by_its_way_and_sums_by_their_unit(tmp_path: Path) -> None:
    clock = TestClock()
    async with running_bot(tmp_path, clock=clock) as (_, you):
        await _day_by_day(you, clock, WAYS)
        await _each(you, clock, LONG)
        assert "beer" not in (await you.ask("how much tea do I drink")).text
        assert "nothing" not in (await you.ask("will I weigh 80 by christmas")).text


LONG = (
    ("how did I sleep before the 30k", "5 h"),
    ("how long did the 30k take me", "Your last 30 km run was on Mon 9 Nov"),
    ("hours of gardening so far", "3 h 30 min in total"),
    ("what was my week like", "Your training"),
    ("did I do more than 20 km on the 9th", "Yes"),
    ("should I be worried about my blood pressure", "a reason to see a doctor"),
    ("slowest 8k", "44:00"),
    ("knee pain over time", "no knee pain"),
)


async def test_how_things_are_is_noted_and_no_question(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as (_, you):
        await you.ask("slept 6h, ran 5 km in 30:00")
        for told in ("this week has been rough", "mondays are always slow", "요즘 몸이 무겁다"):
            answer = (await you.ask(told)).text
            assert TELLS_NONE not in answer, answer
        assert "rough" in (await you.ask("what did I note about this week being rough?")).text
