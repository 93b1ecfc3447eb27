"""The diary: its entries, figures that code computes of them, and the memory."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated

from pydantic import BaseModel, Field

from agents.facts import STATISTICS, Point, by_day, samples, series, units_of
from agents.profile import Profile
from agents.retriever import EntrySearch
from agents.tools.context import ToolContext
from agents.tools.result import Outcome, ToolError
from agents.tools.tool import tool
from agents.types import Quantity, Statistic
from storage.entities import DateRange, Entry

_ALL = 20_000
"""Entries of one measure that a figure is computed of."""


@dataclass(frozen=True, slots=True)
class Diary:
    """One person's records. `vocabulary`: other names of measures, lower case, to their canonical ones."""

    search: EntrySearch
    profile: Callable[[], Awaitable[Profile]]
    """Read for each call: units may be chosen anew."""
    vocabulary: Mapping[str, str]
    memory: Callable[[], Awaitable[str]]
    nearest: Callable[[str, date], Awaitable[Sequence[Entry]]]
    """The entries nearest to a question asked on a day, the nearest first."""


class FoundEntry(BaseModel):
    """An entry in the person's words, with what was understood."""

    id: str
    day: date
    text: str
    measures: list[str]


class FoundEntries(BaseModel):
    """Newest first."""

    entries: list[FoundEntry]


class ComputedFigure(BaseModel):
    """A number with its unit, the days it is of and the entries it was computed from."""

    value: float
    unit: str
    what: str
    day: date | None = None
    entries: list[str]


class Remembered(BaseModel):
    """Markdown."""

    content: str


@tool("reads", Diary)
async def search_entries(
    context: ToolContext,
    query: Annotated[str, Field(max_length=200, description="words, or names of measures; empty: all")] = "",
    *,
    since: date | None = None,
    until: Annotated[date | None, Field(description="the last day, included")] = None,
    limit: Annotated[int, Field(ge=1, le=100)] = 20,
) -> FoundEntries:
    """Find entries of the person's diary by words, measures and days, newest first."""
    diary = context.source(Diary)
    span = DateRange(start=since or date.min, end=until or date.max)
    words = tuple(query.split())[:12]
    if words:
        found = await diary.search.by_keywords(words, span, limit)
    else:
        found = await diary.search.by_date_range(span, limit)
    return FoundEntries(entries=[_shown(entry) for entry in found])


@tool("reads", Diary)
async def nearest_entries(
    context: ToolContext,
    question: Annotated[str, Field(min_length=1, max_length=1000, description="in words")],
) -> FoundEntries:
    """Find the entries of the person's diary that are nearest to a question, the nearest first."""
    today = context.now.astimezone(context.zone).date()
    found = await context.source(Diary).nearest(question, today)
    return FoundEntries(entries=[_shown(entry) for entry in found])


@tool("reads", Diary)
async def compute_figure(
    context: ToolContext,
    measure: Annotated[str, Field(max_length=80, description="an exercise or metric: bench press, sleep")],
    statistic: Statistic = "last",
    quantity: Annotated[Quantity, Field(description="weight, distance, value of a metric …")] = "value",
    *,
    since: date | None = None,
    until: Annotated[date | None, Field(description="the last day, included")] = None,
) -> ComputedFigure:
    """Compute one number of the diary, such as the heaviest bench press or the average sleep of a month."""
    diary, known = context.source(Diary), STATISTICS[statistic]
    if known.compute is None:
        raise ToolError(Outcome.INVALID, f"{statistic} is not one number of one measure")
    name = diary.vocabulary.get(measure.lower(), measure.lower())
    span = DateRange(start=since or date.min, end=until or date.max)
    entries = await diary.search.by_topics((name,), span, _ALL)
    units = units_of((one for entry in entries for one in entry.measures), await diary.profile())
    whole = series(samples(entries, lambda one: one.name == name, span), name, quantity, units)
    told = known.of(by_day(whole)) if whole.points else None
    if told is None:
        raise ToolError(Outcome.NOT_FOUND, f"No {quantity} of {name} is logged in these days")
    point = told if isinstance(told, Point) else None
    return ComputedFigure(
        value=point.value if point else float(told),  # pyright: ignore[reportArgumentType]
        unit=known.unit_of(whole),
        what=f"{statistic} {quantity} of {name}",
        day=point.day if point else None,
        entries=list(point.entries if point else whole.entries),
    )


@tool("reads", Diary)
async def read_memory(context: ToolContext) -> Remembered:
    """Read what is remembered of the person: goals, records, preferences, pains."""
    return Remembered(content=await context.source(Diary).memory())


def _shown(entry: Entry) -> FoundEntry:
    measures = [
        one.model_dump_json(exclude_none=True, exclude_defaults=True, exclude={"day", "domain"})
        for one in entry.measures
    ]
    return FoundEntry(id=entry.id, day=entry.day, text=entry.text, measures=measures)
