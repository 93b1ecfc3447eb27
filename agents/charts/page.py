"""What a chart is drawn on: colours of the two themes, letters, headline, how values and days are written."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# Matplotlib leaves its **kwargs without a type.

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, Locator, MaxNLocator

from agents.charts.letters import Letters
from agents.charts.spec import ChartSpec, Theme
from agents.shown import number, show
from units import HOUR_S

SMALL, LABEL, TITLE = 11.0, 12.0, 16.0
"""Points."""
_LONG = 50
"""Letters from which the line below the title gets smaller."""
_LAST, _BEHIND = 0.9, 13
"""From which part of the way across a word stands before its value; points that it reaches beyond."""
HEAD, FOOT = 0.92, 0.52
"""Inches above and below what is drawn."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a theme."""

    paper: str
    ink: str
    soft: str
    rule: str
    first: str
    second: str
    record: str
    steps: tuple[str, str, str, str]
    """Of cells, from none to much."""


PALETTES: dict[Theme, Palette] = {
    "light": Palette(
        "#ffffff", "#17212b", "#5f6b76", "#e3e8ed", "#1f6fd1", "#c2410c", "#b45309",
        ("#eef1f4", "#bcd7f5", "#6ea8ea", "#1f6fd1"),
    ),
    "dark": Palette(
        "#17212b", "#f2f5f7", "#a3b1bf", "#2c3a48", "#64aef5", "#f59e6b", "#fbbf24",
        ("#222f3c", "#24517d", "#3a80c4", "#7dbcff"),
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Page:
    """What is being drawn on."""

    spec: ChartSpec
    colours: Palette
    letters: Letters
    figure: Figure
    axes: Axes
    height: float
    """In inches."""

    def headline(self) -> None:
        """Title, and below it what is drawn of which days."""
        spec, left = self.spec, 0.03
        title = self.letters.fitting(spec.title, 40)
        size = TITLE if len(title) <= 31 else TITLE * 0.75
        self.figure.text(
            left, 1 - 0.2 / self.height, title, color=self.colours.ink, va="top", **self.letters.style(size)
        )
        below = [spec.subtitle, span_of(spec)]
        text = self.letters.fitting(" · ".join(part for part in below if part), 68)
        self.figure.text(
            left,
            1 - 0.61 / self.height,
            text,
            color=self.colours.soft,
            va="top",
            **self.letters.style(LABEL * min(1.0, _LONG / max(1, len(text)))),
        )

    def write_ticks(self) -> None:
        """The font and colour of all numbers and days on the axes."""
        for label in (*self.axes.get_xticklabels(), *self.axes.get_yticklabels()):
            label.set(color=self.colours.soft, **self.letters.style(SMALL))
        self.axes.tick_params(length=0, pad=5)
        for side in self.axes.spines.values():
            side.set_visible(False)

    def ruled(self) -> None:
        """Faint lines across, few numbers at the side."""
        self.axes.set_axisbelow(True)
        self.axes.grid(axis="y", color=self.colours.rule, linewidth=1)
        in_time = self.spec.unit == "s" or self.spec.unit.startswith("s/")
        locator = _Times() if in_time else MaxNLocator(nbins=5, steps=[1, 2, 2.5, 5, 10])
        self.axes.yaxis.set_major_locator(locator)
        self.axes.yaxis.set_major_formatter(FuncFormatter(ticks(self.spec.unit)))
        if less_is_more(self.spec.unit):
            self.axes.invert_yaxis()

    def note(self, x: float, y: float, text: str, colour: str) -> None:
        """A word beside a value, kept readable over lines and within the picture."""
        low, high = sorted(self.axes.get_xlim())
        is_last = x > low + _LAST * (high - low)
        self.axes.annotate(
            self.letters.clean(text),
            (x, y),
            xytext=(_BEHIND if is_last else 0, 7),
            textcoords="offset points",
            color=colour,
            zorder=6,
            bbox={"facecolor": self.colours.paper, "edgecolor": "none", "alpha": 0.75, "pad": 1.0},
            ha="right" if is_last else "center",
            **self.letters.style(SMALL),
        )


class _Times(Locator):
    """At whole seconds, minutes and hours, of which people count 60."""

    def __call__(self) -> Sequence[float]:
        return [] if self.axis is None else self.tick_values(*self.axis.get_view_interval())

    def tick_values(self, vmin: float, vmax: float) -> Sequence[float]:
        low, high = sorted((vmin, vmax))
        step = next((one for one in _STEPS if (high - low) / one <= _MOST), _STEPS[-1])
        first = math.ceil(low / step)
        return [at * step for at in range(first, min(math.floor(high / step), first + 2 * _MOST) + 1)]


_STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, *(n * HOUR_S for n in (1, 2, 5, 10, 25)))
_MOST = 5


def ticks(unit: str) -> Callable[[float, int], str]:
    """As the unit is written: 5:40/km, 6:15, 45 min, 1:30 h, 82.5 kg."""
    if unit == "s":
        return lambda value, _: _lasting(round(value))
    if unit.startswith("s/") or unit == "clock":
        return lambda value, _: show(value, unit).partition("/")[0]
    return lambda value, _: number(value, 1)


def _lasting(seconds: int) -> str:
    hours, minutes = divmod(seconds // 60, 60)
    if seconds % 60 or not seconds:
        return show(seconds, "s")
    return f"{hours}:{minutes:02d} h" if hours else f"{minutes} min"


def less_is_more(unit: str) -> bool:
    """A pace gets better downwards in its numbers: better is drawn up."""
    return unit.startswith("s/")


def span_of(spec: ChartSpec) -> str:
    """The days that are shown, and what the values are in."""
    first, last = spec.span.start, spec.span.end
    names = [day_named(spec, first, year=first.year != last.year), day_named(spec, last, year=True)]
    days = names[1] if first == last else " – ".join(names)  # noqa: RUF001 - a dash is meant
    unit = {"s": "", "clock": "", "sets": ""}.get(spec.unit, spec.unit.removeprefix("s"))
    return f"{days} · {unit}" if unit and spec.kind in ("line", "scatter") else days


def day_named(spec: ChartSpec, day: date, *, year: bool = False) -> str:
    """A day as it stands in the picture."""
    template = spec.forms.day_year if year else spec.forms.day
    return template.format(day=day.day, month=month_named(spec, day), year=day.year)


def month_named(spec: ChartSpec, day: date) -> str:
    """The month of a day, short."""
    return spec.months[day.month - 1] if spec.months else str(day.month)


def month_or_year(spec: ChartSpec, day: date) -> str:
    """For an axis: January has its year."""
    name = month_named(spec, day)
    return spec.forms.january.format(month=name, year=day.year) if day.month == 1 else name
