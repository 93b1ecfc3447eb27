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


class TestPaths:
    @pytest.mark.parametrize(
        ("query", "says", "not_"),
        [
            ("what did I log in 2026/11/**/*.md", "squat 85 kg", "nothing"),
            ("what did I log in 2026/11/2026-11-12.md?", "90 kg", "95 kg"),
            ("2026/11/2026-11-12.md에 뭐 있어?", "90 kg", "95 kg"),
            ("what did I bench in 2026/11/*.md", "95 kg", "85 kg"),
            ("what did I log in 2025/**/*.md", "Nothing is logged", "kg"),
            ("what did I log in ../../etc/*.md", "Nothing is logged", "kg"),
        ],
    )
    async def test_a_path_or_glob_is_searched_as_one(self, query: str, says: str, not_: str) -> None:
        reply = await ask(query, LIFTED)
        assert [attempt.instruction.strategy for attempt in reply.attempts] == ["pattern"]
        assert says in reply.text
        assert not_ not in reply.text
        assert reply.passed

    @pytest.mark.parametrize("query", ["when did I run at 12 km/h and/or faster?", "bench kg/lb?"])
    async def test_a_slash_is_no_path(self, query: str) -> None:
        reply = await ask(query, LIFTED)
        assert all(attempt.instruction.strategy != "pattern" for attempt in reply.attempts)


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
        ("how much more do I squat than bench?", "So squat against bench press: 10 kg less.", "logged none"),
        ("what can I log?", "/export", "Which one"),
        ("뭘 기록할 수 있어?", "/export", "어느"),
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
