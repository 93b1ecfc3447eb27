"""A spec becomes a PNG. Matplotlib's objects without pyplot; imported only in the process that draws.

To be read on a phone: 1080 x 864 pixels, letters of 33 pixels, 10 where it is 345 wide.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# Matplotlib leaves its **kwargs without a type.

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from agents.charts.cells_drawn import BLOCK, draw_calendar, draw_grid, weeks_of
from agents.charts.courses_drawn import draw_lines
from agents.charts.dots_drawn import draw_dots
from agents.charts.letters import Letters
from agents.charts.page import FOOT, HEAD, PALETTES, Page
from agents.charts.spec import ChartSpec, Kind

WIDTH, HEIGHT, DPI = 5.0, 4.0, 216
_COLOURS = 128


def draw(spec: ChartSpec, letters: Letters) -> bytes:
    """The picture. Raises MissingLettersError where a text can't be written with the font that is there."""
    canvas = FigureCanvasAgg(figure_of(spec, letters))
    canvas.draw()
    return _png(Image.frombytes("RGBA", canvas.get_width_height(), bytes(canvas.buffer_rgba())), spec)


def figure_of(spec: ChartSpec, letters: Letters) -> Figure:
    """What is going to be painted. Raises MissingLettersError."""
    colours, height = PALETTES[spec.theme], _height(spec)
    figure = Figure(figsize=(WIDTH, height), dpi=DPI, facecolor=colours.paper)
    top = 1 - HEAD / height
    axes = figure.add_axes((0.115, FOOT / height, 0.855, top - FOOT / height), facecolor=colours.paper)
    page = Page(spec, colours, letters, figure, axes, height)
    page.headline()
    _KINDS[spec.kind](page)
    page.write_ticks()
    return figure


def _png(image: Image.Image, spec: ChartSpec) -> bytes:
    """With few colours, a third of the bytes; the alternative text is in it."""
    told = PngInfo()
    told.add_itxt("Title", spec.title)
    told.add_itxt("Description", spec.alt)
    out = BytesIO()
    few = image.convert("RGB").quantize(_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(out, format="png", pnginfo=told)
    return out.getvalue()


def _height(spec: ChartSpec) -> float:
    """In inches: a calendar of half a year is half as high, a table as high as it has rows."""
    if spec.kind == "calendar":
        return HEAD + (2.95 if weeks_of(spec)[1] > BLOCK else 1.55)
    if spec.kind == "grid":
        return HEAD + 0.35 + 0.29 * max(len(spec.rows), 2)
    return HEIGHT


_KINDS: dict[Kind, Callable[[Page], None]] = {
    "line": draw_lines,
    "scatter": draw_dots,
    "calendar": draw_calendar,
    "grid": draw_grid,
}
