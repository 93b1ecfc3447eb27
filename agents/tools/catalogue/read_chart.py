"""What a chart shows, and the words below it: `read_chart`."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import BaseModel, Field

from agents.charts.chart import ChartMaker, NoChart
from agents.charts.spec import ChartSpec, Dot, Kind
from agents.tools.context import ToolContext
from agents.tools.result import Outcome, ToolError
from agents.tools.tool import tool

_MOST = 60
"""Values of a line, the newest."""


class ChartValue(BaseModel):
    """A value of a day; `x`: what it is set against. The entries are those that say it most."""

    day: date
    value: float
    x: float | None = None
    record: bool = False
    entries: list[str] = []


class ChartLine(BaseModel):
    """Oldest first."""

    name: str
    values: list[ChartValue]


class ChartRow(BaseModel):
    """A number for each of the weeks."""

    name: str
    values: list[float]


class ChartData(BaseModel):
    """A chart in numbers. `trend`: first and last day of the fitted line, each with low, value and high."""

    kind: Kind
    title: str
    subtitle: str
    unit: str
    since: date
    until: date
    lines: list[ChartLine]
    trend: list[tuple[date, float, float, float]] = []
    weeks: list[date] = []
    rows: list[ChartRow] = []
    caption: str
    alt: str


@tool("reads", ChartMaker)
async def read_chart(
    context: ToolContext,
    of: Annotated[
        str, Field(min_length=1, max_length=200, description="as behind /chart: bench 3m, calendar, muscles")
    ],
) -> ChartData:
    """Read what a chart of the person's diary shows, with its caption: a lift, runs, sleep against bench."""
    found = await context.source(ChartMaker).wished(of, context.now)
    if not isinstance(found, NoChart):
        return _data(found.spec, found.caption)
    told = found.said or ("It could be " + ", ".join(found.options) if found.options else "")
    raise ToolError(Outcome.NOT_FOUND, told or "No chart is known by this name, or nothing is logged yet")


def _data(spec: ChartSpec, caption: str) -> ChartData:
    ends = [(edge.day, edge.low, edge.value, edge.high) for edge in (*spec.band[:1], *spec.band[-1:])]
    return ChartData(
        kind=spec.kind,
        title=spec.title,
        subtitle=spec.subtitle,
        unit=spec.unit,
        since=spec.span.start,
        until=spec.span.end,
        lines=[
            ChartLine(name=line.name, values=[_value(dot) for dot in line.dots[-_MOST:]])
            for line in spec.lines
        ],
        trend=ends,
        weeks=list(spec.weeks),
        rows=[ChartRow(name=row.name, values=list(row.values)) for row in spec.rows],
        caption=caption,
        alt=spec.alt,
    )


def _value(dot: Dot) -> ChartValue:
    return ChartValue(
        day=dot.day, value=round(dot.value, 4), x=dot.x, record=dot.record, entries=list(dot.entries)
    )
