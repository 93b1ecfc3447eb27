"""Days and weeks as cells: the calendar, and a table of numbers."""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# Matplotlib leaves its **kwargs without a type.

from __future__ import annotations

from datetime import date, timedelta

from matplotlib.patches import FancyBboxPatch
from matplotlib.ticker import FixedLocator

from agents.charts.page import HEAD, SMALL, Page, month_named, month_or_year
from agents.charts.spec import ChartSpec
from agents.shown import number

BLOCK = 27
"""Weeks that a phone shows side by side."""


def draw_calendar(page: Page) -> None:
    """A cell a day, darker where more was done; half a year a block."""
    spec, axes = page.spec, page.axes
    axes.set_position((0.115, 0.1 / page.height, 0.855, 1 - (HEAD + 0.1) / page.height))
    monday, weeks = weeks_of(spec)
    blocks = -(-weeks // BLOCK)
    columns = min(weeks, BLOCK)
    done = {dot.day: dot.value for dot in spec.lines[0].dots}
    middle = sorted(done.values())[len(done) // 2]
    names: dict[float, str] = {}
    for offset in range((spec.span.end - spec.span.start).days + 1):
        day = spec.span.start + timedelta(days=offset)
        block, column = divmod((day - monday).days // 7, BLOCK)
        top = block * 9 + day.weekday()
        _cell(page, column, top, _step(done.get(day), middle))
        if day.day == 1:
            page.axes.text(
                column + 0.5, block * 9 - 0.35, page.letters.clean(month_or_year(spec, day)),
                color=page.colours.soft, ha="center", va="bottom", **page.letters.style(SMALL * 0.9),
            )  # fmt: skip
    for block in range(blocks):
        for weekday in (0, 2, 4, 6):
            names[block * 9 + weekday + 0.5] = spec.weekdays[weekday] if spec.weekdays else str(weekday + 1)
    axes.set_xlim(0, max(columns, 14))
    axes.set_ylim(blocks * 9 - 1.6 if blocks > 1 else 7.2, -1.4)
    axes.set_aspect("equal", anchor="NW")
    axes.xaxis.set_major_locator(FixedLocator([]))
    axes.yaxis.set_major_locator(FixedLocator(list(names)))
    axes.set_yticklabels([page.letters.clean(name) for name in names.values()])


def weeks_of(spec: ChartSpec) -> tuple[date, int]:
    """The first Monday, and how many weeks there are."""
    monday = spec.span.start - timedelta(days=spec.span.start.weekday())
    return monday, (spec.span.end - monday).days // 7 + 1


def _step(value: float | None, middle: float) -> int:
    if value is None:
        return 0
    return 1 if value < middle * 0.6 else 2 if value <= middle * 1.4 else 3


def _cell(page: Page, x: float, y: float, step: int) -> None:
    page.axes.add_patch(
        FancyBboxPatch(
            (x + 0.14, y + 0.14), 0.72, 0.72, boxstyle="round,pad=0.04,rounding_size=0.16", linewidth=0,
            facecolor=page.colours.steps[step],
        )
    )  # fmt: skip


def draw_grid(page: Page) -> None:
    """Muscles down, weeks across, the number in its cell."""
    spec, axes, colours = page.spec, page.axes, page.colours
    most = max((value for row in spec.rows for value in row.values), default=1.0) or 1.0
    axes.set_position((0.225, 0.1 / page.height, 0.75, 1 - (HEAD + 0.38) / page.height))
    for y, row in enumerate(spec.rows):
        for x, value in enumerate(row.values):
            step = 0 if not value else 1 + min(2, int(value / most * 3))
            shape = "round,pad=0,rounding_size=0.12"
            axes.add_patch(
                FancyBboxPatch(
                    (x + 0.06, y + 0.08),
                    0.88,
                    0.84,
                    boxstyle=shape,
                    linewidth=0,
                    facecolor=colours.steps[step],
                )
            )
            if value:
                ink = colours.paper if step == 3 else colours.ink
                axes.text(
                    x + 0.5, y + 0.5, number(value), color=ink, ha="center", va="center",
                    **page.letters.style(SMALL if len(spec.weeks) <= 8 else SMALL * 0.85),
                )  # fmt: skip
    axes.set_xlim(0, len(spec.weeks))
    axes.set_ylim(max(len(spec.rows), 2), 0)
    axes.xaxis.tick_top()
    axes.xaxis.set_major_locator(FixedLocator([at + 0.5 for at in range(len(spec.weeks))]))
    every = 1 if len(spec.weeks) <= 5 else 2
    names = [
        spec.forms.week.format(day=week.day, month=month_named(spec, week), number=week.month)
        if at % every == 0
        else ""
        for at, week in enumerate(spec.weeks)
    ]
    axes.set_xticklabels([page.letters.clean(name) for name in names])
    axes.yaxis.set_major_locator(FixedLocator([at + 0.5 for at in range(len(spec.rows))]))
    axes.set_yticklabels([page.letters.fitting(row.name, 13) for row in spec.rows])
