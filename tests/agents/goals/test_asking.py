"""Goals and questions about them, as people write them; what is a log or a plan is neither."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from agents.goals.asking import GoalReader, asked_goal, dropped_goal
from agents.goals.goal import Goal
from agents.goals.speech import FormRow, speech
from agents.offline.lexicon import language_of
from agents.offline.parser import parse
from agents.profile import Profile
from agents.signs import may_speak_of
from domains.registry import load

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
"""A Monday."""
REGISTRY = load()
READER = GoalReader(Profile(user_id=1), REGISTRY.combine(REGISTRY.domains), NOW, parse)
LANGUAGES = ("en", "ko")


def rows(which: str) -> list[tuple[str, FormRow]]:
    return [(language, row) for language in LANGUAGES for row in getattr(speech(language).words, which)]


@pytest.mark.parametrize(("language", "row"), rows("sets"))
def test_each_way_to_set_one_has_an_example_that_is_read(language: str, row: FormRow) -> None:
    assert may_speak_of("goals", row.example, language)
    assert READER.in_words(row.example, language)


@pytest.mark.parametrize(("language", "row"), rows("asks"))
def test_each_way_to_ask_has_an_example_that_is_read(language: str, row: FormRow) -> None:
    said = asked_goal(row.example, language)
    assert said is not None or row.needs_goal


@pytest.mark.parametrize(("language", "row"), rows("drops"))
def test_each_way_to_give_one_up_has_an_example_that_is_read(language: str, row: FormRow) -> None:
    assert may_speak_of("goals", row.example, language)
    assert READER.name_of(dropped_goal(row.example, language) or "") == "bench press"
    assert READER.in_words(row.example, language) is None


@pytest.mark.parametrize(
    ("language", "row", "kind"),
    [(*one, "frequency") for one in rows("frequency")] + [(*one, "streak") for one in rows("streak")],
)
def test_days_a_week_and_in_a_row(language: str, row: FormRow, kind: str) -> None:
    goal = READER.read(row.example, language)
    assert goal is not None
    assert goal.kind == kind


def summary(goal: Goal | None) -> tuple[object, ...] | None:
    return None if goal is None else (goal.kind, goal.name, goal.quantity, goal.target, goal.unit, goal.by)


WEIGHT = ("best", "bench press", "weight", 100.0)


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("bench 100kg by March", (*WEIGHT, "kg", date(2027, 3, 31))),
        ("bench 100 by the end of march", (*WEIGHT, "", date(2027, 3, 31))),
        ("bench 100kg by 1 May", (*WEIGHT, "kg", date(2027, 5, 1))),
        ("bench 100kg in 8 weeks", (*WEIGHT, "kg", date(2027, 1, 18))),
        ("bench 100kg by christmas", (*WEIGHT, "kg", date(2026, 12, 25))),
        ("bench 100kg this year", (*WEIGHT, "kg", date(2026, 12, 31))),
        ("벤치 100kg 내년 3월까지", (*WEIGHT, "kg", date(2027, 3, 31))),
        ("연말까지 벤치 100kg", (*WEIGHT, "kg", date(2026, 12, 31))),
        ("squat e1rm 140 kg", ("best", "squat", "e1rm", 140.0, "kg", None)),
        ("15 pull ups", ("best", "pull-up", "reps", 15.0, "reps", None)),
        ("weigh 78 kg", ("level", "body weight", "value", 78.0, "kg", None)),
        ("under 80 kg", ("level", "body weight", "value", 80.0, "kg", None)),
        ("sleep 8h a night", ("average", "sleep", "value", 8.0, "h", None)),
        ("run 5k in 25:00", ("pace", "run", "pace", 1500.0, "s", None)),
        ("run 10k", ("best", "run", "distance", 10.0, "km", None)),
        ("plank 3 min", ("best", "plank", "duration", 180.0, "s", None)),
        ("swim twice a week", ("frequency", "swim", "days", 2.0, "days", None)),
        ("주 3회 운동", ("frequency", "training", "days", 3.0, "days", None)),
        ("be happy", None),
        ("bench", None),
        ("deadlift 2x bodyweight", None),
        ("bench 100kg by yesterday", None),
        ("8 sessions a week", None),
    ],
)
def test_what_stands_behind_the_command(said: str, read: tuple[object, ...] | None) -> None:
    assert summary(READER.read(said, language_of(said))) == read


@pytest.mark.parametrize(
    "said",
    [
        "bench 100kg 5x5",
        "I want to run 5k tomorrow",
        "I want to run 5k today",
        "want to do bench 80kg 5x5 on friday",
        "I wanted to bench 100 but did 90",
        "goal for today: bench 80x5",
        "my goal was 100kg",
        "I want to know my best bench 100",
        "do I want to bench 100?",
        "오늘 벤치 100kg 치고 싶다",
        "내일 5km 뛰고 싶어",
        "목표 달성! 벤치 100kg 1회",
        "goal reached: bench 100kg",
        "goal hit! bench 100kg x1",
    ],
)
def test_logs_plans_and_questions_set_none(said: str) -> None:
    assert READER.in_words(said, language_of(said)) is None


def test_less_or_more_of_the_body_is_counted_from_what_it_weighs() -> None:
    goal = READER.read("lose 5 kg by April", "en")
    assert goal is not None
    assert (goal.change, goal.down, goal.by) == (-5, True, date(2027, 4, 30))


def test_most_logs_have_no_sign_of_a_goal() -> None:
    for said in ("bench 80kg 5x5", "slept 7h", "ran 5k in 25:00", "벤치 80kg 5x5", "how did I sleep?"):
        assert not may_speak_of("goals", said, language_of(said))
