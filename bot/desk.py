"""What the handlers and commands work with."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from agents.machine import Machine
from agents.profile import Profile
from agents.work import Services
from bot.access import Access
from bot.texts import Wording, wording
from storage.entities import Preferences, User
from storage.repository import Repository


@dataclass(frozen=True, slots=True)
class Desk:
    """Built once by the composition root."""

    services: Services
    machine: Machine
    access: Access
    data_dir: Path
    replayed: frozenset[int] = frozenset()
    """Updates that an earlier run had received and not finished."""

    @property
    def repository(self) -> Repository:
        """Storage."""
        return self.services.repository

    def now(self) -> datetime:
        """The current moment, aware."""
        return self.services.clock()

    async def user(self, user_id: int, name: str = "") -> User:
        """The stored user, or a new one."""
        return await self.repository.get_user(user_id) or User(id=user_id, name=name)

    async def profile(self, user_id: int) -> Profile:
        """Preferences over defaults."""
        return await self.services.profile(user_id)

    async def wording(self, user_id: int) -> Wording:
        """The sentences in the user's language."""
        return wording((await self.profile(user_id)).language)


def with_preference(user: User, chosen: Preferences) -> User:
    """The user with what `chosen` sets on top of earlier choices."""
    preferences = user.preferences.model_copy(update=chosen.model_dump(exclude_none=True))
    return user.model_copy(update={"preferences": preferences})
