"""Single answers: units, what is left out, how a question is read, what is said once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import ClassVar

import pytest

from agents.profile import Profile
from tests.agents.offline.asking import Asker, MemorySearch, Reply, entry

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
