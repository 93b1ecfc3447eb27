"""Corrections: the right entry, its whole new state, the difference in words."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from agents.offline.parser import parse
from agents.offline.sentences import in_language
from agents.parser import Correction, ParserInput, ParserOutput
from agents.profile import Profile
from storage.entities import Entry
from storage.problems import Impossible, Problem
from tests.agents.offline.test_parser import CONTEXT, NOW, YESTERDAY, read

WHICH = "Which one is it? Reply to that message with the correction."
BENCH, SLEEP, RUN = "bench 85x5x3", "slept 7h", "ran 5k in 25:30"


def entries(*texts: str) -> tuple[Entry, ...]:
    found: list[Entry] = []
    for number, text in enumerate(texts):
        entry = read(text).entries[0]
        found.append(
            Entry(
                id=f"E{number}",
                user_id=1,
                chat_id=1,
                message_id=number,
                day=entry.day,
                logged_at=NOW,
                text=text,
                domains=entry.domains,
                measures=entry.measures,
            )
        )
    return tuple(found)


def correct(text: str, *logs: str, target: int | None = None, days_ago: int = 0) -> ParserOutput:
    back = timedelta(days=days_ago)
    recent = tuple(
        entry.model_copy(update={"day": entry.day - back, "logged_at": entry.logged_at - back})
        for entry in entries(*logs)
    )
    return parse(
        ParserInput(
            text=text,
            now=NOW,
            profile=Profile(user_id=1),
            domain_context=CONTEXT,
            recent_entries=recent,
            correction=True,
            target_entry=None if target is None else recent[target],
        )
    )


def applied(text: str, *logs: str, target: int | None = None) -> Correction:
    correction = correct(text, *logs, target=target).correction
    assert correction is not None
    return correction


@pytest.mark.parametrize(
    ("text", "logs", "target", "note"),
    [
        ("actually that was 185 not 85", (BENCH, SLEEP), "E0", "bench press: weight 85 → 185"),
        ("it was 185", (BENCH,), "E0", "bench press: weight 85 → 185"),
        ("plank was 90s not 60s", ("plank 60s",), "E0", "plank: time 1:00 → 1:30"),
        ("아니 185였어", (BENCH,), "E0", "bench press: weight 85 → 185"),
        ("85 아니고 185", (SLEEP, BENCH), "E1", "bench press: weight 85 → 185"),
        ("no, 6 reps", (BENCH,), "E0", "bench press: reps 5 → 6"),
        ("bench was 4 sets", (RUN, BENCH), "E1", "bench press: sets 3 → 4"),
        ("the weight was 90", (BENCH,), "E0", "bench press: weight 85 → 90"),
        ("rpe 9", (BENCH,), "E0", "bench press: RPE none → 9"),
        ("kg not lb", ("bench 85lb x5",), "E0", "bench press: unit lb → kg"),
        ("bench 100x5 not 85", (BENCH,), "E0", "bench press: weight 85 → 100"),
        ("not bench, squat", (BENCH,), "E0", "bench press → squat"),
        ("slept 6 not 7", (BENCH, SLEEP), "E1", "sleep: value 7 → 6"),
        ("actually 26:30 not 25:30", (BENCH, RUN), "E1", "run: time 25:30 → 26:30"),
        ("it was 6k", (RUN, BENCH), "E0", "run: distance 5 km → 6 km"),
        ("the squat was 120 not 100", ("bench 80x5, squat 100x5",), "E0", "squat: weight 100 → 120"),
        (
            "the last set was 4 reps",
            (BENCH,),
            "E0",
            "bench press 85 x 5 x 3 → bench press 85 x 5 x 2, bench press 85 x 4",
        ),
        ("delete the last set", ("bench 100kg 8/8/7",), "E0", "last set removed: bench press 100 kg x 7"),
        ("마지막 세트 삭제", ("벤치 80kg 5회 3세트",), "E0", "last set removed: bench press 80 kg x 5"),
        ("actually that was 190", (SLEEP, "bench 185x5x3"), "E1", "bench press: weight 185 → 190"),
        ("it was 190", ("8000 steps", "bench 185x5x3"), "E1", "bench press: weight 185 → 190"),
        ("change squat to deadlift", ("squat 100x5",), "E0", "squat → deadlift"),
        ("rename bench to incline bench", (BENCH,), "E0", "bench press → incline bench press"),
        ("swap squat for deadlift", (BENCH, "squat 100x5"), "E1", "squat → deadlift"),
        ("스쿼트를 데드리프트로 바꿔줘", ("squat 100x5",), "E0", "squat → deadlift"),
        ("change the 85 to 90", (BENCH,), "E0", "bench press: weight 85 → 90"),
        ("85 → 90", (BENCH,), "E0", "bench press: weight 85 → 90"),
        ("change squat to 120", (BENCH, "squat 100x5"), "E1", "squat: weight 100 → 120"),
        ("actually I also ran 3k", (BENCH, RUN), "E0", "added run 3 km"),
        ("rpe was 9", ("squat 140x3 @8",), "E0", "squat: RPE 8 → 9"),
        ("miles not km", (BENCH, RUN), "E1", "run: distance 5 km → 5 mi"),
        ("disregard my last message", (BENCH, SLEEP), "E0", "the whole log removed"),
        (
            "the shakeout was 5.5k not 5",
            (RUN, "5k shakeout 29:00"),
            "E1",
            "run: distance 5 km → 5.5 km",
        ),
        (
            "the 250 was actually 252.5",
            (SLEEP, "bench 245x2, 250x1"),
            "E1",
            "bench press: weight 250 → 252.5",
        ),
        ("no, 80.9", ("weight 81.9 kg, resting hr 72",), "E0", "body weight: value 81.9 → 80.9"),
        ("수면 5시간 아니고 6시간", ("체중 57.8kg 수면 5시간",), "E0", "sleep: value 5 → 6"),
        ("actually the tempo took 46:50", (RUN, "tempo 10k 46:30"), "E1", "run: time 46:30 → 46:50"),
        ("scrap the weight", ("resting hr 51, weight 68.4 kg", RUN, RUN, RUN), "E0", "removed: body weight"),
        ("delete the squats", ("bench 80x5, squat 100x5",), "E0", "removed: squat"),
    ],
)
def test_the_entry_and_the_difference(text: str, logs: tuple[str, ...], target: str, note: str) -> None:
    correction = applied(text, *logs)
    assert (correction.target_entry_id, correction.note) == (target, note)


def test_the_new_state_is_whole() -> None:
    correction = applied("the squat was 120 not 100", "bench 80kg x5, squat 100kg x5, slept 7h")
    assert [(one.name, one.weight, one.value) for one in correction.measures] == [
        ("bench press", 80, None),
        ("squat", 120, None),
        ("sleep", None, 7),
    ]


def test_another_day_moves_the_entry_and_its_measures() -> None:
    correction = applied("it was yesterday", BENCH)
    assert correction.day == YESTERDAY
    assert {one.day for one in correction.measures} == {YESTERDAY}
    assert correction.note == "day: 2026-11-21 → 2026-11-20"
    assert applied("그거 어제였어", BENCH).day == date(2026, 11, 20)


def test_deleting_the_whole_entry() -> None:
    correction = applied("delete that", BENCH)
    assert (correction.action, correction.measures) == ("delete", ())


def test_a_reply_with_a_whole_set_replaces_or_adds() -> None:
    replaced = applied("bench 100kg 5x5", BENCH, target=0)
    assert [(one.weight, one.weight_unit, one.sets) for one in replaced.measures] == [(100, "kg", 5)]
    added = applied("also squat 100kg 5x5", BENCH, target=0)
    assert [one.name for one in added.measures] == ["bench press", "squat"]


@pytest.mark.parametrize(
    ("text", "logs", "problem"),
    [
        ("185 not 95", (BENCH,), f"I found no recent log with 95 in it. {WHICH}"),
        ("squat was 100", (BENCH,), f"I found no recent log of squat. {WHICH}"),
        ("hmm", (BENCH,), "I could not tell what to change. Say it like “185 not 85” or “it was yesterday”."),
        ("delete that", (), "There is no earlier log that this could correct."),
        (
            "actually that was 190",
            (SLEEP,),
            Impossible("sleep", "outside", "sleep", "190 h", "0-24 h"),
        ),
        (
            "actually it was 800",
            ("weight 80kg",),
            Impossible("body weight", "outside", "body weight", "800 kg", "20-350 kg"),
        ),
        ("no, 5 reps", (BENCH,), "It already says that: bench press 85 x 5 x 3."),
    ],
)
def test_what_cannot_be_corrected_is_said(text: str, logs: tuple[str, ...], problem: Problem) -> None:
    output = correct(text, *logs)
    assert output.correction is None
    assert output.correction_problem == problem


@pytest.mark.parametrize(
    ("text", "days_ago", "found"),
    [
        ("it was 90", 1, True),
        ("it was 90", 2, False),
        ("actually I also ran 3k", 21, False),
        ("bench was 90", 6, True),
        ("bench was 90", 21, False),
        ("90 not 85", 21, True),
        ("bench on the 12th was 90 sorry", 9, True),
        ("bench on the 12th was 90 sorry", 1, False),
        ("delete the bench", 21, True),
    ],
)
def test_how_far_back_a_correction_reaches(text: str, days_ago: int, *, found: bool) -> None:
    assert (correct(text, BENCH, days_ago=days_ago).correction is not None) == found


def test_a_day_and_a_name_point_at_that_days_entry() -> None:
    correction = applied("the bench yesterday was 90", BENCH, "yesterday bench 80x5")
    assert (correction.target_entry_id, correction.note) == ("E1", "bench press: weight 80 → 90")


def test_another_name_may_belong_to_another_domain() -> None:
    (ride,) = applied("change run to ride", RUN).measures
    assert (ride.name, ride.domain) == ("ride", "cycling")


def test_the_difference_is_told_in_the_language_of_the_user() -> None:
    told = in_language(correct("it was 190", BENCH), "ko").correction
    assert told is not None
    assert told.note == "벤치프레스: 무게 85 → 190"
