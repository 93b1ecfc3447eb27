"""Recommendations: what hurts decides first, what was just done is not due again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import ClassVar

import pytest

from agents.offline.answers.painful import PAIN_LASTS, told_pain
from agents.profile import Profile
from domains.registry import load
from tests.agents.offline.asker import Asker, MemorySearch, Reply, entry

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
TODAY = NOW.date()
SQUATS: list[tuple[int, str, list[str]]] = [
    (ago, "squat 100x5", ["squat weight=100kg reps=5"]) for ago in (30, 20, 10, 5)
]
Days = list[tuple[int, str, list[str]]]


async def ask(query: str, days: Days) -> Reply:
    """The reply to a question over entries so many days ago."""
    diary = [entry(i, TODAY - timedelta(days=ago), text, found) for i, (ago, text, found) in enumerate(days)]
    return await Asker(MemorySearch(diary), Profile(user_id=1)).ask(query, NOW)


def pain(ago: int) -> Days:
    return [(ago, "knee pain", ["pain text=knee"])]


class TestPain:
    async def test_longer_ago_than_it_counts_it_is_mentioned_with_its_day(self) -> None:
        reply = await ask("should I squat today?", [*SQUATS, *pain(18)])
        assert f"your last {PAIN_LASTS.days} days and found none" in reply.text
        assert "Tue 3 Nov" in reply.text
        assert "“knee pain”" in reply.text
        assert reply.passed

    @pytest.mark.parametrize(("ago", "counts"), [(PAIN_LASTS.days, True), (PAIN_LASTS.days + 1, False)])
    async def test_the_span_said_is_the_span_looked_at(self, ago: int, *, counts: bool) -> None:
        reply = await ask("should I squat today?", [*SQUATS, *pain(ago)])
        assert ("leave it out" in reply.text) is counts
        assert ("found none" in reply.text) is not counts

    @pytest.mark.parametrize(
        "query",
        [
            "can I squat?",
            "may I squat",
            "is it ok to squat?",
            "okay to squat? is it okay to squat today?",
            "am I ok to squat?",
            "스쿼트 해도 돼?",
            "오늘 스쿼트 해도 될까?",
        ],
    )
    async def test_leave_to_train_is_a_recommendation(self, query: str) -> None:
        reply = await ask(query, [*SQUATS, *pain(0)])
        assert "leave it out" in reply.text or "당분간 빼세요" in reply.text
        assert any("pain" in attempt.instruction.topics for attempt in reply.attempts)
        assert reply.passed

    @pytest.mark.parametrize(
        "query",
        ["my knee hurts, can I squat?", "can I squat with a sore knee?", "무릎 아픈데 스쿼트 해도 돼?"],
    )
    async def test_what_the_question_says_hurts_counts_too(self, query: str) -> None:
        reply = await ask(query, SQUATS)
        assert "leave it out" in reply.text or "당분간 빼세요" in reply.text
        assert "physiotherapist" in reply.text or "물리치료사" in reply.text
        assert "no pain" not in reply.text
        assert reply.passed

    async def test_what_no_longer_hurts_does_not(self) -> None:
        reply = await ask("my knee doesn't hurt anymore, can I squat?", SQUATS)
        assert "leave it out" not in reply.text
        assert reply.passed

    @pytest.mark.parametrize("query", ["how much can I squat?", "what's the most I can squat?"])
    async def test_what_one_is_able_to_is_a_record(self, query: str) -> None:
        assert "heaviest squat is 100 kg" in (await ask(query, SQUATS)).text

    async def test_a_pain_asked_about_is_told_and_sent_to_a_professional(self) -> None:
        reply = await ask("what should I do about my knee pain?", [*SQUATS, *pain(3)])
        assert "“knee pain” on Wed 18 Nov" in reply.text
        assert "physiotherapist" in reply.text
        assert "Most recently" not in reply.text
        assert reply.passed

    @pytest.mark.parametrize(
        ("query", "places"),
        [
            ("my knee and hip hurt, can I run?", ("knee", "hip")),
            ("can I train chest with a sore lower back?", ("lower back",)),
            ("허리가 아파요 데드리프트 해도 될까", ("lower back",)),
            ("my shoulder is not sore, can I bench?", ()),
            ("can I squat?", ()),
        ],
    )
    def test_places_a_question_says_hurt(self, query: str, places: tuple[str, ...]) -> None:
        assert told_pain(query, load().combine(["strength"])) == places


class TestRested:
    BENCH: ClassVar[Days] = [
        (ago, "bench 60x5", ["bench press weight=60kg reps=5 sets=5"]) for ago in (9, 4, 0)
    ]

    @pytest.mark.parametrize("days", [1, 3])
    async def test_what_was_just_done_is_not_due(self, days: int) -> None:
        reply = await ask("what should I train today?", self.BENCH[-days:])
        assert "would fit" not in reply.text
        assert "rested longest" not in reply.text
        assert "a rest day" in reply.text
        assert reply.passed

    async def test_what_has_rested_is(self) -> None:
        reply = await ask("what should I train today?", [*self.BENCH, *SQUATS])
        assert "Squat is the one that has rested longest: last on Mon 16 Nov, 5 days ago" in reply.text
        assert "So squat today would fit." in reply.text

    @pytest.mark.parametrize("query", ["should I train today?", "should I squat today?", "오늘 운동할까?"])
    async def test_a_short_night_counts_without_a_usual_one(self, query: str) -> None:
        reply = await ask(query, [*SQUATS, (0, "slept 5h", ["sleep value=5h"])])
        assert "only 5 h last night" in reply.text or "5시간밖에" in reply.text
        assert reply.passed
        fine = await ask(query, [*SQUATS, (0, "slept 7h", ["sleep value=7h"])])
        assert "last night" not in fine.text


async def test_of_what_was_never_done_nothing_else_is_recommended() -> None:
    reply = await ask("can I bench 100 kg?", SQUATS)
    assert "You have logged no bench press." in reply.text
    assert "squat" not in reply.text
    assert reply.passed
