"""Parts of a report on the diary, written by code: `review_part`, `find_flaws`."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from agents.changes.items import Item
from agents.reports.part import Part
from agents.reports.reviewer import Reviewer
from agents.tools.context import ToolContext
from agents.tools.result import Outcome, ToolError
from agents.tools.tool import tool
from storage.entities import DateRange

PartName = Literal[
    "overview", "months", "records", "courses", "distances", "muscles", "sleep", "weight", "metrics",
    "streaks", "goals", "missing",
]  # fmt: skip
_LONGEST = 120_000
_SECONDS = 120.0
Last = Annotated[date, Field(description="the last day, included")]


class FoundFlaws(Part):
    """What is odd, as a part of a report, and the changes that would mend it, for the person to accept."""

    changes: tuple[Item, ...] = ()


@tool("reads", Reviewer, characters=_LONGEST, seconds=_SECONDS)
async def review_part(
    context: ToolContext,
    name: PartName,
    since: date,
    until: Last,
    without: Annotated[list[PartName], Field(description="parts that the person does not want")] = [],  # noqa: B006 - never changed
) -> Part:
    """Write one part of a review of the diary: Markdown whose numbers are slots, with what they stand for."""
    reviewer, span = context.source(Reviewer), _span(since, until)
    part = await reviewer.part(name, span, context.now, context.language, frozenset(without))
    if part is None:
        raise ToolError(Outcome.NOT_FOUND, "Nothing of it is logged in these days")
    return part


@tool("reads", Reviewer, characters=_LONGEST, seconds=_SECONDS)
async def find_flaws(context: ToolContext, since: date, until: Last) -> FoundFlaws:
    """Find what is odd in the diary: values far from the usual, two names of one thing, the same twice."""
    part, items = await context.source(Reviewer).flaws(_span(since, until), context.now, context.language)
    return FoundFlaws(**dict(part), changes=tuple(items))


def _span(since: date, until: date) -> DateRange:
    if since > until:
        raise ToolError(Outcome.INVALID, "until: before since")
    return DateRange(start=since, end=until)
