"""A day that has a night or a body weight keeps it: what an import brings of these is left out."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import date

from agents.giving_way import tells_once
from agents.work import Services
from domains.registry import Registry
from storage.entities import Entry


@dataclass(slots=True)
class OnceADay:
    """What counts of each day, by name, while an import is looked at."""

    registry: Registry
    here: frozenset[tuple[str, date]]
    """In the log before the import."""
    brought: set[tuple[str, date]] = field(default_factory=set[tuple[str, date]])
    daily: frozenset[str] = frozenset()
    """What else a phone tells of each day; where a day has a figure of that name, that one stays."""
    left_out: int = 0

    @classmethod
    async def of(cls, services: Services, user_id: int, daily: Collection[str] = ()) -> OnceADay:
        """As the person's log is now."""
        fields = [spec for domain in services.registry.domains.values() for spec in domain.fields]
        names = [spec.name for spec in fields if spec.once_a_day or spec.name in daily]
        rows = await services.db.measures.measures(user_id, names)
        here = frozenset((row.measure.name, row.measure.day) for row in rows if row.measure.value is not None)
        return cls(services.registry, here, daily=frozenset(daily))

    def counted(self, entry: Entry, *, as_exported: bool = False) -> Entry:
        """The entry without what its day has already; what was exported together counts together."""
        told = tells_once(self.registry, entry)
        if not as_exported:
            told |= {(one.name, one.day) for one in entry.measures if one.name in self.daily}
        there = {one for one in told if one in self.here or (one in self.brought and not as_exported)}
        self.brought |= told
        kept = tuple(one for one in entry.measures if (one.name, one.day) not in there)
        self.left_out += len(entry.measures) - len(kept)
        return entry.model_copy(update={"measures": kept}) if there else entry
