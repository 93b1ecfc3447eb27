"""What of a message its writer did, and what is said again in the same breath."""

from __future__ import annotations

import time
from datetime import datetime

import pytest

from agents.language.assertion import units_of
from agents.language.evidence import judged, model
from agents.language.reading import message_in, read_log
from agents.language.triggers import lexicon, words_of
from agents.profile import Profile
from evals.playing import everything

_NOW = datetime(2026, 11, 21, 10, 0)  # noqa: DTZ001 - the writer's own clock
_WRITER = Profile(user_id=1)


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("tomorrow I will squat 100kg 5x5", "planned"),
        ("skipped squats 5x5", "negated"),
        ("my brother benched 120kg", "other"),
        ("if I bench 120kg", "hypothetical"),
        ("can I bench 100kg 5x5?", "question"),
        ("back in college I benched 120kg", "past"),
        ("usually I bench 100kg 5x5", "habit"),
        ("paid $100 for the bench", "thing"),
        ("내일 벤치 100kg 하려고", "planned"),
        ("친구가 벤치 100kg 했대", "other"),
        ("군대있을때 3km 12분", "past"),
    ],
)
def test_a_trigger_holds_over_what_it_speaks_of(text: str, category: str) -> None:
    message = message_in(text, _NOW, _WRITER, everything())
    told = {at for at, atom in enumerate(message.atoms) if atom.figure or atom.has("EX")}
    over = {
        one for unit in units_of(message) if told & {*range(unit.first, unit.end)} for one in unit.categories
    }
    assert category in over


def test_company_is_no_subject() -> None:
    message = message_in("with my brother today: bench 80kg 3x8", _NOW, _WRITER, everything())
    assert not any("other" in unit.categories for unit in units_of(message))


def test_ends_of_korean_words_are_found_within_a_syllable() -> None:
    found = lexicon().find(words_of("벤치 했다"))
    assert "done" in {one.row.name for one in found}


@pytest.mark.parametrize(
    ("text", "load", "reps", "sets"),
    [
        ("bench 15kg, no actually 12kg 3x8", 12, 8, 3),
        ("bench 80kg 5x5 no wait 85kg", 85, 5, 5),
        ("deadlift 3x5 sorry 4x5 at 100kg", 100, 5, 4),
        ("벤치 80kg 5개 아니 85kg", 85, 5, 1),
        ("squats 5x5 255. sorry thats 225 i cant type", 225, 5, 5),
        ("bench 3x8 80 kg no 81 kg and then home", 81, 8, 3),
    ],
)
def test_what_is_said_again_holds(text: str, load: float, reps: int, sets: int) -> None:
    (one,) = read_log(text, _NOW, _WRITER, everything(), told=True).measures
    assert (one.weight, one.reps, one.sets) == (load, reps, sets)


def told(text: str) -> list[tuple[str, float | None]]:
    """The names of what is read, and what was done of each: a value, metres, seconds, a load, repetitions."""
    found = read_log(text, _NOW, _WRITER, everything(), told=True).measures
    return [
        (one.name, one.value or one.distance_m or one.duration_s or one.weight or one.reps) for one in found
    ]


@pytest.mark.parametrize(
    ("text", "name", "done"),
    [
        ("slept 7 hours, call it 6", "sleep", 6),
        ("drank 2 litres of water, more like 1.5", "water", 1.5),
        ("biked 21 km, ok 20 if I'm honest", "ride", 20_000),
        ("82 kg, hang on that was in boots, 81 kg", "body weight", 81),
        ("squat 100x5 no wait the bar was 15 so 95x5", "squat", 95),
        ("steps 8200 (miscounted) 8700", "steps", 8700),
        ("수영 800m 아니고 다시 세보니 750m", "swim", 750),
        ("supposed to swim 2 km, only got 1.5 done", "swim", 1500),
        ("meant to sleep 8h but only got 5", "sleep", 5),
        ("goal 10000 steps, today 8200", "steps", 8200),
        ("wanted to run 10k, ran 6k", "run", 6000),
        ("걸음수 목표 9000보인데 오늘 7000보", "steps", 7000),
        ("squats 3x15 - did 2x12", "squat", 12),
        ("plan -> done\ncurl 3x12 -> 12, 12, 12", "biceps curl", 12),
    ],
)
def test_what_was_put_right_or_came_of_a_plan_is_read(text: str, name: str, done: float) -> None:
    assert told(text) == [(name, done)]


@pytest.mark.parametrize(
    "text",
    [
        "my sister pulled 120 yesterday at 60 bw",
        "the physio wanted 3x10 clams",
        "client #2: 3x10 leg press at 80kg",
        "legs moved to tonight: squats 3x10, rows 3x8",
        "squats 3x5 at 100kg if the rack's free",
        "wod looks brutal. 5 rds 400m run",
        "now comes the bad part: 10x10 squats at 60",
        "waffles: 2 eggs, 250 ml milk, whisk and bake",
        "the bar gave me a beer, I left it",
        "Wk 5 from coach\nMon: squat 4x4 @82%, leg curl 3x15\nThu: bench 5x5 @72%\nStarts Monday",
        "Squat 5x3 @80%\nBench 4x6 @75%\nDeadlift 3x3 @85%",
        "new split: bench 4x8, ohp 3x10, rows 4x8, squat 5x5\nthoughts?",
        "day one of the bulk is sunday. 3200 kcal, 180g protein, lots of rice",
        "thinking 4 day upper lower for the new year. bench 4x6, squat maybe 80kg",
        "다음주부터 할 루틴\n월: 스쿼트 5x5, 레그컬 4x12\n수: 벤치 5x5, 딥스 3x10\n이거 어때요?",
        "다음 수업: 하체 (스쿼트 40kg부터)",
        "tried 180kg deadlift. never left the floor",
        "데드 200 도전. 꿈쩍도 안함",
    ],
)
def test_what_others_did_or_is_to_come_is_no_log(text: str) -> None:
    assert not told(text)


@pytest.mark.parametrize(
    "text",
    [
        "from my coach: squat 100kg 4x4. All done",
        "squat 100kg 4x4. new cut starts monday",
        "squat 4x4 100kg (82%)",
        "squat 100kg 4x4. six weeks ago I needed a spot at 70!",
        "스쿼트 100kg 4x4 했고 다음 수업은 등",
        "스쿼트 100kg 5x5 벤치는 못함",
    ],
)
def test_what_was_done_stands_beside_what_is_to_come(text: str) -> None:
    assert told(text) == [("squat", 100)]


def test_a_log_is_likelier_than_a_plan() -> None:
    likely = [
        judged(message_in(text, _NOW, _WRITER, everything()), _NOW, model())[0][1]
        for text in ("bench 100kg 5x5", "my brother wants to bench 100kg 5x5 tomorrow")
    ]
    assert likely[0] > model().bar > likely[1]


@pytest.mark.parametrize("piece", ["bench 100kg 5x5 ", "maybe ", "my friend ", "no wait 5 ", "했는데 "])
def test_long_messages_take_linear_time(piece: str) -> None:
    def taken(times: int) -> float:
        started = time.process_time()
        judged(message_in(piece * times, _NOW, _WRITER, everything()), _NOW, model())
        return time.process_time() - started

    taken(50)
    assert taken(2000) < 12 * max(taken(400), 0.02)
