"""One person's training: what is next, and programmes begun. What the tools work with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from agents.gym.coming import Coming, Week
from agents.gym.course import Start
from agents.gym.gear import gear_of
from agents.gym.programmed import Programmed
from agents.gym.suggesting import Suggested, suggested
from agents.gym.training_plans import TrainingPlans, begun_as
from agents.profile import Profile
from agents.work import Services
from domains.model import ActiveDomainContext
from storage.entities import Effects, Entry
from storage.programme_rows import ProgrammeRow

Hurting = Callable[[Sequence[Entry], date, ActiveDomainContext], Callable[[str], bool]]
"""Whether an exercise loads what these entries say hurts, as of a day."""
_LOOKED_BACK = 60
"""Entries that a suggestion without a programme rests on."""


@dataclass(frozen=True, slots=True)
class GymBook:
    """Of one person."""

    services: Services
    gym: Programmed
    user_id: int
    hurting: Hurting

    @property
    def desk(self) -> TrainingPlans:
        """Programmes."""
        return self.gym.desk

    async def profile(self) -> Profile:
        """Of the person."""
        return await self.services.profile(self.user_id)

    async def coming(self, today: date) -> tuple[Start, Coming | Week] | None:
        """The programme that is followed, and what comes next; None: none is."""
        return await self.desk.comes(await self.profile(), today)

    async def suggested(self, today: date, lift: str = "") -> Suggested | None:
        """What is due by what was done last; of one lift, if one is named."""
        entries = await self.services.db.entries.recent_entries(self.user_id, _LOOKED_BACK)
        return suggested(entries, today, gear_of(await self.profile()), self._hurting(entries, today), lift)

    def _hurting(self, entries: Sequence[Entry], today: date) -> Callable[[str], bool]:
        """Whether a lift loads what was told to hurt lately."""
        registry = self.services.registry
        return self.hurting(entries, today, registry.combine(registry.domains))

    async def begun(self, row: ProgrammeRow, today: date, now: datetime) -> ProgrammeRow:
        """The row of a proposed programme, begun now; it is not written."""
        start = await self.desk.from_now_on(begun_as(row), self.user_id, today)
        body = start.model_dump_json(exclude_defaults=True)
        return replace(row, status="running", at=now, ended_at=None, body=body)

    async def keep(self, row: ProgrammeRow) -> None:
        """Write one."""
        await self.services.db.turns.apply(Effects(programmes=[row]))
        self.gym.begun(self.user_id)


BooksOf = Callable[[int], GymBook | None]
