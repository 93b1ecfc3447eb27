"""What is about something else stays unlogged, while a deed in the same words is logged."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agents.language.reading import read_log
from agents.profile import Profile
from domains.registry import load

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
_REGISTRY = load()
CONTEXT = _REGISTRY.combine(_REGISTRY.domains)


def names(text: str) -> list[str]:
    return [measure.name for measure in read_log(text, NOW, Profile(user_id=1), CONTEXT).measures]


@pytest.mark.parametrize(
    ("about_something_else", "deed", "name"),
    [
        ("the winner finished the 10k run in 31:15", "finished the 10k run in 51:15", "run"),
        ("half my class can do 10 pull ups", "half an hour later I did 10 pull ups", "pull-up"),
        ("a kettlebell swing burns 12 kcal", "kettlebell swing 24kg 5x20", "kettlebell swing"),
        ("my program: squat 5x5, bench 5x5", "my session: squat 100kg 5x5", "squat"),
        ("squat 5x5, that's the plan", "squat 100kg 5x5 today, the plan is done", "squat"),
        ("rode the bus for 40 minutes", "took the bus home and ran 5k", "run"),
        ("congrats to Lena, 150 kg deadlift!", "with Lena, 150 kg deadlift x 1", "deadlift"),
        ("I hate 20 rep squats", "hated it but did 20 squats", "squat"),
        ("벤치 100kg 들면 인정", "벤치 100kg 1개 들었다", "bench press"),
        ("형이 하루 5km 뛴대", "하루 쉬고 5km 뛰었다", "run"),
        ("수영 1km 하고 갈게", "수영 1km 하고 왔어", "swim"),
        ("스쿼트 5세트 하는데 몇 분 걸리지", "스쿼트 5회 5세트 했는데 힘들다", "squat"),
        ("남편 몸무게 85kg", "몸무게 85kg", "body weight"),
    ],
)
def test_only_the_deed_is_logged(about_something_else: str, deed: str, name: str) -> None:
    assert names(about_something_else) == []
    assert name in names(deed)
