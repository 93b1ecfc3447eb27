"""From a reading to stored entries: choices from what the person prefers, the plan, one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from agents.profile import Profile
from agents.work import Services
from bot.importing.plan import Plan, Planner, Whose
from storage.entities import Effects, Preferences, Revision, User
from storage.importers.model import Choices, Reading

Read = Callable[[Choices], Reading]


@dataclass(frozen=True, slots=True)
class Importer:
    """Imports for one person."""

    services: Services
    whose: Whose

    async def plan(self, read: Read, given: Choices) -> Plan:
        """What `given` leaves open is what the person has chosen in the settings, if anything."""
        profile = await self._profile()
        user = await self._user()
        choices = self._choices(profile, user.preferences, given)
        reading = await asyncio.to_thread(read, choices)
        return await Planner(self.services, profile, self.whose).plan(reading, choices)

    async def effects(self, plan: Plan) -> Effects:
        """What is to be written, all at once."""
        memory = await self.services.db.contexts.context(self.whose.user_id)
        aims = bool(await self.services.db.goals.of_user(self.whose.user_id))
        return plan.effects(await self._user(), remembers=memory is not None, aims=aims)

    async def undone(self) -> list[Revision]:
        """What takes the whole import back."""
        whose = self.whose
        db = self.services.db
        there = await db.entries.entries_of_message(whose.user_id, whose.chat_id, whose.message_id)
        return [
            Revision(
                entry_id=entry.id,
                revision=entry.revision + 1,
                at=self.services.clock(),
                cause="undo",
                note="import taken back",
                entry=entry.model_copy(update={"deleted": True, "revision": entry.revision + 1}),
                undoes=1,
            )
            for entry in there
        ]

    def _choices(self, profile: Profile, preferred: Preferences, given: Choices) -> Choices:
        """Configured units count as preferred; the configured order of dates is only a guess."""
        now = profile.local(self.services.clock())
        return Choices(
            weight_unit=given.weight_unit or profile.weight_unit,
            distance_unit=given.distance_unit or profile.distance_unit,
            date_order=given.date_order or preferred.date_order,
            zone=now.tzinfo or given.zone,
            today=now.date(),
        )

    async def _profile(self) -> Profile:
        return await self.services.profile(self.whose.user_id)

    async def _user(self) -> User:
        found = await self.services.db.people.get_user(self.whose.user_id)
        return found or User(id=self.whose.user_id)
