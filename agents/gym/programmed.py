"""The door to the gym that every log passes: nothing behind it is loaded for who follows no programme."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from agents.profile import Profile
from domains.registry import Registry
from storage.entities import Entry
from storage.stores import Stores

if TYPE_CHECKING:
    from agents.gym.coming import Coming, Week
    from agents.gym.training_plans import TrainingPlans

FOLDER = "programmes"
"""Below the data directory: programmes for everybody who uses this bot."""


class Programmed:
    """Everybody's programmes."""

    def __init__(self, db: Stores, registry: Registry, folder: Path) -> None:
        self._db = db
        self._registry = registry
        self._folder = folder
        self._without: set[int] = set()
        """People who are known to follow none."""

    @cached_property
    def desk(self) -> TrainingPlans:
        """What works on them."""
        from agents.gym.training_plans import TrainingPlans  # noqa: PLC0415 - only for who uses it

        return TrainingPlans(self._db.programmes, self._db.measures, self._registry.terms, self._folder)

    async def after(
        self, profile: Profile, today: date, entries: Sequence[Entry], former: Sequence[Entry] = ()
    ) -> Coming | Week | None:
        """What comes next once these entries are stored; None where none is of a programme."""
        if profile.user_id in self._without:
            return None
        row = await self._db.programmes.running(profile.user_id)
        if row is None:
            self._without.add(profile.user_id)
            return None
        return await self.desk.after(row, profile, today, entries, former)

    def begun(self, user_id: int) -> None:
        """Somebody follows one from now on."""
        self._without.discard(user_id)
