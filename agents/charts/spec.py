"""What a chart shows, as data: values with their days and entries. Nothing in here draws."""

from __future__ import annotations

from datetime import date
from typing import Literal

from storage.entities import DateRange, Frozen

Kind = Literal["line", "scatter", "calendar", "grid"]
"""`line`: values over days. `scatter`: one value against another, a dot a day. `calendar`: days of weeks.
`grid`: a number for each row and week."""
Theme = Literal["light", "dark"]


class Dot(Frozen):
    """A value of a day. `entries` are those that say it most."""

    day: date
    value: float
    entries: tuple[str, ...] = ()
    record: bool = False
    x: float | None = None
    """Of a scatter: what it is set against; 0 or 1 where days only are or are not of a kind."""


class Line(Frozen):
    """Values of one thing, oldest first. `average` moves with them."""

    name: str
    dots: tuple[Dot, ...]
    average: tuple[Dot, ...] = ()
    gaps: tuple[DateRange, ...] = ()
    """Where the line is broken."""


class Forms(Frozen):
    """How days are written in a picture."""

    day: str = "{day} {month}"
    day_year: str = "{day} {month} {year}"
    week: str = "{day} {month}"
    january: str = "{month} {year}"


class BandEdge(Frozen):
    """The fitted line on a day and the ends of its 95 % interval."""

    day: date
    low: float
    value: float
    high: float


class Level(Frozen):
    """A mean over some days, or over one side of a scatter (`side`: is the mark met)."""

    value: float
    label: str
    span: DateRange | None = None
    side: bool | None = None


class Row(Frozen):
    """Of a grid: a number for each of its weeks."""

    name: str
    values: tuple[float, ...]


class ChartSpec(Frozen):
    """One picture."""

    kind: Kind
    title: str
    subtitle: str = ""
    unit: str = ""
    """Of the values, as in `Figure`."""
    x_unit: str = ""
    x_label: str = ""
    sides: tuple[str, str] | None = None
    """Of a scatter without numbers below: what 0 and 1 stand for."""
    mark: float | None = None
    """Of a scatter: where `x` is cut in two."""
    zone: str = "UTC"
    """Where the days begin."""
    span: DateRange
    """What is shown, first and last day."""
    lines: tuple[Line, ...] = ()
    """Also the dots of a scatter and the days of a calendar."""
    band: tuple[BandEdge, ...] = ()
    levels: tuple[Level, ...] = ()
    gaps: tuple[DateRange, ...] = ()
    """Where there is nothing at all."""
    broke: date | None = None
    """The first day after a break in the level."""
    weeks: tuple[date, ...] = ()
    """Mondays, the columns of a grid."""
    rows: tuple[Row, ...] = ()
    months: tuple[str, ...] = ()
    weekdays: tuple[str, ...] = ()
    """Short names in the person's language, from January and Monday on."""
    forms: Forms = Forms()
    theme: Theme = "light"
    alt: str = ""
    """What is to be seen, for who does not see it."""
