"""Pictures by what is painted: the values of the spec, letters of both languages, no emoji."""

from __future__ import annotations

import struct
from datetime import date, timedelta
from io import BytesIO
from pathlib import Path

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from agents.charts.drawing import draw, figure_of
from agents.charts.letters import Letters, MissingLettersError, font_file
from agents.charts.page import PALETTES
from agents.charts.spec import ChartSpec, Dot, Line
from storage.entities import DateRange
from tests.agents.charts.diaries import drawn, me

FIRST = date(2026, 9, 1)
LETTERS = Letters(font_file())
KINDS = (
    "bench",
    "body weight",
    "runs",
    "sleep against bench",
    "calendar",
    "calendar 1y",
    "muscles",
    "bench and squat",
)


def painted(figure: Figure) -> list[tuple[list[float], list[float]]]:
    """The values of each line and row of dots."""
    return [(list(line.get_xdata()), list(line.get_ydata())) for line in figure.axes[0].lines]  # pyright: ignore[reportArgumentType, reportUnknownMemberType, reportUnknownVariableType, reportUnknownArgumentType]


def words(figure: Figure) -> list[str]:
    axes = figure.axes[0]
    labels = [*figure.texts, *axes.texts, *axes.get_xticklabels(), *axes.get_yticklabels()]
    return [label.get_text() for label in labels]


@pytest.mark.parametrize("text", KINDS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_kind_is_a_picture_for_a_phone(text: str, theme: str):
    spec = drawn(text, profile=me(theme=theme)).spec
    png = draw(spec, LETTERS)
    image = Image.open(BytesIO(png))
    assert image.width == 1080
    assert 400 <= image.height <= 1100
    assert len(png) < 60_000
    assert image.info["Description"] == spec.alt
    paper = PALETTES[spec.theme].paper
    corner = image.convert("RGB").getpixel((2, 2))
    assert isinstance(corner, tuple)
    assert all(abs(a - b) <= 4 for a, b in zip(corner, bytes.fromhex(paper[1:]), strict=True))


def test_the_line_is_the_values_of_the_spec():
    spec = drawn("bench").spec
    dots = spec.lines[0].dots
    figure = figure_of(spec, LETTERS)
    lines = painted(figure)
    assert ([float(d.day.toordinal()) for d in dots], [d.value for d in dots]) in lines
    best = [d for d in dots if d.record]
    assert ([float(d.day.toordinal()) for d in best], [d.value for d in best]) in lines
    assert ([float(e.day.toordinal()) for e in spec.band], [e.value for e in spec.band]) in lines
    assert "Bench press" in words(figure)
    assert any(word.startswith("Estimated 1RM · 1 Apr") and word.endswith("· kg") for word in words(figure))


def test_every_word_is_within_the_picture():
    """That of a record on the last day, too."""
    day = date(2026, 11, 20)
    dots = tuple(
        Dot(day=day - timedelta(days=10 * at), value=123456.5 - 1000 * at, record=at < 3)
        for at in (3, 2, 1, 0)
    )
    span = DateRange(start=dots[0].day, end=day)
    spec = ChartSpec(kind="line", title="volume", unit="kg", span=span, lines=(Line(name="v", dots=dots),))
    figure = figure_of(spec, LETTERS)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    (label,) = [one for one in figure.axes[0].texts if one.get_text().startswith("123,456")]
    assert label.get_window_extent().x1 <= canvas.get_width_height()[0]


def test_two_lifts_have_their_records_each():
    spec = drawn("bench and squat").spec
    assert all(any(dot.record for dot in line.dots) for line in spec.lines)
    assert "Rings are records." in drawn("bench and squat").caption


def test_no_line_crosses_a_gap():
    spec = drawn("bench").spec
    (gap,) = spec.gaps
    before = float(gap.start.toordinal())
    joined = [xs for xs, ys in painted(figure_of(spec, LETTERS)) if len(xs) > 2 and len(xs) == len(ys)]
    parts = [xs for xs in joined if max(xs) < before or min(xs) > before]
    assert any(max(xs) < before for xs in parts)
    assert any(min(xs) > before for xs in parts)
    shaded = [patch for patch in figure_of(spec, LETTERS).axes[0].patches if patch.get_alpha() == 0.45]
    assert len(shaded) == 1


def test_a_pace_gets_better_upwards_and_is_written_as_a_clock():
    figure = figure_of(drawn("runs").spec, LETTERS)
    bottom, top = figure.axes[0].get_ylim()
    assert bottom > top
    FigureCanvasAgg(figure).draw()
    told = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert told
    assert all(one[-3] == ":" and one[-1] in "05" for one in told)


def test_a_table_has_its_numbers():
    spec = drawn("muscles").spec
    told = words(figure_of(spec, LETTERS))
    assert {row.name for row in spec.rows} <= set(told)
    values = {f"{value:g}" for row in spec.rows for value in row.values if value}
    assert values <= set(told)


def one(title: str, **changes: object) -> ChartSpec:
    dots = tuple(Dot(day=FIRST + timedelta(days=n), value=100.0) for n in range(3))
    spec = ChartSpec(
        kind="line",
        title=title,
        span=DateRange(start=FIRST, end=FIRST + timedelta(days=2)),
        lines=(Line(name=title, dots=dots),),
    )
    return spec.model_copy(update=changes)


def test_names_are_written_as_they_are_without_emoji():
    figure = figure_of(one("벤치 <b>$x_1$</b> 🎉 \u202e"), LETTERS)
    assert "벤치 <b>$x_1$</b>" in words(figure)
    assert draw(one("스쿼트 $"), LETTERS).startswith(b"\x89PNG")


def test_a_long_name_is_cut():
    assert LETTERS.fitting("가" * 50, 20) == "가" * 9 + "…"
    assert LETTERS.fitting("short", 20) == "short"


def test_one_value_and_values_that_never_change():
    assert draw(one("flat"), LETTERS)
    spec = one("single")
    lone = spec.lines[0].model_copy(update={"dots": spec.lines[0].dots[:1]})
    assert draw(
        spec.model_copy(update={"lines": (lone,), "span": DateRange(start=FIRST, end=FIRST)}), LETTERS
    )


def test_a_font_without_korean_says_so():
    plain = Letters(None)
    assert plain.clean("Bench press – 5×5") == "Bench press – 5×5"  # noqa: RUF001 - as written
    with pytest.raises(MissingLettersError, match="U\\+BCA4"):
        plain.clean("벤치")


def test_the_font_comes_from_the_package():
    file = font_file()
    assert file is not None
    assert file.name == "NotoSansKR-Regular.otf"
    assert struct.unpack(">4s", Path(file).read_bytes()[:4]) == (b"OTTO",)
