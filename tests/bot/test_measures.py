from __future__ import annotations

from datetime import date

import pytest

from bot.replies.measures import grouped, line
from bot.texts import wording
from bot.texts.html import plain
from storage.entities import Measure

DAY = date(2026, 11, 21)


def measure(name: str, domain: str = "strength", **fields: object) -> Measure:
    return Measure.model_validate({"domain": domain, "name": name, "day": DAY, **fields})


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (measure("bench press", weight=185, weight_unit="lb", reps=5, sets=3), "185 lb × 5 reps, 3 sets"),  # noqa: RUF001
        (measure("bench press", weight=82.5, weight_unit="kg", reps=1), "82.5 kg × 1 rep"),  # noqa: RUF001
        (measure("bench press", weight=185, reps=5), "185 × 5 reps"),  # noqa: RUF001
        (measure("pull-up", reps=8, sets=3, rpe=8.5), "8 reps, 3 sets · RPE 8.5"),
        (measure("squat", weight=60, weight_unit="kg", reps=5, warmup=True), "60 kg × 5 reps · warm-up"),  # noqa: RUF001
        (
            measure("squat", weight=60, weight_unit="kg", reps=5, certainty={"weight_unit": "guessed"}),
            "60 kg? × 5 reps",  # noqa: RUF001
        ),
        (
            measure("run", "running", distance_m=5000, distance_unit="km", duration_s=1500),
            "5 km · 25:00 · 5:00/km",
        ),
        (
            measure("run", "running", distance_m=1609.344, distance_unit="mi", duration_s=480),
            "1 mi · 8:00 · 8:00/mi",
        ),
        (
            measure("ride", "cycling", distance_m=40000, distance_unit="km", duration_s=4800),
            "40 km · 1:20:00 · 30 km/h",
        ),
        (
            measure("swim", "swimming", distance_m=1500, distance_unit="m", duration_s=1800),
            "1500 m · 30:00 · 2:00/100 m",
        ),
        (measure("yoga", "general", duration_s=2700), "45 min"),
        (measure("plank", duration_s=45), "45 s"),
        (measure("sleep", "sleep", value=6.5, unit="h"), "6.5 h"),
        (measure("bed time", "sleep", value=23.5, unit="h"), "23:30"),
        (measure("mood", "mood", value=4, unit="/5"), "4/5"),
        (measure("pain", "general", value=3, unit="/10", text="left knee"), "3/10 · left knee"),
        (measure("meal", "nutrition", text="eggs & <toast>"), "eggs & <toast>"),
    ],
)
def test_one_line_each_as_written(given: Measure, shown: str):
    assert plain(line(given, wording("en"))) == shown


def test_sets_of_one_exercise_stand_together():
    sets = [measure("bench press", weight=kg, weight_unit="kg", reps=5) for kg in (60, 80)]
    lines = grouped([*sets, measure("sleep", "sleep", value=7, unit="h")], wording("en"))
    assert [plain(one) for one in lines] == [
        "Bench press",
        "  • 60 kg × 5 reps",  # noqa: RUF001
        "  • 80 kg × 5 reps",  # noqa: RUF001
        "Sleep: 7 h",
    ]


def test_korean():
    one = measure("bench press", weight=80, weight_unit="kg", reps=5, sets=3)
    assert [plain(text) for text in grouped([one], wording("ko"))] == ["벤치프레스: 80 kg × 5회, 3세트"]  # noqa: RUF001
