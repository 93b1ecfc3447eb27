"""Questions about all days from an event on, and about the one day that an answer has told."""

from __future__ import annotations

import pytest

from tests.agents.offline.test_answers import NOW, Days, asker

DIARY: Days = [
    (30, "ran 8k", ["run distance=8km duration=48:00"]),
    (29, "slept 6h", ["sleep value=6h"]),
    (20, "twisted my ankle on a kerb", []),
    (12, "ran 5k", ["run distance=5km duration=25:00"]),
    (10, "slept 8h", ["sleep value=8h"]),
    (7, "sister came to stay", []),
    (7, "slept 7h", ["sleep value=7h"]),
    (2, "ran 6k", ["run distance=6km duration=33:00"]),
]


class TestSinceAnEvent:
    @pytest.mark.parametrize(
        ("query", "says"),
        [
            ("how far have I run since I twisted my ankle?", "11 km"),
            ("average sleep since I twisted my ankle", "7.5 h"),
            ("longest run since I twisted my ankle", "6 km"),
            ("how far have I run since I moved house?", "moved"),
        ],
    )
    async def test_only_what_was_logged_from_its_day_on_counts(self, query: str, says: str) -> None:
        reply = await asker(DIARY).ask(query, NOW)
        assert says in reply.text
        assert "8 km" not in reply.text
        assert "19 km" not in reply.text

    async def test_in_korean_the_event_stands_before_it(self) -> None:
        diary: Days = [*DIARY, (20, "새 러닝화 샀다", [])]
        reply = await asker(diary).ask("러닝화 산 뒤로 얼마나 뛰었어?", NOW)
        assert "11 km" in reply.text

    async def test_the_start_of_a_sport_is_no_event(self) -> None:
        reply = await asker(DIARY).ask("running since I started", NOW)
        assert "can't tell" not in reply.text


class TestOneTime:
    @pytest.mark.parametrize(
        ("queries", "says"),
        [
            (("마지막으로 언제 뛰었어?", "몇 키로였어?", "페이스는?"), "5:30/km"),
            (("마지막으로 언제 뛰었어?", "몇 키로였어?"), "6 km"),
            (("when did I last run?", "how far?", "and the time before?"), "5 km"),
            (("6키로 이상 뛴 날이 몇 번이야?",), "6 km"),
        ],
    )
    async def test_how_far_speaks_of_the_day_that_was_told(self, queries: tuple[str, ...], says: str) -> None:
        talking = asker(DIARY)
        reply = [await talking.ask(query, NOW) for query in queries][-1]
        assert says in reply.text

    async def test_paces_are_not_added_up(self) -> None:
        talking = asker(DIARY)
        await talking.ask("모두 몇 키로 뛰었어?", NOW)
        reply = await talking.ask("페이스는?", NOW)
        assert "16:30/km" not in reply.text  # 6:00 + 5:00 + 5:30
        assert "/km" in reply.text

    async def test_all_that_was_written_on_a_day_is_told(self) -> None:
        reply = await asker(DIARY).ask("what did I do on 2026-11-14?", NOW)
        assert "7 h" in reply.text
        assert "sister came to stay" in reply.text
