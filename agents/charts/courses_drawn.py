"""Values over days: lines that break at gaps, the band, records, levels."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# Matplotlib leaves its **kwargs without a type.

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from matplotlib.ticker import FixedLocator

from agents.charts.page import LABEL, Page, day_named, less_is_more, month_or_year
from agents.charts.spec import Dot, Line
from agents.shown import show
from storage.entities import DateRange


def draw_lines(page: Page) -> None:
    """Values over days."""
    spec, colours, axes = page.spec, page.colours, page.axes
    page.ruled()
    first, last = spec.span.start, spec.span.end
    margin = max(0.6, (last - first).days * 0.03)
    axes.set_xlim(_x(first) - margin, _x(last) + margin)
    for gap in spec.gaps:
        axes.axvspan(_x(gap.start), _x(gap.end), facecolor=colours.rule, alpha=0.45, linewidth=0)
    if spec.band:
        xs = [_x(edge.day) for edge in spec.band]
        lows, highs = [edge.low for edge in spec.band], [edge.high for edge in spec.band]
        axes.fill_between(xs, lows, highs, color=colours.first, alpha=0.16, linewidth=0, zorder=1)
        middle = [edge.value for edge in spec.band]
        axes.plot(xs, middle, color=colours.first, linewidth=1.4, linestyle=(0, (5, 3)), alpha=0.8, zorder=2)
    if spec.broke is not None:
        axes.axvline(_x(spec.broke), color=colours.soft, linewidth=1.2, linestyle=":")
    for line, colour in zip(spec.lines, (colours.first, colours.second), strict=False):
        _course(page, line, colour)
    for level in spec.levels:
        if level.span is not None:
            ends = [_x(level.span.start), _x(level.span.end)]
            axes.plot(ends, [level.value] * 2, color=colours.second, linewidth=2.2, zorder=4)
            page.note(sum(ends) / 2, level.value, level.label, colours.second)
    if len(spec.lines) > 1:
        _legend(page)
    _days_below(page)


def _course(page: Page, line: Line, colour: str) -> None:
    """Dots joined where there is no gap; an average in front of pale dots; rings around records."""
    axes, small = page.axes, len(line.dots) > 60
    joined = line.average or line.dots
    for part in _unbroken(joined, line.gaps):
        axes.plot(
            [_x(dot.day) for dot in part],
            [dot.value for dot in part],
            color=colour,
            linewidth=2.4 if line.average else 1.8,
            solid_capstyle="round",
            zorder=3,
        )
    axes.plot(
        [_x(dot.day) for dot in line.dots],
        [dot.value for dot in line.dots],
        linestyle="none",
        marker="o",
        markersize=3.2 if small else 5.0,
        color=colour,
        alpha=0.45 if line.average else 1.0,
        markeredgewidth=0,
        zorder=3,
    )
    best = [dot for dot in line.dots if dot.record]
    if best:
        axes.plot(
            [_x(dot.day) for dot in best],
            [dot.value for dot in best],
            linestyle="none",
            marker="o",
            markersize=10 if not small else 8,
            markerfacecolor="none",
            markeredgecolor=page.colours.record,
            markeredgewidth=1.8,
            zorder=5,
        )
        page.note(_x(best[-1].day), best[-1].value, show(best[-1].value, page.spec.unit), page.colours.record)
    elif len(line.dots) == 1:
        page.note(_x(line.dots[0].day), line.dots[0].value, show(line.dots[0].value, page.spec.unit), colour)


def _unbroken(dots: Sequence[Dot], gaps: Sequence[DateRange]) -> list[list[Dot]]:
    """Cut at the gaps."""
    parts: list[list[Dot]] = [[]]
    for dot in dots:
        last = parts[-1][-1].day if parts[-1] else None
        if last is not None and any(last < gap.start <= dot.day for gap in gaps):
            parts.append([])
        parts[-1].append(dot)
    return parts


def _legend(page: Page) -> None:
    for at, (line, colour) in enumerate(
        zip(page.spec.lines, (page.colours.first, page.colours.second), strict=False)
    ):
        page.figure.text(
            0.97,
            1 - (0.2 + 0.24 * at) / page.height,
            page.letters.fitting(line.name, 24),
            color=colour,
            ha="right",
            va="top",
            **page.letters.style(LABEL),
        )


def _x(day: date) -> float:
    return float(day.toordinal())


def _days_below(page: Page) -> None:
    """Days of a short time, months of a long one, at most six or so."""
    spec, axes = page.spec, page.axes
    first, last = spec.span.start, spec.span.end
    marks = _marks(first, last)
    axes.xaxis.set_major_locator(FixedLocator([_x(day) for day in marks]))
    long = (last - first).days > 120
    names = [month_or_year(spec, day) if long else day_named(spec, day) for day in marks]
    axes.set_xticklabels([page.letters.clean(name) for name in names])
    low, high = sorted(axes.get_ylim())
    if high - low < 1e-9:
        low, high = low - 1, high + 1
    room = (high - low) * 0.1
    bottom, top = low - room * 0.3, high + room
    axes.set_ylim((top, bottom) if less_is_more(spec.unit) else (bottom, top))


def _marks(first: date, last: date) -> list[date]:
    """At most seven days that are worth naming."""
    days = (last - first).days
    if days <= 120:
        step = max(1, -(-days // 5))
        return [first + timedelta(days=at) for at in range(0, days + 1, step)]
    months = [
        date(first.year + (first.month - 1 + at) // 12, (first.month - 1 + at) % 12 + 1, 1)
        for at in range(1, days // 28 + 2)
    ]
    months = [day for day in months if day <= last]
    step = next(step for step in (1, 2, 3, 4, 6, 12, 24, 60, 120, 1200) if len(months) <= 6 * step)
    return [day for day in months if (day.year * 12 + day.month - 1) % step == 0] or months[:1]
