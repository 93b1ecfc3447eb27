"""Other apps' names of exercises."""

from __future__ import annotations

import pytest

from bot.importing.naming import Naming
from domains.registry import load


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Bench Press (Barbell)", "bench press"),
        ("Flat Barbell Bench Press", "bench press"),
        ("Bench Press (Dumbbell)", "dumbbell bench press"),
        ("Bench Press - Close Grip (Barbell)", "close-grip bench press"),
        ("Incline Bench Press (Barbell)", "incline bench press"),
        ("Squat (Barbell)", "squat"),
        ("Front Squat (Barbell)", "front squat"),
        ("Overhead Press (Barbell)", "overhead press"),
        ("Deadlift (Barbell)", "deadlift"),
        ("Romanian Deadlift (Barbell)", "romanian deadlift"),
        ("Bent Over Row (Barbell)", "barbell row"),
        ("Pull Up", "pull-up"),
        ("Pull Up (Weighted)", "pull-up"),
        ("Lat Pulldown (Cable)", "lat pulldown"),
        ("Seated Leg Curl (Machine)", "seated leg curl"),
        ("Leg Press (Machine)", "leg press"),
        ("Bicep Curl (Dumbbell)", "biceps curl"),
        ("Lateral Raise (Dumbbell)", "lateral raise"),
        ("Running (Treadmill)", "run"),
        ("Running", "run"),
        ("Cycling (Outdoor)", "ride"),
        ("Rowing (Machine)", "row"),
        ("벤치프레스 (바벨)", "bench press"),
        ("벤치프레스 (덤벨)", "dumbbell bench press"),
        ("레그프레스 (머신)", "leg press"),
        ("Elliptical Machine", "elliptical"),
        ("Leg Press Machine", "leg press"),
    ],
)
def test_the_same_exercise_has_our_name(written: str, name: str):
    assert Naming(load()).of(written, covers_distance=False).name == name


@pytest.mark.parametrize(
    ("written", "other"),
    [
        ("Bench Press (Smith Machine)", "bench press"),
        ("Squat (Smith Machine)", "squat"),
        ("Bench Press Machine", "bench press"),
        ("Deadlift (Dumbbell)", "deadlift"),
        ("Pull Up (Assisted)", "pull-up"),
    ],
)
def test_another_exercise_is_not_taken_for_it(written: str, other: str):
    assert Naming(load()).of(written, covers_distance=False).name != other


def test_an_unknown_one_stays_the_persons_own():
    named = Naming(load()).of("Jefferson Curl of Doom (Kettlebell)", covers_distance=False)
    assert (named.name, named.known) == ("kettlebell jefferson curl of doom", False)
