"""Tables and lists that a message holds."""

from __future__ import annotations

import pytest

from tests.agents.language.test_reading import reading, told


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Exercise,Weight,Reps,Sets\nCurls,15,12,4\nDips,20,6,3", "biceps curl 15 4x12; dip 20 3x6"),
        (
            "lift | sets | reps | kg\nsquat | 4 | 6 | 90\nrow | 3 | 9 | 55",
            "squat 90 kg 4x6; barbell row 55 kg 3x9",
        ),
        ("Leg press\nset kg reps\n1 120 12\n2 140 10", "leg press 120 kg 1x12; leg press 140 kg 1x10"),
        ("| move | kg | reps |\n|---|---|---|\n| squat | 90 | 5 |", "squat 90 kg 1x5"),
        (
            "weight log (kg)\n14.11. 70,4\n20.11. 70,1",
            "body weight 70.4 kg (2026-11-14); body weight 70.1 kg (2026-11-20)",
        ),
        (
            "date, steps, weight\n20/11, 9100, 64.2\n21/11, 8000, 64",
            "steps 9100 (2026-11-20); body weight 64.2 (2026-11-20); steps 8000; body weight 64",
        ),
        ("1) squat 90kg 3x5 2) bench 60kg 3x6", "squat 90 kg 3x5; bench press 60 kg 3x6"),
        (
            "date | sleep h | mood /10 | weight kg\n20/11 | 6.5 | 5 | 64.2\n21/11 | 7 | 6 | 64",
            (
                "sleep 6.5 h (2026-11-20); mood 5 (2026-11-20); body weight 64.2 kg (2026-11-20);"
                " sleep 7 h; mood 6 /10; body weight 64 kg"
            ),
        ),
    ],
)
def test_columns_say_what_their_figures_are(text: str, read: str) -> None:
    assert told(text) == read


def test_a_warm_up_lasts_to_the_working_sets() -> None:
    text = "ohp warm up bar x 10, 30kg x 6, work sets 40kg 3x5"
    assert [one.warmup for one in reading(text).measures] == [True, True, False]
