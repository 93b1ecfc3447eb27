"""Sessions on road, water and wheels: what belongs to the bout and what lies between."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.offline.fixing.differences import show
from tests.agents.offline.test_parser import read


def held(text: str) -> str:
    return show([measure for entry in read(text).entries for measure in entry.measures])


@pytest.mark.parametrize(
    ("text", "measures"),
    [
        ("6x800 @ 3:10 w/ 400 jog", "run x 6 800 m in 3:10"),
        ("ran 8x400 @ 4:30", "run x 8 400 m in 1:48"),
        ("5k: 5:12, 5:08, 5:05, 5:01, 4:48", "run 5 km in 25:14"),
        ("half in 1:48:30, first 10k 52:00", "run 21097.5 m in 1:48:30"),
        ("trail run 13k +520m 1:31", "run 13 km in 1:31:00"),
        ("rowed 4000m avg 2:00/500", "row 4000 m in 16:00"),
        ("zwift race 42:13, NP 245W", "ride 42:13, power 245 W"),
        ("parkrun 27.14", "run 5000 m in 27:14"),
        ("10키로 51분 40초", "run 10 km in 51:40"),
    ],
)
def test_what_is_the_bout(text: str, measures: str) -> None:
    assert held(text) == measures


def test_a_pace_that_does_not_fit_is_said_and_what_was_told_stays() -> None:
    (entry,) = read("ran 10k in 55:00 at 4:50/km").entries
    assert show(entry.measures) == "run 10 km in 55:00"
    assert "5:30" in " ".join(map(str, entry.problems))


@given(
    count=st.integers(2, 12),
    metres=st.sampled_from((200, 400, 800, 1000)),
    pace=st.integers(200, 330),
    rest=st.sampled_from(("", " w/ 90s rest", " (2:00 jog)", ", 1 min standing rest between", " w/ 200 jog")),
)
def test_recoveries_never_change_the_repetitions(count: int, metres: int, pace: int, rest: str) -> None:
    seconds = round(pace * metres / 1000)
    each = f"{seconds // 60}:{seconds % 60:02d}"
    (measure,) = read(f"ran {count}x{metres}m in {each}{rest}").entries[0].measures
    assert (measure.sets, measure.distance_m, measure.duration_s) == (count, metres, seconds)


@given(st.integers(30, 300), st.integers(180, 600))
def test_two_of_distance_time_and_pace_give_the_third(tenths: int, pace: int) -> None:
    clock = f"{pace // 60}:{pace % 60:02d}"
    (measure,) = read(f"ran {tenths / 10:g} km at {clock}/km").entries[0].measures
    assert measure.duration_s == pytest.approx(tenths / 10 * pace, abs=0.2)
    assert measure.certainty["duration_s"] == "inferred"
