"""Answers about sets, muscles, load and effects, through the whole machine with the number check."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import ClassVar

import pytest

from agents.profile import Profile
from tests.agents.offline.asker import Asker, MemorySearch, Reply, entry

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
TODAY = NOW.date()
Days = list[tuple[int, list[str]]]


async def ask(query: str, days: Days) -> Reply:
    """The reply to somebody with entries so many days ago."""
    diary = [entry(i, TODAY - timedelta(days=ago), "x", found) for i, (ago, found) in enumerate(days)]
    reply = await Asker(MemorySearch(diary), Profile(user_id=1)).ask(query, NOW)
    assert reply.passed, reply.feedback
    return reply


SHORT_AND_LONG: Days = [
    (
        60 - 4 * i,
        [
            f"sleep value={5 if i % 2 else 8}h",
            f"bench press weight={100 + i % 3 - (10 if i % 2 else 0)}kg reps=1",
        ],
    )
    for i in range(14)
]


def details(reply: Reply) -> str:
    """What a tap on Details shows."""
    return " ".join(one.claim for one in reply.analysis.details) if reply.analysis else ""


class TestEffects:
    async def test_difference_size_interval_and_days(self) -> None:
        reply = await ask("does sleep affect my bench?", SHORT_AND_LONG)
        # seven nights of 5 h: 91 92 90 91 92 90 91; seven of 8 h: 100 102 101 100 102 101 100
        assert (
            "averaged 91 kg on the 7 days with sleep under 6 h, against 100.9 kg on the 7 other days"
            in reply.text
        )
        assert "a difference of -9.9 kg" in reply.text
        assert "(large)" in details(reply)
        assert "95 % interval" in details(reply)
        assert "interval" not in reply.text
        assert "does not prove a cause" in reply.text
        assert "Over 14 days with both, more sleep goes with higher bench press" in reply.text

    async def test_in_korean(self) -> None:
        reply = await ask("잠이 벤치에 영향을 줘?", SHORT_AND_LONG)
        assert "7일 평균 91 kg" in reply.text
        assert "(큼)" in details(reply)
        assert "순위 상관 +0." in details(reply)

    @pytest.mark.parametrize("nights", [1, 4])
    async def test_too_few_say_so_with_n(self, nights: int) -> None:
        few = [day for i, day in enumerate(SHORT_AND_LONG) if not i % 2 or i < 2 * nights]
        reply = await ask("does sleep affect my bench?", few)
        assert "I can't say yet whether sleep makes a difference to bench press" in reply.text
        assert f"of one there are {nights}" in reply.text
        assert f"n = {nights} on one side" in details(reply)

    async def test_noise_is_no_connection(self) -> None:
        days: Days = [
            (
                40 - 3 * i,
                [f"sleep value={(5, 5.5, 7, 8)[i % 4]}h", f"bench press weight={90 + i % 3}kg reps=1"],
            )
            for i in range(12)
        ]
        reply = await ask("does sleep affect my bench?", days)
        assert "shows no clear difference" in reply.text
        assert "no clear connection" in reply.text


class TestMuscles:
    WEEK: ClassVar[Days] = [
        (3, ["bench press weight=80kg reps=5 sets=3", "bench press weight=40kg reps=10 warmup"]),
        (2, ["overhead press weight=50kg reps=5 sets=2", "pull-up reps=8 sets=4"]),
        (1, ["squat weight=100kg reps=5 sets=5 rpe=5", "plank duration=60s sets=3"]),
    ]

    @pytest.mark.parametrize(
        ("query", "says"),
        [
            ("how many hard sets for shoulders this week?", "3.5 sets"),
            ("sets for triceps this week", "5 sets"),
            ("how many sets did I do for quads this week?", "no quads"),  # RPE 5 is no hard set
            ("how many working sets this week?", "12 sets"),
            ("hard sets of bench press this week", "3 sets"),
            ("이번 주 삼두 몇 세트 했어?", "5세트"),
            ("이번 주 등 몇 세트 했어?", "4세트"),
        ],
    )
    async def test_sets_of(self, query: str, says: str) -> None:
        assert says in (await ask(query, self.WEEK)).text

    async def test_where_they_come_from(self) -> None:
        reply = await ask("how many hard sets for shoulders this week?", self.WEEK)
        assert "That is overhead press 2, bench press 1.5." in reply.text

    async def test_each_muscle_with_its_volume(self) -> None:
        reply = await ask("volume per muscle", self.WEEK)
        assert "• triceps 5 sets (1,700 kg)" in reply.text
        assert "• chest 3 sets (1,200 kg)" in reply.text
        assert "quads" not in reply.text

    async def test_who_lifts_nothing_is_told_so(self) -> None:
        assert "no lifting" in (await ask("sets per muscle", [(1, ["run distance=5km duration=30:00"])])).text


class TestLoad:
    async def test_lifting_in_sets_and_running_in_distance(self) -> None:
        days: Days = [(ago, ["squat weight=100kg reps=5 sets=4"]) for ago in (1, 3, 8, 15, 22)]
        days += [(ago, ["run distance=5km duration=30:00"]) for ago in (2, 9, 16, 23)]
        reply = await ask("am I overreaching?", days)
        assert "lifting load of the last 7 days is 2 times a usual week: 8 sets against 4 sets" in reply.text
        assert "sharp rise" in reply.text
        assert "running load of the last 7 days is 1 times a usual week: 5 km against 5 km" in reply.text

    async def test_two_weeks_cannot_tell(self) -> None:
        reply = await ask(
            "what's my training load?", [(ago, ["squat weight=100kg reps=5"]) for ago in (1, 8)]
        )
        assert "I can't say yet how your training load compares" in reply.text
        assert "n = 1" in details(reply)

    async def test_the_best_day_is_that_of_the_most_volume(self) -> None:
        days: Days = [(9, ["squat weight=100kg reps=5 sets=3", "bench press weight=60kg reps=5 sets=3"])]
        days += [(5, ["squat weight=120kg reps=5 sets=3"])]
        reply = await ask("what was my best workout?", days)
        assert "2,400 kg, on Thu 12 Nov" in reply.text
