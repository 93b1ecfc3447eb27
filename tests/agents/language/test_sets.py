"""The number-run grammar: how people write what was done of sets."""

from __future__ import annotations

import pytest

from tests.agents.language.test_reading import told


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("EMOM 8: 4 kb swings 24kg", "kettlebell swing 24 kg 8x4"),
        ("E2MOM 12 min: 2 jerks 60kg", "jerk 60 kg 6x2"),
        ("every 90 sec for 15 min 2 front squats @ 90kg", "front squat 90 kg 10x2"),
        ("AMRAP 15: 10 thrusters 40kg, 10 burpees. managed 5 rounds", "thruster 40 kg 5x10; burpee 5x10"),
        (
            "4 rounds: 10 burpees, 12 sit-ups\n\nbench 60kg x 8",
            "burpee 4x10; sit-up 4x12; bench press 60 kg 1x8",
        ),
    ],
)
def test_rounds_hold_for_what_they_are_told_of(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("squat 5-3-2: 100 110 120kg", "squat 100 kg 1x5; squat 110 kg 1x3; squat 120 kg 1x2"),
        (
            "leg press 3x12 - 100,110,120 kg",
            "leg press 100 kg 1x12; leg press 110 kg 1x12; leg press 120 kg 1x12",
        ),
        ("bench 2x8 (60, 62.5)", "bench press 60 1x8; bench press 62.5 1x8"),
        ("2x5 ohp 40/45kg", "overhead press 40 kg 1x5; overhead press 45 kg 1x5"),
        ("row 60kg 5@7, 70kg 5@8", "barbell row 60 kg 1x5 @7; barbell row 70 kg 1x5 @8"),
        ("squat 315x1, 275 3x3", "squat 315 1x1; squat 275 3x3"),
        ("push-ups 60, 50", "push-up 1x60; push-up 1x50"),
        ("squat 225 275 315 lb", "squat 225 lb; squat 275 lb; squat 315 lb"),
    ],
)
def test_loads_and_counts_are_paired_by_their_number(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("bench 100 good, 105 good, 110 no lift", "bench press 100 1x1; bench press 105 1x1"),
        ("deadlift 200, 210 all good", "deadlift 200 1x1; deadlift 210 1x1"),
        ("snatch 60 \u2713 65 \u2713 70 \u2717", "snatch 60 1x1; snatch 65 1x1"),
        ("squat 150, 160, missed 170", "squat 150 1x1; squat 160 1x1"),
        ("60kg front squat triple, 70kg double", "front squat 60 kg 1x3; front squat 70 kg 1x2"),
        ("clean 80kg doubles, 4 sets", "clean 80 kg 4x2"),
        ("3 heavy singles at 120 bench", "bench press 120 3x1"),
        ("dips 3x8, third set only 5", "dip 2x8; dip 1x5"),
        ("bench 60kg felt good", "bench press 60 kg"),
        ("jerk 78 good, 82 miss", "jerk 78 1x1"),
        ("용상 80 성공, 85 성공, 90 실패", "clean and jerk 80 1x1; clean and jerk 85 1x1"),
        ("squat 100 110 all triples", "squat 100 1x3; squat 110 1x3"),
        ("pull ups: 12, then 6 with a 10kg plate", "pull-up 1x12; pull-up 10 kg 1x6"),
        ("only made 2 of the 4 sets of lunges, 20kg dbs x12", "lunge 20 kg 2x12"),
        ("all benches were busy, did dips 3x12", "dip 3x12"),
    ],
)
def test_tries_singles_and_sets_that_were_another(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("row meant to be 4x8 at 60, got 8,8,7", "barbell row 60 2x8; barbell row 60 1x7"),
        ("Planned: bench 3x5 90kg\nActual: 5,4,4", "bench press 90 kg 1x5; bench press 90 kg 2x4"),
        ("was supposed to do 5x5 squats at 100 but only did 3 sets", "squat 100 3x5"),
        ("coach had me down for 5x3 @ 140 deadlift, only got 4x3", "deadlift 140 4x3"),
        ("ohp 50kg supposed to be a triple, got 2", "overhead press 50 kg 1x2"),
        ("the plan was 100kg x5 bench but I hit 102.5 x5", "bench press 102.5 kg 1x5"),
        (
            "Bench 3x5 @ 80kg\n-> 80kg 5/5/4\nRDL 3x10 @ 50kg\n-> done",
            "bench press 80 kg 2x5; bench press 80 kg 1x4; romanian deadlift 50 kg 3x10",
        ),
        ("A) Leg press 3x12\n-> 120kg all three sets", "leg press 120 kg 3x12"),
        ("hip thrust 3x12\n-> skipped\ncalf raise 3x15\n-> 40kg 3x15", "calf raise 40 kg 3x15"),
        ("step ups 3x10 - 2x8 then stopped\nheel raises 2x15 — not done", "step-up 2x8"),
        ("데드 5x3 120kg -> 완료\n로우 4x10 50kg -> 못함", "deadlift 120 kg 5x3"),
        ("tomorrow squat 5x5 100kg. did bench 80kg 3x8 today", "bench press 80 kg 3x8"),
    ],
)
def test_what_was_done_of_a_plan_has_its_load(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("5 sled drags 60kg 20m", "sled pull 60 kg 5x 20 m"),
        ("3 sets of ohp at 40 for 6", "overhead press 40 3x6"),
        ("row 50kg 12 reps twice", "barbell row 50 kg 2x12"),
        (
            "power clean + front squat complex 60kg 2+1, 4 sets",
            "power clean 60 kg 4x2; front squat 60 kg 4x1",
        ),
        (
            "rest pause curls 15kg 12+5+3",
            "biceps curl 15 kg 1x12; biceps curl 15 kg 1x5; biceps curl 15 kg 1x3",
        ),
        ("split squat 16kg 8/8 three times", "split squat 16 kg 3x8"),
        (
            "skull crusher 30kg 12, close grip bench same bar 8",
            "skull crusher 30 kg 1x12; close-grip bench press 30 kg 1x8",
        ),
        ("2-1-2 tempo squat 60kg 3x6", "tempo squat 60 kg 3x6"),
        ("10 kb swings 24kg, 8 burpees, twice through", "kettlebell swing 24 kg 2x10; burpee 2x8"),
    ],
)
def test_sets_told_around_the_figures(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (
            "4x6 squat 90kg, 3x9 bench 60kg, 3x10 row 50kg",
            "squat 90 kg 4x6; bench press 60 kg 3x9; barbell row 50 kg 3x10",
        ),
        (
            "two sets of ohp eight reps at 40kg then three sets of dips ten reps",
            "overhead press 40 kg 2x8; dip 3x10",
        ),
        (
            "curls drop set 14/12/10kg x 8",
            "biceps curl 14 kg 1x8; biceps curl 12 kg 1x8; biceps curl 10 kg 1x8",
        ),
        ("split squat 3x9/s 14kg", "split squat 14 kg 3x9"),
        ("pistols 6/side x3, hang 40 sec", "pistol squat 3x6; dead hang 40 s"),
        ("squat 90kg 2x5, RPE 7/8", "squat 90 kg 1x5 @7; squat 90 kg 1x5 @8"),
        ("opened 150, second 160, third 165 missed it. deadlift", "deadlift 150 1x1; deadlift 160 1x1"),
        ("swings E2MOM x 6: 15 reps @ 24kg", "kettlebell swing 24 kg 6x15"),
        ("leg curl\n1 | 30kg | 12\n2 | 35kg | 10", "leg curl 30 kg 1x12; leg curl 35 kg 1x10"),
        (
            "curls and pushdowns back to back, 30 for 12,12 and 60 on the stack for 15,15",
            "biceps curl 30 2x12; triceps pushdown 60 2x15",
        ),
        (
            "bench and rows superset, 60kg for 10,8 and 50kg for 12,9",
            "bench press 60 kg 1x10; bench press 60 kg 1x8; barbell row 50 kg 1x12; barbell row 50 kg 1x9",
        ),
        (
            "슈퍼세트로 벤치 60kg 10개 + 로우 50kg 12개 3세트",
            "bench press 60 kg 3x10; barbell row 50 kg 3x12",
        ),
        ("squat 60x5 100x5 (warmups), 140x5x3", "squat 60 1x5 warm-up; squat 100 1x5 warm-up; squat 140 3x5"),
    ],
)
def test_figures_go_with_the_right_name(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (
            "bench warmup 60x5, 80x3, then 100x5",
            "bench press 60 1x5 warm-up; bench press 80 1x3 warm-up; bench press 100 1x5",
        ),
        (
            "warmup bench 60x5, 80x3, then 100x5x3",
            "bench press 60 1x5 warm-up; bench press 80 1x3 warm-up; bench press 100 3x5",
        ),
        (
            "스쿼트 워밍업 60x5, 80x3 하고 100x5",
            "squat 60 1x5 warm-up; squat 80 1x3 warm-up; squat 100 1x5",
        ),
        (
            "bench 40x10 (w), 60x5 (w), 80x5x3",
            "bench press 40 1x10 warm-up; bench press 60 1x5 warm-up; bench press 80 3x5",
        ),
        (
            "bench (w) 40x10, (w) 60x5, 80x5x3",
            "bench press 40 1x10 warm-up; bench press 60 1x5 warm-up; bench press 80 3x5",
        ),
        ("벤치 40kg 10개 (웜), 80kg 5개 3세트", "bench press 40 kg 1x10 warm-up; bench press 80 kg 3x5"),
        ("squat 100kg x5, then bench 80kg x5", "squat 100 kg 1x5; bench press 80 kg 1x5"),
        ("avg power 200 (w)", "power 200 W"),
    ],
)
def test_a_warm_up_lasts_to_what_ends_it_and_a_mark_is_of_the_set_beside_it(text: str, read: str) -> None:
    assert told(text) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("bench 100kg 3x5, failed the last set", "bench press 100 kg 2x5 “then failed”"),
        ("bench 100kg 3x5, didn't finish the last set", "bench press 100 kg 2x5 “then failed”"),
        ("벤치 100kg 5개 3세트, 마지막 세트는 실패", "bench press 100 kg 2x5 “then failed”"),
        (
            "bench 100kg 3x5, failed the last rep",
            "bench press 100 kg 2x5; bench press 100 kg 1x4 “then failed”",
        ),
        (
            "bench 100kg 3x5, missed the last two reps",
            "bench press 100 kg 2x5; bench press 100 kg 1x3 “then failed”",
        ),
        (
            "벤치 100kg 5개 3세트, 마지막 한 개 실패",
            "bench press 100 kg 2x5; bench press 100 kg 1x4 “then failed”",
        ),
        ("bench 100kg x5, failed rep 5", "bench press 100 kg 1x4 “then failed”"),
        ("bench 100kg x5 failed on the fifth rep", "bench press 100 kg 1x4 “then failed”"),
        (
            "bench 100kg 3x5, failed the last set on rep 4",
            "bench press 100 kg 2x5; bench press 100 kg 1x3 “then failed”",
        ),
        (
            "벤치 100kg 5개 3세트, 마지막 세트에서 4개째 실패",
            "bench press 100 kg 2x5; bench press 100 kg 1x3 “then failed”",
        ),
        (
            "bench 100kg 3x5, second set failed at rep 4",
            "bench press 100 kg 1x5; bench press 100 kg 1x3 “then failed”; bench press 100 kg 1x5",
        ),
        ("bench 100kg 5/5/4, missed the last rep", "bench press 100 kg 2x5; bench press 100 kg 1x4"),
        ("squat 100kg 5x3 failed last set", "squat 100 kg 4x3 “then failed”"),
        (
            "bench 80kg 5x5 missed the last rep of set 3",
            "bench press 80 kg 2x5; bench press 80 kg 1x4 “then failed”; bench press 80 kg 2x5",
        ),
        ("deadlift 120kg 5x5 failed the 5th set", "deadlift 120 kg 4x5 “then failed”"),
        ("press 50kg 5x5 failed set 4 and 5", "overhead press 50 kg 3x5 “then failed”"),
        ("squat 90kg 5x5 failed the last two sets", "squat 90 kg 3x5 “then failed”"),
        ("press 50kg 5x5 couldn't finish the last set", "overhead press 50 kg 4x5 “then failed”"),
        ("row 60kg 5x5 last set only 2", "barbell row 60 kg 4x5; barbell row 60 kg 1x2"),
        ("스쿼트 100kg 5x3 마지막 세트 실패", "squat 100 kg 4x3 “then failed”"),
        ("스쿼트 100kg 5x5 5세트째 실패", "squat 100 kg 4x5 “then failed”"),
        (
            "스쿼트 100kg 5x5 3세트 마지막 1개 실패",
            "squat 100 kg 2x5; squat 100 kg 1x4 “then failed”; squat 100 kg 2x5",
        ),
        ("스쿼트 100kg 5x5 마지막 세트는 2개만", "squat 100 kg 4x5; squat 100 kg 1x2"),
        (
            "벤치 100kg 5개 3세트 마지막 한 개 실패",
            "bench press 100 kg 2x5; bench press 100 kg 1x4 “then failed”",
        ),
        ("press 50kg 5x5 failed sets 4 and 5", "overhead press 50 kg 3x5 “then failed”"),
        ("press 50kg 5x5, set 5 failed", "overhead press 50 kg 4x5 “then failed”"),
        ("squat 90kg 5x5, failed the last two sets", "squat 90 kg 3x5 “then failed”"),
        ("if I fail the last set I deload", "nothing"),
    ],
)
def test_of_a_set_that_failed_only_what_was_done_is_read(text: str, read: str) -> None:
    assert told(text) == read
