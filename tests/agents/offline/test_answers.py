"""Single answers: units, what is left out, how a question is read, what is said once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import ClassVar

import pytest

from agents.profile import Profile
from tests.agents.offline.asker import Asker, MemorySearch, Reply, entry

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
TODAY = NOW.date()
Days = list[tuple[int, str, list[str]]]


def asker(days: Days) -> Asker:
    """Somebody with entries so many days ago."""
    diary = [entry(i, TODAY - timedelta(days=ago), text, found) for i, (ago, text, found) in enumerate(days)]
    return Asker(MemorySearch(diary), Profile(user_id=1))


async def last_told(diary: Days, said: str) -> str:
    """The answer to the last of several messages, ` | ` between them."""
    talking, (*before, last) = asker(diary), said.split(" | ")
    for query in before:
        await talking.ask(query, NOW)
    reply = await talking.ask(last, NOW)
    assert reply.passed
    return reply.text


async def ask(query: str, days: Days) -> Reply:
    """The reply to a question that stands alone."""
    return await asker(days).ask(query, NOW)


class TestOpenUnits:
    BENCH: ClassVar[Days] = [
        (20, "bench 90kg", ["bench press weight=90kg reps=5"]),
        (0, "bench 100", ["bench press weight=100 reps=5"]),
    ]

    @pytest.mark.parametrize("query", ["bench PR?", "best bench e1rm?", "have I benched 95 kg?"])
    async def test_no_maximum_from_a_load_of_open_unit(self, query: str) -> None:
        reply = await ask(query, self.BENCH)
        assert "90 kg" in reply.text
        assert "100 kg" not in reply.text
        assert "I left out 100 for 5 reps on Sat 21 Nov" in reply.text
        assert reply.passed

    async def test_it_is_shown_bare(self) -> None:
        assert "today: 100 for 5 reps." in (await ask("when did I last bench?", self.BENCH)).text
        only = await ask("bench PR?", self.BENCH[1:])
        assert "heaviest bench press is 100 for 5 reps" in only.text
        assert "left out" not in only.text


class TestSubjectsOfSeveralMetrics:
    FOOD: ClassVar[Days] = [
        (ago, "2100 kcal, 140 g protein", ["kcal value=2100kcal", "protein value=140g"])
        for ago in range(1, 6)
    ]

    @pytest.mark.parametrize(
        "query", ["how much should I eat?", "what's my average nutrition?", "how is my nutrition?"]
    )
    async def test_calories_and_grams_are_never_one_figure(self, query: str) -> None:
        reply = await ask(query, self.FOOD)
        assert "2,100 kcal" in reply.text
        assert "140 g" in reply.text
        assert "1,120" not in reply.text
        assert "2,240" not in reply.text
        assert reply.passed

    async def test_a_rating_is_not_mixed_with_others_of_its_domain(self) -> None:
        rated: Days = [(ago, "", ["mood value=4", "stress value=8"]) for ago in range(1, 6)]
        assert "mood: 4 on average" in (await ask("what's my average mood?", rated)).text


LIFTED: Days = [
    (9, "bench 90", ["bench press weight=90kg reps=5"]),
    (1, "squat 85", ["squat weight=85kg reps=5"]),
    (0, "bench 95", ["bench press weight=95kg reps=5"]),
]


class TestTimes:
    @pytest.mark.parametrize(
        "query",
        [
            "how much did I bench 99999 years ago?",
            "what did I do on 31 february?",
            "what did I do on 2026-02-30?",
            "best bench in 2026-13?",
            "what did I do on the 45th?",
            "99999년 전 벤치 기록은?",
            "13월에 벤치 몇 번 했어?",
        ],
    )
    async def test_a_time_that_is_not_understood_is_said(self, query: str) -> None:
        reply = await ask(query, LIFTED)
        assert "could not make sense of the time" in reply.text or "언제인지 알 수 없" in reply.text
        assert "kg" not in reply.text
        assert reply.passed

    @pytest.mark.parametrize(
        "query",
        ["what did I lift on 12 november?", "show everything from the 12th", "11월 12일에 뭐 했어?"],
    )
    async def test_a_time_that_is_understood(self, query: str) -> None:
        reply = await ask(query, LIFTED)
        assert "90 kg" in reply.text
        assert "95 kg" not in reply.text

    @pytest.mark.parametrize(
        "query",
        ["did I run 1500 m?", "bench over 1000 kg in total?", "how far in 2026?", "squat 5x5 since 2025"],
    )
    async def test_a_number_is_no_time(self, query: str) -> None:
        assert "make sense" not in (await ask(query, LIFTED)).text


async def test_a_swim_is_paced_per_100_m_beside_runs_too() -> None:
    both: Days = [
        (2, "ran 5k", ["run distance=5km duration=25:00"]),
        (1, "swam 1000 m", ["swim distance=1000m duration=25:20"]),
    ]
    for query in ("summary of this week", "what did I do yesterday?", "when did I last swim?"):
        reply = await ask(query, both)
        assert "2:32/100m" in reply.text
        assert "25:20/km" not in reply.text
        assert reply.passed


class TestSaidOnce:
    async def test_the_same_sentence(self) -> None:
        reply = await ask("when did I last swim and how far did I swim?", LIFTED)
        assert reply.text.count("You have logged no swimming.") == 1
        assert reply.passed

    @pytest.mark.parametrize("query", ["am I getting stronger?", "how is my squat going?"])
    async def test_too_few_values_for_a_trend(self, query: str) -> None:
        reply = await ask(query, LIFTED[:2])
        assert reply.text.count("1 day only") == 1
        assert "((" not in reply.text
        assert "squat" in reply.text
        assert reply.passed

    async def test_no_brackets_within_brackets(self) -> None:
        reply = await ask("how is my bench going?", LIFTED)
        assert "bench press (estimated 1RM)" in reply.text


NIGHTS: Days = [
    (ago, f"slept {hours}h", [f"sleep value={hours}h"]) for ago, hours in ((1, 5), (2, 7), (3, 5.5), (40, 4))
]


@pytest.mark.parametrize(
    ("query", "says", "not_"),
    [
        ("what's my current weight?", "80 kg", "nothing about"),
        ("did I sleep less than 6 hours this month?", "under 6 h on 2 of 3 logged days", "average"),
        ("when did I last run 10k and how fast?", "5:00/km", "today: running"),
        ("what can I log?", "in your own words", "Which one"),
        ("뭘 기록할 수 있어?", "편한 말로", "어느"),
        ("do I bench worse after short nights?", "of one there are 0", "heaviest"),
    ],
)
async def test_how_simple_questions_are_read(query: str, says: str, not_: str) -> None:
    more: Days = [
        (3, "80 kg on the scale", ["body weight value=80kg"]),
        (0, "ran 10k", ["run distance=10km duration=50:00"]),
    ]
    reply = await ask(query, [*LIFTED, *NIGHTS, *more])
    assert says in reply.text
    assert not_ not in reply.text
    assert reply.passed or "/export" in reply.text


WEEKS: Days = [
    (21, "slept 5", ["sleep value=5h"]),
    (20, "ran", ["run distance=5km duration=25:00"]),
    (16, "squat 5x5 100", ["squat weight=100kg reps=5 sets=5"]),
    (10, "slept 7h", ["sleep value=7h"]),
    (4, "squat 5x5 105", ["squat weight=105kg reps=5 sets=5"]),
    (2, "squat 110x3", ["squat weight=110kg reps=3 sets=3"]),
]


class TestThatWeek:
    @pytest.mark.parametrize(
        ("first", "second", "says"),
        [
            ("when did I last run?", "how was my sleep that week?", "Sun 1 Nov): 5 h"),
            ("when did I last run?", "what did I do that week?", "running 5 km in 25:00"),
            ("when did I last run?", "그 주에 잠은?", "11월 1일(일) 수면"),
            ("what did I squat on 5 November?", "how did I run that week?", "(Mon 2 Nov"),
            ("what did I squat on 5 November?", "and that month?", "110 kg"),
        ],
    )
    async def test_it_is_the_week_of_the_last_answer(self, first: str, second: str, says: str) -> None:
        talking = asker(WEEKS)
        await talking.ask(first, NOW)
        reply = await talking.ask(second, NOW)
        assert says in reply.text
        assert reply.passed

    async def test_in_one_message(self) -> None:
        reply = await ask("when did I last run and how did I sleep that week?", WEEKS)
        assert "(Mon 26 Oct" in reply.text
        assert "5 h" in reply.text


async def test_how_much_was_squatted_in_a_week_is_a_list_with_its_volume() -> None:
    reply = await ask("how much did I squat this week?", WEEKS)
    assert "• Tue 17 Nov: 105 kg for" in reply.text
    assert "• Thu 19 Nov: 110 kg for" in reply.text
    assert "3,615 kg in total, on 2 days" in reply.text
    assert reply.passed
    reply = await ask("이번 주 스쿼트 얼마나 했어?", WEEKS)
    assert "• 11월 17일(화): 105 kg" in reply.text
    assert "• 11월 19일(목): 110 kg" in reply.text
    assert "2일 동안 모두 3,615 kg" in reply.text
    assert reply.passed


async def test_how_much_was_trained_is_no_sum_of_loads() -> None:
    for query in ("how much did I train this week?", "이번 주 운동 얼마나 했어?"):
        reply = await ask(query, WEEKS)
        assert (
            [one.statistic for one in reply.plan.sub_queries[0].figures] == ["count", "list"]
            if reply.plan
            else False
        )


RUNS: Days = [
    (ago, "ran 5k", [f"run distance=5km duration={took}"])
    for ago, took in ((60, "28:00"), (50, "27:40"), (40, "27:10"), (20, "26:30"), (10, "26:00"), (3, "25:40"))
]
SQUATS: Days = [
    (ago, "squat", [f"squat weight={load}kg reps=5"])
    for ago, load in (
        (120, 100), (110, 105), (100, 110), (90, 115), (80, 120),
        (50, 80), (40, 82.5), (30, 85), (20, 90), (10, 95),
    )
]  # fmt: skip
LEVEL: Days = [(2 + 7 * ago, "bench", ["bench press weight=80kg reps=5"]) for ago in range(6)]


class TestVerdictWordsFirst:
    @pytest.mark.parametrize(
        ("days", "query", "begins"),
        [
            (RUNS, "am I getting faster?", "Yes, faster: "),
            (RUNS, "am I getting slower?", "No, faster: "),
            (RUNS, "am I faster this month than last month?", "Yes, faster: "),
            (RUNS, "did I run faster in November than in October?", "Yes, faster: "),
            (RUNS, "has my pace changed?", "Yes, faster: "),
            (LEVEL, "is my bench getting better?", "No clear change: "),
            (LEVEL, "am I stronger on bench this month than last month?", "No change in your bench press"),
        ],
    )
    async def test_they_say_which_way(self, days: Days, query: str, begins: str) -> None:
        reply = await ask(query, days)
        assert reply.text.startswith(begins)
        assert reply.passed


class TestBreaks:
    async def test_a_drop_in_the_middle_is_seen_and_the_trend_is_the_one_since(self) -> None:
        reply = await ask("squat trend?", SQUATS)
        assert "dropped from 140 kg on Wed 2 Sep to 93.3 kg on Fri 2 Oct" in reply.text
        assert "Since then it is going up" in reply.text
        assert reply.passed
        judged = await ask("is my squat getting better?", SQUATS)
        assert judged.text.startswith("Yes, stronger since a break: your squat")

    async def test_a_few_days_since_tell_no_trend(self) -> None:
        light: Days = [(ago, "", ["squat weight=60kg reps=5"]) for ago in (3, 2, 1)]
        reply = await ask("squat trend?", [*SQUATS[:5], *light])
        assert "dropped from 140 kg" in reply.text
        assert "too short a time" in reply.text
        assert reply.passed

    @pytest.mark.parametrize("days", [RUNS, LEVEL, SQUATS[:5]])
    async def test_a_steady_line_has_none(self, days: Days) -> None:
        for query in ("bench trend?", "squat trend?", "running trend?"):
            assert "dropped" not in (await ask(query, days)).text


class TestTwoDays:
    BENCH: ClassVar[Days] = [
        (9, "b", ["bench press weight=80kg reps=5 sets=2", "bench press weight=85kg reps=5"]),
        (2, "b", ["bench press weight=80kg reps=8", "bench press weight=85kg reps=5"]),
    ]

    @pytest.mark.parametrize(
        "query",
        [
            "compare bench on 12 november and 19 november",
            "bench Nov 12 vs Nov 19",
            "was bench on 19 november better than on 12 november?",
            "did I do better on bench on Thursday than last Thursday?",
        ],
    )
    async def test_repetitions_at_the_same_weight(self, query: str) -> None:
        reply = await ask(query, self.BENCH)
        assert "at 85 kg 5 reps both times, at 80 kg 8 reps against 5" in reply.text
        assert "1 day" not in reply.text
        assert reply.passed

    async def test_they_give_the_verdict(self) -> None:
        text = (await ask("was bench on 19 november better than on 12 november?", self.BENCH)).text
        assert text.startswith("Yes, more reps: ")
        same: Days = [(ago, "b", ["bench press weight=80kg reps=5"]) for ago in (9, 2)]
        assert (await ask("compare bench Nov 12 and Nov 19", same)).text.startswith("No change in your bench")

    async def test_other_weights_are_compared_by_the_best(self) -> None:
        other: Days = [(ago, "b", [f"bench press weight={kg}kg reps=5"]) for ago, kg in ((9, 80), (2, 90))]
        assert "90 kg" in (await ask("compare bench Nov 12 and Nov 19", other)).text


class TestTomorrow:
    @pytest.mark.parametrize(
        ("query", "says"),
        [
            ("what should I do tomorrow?", "tomorrow (Sun 22 Nov) would fit"),
            ("내일 뭐 해야 해?", "내일(11월 22일(일))"),
            ("what did I do tomorrow?", "still to come tomorrow"),
        ],
    )
    async def test_it_is_the_day_that_comes(self, query: str, says: str) -> None:
        reply = await ask(query, WEEKS)
        assert says in reply.text
        assert "squat today" not in reply.text
        assert reply.passed


ROWS: Days = [
    (8, "row", ["barbell row weight=60kg reps=8 sets=3"]),
    (1, "rows", ["barbell row weight=60kg reps=8 sets=3", "cable row weight=50kg reps=10 sets=3"]),
]


class TestFamilies:
    @pytest.mark.parametrize(
        ("query", "says"),
        [
            ("show all my rows", "cable row 50 kg"),
            ("all my rows", "cable row 50 kg"),
            ("total volume of all my rows this month", "4,380 kg in total"),
            ("heaviest of all my rows?", "heaviest barbell row is 60 kg"),
            ("when did I last do any kind of row?", "yesterday"),
        ],
    )
    async def test_all_kinds_of_a_movement_are_one_subject(self, query: str, says: str) -> None:
        reply = await ask(query, ROWS)
        assert says in reply.text
        assert reply.passed
        assert not reply.asked

    async def test_one_name_for_several_is_asked_back(self) -> None:
        assert (await ask("how many rows did I do this week?", ROWS)).asked


@pytest.mark.parametrize(
    "query", ["how much?", "what's the best?", "how was it?", "did I do well?", "얼마나 했어?"]
)
async def test_no_entity_and_no_time_is_asked_back(query: str) -> None:
    assert (await ask(query, LIFTED)).asked


async def test_the_last_day_off_is_no_yesterday() -> None:
    for query in ("when was my last day off?", "when did I last have a day off?"):
        reply = await ask(query, [(ago, "", ["squat weight=80kg reps=5"]) for ago in (0, 1, 3, 4)])
        assert "Thu 19 Nov" in reply.text


class TestBelowTheBar:
    @pytest.mark.parametrize(
        ("query", "claims"),
        [
            ("when did I last squat?", True),
            ("squat?", True),
            ("how does squatting fluster me", False),
            ("squat with sleep thingy", False),
        ],
    )
    async def test_the_nearest_entries_are_quoted_instead_of_a_figure(self, query: str, claims: bool) -> None:
        reply = await ask(query, WEEKS)
        assert ("Your last squat was" in reply.text) is claims
        assert ("I can't tell for certain. These entries come closest" in reply.text) is not claims
        assert reply.passed

    async def test_what_no_trend_judges_is_told_with_an_admission(self) -> None:
        reply = await ask("is my heaviest squat up to it?", WEEKS)
        assert reply.text.startswith("I can't judge that, but this is what you logged: your heaviest squat")


async def test_the_time_before_the_last_one_is_told_again_and_again() -> None:
    search = MemorySearch(
        [
            entry(ago, TODAY - timedelta(days=ago), "squat", [f"squat weight={100 - ago}kg reps=5"])
            for ago in (2, 5, 9)
        ]
    )
    talk = Asker(search, Profile(user_id=1))
    told = [
        (await talk.ask(one, NOW)).text
        for one in ("when did I last squat?", "and before that?", "그 전에는?", "and before that?")
    ]
    assert "98 kg" in told[0]
    assert "95 kg" in told[1]
    assert "91 kg" in told[2]
    assert told[3] == "Before that you logged no squat."
    assert "95 kg" in (await Asker(search, Profile(user_id=1)).ask("second to last squat", NOW)).text


async def test_who_it_was_with_is_quoted() -> None:
    days: Days = [
        (3, "ran 5k with Mina in the rain", ["run distance=5km"]),
        (1, "ran 6k", ["run distance=6km"]),
    ]
    reply = await ask("who did I run with on Wednesday?", days)
    assert "“ran 5k with Mina in the rain”" in reply.text
    assert "Your last" not in reply.text


async def test_a_change_around_an_event_is_told_with_the_days_beside_it() -> None:
    days: Days = [
        (20, "weight 74.2", ["body weight value=74.2kg"]),
        (12, "family wedding, ate all night", []),
        (9, "weight 75.6", ["body weight value=75.6kg"]),
        (1, "weight 74.8", ["body weight value=74.8kg"]),
    ]
    reply = await ask("what did the wedding do to my weight?", days)
    assert "74.2 kg" in reply.text
    assert "75.6 kg" in reply.text
    assert reply.passed


class TestWhenAMarkIsMet:
    RISING: ClassVar[Days] = [
        (7 * ago, f"squat {110 - 2 * ago}kg", [f"squat weight={110 - 2 * ago}kg reps=5"]) for ago in range(8)
    ]

    async def test_what_the_trend_comes_to_and_no_promise(self) -> None:
        reply = await ask("when will I squat 120 kg?", self.RISING)
        assert "120 kg for squat would be about 5 wk away" in reply.text
        assert "no promise" in reply.text
        assert reply.passed

    async def test_no_way_there_is_said(self) -> None:
        level: Days = [(ago, "squat 100kg", ["squat weight=100kg reps=5"]) for ago in (30, 20, 10, 3)]
        assert (
            "I can't say when squat will be at 120 kg" in (await ask("when will I squat 120 kg?", level)).text
        )
