"""Which figures a text bears out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.model import parser
from agents.model.checks.evidence import Evidence, evidence
from agents.model.checks.measures import FIGURES, MeasureReader
from tests.agents.model.given import EVERYTHING, PROFILE, REGISTRY, to_parse


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("ran for half an hour", 1800),
        ("1h 20", 4800),
        ("7 and a half hours", 27000),
        ("7½ h", 27000),
        ("7 1/2 hours", 27000),
        ("an hour and a half", 5400),
        ("three quarters of an hour", 2700),
        ("slept 11pm to 7", 28800),
        ("in bed 23:30, up 7:00", 27000),
        ("5k in 27:30", 1650),
        ("5k at 5:30", 1650),
        ("marathon 3:45:10", 13510),
        ("한 시간 반", 5400),
    ],
)
def test_durations_are_borne_out(text: str, seconds: float) -> None:
    assert evidence([text]).seconds(seconds)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("two hundred twenty five", 225),
        ("2,5 km", 2.5),
        ("1,200 steps", 1200),
        ("10k steps", 10000),
        ("이백이십오 파운드", 225),
        ("a dozen", 12),
        ("thirty-five", 35),
        ("six point two miles", 6.2),
        ("squat two twenty five for five", 225),
        ("three twenty minute runs", 20),
    ],
)
def test_numbers_are_found_in_digits_and_words(text: str, number: float) -> None:
    assert evidence([text]).number(number)


@pytest.mark.parametrize(
    ("text", "weight", "unit"),
    [
        ("2 plates", 225, "lb"),
        ("2 plates", 100, "kg"),
        ("2 plates and a 25", 275, "lb"),
        ("just the bar", 20, "kg"),
        ("22.5 per hand", 45, "kg"),
        ("30 each side", 80, "kg"),
    ],
)
def test_loads_on_a_bar_are_worked_out(text: str, weight: float, unit: str) -> None:
    assert evidence([text]).load(weight, unit)


def test_other_figures() -> None:
    assert evidence(["100x5 100x5 100x5"]).times(3)
    assert not evidence(["100x5 100x4"]).times(3)
    assert evidence(["11 stone 4"]).body_weight(158)
    assert evidence(["bed 11pm"]).clock(23)
    assert evidence(["half past ten"]).clock(22.5)
    assert evidence(["10 x 400 m"]).amount(4000, "distance")
    assert evidence(["half marathon"]).amount(21097.5, "distance")
    assert evidence(["8 stone"]).load(112, "lb")
    assert evidence(["3 miles"]).amount(4.828032, "distance")


@pytest.mark.parametrize("text", ["bench 100x5", "ran for an hour", "felt heavy", ""])
def test_what_nobody_said_is_not_borne_out(text: str) -> None:
    proof = evidence([text])
    assert not proof.number(137)
    assert not proof.load(137, "kg")
    assert not proof.amount(137, "energy")
    assert not proof.body_weight(137)
    assert not proof.times(9)
    assert not proof.seconds(1373)


def test_an_article_is_no_figure() -> None:
    assert not evidence(["went for a run"]).any
    assert evidence(["ran an hour and a half"]).any
    assert evidence(["one set"]).any


EXAMPLES = [example.text for domain in REGISTRY.domains.values() for example in domain.examples]


def test_what_code_reads_in_our_own_examples_is_borne_out_and_nothing_else() -> None:
    rows = 0
    for text in EXAMPLES:
        asked, floor = to_parse(text)
        reader = MeasureReader(text, evidence([text]), EVERYTHING, PROFILE)
        for told, day in (
            (wire, entry.day)
            for entry, part in zip(floor.entries, parser.wire(floor, asked).days, strict=True)
            for wire in part.measures
        ):
            read = reader.measure(told, day)
            assert read is not None
            assert not FIGURES & read.certainty.keys(), text
            rows += 1
            for name in ("weight", "distance", "seconds", "value"):
                stated = getattr(told, name)
                if stated is not None:
                    made_up = reader.measure(told.model_copy(update={name: stated * 1.27 + 0.13}), day)
                    stored = {"distance": "distance_m", "seconds": "duration_s"}.get(name, name)
                    assert made_up is None or getattr(made_up, stored) is None, text
    assert rows > 50


@given(st.text(max_size=200), st.floats(0, 1e6))
def test_any_text_can_be_asked_anything(text: str, value: float) -> None:
    proof = Evidence((text,))
    for asked in (proof.number, proof.times, proof.body_weight, proof.seconds, proof.clock):
        assert asked(value) in (True, False)
    assert proof.load(value, None) in (True, False)


@given(st.integers(0, 99_999), st.sampled_from(["{}", "did {} today", "{}kg", "x{}", "{}!"]))
def test_a_number_that_is_written_is_found(number: int, form: str) -> None:
    assert evidence([form.format(number)]).number(number)
