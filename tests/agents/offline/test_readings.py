"""What messages are read as, rule by rule; `/` is a new line, it is Saturday 21 November 2026."""

from __future__ import annotations

import pytest

from tests.written import told


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("bench 80kg 5x5 / yesterday squat 100kg x5", "bench press 80 kg 5×5; squat 100 kg 1×5 (2026-11-20)"),
        ("bench 80kg 5x5. Yesterday squat 100kg x5", "bench press 80 kg 5×5; squat 100 kg 1×5 (2026-11-20)"),
        ("bench 80kg 5x5, yesterday squat 100kg x5", "bench press 80 kg 5×5; squat 100 kg 1×5 (2026-11-20)"),
        (
            "bench 80kg 5x5 then on thursday squat 100kg x5",
            "bench press 80 kg 5×5; squat 100 kg 1×5 (2026-11-19)",
        ),
        ("slept 6h, yesterday ran 10k", "run 10000 m (2026-11-20); sleep 6 h"),
        ("벤치 80kg 5x5 / 어제 스쿼트 100kg 5회", "bench press 80 kg 5×5; squat 100 kg 1×5 (2026-11-20)"),
        (
            "벤치 80kg 5회 5세트 했고 어제는 스쿼트 100kg 5회",
            "bench press 80 kg 5×5; squat 100 kg 1×5 (2026-11-20)",
        ),
        (
            "bench 80kg 5x5 / yesterday: / squat 100kg 5x5 / deadlift 140kg x5",
            "bench press 80 kg 5×5; squat 100 kg 5×5 (2026-11-20); deadlift 140 kg 1×5 (2026-11-20)",
        ),
    ],
)
def test_a_day_named_later_holds_from_there_on(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (
            "bench 80kg 5x5, squat 100kg 5x5 yesterday",
            "bench press 80 kg 5×5 (2026-11-20); squat 100 kg 5×5 (2026-11-20)",
        ),
        ("bench 80kg 5x5, yesterday", "bench press 80 kg 5×5 (2026-11-20)"),
        (
            "bench 100kg x5 (yesterday), squat 120kg x5 (today)",
            "bench press 100 kg 1×5 (2026-11-20); squat 120 kg 1×5",
        ),
        (
            "bench 100kg x5 (monday), squat 120kg x5 (yesterday)",
            "bench press 100 kg 1×5 (2026-11-16); squat 120 kg 1×5 (2026-11-20)",
        ),
        (
            "벤치 100kg 5회 (어제), 스쿼트 120kg 5회 (오늘)",
            "bench press 100 kg 1×5 (2026-11-20); squat 120 kg 1×5",
        ),
    ],
)
def test_a_day_after_all_or_in_brackets_is_of_what_stands_before(text: str, read: str) -> None:
    assert told(text) == read
