"""The last wakes again, by the rules, with other settings: what would differ. Nothing is written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from agents.changes.checking import Present
from agents.changes.items import Item
from agents.coaches.coach import links_of
from agents.coaches.material import gathered
from agents.coaches.report import rendered
from agents.coaches.sections import written
from agents.coaches.speech import coach_words
from agents.coaches.template import Template
from agents.coaches.wishes import wished
from agents.evolution.record import coaches_of
from agents.work import Services
from storage.coach import CoachRow, WakeRow

MOST = 5
"""Wakes that are played again."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """One wake: what the rules would have proposed, and lines of the report, that only one of both has."""

    at: datetime
    gone: tuple[Item, ...]
    new: tuple[Item, ...]
    unsaid: tuple[str, ...]
    said: tuple[str, ...]
    """Lines that the draft's report has and the other has not; `unsaid` the other way round."""

    @property
    def differs(self) -> bool:
        """Whether anything would have been another."""
        return bool(self.gone or self.new or self.unsaid or self.said)


async def replayed(services: Services, user_id: int, now: Template, draft: Template) -> list[Replayed]:
    """The newest wakes of all coaches of the template, newest first, on the log up to their day."""
    found = await last_wakes(services, user_id, now.name)
    return [await _again(services, coach, wake.began_at, now, draft) for wake, coach in found]


async def last_wakes(services: Services, user_id: int, name: str) -> list[tuple[WakeRow, CoachRow]]:
    """Of all coaches of a template, newest first."""
    found = [
        (wake, coach)
        for coach in await coaches_of(services, user_id, name)
        for wake in await services.db.wakes.log(user_id, coach.id, MOST)
        if wake.ended_at is not None
    ]
    return sorted(found, key=lambda one: one[0].began_at, reverse=True)[:MOST]


async def _again(
    services: Services, coach: CoachRow, at: datetime, now: Template, draft: Template
) -> Replayed:
    then = replace(services, clock=lambda: at)
    (was, before), (would, after) = [await _played(then, coach, one) for one in (now, draft)]
    return Replayed(
        at=at,
        gone=tuple(one for one in before if one not in after),
        new=tuple(one for one in after if one not in before),
        unsaid=_lines_of(was, would),
        said=_lines_of(would, was),
    )


def _lines_of(one: str, other: str) -> tuple[str, ...]:
    """Those that only the one has."""
    return tuple(line for line in one.splitlines() if line.strip() and line not in other.splitlines())


async def _played(services: Services, coach: CoachRow, template: Template) -> tuple[str, list[Item]]:
    """The report and the valid proposals of one wake."""
    profile, links = await services.profile(coach.user_id), links_of(coach)
    material, words = await gathered(services, profile, links, template), coach_words(links.language)
    text = rendered(written(material, words), material, 0).text
    present = Present(services, profile, services.clock())
    items = [one for one in await wished(material, words) if await present.refused(one) is None]
    return text, items
