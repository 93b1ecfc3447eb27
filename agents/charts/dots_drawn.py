"""One thing against another: a dot a day, the mean on either side."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# Matplotlib leaves its **kwargs without a type.

from __future__ import annotations

from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator

from agents.charts.page import SMALL, Page, ticks
from agents.charts.spec import ChartSpec


def draw_dots(page: Page) -> None:
    """A dot for each day that has both."""
    spec, colours, axes = page.spec, page.colours, page.axes
    page.ruled()
    dots = spec.lines[0].dots
    columns = spec.sides is not None
    xs = [(dot.x or 0.0) + (_jitter(at) if columns else 0.0) for at, dot in enumerate(dots)]
    axes.plot(
        xs, [dot.value for dot in dots], linestyle="none", marker="o", markersize=6.5, color=colours.first,
        alpha=0.6, markeredgewidth=0, zorder=3,
    )  # fmt: skip
    low, high = (-0.5, 1.5) if columns else _widened(min(xs), max(xs))
    axes.set_xlim(low, high)
    if spec.mark is not None:
        axes.axvline(spec.mark, color=colours.soft, linewidth=1.2, linestyle=":")
    for level in spec.levels:
        ends = _ends(level.side, spec, (low, high))
        axes.plot(ends, [level.value] * 2, color=colours.second, linewidth=2.2, zorder=4)
        page.note(sum(ends) / 2, level.value, level.label, colours.second)
    if columns and spec.sides is not None:
        axes.xaxis.set_major_locator(FixedLocator([0, 1]))
        axes.set_xticklabels([page.letters.clean(side) for side in spec.sides])
        return
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6))
    axes.xaxis.set_major_formatter(FuncFormatter(ticks(spec.x_unit)))
    label = f"{spec.x_label} ({spec.x_unit})" if spec.x_unit and spec.x_unit != "clock" else spec.x_label
    text = page.letters.fitting(label, 50)
    page.figure.text(0.97, 0.012, text, color=colours.soft, ha="right", **page.letters.style(SMALL))


def _widened(low: float, high: float) -> tuple[float, float]:
    room = (high - low) * 0.06 or 1.0
    return low - room, high + room


def _ends(side: bool | None, spec: ChartSpec, bounds: tuple[float, float]) -> tuple[float, float]:
    """Where a mean is drawn: its column, or its side of the mark."""
    if spec.mark is None:
        middle = 1.0 if side else 0.0
        return middle - 0.3, middle + 0.3
    return (bounds[0], spec.mark) if side else (spec.mark, bounds[1])


def _jitter(at: int) -> float:
    """Dots of a column side by side, the same each time."""
    return ((at * 7) % 13 - 6) / 40
