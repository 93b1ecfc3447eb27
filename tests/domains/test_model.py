from __future__ import annotations

from datetime import date

import pytest

from domains.checks import Wrong
from domains.registry import load
from domains.terms import spellings
from storage.entities import Measure

_DAY = date(2026, 11, 21)
_ALL = load()


@pytest.mark.parametrize(
    ("measure", "problem"),
    [
        (Measure(domain="strength", name="squat", day=_DAY, rpe=15), Wrong("outside", "rpe", "15", "1-10")),
        (
            Measure(domain="strength", name="squat", day=_DAY, weight=1500, weight_unit="lb"),
            Wrong("outside", "weight", "1500 lb", "0-1322.77 lb"),
        ),
        (
            Measure(domain="strength", name="squat", day=_DAY, weight=900),
            Wrong("outside", "weight", "900", "0-600 kg"),
        ),
        (Measure(domain="strength", name="squat", day=_DAY, reps=0), Wrong("outside", "reps", "0", "1-5000")),
        (
            Measure(domain="running", name="run", day=_DAY, distance_m=5000, duration_s=300),
            Wrong("outside", "pace", "1:00 min/km", "2:00-20:00 min/km"),
        ),
        (
            Measure(domain="running", name="run", day=_DAY, distance_m=900_000),
            Wrong("outside", "distance", "900 km", "0.02-300 km"),
        ),
        (
            Measure(domain="swimming", name="swim", day=_DAY, distance_m=1000, duration_s=300),
            Wrong("outside", "pace", "0:30 min/100m", "0:45-8:00 min/100m"),
        ),
        (
            Measure(domain="cycling", name="ride", day=_DAY, distance_m=100_000, duration_s=3600),
            Wrong("outside", "speed", "100 km/h", "2-80 km/h"),
        ),
        (
            Measure(domain="sleep", name="sleep", day=_DAY, value=30, unit="h"),
            Wrong("outside", "sleep", "30 h", "0-24 h"),
        ),
        (
            Measure(domain="sleep", name="sleep", day=_DAY, value=2000, unit="min"),
            Wrong("outside", "sleep", "2000 min", "0-1440 min"),
        ),
        (
            Measure(domain="mood", name="mood", day=_DAY, value=14, unit="/10"),
            Wrong("outside", "mood", "14/10", "0-10"),
        ),
        (
            Measure(domain="mood", name="mood", day=_DAY, value=7, unit="/5"),
            Wrong("above_scale", "mood", "7/5"),
        ),
        (
            Measure(domain="general", name="steps", day=_DAY, value=900.5),
            Wrong("not_whole", "steps", "900.5"),
        ),
        (
            Measure(domain="general", name="body weight", day=_DAY, value=800, unit="lb"),
            Wrong("outside", "body weight", "800 lb", "44.09-771.62 lb"),
        ),
        (
            Measure(domain="nutrition", name="kcal", day=_DAY, value=99_000),
            Wrong("outside", "kcal", "99000 kcal", "0-15000 kcal"),
        ),
    ],
)
def test_impossible_values_are_told(measure: Measure, problem: Wrong) -> None:
    assert _ALL.domains[measure.domain].validate_measure(measure) == (problem,)


@pytest.mark.parametrize(
    "measure",
    [
        Measure(
            domain="strength",
            name="bench press",
            day=_DAY,
            weight=185,
            weight_unit="lb",
            reps=5,
            sets=3,
            rpe=8,
        ),
        Measure(domain="strength", name="pull-up", day=_DAY, reps=10),
        Measure(domain="running", name="run", day=_DAY, distance_m=5000, duration_s=1500),
        Measure(domain="sleep", name="sleep", day=_DAY, value=7.5, unit="h"),
        Measure(domain="general", name="pain", day=_DAY, text="left knee"),
        Measure(domain="nutrition", name="meal", day=_DAY, text="chicken"),
        Measure(domain="mood", name="mood", day=_DAY, value=4),
    ],
)
def test_everyday_values_are_fine(measure: Measure) -> None:
    assert _ALL.domains[measure.domain].validate_measure(measure) == ()


def test_fields_become_a_pydantic_model() -> None:
    record = _ALL.domains["strength"].record

    assert set(record.model_fields) == {"weight", "reps", "sets", "rpe"}


@pytest.mark.parametrize(
    ("term", "canonical"),
    [
        ("bp", "bench press"),
        ("pullups", "pull-up"),
        ("pull ups", "pull-up"),
        ("ohp", "overhead press"),
        ("rdls", "romanian deadlift"),
        ("db bench", "dumbbell bench press"),
        ("dl", "deadlift"),
        ("벤치프레스", "bench press"),
        ("덤벨벤치", "dumbbell bench press"),
        ("턱걸이", "pull-up"),
        ("lunges", "lunge"),
        ("deadlift", "deadlift"),
    ],
)
def test_exercises_are_known_by_many_names(term: str, canonical: str) -> None:
    assert _ALL.domains["strength"].vocabulary[term] == canonical


def test_the_words_of_attributes_are_no_measures() -> None:
    everything = {name for domain in _ALL.domains.values() for name in domain.vocabulary.values()}

    assert not {"reps", "weight", "distance", "duration", "pace"} & everything


def test_no_term_means_two_things() -> None:
    owners: dict[str, set[str]] = {}
    for domain in _ALL.domains.values():
        for term, name in domain.vocabulary.items():
            owners.setdefault(term, set()).add(name)

    assert {term: names for term, names in owners.items() if len(names) > 1} == {}


def test_painful_places_rule_exercises_out() -> None:
    context = _ALL.combine(["strength"])

    assert "shoulder" in context.avoid("bench press")
    assert "shoulder" in context.avoid("overhead press")
    assert "knee" in context.avoid("squat")
    assert "shoulder" not in context.avoid("squat")
    assert context.body_parts["허리"] == context.body_parts["back"] == "lower back"


def test_every_place_an_exercise_names_is_a_known_place() -> None:
    places = set(_ALL.domains["general"].places.values())

    for domain in _ALL.domains.values():
        for spec in domain.measures:
            assert set(spec.avoid) <= places, spec.name


def test_reasons_are_about_things_that_are_recorded() -> None:
    known = set(_ALL.domains)
    for domain in _ALL.domains.values():
        known |= set(domain.vocabulary.values())

    for domain in _ALL.domains.values():
        for reason in domain.reasons:
            assert set(reason.about) <= known, reason
            assert reason.domain == domain.name


def test_shapes_of_measures() -> None:
    general, strength = _ALL.domains["general"], _ALL.domains["strength"]

    assert strength.shape_of("squat") == "sets"
    assert _ALL.domains["rowing"].shape_of("row") == "bouts"
    assert general.shape_of("hike") == "bouts"
    assert general.shape_of("body weight") == "metrics"
    assert _ALL.combine(["sleep"]).domain_of("sleep") is _ALL.domains["sleep"]


def test_spellings_add_variants_and_plurals() -> None:
    assert spellings("Pull-up", "en") == ["pull-up", "pull up", "pullup", "pull-ups", "pull ups", "pullups"]
    assert spellings("덤벨 벤치", "ko") == ["덤벨 벤치", "덤벨벤치"]
    assert "bench presses" in spellings("bench press", "en")


def test_a_pace_without_end_is_wrong_and_no_error() -> None:
    """A way of next to nothing, as a model may tell one."""
    running = load().domains["running"]
    run = Measure(domain="running", name="run", day=date(2026, 11, 22), distance_m=2e-308, duration_s=1800.0)
    assert [one.kind for one in running.validate_measure(run)] == ["outside"] * 2
