"""The last wakes again by a model with other directives: what it would have written. Nothing is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from pydantic import ValidationError

from agents.changes.checking import Present
from agents.changes.items import ITEM, Item
from agents.coaches.coach import links_of
from agents.coaches.material import gathered
from agents.coaches.report import Report, report_of
from agents.coaches.sections import written
from agents.coaches.speech import coach_words
from agents.coaches.template import Template
from agents.coaches.wishes import wished
from agents.coaches.working import RECENT, Context, Thought, reported, thought_of
from agents.evolution.replay import last_wakes
from agents.work import Services
from storage.coach import CoachRow, WakeRow
from storage.thought import ThoughtKey

Rethink = Callable[[Context], Awaitable[Thought | None]]
"""Asks a model that reads nothing but the context, which is as of its day."""
_REPORTS = 20
_NOTES = 100
_ITEMS = 10


@dataclass(frozen=True, slots=True)
class Rethought:
    """One wake: what was reported then, what would be, and what the model would propose."""

    at: datetime
    was: str
    would: str | None
    """None: no model answered."""
    items: tuple[Item, ...] = ()
    spent: tuple[ThoughtKey, ...] = ()
    """The answer that it is made of, to be told in the transaction that shows it."""


async def rethought(
    services: Services, think: Rethink, user_id: int, draft: Template, mark: str
) -> list[Rethought]:
    """The newest wakes of all coaches of the template, newest first. `mark` is these calls' own."""
    found = await last_wakes(services, user_id, draft.name)
    again = (
        _again(services, think, coach, replace(wake, id=f"{wake.id}:{mark}"), draft) for wake, coach in found
    )
    return await asyncio.gather(*again)


async def _again(
    services: Services, think: Rethink, coach: CoachRow, wake: WakeRow, draft: Template
) -> Rethought:
    """A task of its own: what the model is asked is part of this wake's calls."""
    at = wake.began_at
    then = replace(services, clock=lambda: at)
    reports = [
        (row.at, report_of(row))
        for row in await services.db.coaches.reports(coach.user_id, coach.id, _REPORTS)
    ]
    context = await _context(then, coach, wake, draft, [one for day, one in reports if day < at])
    was = next((one for day, one in reports if day <= (wake.ended_at or at)), None)
    thought = await think(context)
    told = "" if was is None else was.text
    if thought is None:
        return Rethought(at, told, None)
    present = Present(then, context.material.profile, at)
    items = [one for one in _read(thought.items) if await present.refused(one) is None]
    return Rethought(at, told, reported(context, thought).text, tuple(items), (thought_of(wake),))


async def _context(
    then: Services, coach: CoachRow, wake: WakeRow, draft: Template, earlier: list[Report]
) -> Context:
    profile, links = await then.profile(coach.user_id), links_of(coach)
    material, words = await gathered(then, profile, links, draft), coach_words(links.language)
    notes = await then.db.coaches.notes(coach.user_id, coach.id, _NOTES)
    seen = (one.text for one in notes if one.kind == "observation" and one.at < wake.began_at)
    return Context(
        coach=coach, wake=wake, material=material, draft=written(material, words),
        items=tuple(await wished(material, words)), last=next(iter(earlier), None),
        observations=tuple(seen)[:RECENT], others=(), decisions=(),
    )  # fmt: skip


def _read(items: Iterable[dict[str, object]]) -> Iterator[Item]:
    for number, one in enumerate(items):
        if number >= _ITEMS:
            return
        try:
            yield ITEM.validate_python(one)
        except ValidationError:
            continue
