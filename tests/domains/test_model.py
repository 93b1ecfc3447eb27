from __future__ import annotations

from datetime import date

import pytest

from domains.registry import load
from domains.terms import spellings
from storage.entities import Measure

_DAY = date(2026, 11, 21)
_ALL = load()


@pytest.mark.parametrize(
    ("measure", "problem"),
    [
        (Measure(domain="strength", name="squat", day=_DAY, rpe=15), "RPE 15 is outside 1-10."),
        (
            Measure(domain="strength", name="squat", day=_DAY, weight=1500, weight_unit="lb"),
            "weight 1500 lb is outside 0-1322.77 lb.",
        ),
        (Measure(domain="strength", name="squat", day=_DAY, weight=900), "weight 900 is outside 0-600 kg."),
        (Measure(domain="strength", name="squat", day=_DAY, reps=0), "reps 0 is outside 1-5000."),
        (
            Measure(domain="running", name="run", day=_DAY, distance_m=5000, duration_s=300),
            "pace 1:00 min/km is outside 2:00-20:00 min/km.",
        ),
        (
            Measure(domain="running", name="run", day=_DAY, distance_m=900_000),
            "distance 900 km is outside 0.02-300 km.",
        ),
        (
            Measure(domain="swimming", name="swim", day=_DAY, distance_m=1000, duration_s=300),
            "pace 0:30 min/100m is outside 0:45-8:00 min/100m.",
        ),
        (
            Measure(domain="cycling", name="ride", day=_DAY, distance_m=100_000, duration_s=3600),
            "speed 100 km/h is outside 2-80 km/h.",
        ),
        (
            Measure(domain="sleep", name="sleep", day=_DAY, value=30, unit="h"),
            "sleep 30 h is outside 0-24 h.",
        ),
        (
            Measure(domain="sleep", name="sleep", day=_DAY, value=2000, unit="min"),
            "sleep 2000 min is outside 0-1440 min.",
        ),
        (Measure(domain="mood", name="mood", day=_DAY, value=14, unit="/10"), "mood 14/10 is outside 0-10."),
        (
            Measure(domain="mood", name="mood", day=_DAY, value=7, unit="/5"),
            "mood 7/5 is above its own scale.",
        ),
        (
            Measure(domain="general", name="steps", day=_DAY, value=900.5),
            "steps 900.5 is not a whole number.",
        ),
        (
            Measure(domain="general", name="body weight", day=_DAY, value=800, unit="lb"),
            "body weight 800 lb is outside 44.09-771.62 lb.",
        ),
        (
            Measure(domain="nutrition", name="kcal", day=_DAY, value=99_000),
            "kcal 99000 kcal is outside 0-15000 kcal.",
        ),
    ],
)
def test_impossible_values_are_said_in_a_sentence(measure: Measure, problem: str) -> None:
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
    assert general.shape_of("row") == "bouts"
    assert general.shape_of("body weight") == "metrics"
    assert _ALL.combine(["sleep"]).domain_of("sleep") is _ALL.domains["sleep"]


def test_spellings_add_variants_and_plurals() -> None:
    assert spellings("Pull-up", "en") == ["pull-up", "pull up", "pullup", "pull-ups", "pull ups", "pullups"]
    assert spellings("덤벨 벤치", "ko") == ["덤벨 벤치", "덤벨벤치"]
    assert "bench presses" in spellings("bench press", "en")
