"""Reviews for somebody: their diary read once for all parts, computed beside the loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from agents.changes.items import Item
from agents.offline.charts.gently import gently
from agents.offline.reviewing import daily, training
from agents.offline.reviewing.cleanup import changes_for, cleanup, flaws_of
from agents.offline.reviewing.reviewed import Reviewed, reviewed
from agents.profile import Profile
from agents.reports.part import Part
from agents.review.week import goals_now
from agents.vocabulary import in_context, own_terms
from agents.work import Services
from storage.as_of import AsOf
from storage.entities import DateRange

READ_AT_MOST = 40_000
"""Entries of one review, the newest: more than ten a day for ten years."""
_KEPT_SECONDS = 20.0


@dataclass(slots=True)
class Reviewing:
    """Reviews one diary after the other. What was read is kept for the next part while nothing is new."""

    services: Services
    _kept: tuple[tuple[AsOf, date, DateRange], Profile, Reviewed] | None = None
    _timer: asyncio.TimerHandle | None = field(default=None, init=False)

    async def part(  # noqa: PLR0917 - what of whose diary, when, in which words
        self, user_id: int, name: str, span: DateRange, now: datetime, language: str, without: frozenset[str]
    ) -> Part | None:
        """A part of a review, but for what is in others. Raises KeyError for a name that is none."""
        make = PARTS[name]
        whole = replace(await self._reviewed(user_id, span, now, language), without=without)
        with gently():
            return await asyncio.to_thread(make, whole)

    async def flaws(
        self, user_id: int, span: DateRange, now: datetime, language: str
    ) -> tuple[Part, list[Item]]:
        """What is odd in these days."""
        whole = await self._reviewed(user_id, span, now, language)

        def found() -> tuple[Part, list[Item]]:
            flaws = flaws_of(whole)
            return cleanup(whole, flaws), changes_for(flaws, whole.words.flaws)

        with gently():
            return await asyncio.to_thread(found)

    async def _reviewed(self, user_id: int, span: DateRange, now: datetime, language: str) -> Reviewed:
        services = self.services
        as_of = await services.db.entries.as_of_now(user_id)
        profile, memory = await services.person(user_id)
        profile = profile.model_copy(update={"language": language})
        today = profile.local(now).date()
        if self._kept is not None and self._kept[:2] == ((as_of, today, span), profile):
            return self._kept[2]
        self._leave()
        registry = services.registry
        context = in_context(registry.combine(info.name for info in registry.infos), own_terms(memory))
        goals = await goals_now(services.db, profile, today)
        with gently():
            entries = await services.db.entries.get_entries_by_date_range(
                user_id, date.min, span.end, limit=READ_AT_MOST
            )
            found = await asyncio.to_thread(reviewed, entries[::-1], profile, context, span, today, goals)
        self._kept = ((as_of, today, span), profile, found)
        self._timer = asyncio.get_running_loop().call_later(_KEPT_SECONDS, self._leave)
        return found

    def _leave(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._kept = self._timer = None


PARTS: dict[str, Callable[[Reviewed], Part | None]] = {
    "overview": training.overview,
    "months": training.months,
    "records": training.records_broken,
    "courses": training.courses,
    "distances": training.distances,
    "muscles": training.muscles,
    "sleep": daily.sleep,
    "weight": daily.body_weight,
    "metrics": daily.metrics,
    "streaks": daily.streaks,
    "goals": daily.goals,
    "missing": daily.missing,
}


def parts_of(r: Reviewed) -> list[Part]:
    """All that has something to tell."""
    return [part for make in PARTS.values() if (part := make(r)) is not None]
