"""The examples of the domain files, read by the offline parser."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agents.offline.parser import parse
from agents.parser import ParserInput
from agents.profile import Profile
from domains.model import Example
from domains.registry import load
from evals.expected import read_expected
from storage.entities import Measure

_ALL = load()
_NOW = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
_EXAMPLES = [(domain.name, example) for domain in _ALL.domains.values() for example in domain.examples]


def _measures(domain: str, text: str) -> list[Measure]:
    context = _ALL.combine([domain])
    parsed = parse(ParserInput(text=text, now=_NOW, profile=Profile(user_id=1), domain_context=context))
    return [measure for entry in parsed.entries for measure in entry.measures]


@pytest.mark.parametrize(
    ("domain", "example"), _EXAMPLES, ids=[f"{name}: {one.text[:40]}" for name, one in _EXAMPLES]
)
def test_example_is_read_as_the_file_says(domain: str, example: Example) -> None:
    expected = [read_expected(line) for line in example.measures]
    got = _measures(domain, example.text)

    assert [measure.name for measure in got] == [one.name for one in expected]
    assert [one.difference(measure) for one, measure in zip(expected, got, strict=True)] == [None] * len(got)


def test_the_notation_of_examples() -> None:
    one = read_expected("run distance=5km duration=25:30")
    lift = read_expected("bench press weight=80.5kg reps=5 sets=3 rpe=8")
    pain = read_expected("pain value=4 text=left knee")

    assert (one.name, one.distance_m, one.duration_s) == ("run", 5000, 1530)
    assert (lift.name, lift.weight, lift.weight_unit, lift.reps) == ("bench press", 80.5, "kg", 5)
    assert (pain.value, pain.text) == (4, "left knee")
    assert read_expected("ride duration=1h20m").duration_s == 4800
    with pytest.raises(ValueError, match="no number"):
        read_expected("squat weight=heavy")
