"""Whatever is logged, under whatever name: a picture, or the sentence that letters are missing."""

from __future__ import annotations

from datetime import date, timedelta
from io import BytesIO

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from agents.charts.chart import NoChart
from agents.charts.drawing import draw
from agents.charts.letters import Letters, MissingLettersError, font_file
from agents.offline.charts.asked import AskedChart, course_of
from agents.offline.charts.courses import MOST_DOTS
from agents.offline.charts.service import chart_of
from agents.types import FigureRequest
from evals.playing import everything
from storage.entities import DateRange, Entry, Measure, WeightUnit
from tests.agents.charts.diaries import NOW, me
from tests.agents.diary import entry
from tests.driver.sizes import examples, size

LAST = NOW.date()
LETTERS = Letters(font_file())
NAMES = st.sampled_from(
    ["bench press", "squat", "run", "sleep", "body weight", "벤치 🎉", "a $b$ <i>&", "x" * 200]
)
UNITS: tuple[WeightUnit | None, ...] = ("kg", "lb", None)
NUMBERS = st.floats(min_value=1e-6, max_value=1e9, allow_nan=False) | st.sampled_from([0.0, 1.0, 100.0])


@st.composite
def measures(draw: st.DrawFn, name: str) -> Measure:
    day = LAST - timedelta(days=draw(st.integers(0, 6000) | st.integers(0, 40)))
    value = draw(NUMBERS)
    if name in ("sleep", "body weight"):
        unit = "h" if name == "sleep" else draw(st.sampled_from(["kg", "lb"]))
        domain = "sleep" if name == "sleep" else "general"
        return Measure(domain=domain, name=name, day=day, value=value, unit=unit)
    if name == "run":
        return Measure(
            domain="running", name=name, day=day, distance_m=value + 1, duration_s=draw(NUMBERS) + 1
        )
    unit = draw(st.sampled_from(UNITS))
    return Measure(
        domain="strength", name=name, day=day, weight=value, weight_unit=unit, reps=draw(st.integers(1, 30))
    )


@st.composite
def diaries(draw: st.DrawFn) -> tuple[str, tuple[Entry, ...]]:
    name = draw(NAMES)
    found = draw(st.lists(measures(name), min_size=1, max_size=40))
    return name, tuple(entry(one.day, one, name=f"E{at}") for at, one in enumerate(found))


@pytest.mark.soak
@settings(
    max_examples=size(6, 60, 600),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(diaries(), st.sampled_from(["en", "ko"]), st.sampled_from(["light", "dark"]))
def test_any_diary_is_drawn(diary: tuple[str, tuple[Entry, ...]], language: str, theme: str):
    name, entries = diary
    asked = course_of(name, entries[0].measures[0].domain, None)
    found = chart_of(asked, entries, me(language, theme=theme), everything(), NOW)
    if isinstance(found, NoChart):
        assert found.said
        return
    dots = found.spec.lines[0].dots
    assert len(dots) <= MOST_DOTS + 2
    assert {dot.day for dot in dots} <= {one.day for one in entries}
    assert all(found.spec.span.start <= dot.day <= found.spec.span.end for dot in dots)
    for gap in found.spec.gaps:
        assert not any(gap.start <= dot.day <= gap.end for dot in dots)
    assert found.spec.model_validate_json(found.spec.model_dump_json(exclude_defaults=True)) == found.spec
    assert Image.open(BytesIO(draw(found.spec, LETTERS))).width == 1080


@pytest.mark.soak
@settings(
    max_examples=size(8, 60, 600),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(
    diaries(),
    st.integers(-400, 30),
    st.integers(0, 9000),
    st.sampled_from(["calendar", "muscles", "figures"]),
)
def test_any_stretch_of_time_is_drawn(diary: tuple[str, tuple[Entry, ...]], end: int, days: int, course: str):
    name, entries = diary
    last = LAST + timedelta(days=end)
    span = DateRange(start=max(date(1990, 1, 1), last - timedelta(days=days)), end=last)
    request = FigureRequest(statistic="trend", measure=name, quantity="e1rm", date_range=span)
    asked = AskedChart(course, (request,) if course == "figures" else (), span)  # pyright: ignore[reportArgumentType] - one of the courses
    found = chart_of(asked, entries, me(), everything(), NOW)
    if not isinstance(found, NoChart):
        assert draw(found.spec, LETTERS).startswith(b"\x89PNG")


@settings(max_examples=examples(60), deadline=None)
@given(st.text(max_size=60))
def test_any_name_is_written_or_its_letters_are_missing(name: str):
    try:
        written = LETTERS.fitting(name, 30)
    except MissingLettersError:
        return
    assert len(written) <= 30
    assert "\n" not in written
