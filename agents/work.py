"""What a step works with: the services behind the machine and the scratch of one run."""

from __future__ import annotations

from asyncio import TaskGroup
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from agents.engine import Engine
from agents.limits import Limits
from agents.places import AT_ONCE, Places
from agents.ports import Beside, Meaning, Money, Replies
from agents.profile import Profile, ProfileDefaults
from agents.session import Session
from agents.turn import Turn
from agents.vocabulary import Terms, in_context
from domains.model import ActiveDomainContext
from domains.registry import Registry
from storage.entities import DateRange, Effects, Entry, Preferences, User
from storage.stores import Stores

if TYPE_CHECKING:
    from agents.gym.programmed import Programmed
    from agents.late import LateReadings

Clock = Callable[[], datetime]
_PROFILES = 64


def _as_usual(_text: str, usual: str) -> str:
    return usual


@dataclass(frozen=True, slots=True)
class Services:
    """Built once by the composition root."""

    engine: Engine
    db: Stores
    registry: Registry
    replies: Replies
    limits: Limits
    defaults: ProfileDefaults
    clock: Clock
    money: Money | None = None
    """None: no model is configured, everything is free."""
    floor: Engine | None = None
    """Code alone; None: `engine` is it."""
    spoken: Callable[[str, str], str] = _as_usual
    """The language to answer a text in, where the usual one is the second."""
    late: LateReadings | None = None
    """None: nobody waits for a model that is slow with a log."""
    meaning: Meaning | None = None
    """None: entries are found by words and days alone."""
    beside: Beside = field(default_factory=Beside)
    """Who answers what is not for the diary."""
    gym: Programmed | None = None
    """None: nobody follows a programme."""
    places: Places = field(default_factory=lambda: Places(AT_ONCE))
    """Where turns are worked on; jobs give way to them."""
    _profiles: dict[int, tuple[Preferences | None, Profile]] = field(
        default_factory=dict[int, "tuple[Preferences | None, Profile]"], init=False, repr=False
    )

    async def profile(self, user_id: int) -> Profile:
        """The person's preferences over the defaults."""
        return self._profile(user_id, await self.db.people.get_user(user_id))

    async def person(self, user_id: int) -> tuple[Profile, str]:
        """The profile and what is remembered of the person, as Markdown."""
        user, memory = await self.db.contexts.person(user_id)
        return self._profile(user_id, user), memory

    def _profile(self, user_id: int, user: User | None) -> Profile:
        """The same as last time where the person chose nothing since."""
        chosen = user.preferences if user else None
        known = self._profiles.get(user_id)
        if known is None or known[0] is not chosen:
            if len(self._profiles) >= _PROFILES:
                self._profiles.clear()
            known = self._profiles[user_id] = (chosen, self.defaults.profile(user_id, chosen))
        return known[1]


@dataclass(slots=True)
class Work:
    """One run of one turn: what can be read again is here and not in the turn."""

    services: Services
    profile: Profile
    halves: TaskGroup
    """Where turns that become ready through this one are run, in the same lane."""
    session: Session
    memory: str = ""
    """What is remembered of the person, as Markdown."""
    own_terms: Terms = field(default_factory=dict[str, str])
    """The person's own words for measures."""
    effects: Effects = field(default_factory=Effects)
    entries: dict[str, Entry] = field(default_factory=dict[str, Entry])
    parked_on: str | None = None
    """Set by a step that must wait for another turn: its STORE wakes this one."""

    def context(self, turn: Turn) -> ActiveDomainContext:
        """Base and selected domains together, as BUILD_CONTEXT decided."""
        return in_context(self.services.registry.combine(turn.domains), self.own_terms)

    async def retrieved(self, turn: Turn) -> tuple[Entry, ...]:
        """The entries found so far, newest first; read again after a restart."""
        missing = [entry_id for entry_id in turn.entry_ids if entry_id not in self.entries]
        if missing:
            found = await self.services.db.entries.entries(turn.incoming.user_id, missing)
            self.entries.update((entry.id, entry) for entry in found)
        return tuple(self.entries[entry_id] for entry_id in turn.entry_ids if entry_id in self.entries)

    def now(self, turn: Turn) -> datetime:
        """When the message was sent, on the user's clock."""
        return self.profile.local(turn.incoming.sent_at)


@dataclass(frozen=True, slots=True)
class UserSearch:
    """The retriever's door to storage: one user's entries only."""

    db: Stores
    user_id: int
    meaning: Meaning | None = None

    async def by_date_range(self, span: DateRange, limit: int) -> list[Entry]:
        """Entries about the days of the span."""
        return await self.db.entries.get_entries_by_date_range(
            self.user_id, span.start, span.end, limit=limit
        )

    async def by_keywords(self, keywords: tuple[str, ...], span: DateRange | None, limit: int) -> list[Entry]:
        """Entries with any of the words."""
        return await self.db.search.search_entries(self.user_id, keywords, span, limit=limit)

    async def by_topics(self, topics: tuple[str, ...], span: DateRange | None, limit: int) -> list[Entry]:
        """Entries with a measure of one of these names or domains."""
        return await self.db.search.by_topics(self.user_id, topics, span, limit=limit)

    async def by_pattern(self, pattern: str, limit: int) -> list[Entry]:
        """Entries whose vault file matches."""
        return await self.db.search.get_entries_by_pattern(self.user_id, pattern, limit=limit)

    async def by_meaning(self, question: str, limit: int) -> list[Entry]:
        """Entries that mean what is asked, the nearest first."""
        return [] if self.meaning is None else await self.meaning.nearest(self.user_id, question, limit)
