"""Which figures a text bears out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.model.evidence import Evidence, evidence


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


@given(st.text(max_size=200), st.floats(0, 1e6))
def test_any_text_can_be_asked_anything(text: str, value: float) -> None:
    proof = Evidence((text,))
    for asked in (proof.number, proof.times, proof.body_weight, proof.seconds, proof.clock):
        assert asked(value) in (True, False)
    assert proof.load(value, None) in (True, False)


@given(st.integers(0, 99_999), st.sampled_from(["{}", "did {} today", "{}kg", "x{}", "{}!"]))
def test_a_number_that_is_written_is_found(number: int, form: str) -> None:
    assert evidence([form.format(number)]).number(number)
