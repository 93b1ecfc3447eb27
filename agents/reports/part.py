"""A part of a report: Markdown with slots, and what its slots stand for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from string import ascii_lowercase
from typing import Literal

from pydantic import Field

from agents.facts import Point, Series
from agents.truth import Sheet
from agents.types import Figure, FigureRequest, Role
from storage.entities import DateRange, Frozen

CITED = 24
"""Entries that a number names at most, the newest."""
_PLANS = ("target", "projection")
NOTHING = "\N{EN DASH}"
"""In a cell for which nothing is logged."""


class Picture(Frozen):
    """What a chart is of: it is drawn when the report is delivered."""

    title: str
    course: Literal["figures", "calendar", "muscles"]
    requests: tuple[FigureRequest, ...] = ()
    span: DateRange | None = None


class Part(Frozen):
    """One part. `{F1}` … are its figures, `{P1}` … those of days to come.

    A picture is a line `![what is to be seen](charts/NAME)`, and `charts` says what it is of.
    """

    name: str
    text: str
    figures: tuple[Figure, ...] = ()
    charts: dict[str, Picture] = Field(default_factory=dict)

    def sheet(self, language: str, today: date) -> Sheet:
        """What its slots stand for."""
        return Sheet(today=today, figures=self.figures, language=language)


@dataclass(slots=True)
class Draft:
    """A part being written."""

    name: str
    blocks: list[str] = field(default_factory=list[str])
    figures: list[Figure] = field(default_factory=list[Figure])
    charts: dict[str, Picture] = field(default_factory=dict[str, Picture])

    def slot(self, figure: Figure | None, part: str = "") -> str:
        """The figure's slot; None: nothing is logged."""
        if figure is None:
            return NOTHING
        kept = named(figure)
        planned = figure.role in _PLANS
        if kept not in self.figures:
            self.figures.append(kept)
        alike = [one for one in self.figures if (one.role in _PLANS) == planned]
        return f"{{{'P' if planned else 'F'}{alike.index(kept) + 1}{part}}}"

    def of_point(self, whole: Series, point: Point | None, role: Role = "") -> str:
        """The slot of one value."""
        return self.slot(of_point(whole, point, role))

    def of_all(self, whole: Series, value: float | None, role: Role, unit: str | None = None) -> str:
        """The slot of what a series comes to."""
        return self.slot(of_all(whole, value, role, unit))

    @staticmethod
    def day(slot: str) -> str:
        """The slot of the day of a value; nothing where there is none."""
        return slot.replace("}", ".day}")

    def span(self, days: DateRange) -> str:
        """The slot of a span of days."""
        length = (days.end - days.start).days + 1
        what = f"days from {days.start} to {days.end}"
        return self.slot(Figure(value=length, unit="days", what=what, role="count", span=days), ".span")

    def say(self, sentence: str, **slots: str) -> None:
        """A paragraph."""
        self.blocks.append(sentence.format(**slots))

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """A table; columns in which no row has anything are left out, the first stays."""
        kept = [at for at in range(len(head)) if not at or any(row[at] != NOTHING for row in rows)]
        lines = [[head[at] for at in kept], ["---"] * len(kept), *([row[at] for at in kept] for row in rows)]
        self.blocks.append("\n".join(f"| {' | '.join(line)} |" for line in lines))

    def picture(self, picture: Picture) -> None:
        """A chart."""
        name = f"{self.name}-{ascii_lowercase[len(self.charts) % len(ascii_lowercase)]}"
        self.charts[name] = picture
        self.blocks.append(f"![{_plain(picture.title)}](charts/{name})")

    def part(self, title: str) -> Part | None:
        """What was written; None: nothing."""
        if not self.blocks:
            return None
        text = "\n\n".join([f"## {title}", *self.blocks]) + "\n"
        return Part(name=self.name, text=text, figures=tuple(self.figures), charts=self.charts)


def named(figure: Figure) -> Figure:
    """With as many entries as are named; `what` ends with how many there are, where that is more."""
    if len(figure.entries) <= CITED:
        return figure
    what = f"{figure.what} [{len(figure.entries)}]"
    return figure.model_copy(update={"entries": figure.entries[:CITED], "what": what})


def of_point(whole: Series, point: Point | None, role: Role = "") -> Figure | None:
    """The figure of one value."""
    if point is None:
        return None
    return _figure(whole, point.value, point.entries, point.day, role)


def of_all(whole: Series, value: float | None, role: Role = "", unit: str | None = None) -> Figure | None:
    """The figure of a whole series."""
    if value is None or not whole.points:
        return None
    figure = _figure(whole, value, whole.entries, None, role)
    return figure if unit is None else figure.model_copy(update={"unit": unit})


def _figure(whole: Series, value: float, entries: tuple[str, ...], day: date | None, role: Role) -> Figure:
    return Figure(
        value=round(value, 4), unit=whole.unit, what=f"{role} {whole.quantity} of {whole.name}".strip(),
        entries=entries, day=day, role=role, measure=whole.name,
    )  # fmt: skip


def _plain(text: str) -> str:
    return text.replace("[", "(").replace("]", ")").replace("\n", " ")
