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
    ],
)
def test_what_is_said_again_holds(text: str, load: float, reps: int, sets: int) -> None:
    (one,) = read_log(text, _NOW, _WRITER, everything()).measures
    assert (one.weight, one.reps, one.sets) == (load, reps, sets)


def test_a_log_is_likelier_than_a_plan() -> None:
    likely = [
        judged(message_in(text, _NOW, _WRITER, everything()), _NOW)[0][1]
        for text in ("bench 100kg 5x5", "my brother wants to bench 100kg 5x5 tomorrow")
    ]
    assert likely[0] > model().bar > likely[1]


@pytest.mark.parametrize("piece", ["bench 100kg 5x5 ", "maybe ", "my friend ", "no wait 5 ", "했는데 "])
def test_long_messages_take_linear_time(piece: str) -> None:
    def taken(times: int) -> float:
        started = time.process_time()
        judged(message_in(piece * times, _NOW, _WRITER, everything()), _NOW)
        return time.process_time() - started

    taken(50)
    assert taken(2000) < 12 * max(taken(400), 0.02)
