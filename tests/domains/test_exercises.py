"""The catalogue of exercises: complete, and no name for two of them."""

from __future__ import annotations

from collections import defaultdict

import pytest

from domains.muscles import GROUPS, PLACES, muscles_of, places_of
from domains.reading import measures_in
from domains.registry import load
from domains.terms import spellings

STRENGTH = load().domains["strength"]


def test_there_are_many_and_each_says_everything() -> None:
    assert len(STRENGTH.measures) >= 350
    for spec in STRENGTH.measures:
        assert spec.equipment, spec.name
        assert spec.muscles, spec.name
        assert spec.terms.get("ko"), spec.name
        assert {*spec.muscles, *spec.secondary} <= set(PLACES), spec.name
        assert not set(spec.muscles) & set(spec.secondary), spec.name


def test_no_spelling_belongs_to_two_exercises_or_to_another_domain() -> None:
    owners: dict[str, set[str]] = defaultdict(set)
    for domain in load().domains.values():
        for term, name in domain.vocabulary.items():
            owners[term].add(f"{domain.name}: {name}")
    for spec in STRENGTH.measures:
        for language, terms in (("en", (spec.name,)), *spec.terms.items()):
            for term in terms:
                for spelling in spellings(term, language):
                    owners[spelling].add(f"strength: {spec.name}")
    shared = {term: names for term, names in owners.items() if len(names) > 1}
    assert not {term: names for term, names in shared.items() if any("strength" in name for name in names)}


def test_what_hurts_rules_out_what_loads_it_unless_the_exercise_says_more() -> None:
    context = load().combine(["strength"])
    assert "knee" in context.avoid("zercher squat")
    assert "lower back" in context.avoid("jefferson curl")
    assert context.avoid("bench press") == ("shoulder", "chest", "elbow", "wrist", "triceps")
    places = {part.name for domain in load().domains.values() for part in domain.body_parts}
    assert set(places_of(PLACES)) <= places


def test_groups_are_of_muscles() -> None:
    assert {muscle for group in GROUPS.values() for muscle in group} <= set(PLACES)
    assert muscles_of("shoulders") == ("front delts", "side delts", "rear delts")
    assert muscles_of("quads") == ("quads",)
    assert muscles_of("bench press") == ()


def test_a_line_of_the_table() -> None:
    found = measures_in("# comment\narcher dip | | 아처 딥스 | rings | chest | | one, bw 0.9\n")
    assert found == {
        "archer dip": {
            "ko": "아처 딥스",
            "equipment": "rings",
            "muscles": "chest",
            "unilateral": True,
            "bodyweight": "0.9",
        }
    }


@pytest.mark.parametrize("line", ["dip | a | b | c | d | e | f | g | h", "dip\ndip", "dip | | | | | | heavy"])
def test_a_line_that_is_none(line: str) -> None:
    with pytest.raises(ValueError, match="line"):
        measures_in(line)
