"""How the versions of a template did: wakes, what became of their proposals, ratings, cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from agents.work import Services
from storage.coach import CoachRow, WakeRow
from storage.proposal import ProposalRow

_MOST = 500
_CONFIRMED = ("done", "kept")
_REJECTED = ("declined", "undone")


@dataclass(slots=True)
class VersionRecord:
    """Of one version. A confirmed proposal that was taken back counts as rejected."""

    version: int
    wakes: int = 0
    reported: int = 0
    cost_usd: float = 0.0
    proposed: Counter[str] = field(default_factory=Counter[str])
    """By status."""
    rated: Counter[str] = field(default_factory=Counter[str])
    """Reports by what their person thought of them: good, bad."""

    @property
    def confirmed(self) -> int:
        """Proposals that stand."""
        return sum(self.proposed[status] for status in _CONFIRMED)

    @property
    def rejected(self) -> int:
        """Proposals that the person did not want."""
        return sum(self.proposed[status] for status in _REJECTED)


async def coaches_of(services: Services, user_id: int, name: str) -> list[CoachRow]:
    """Those that run this template."""
    return [one for one in await services.db.coaches.of_user(user_id) if one.template == name]


async def records(services: Services, user_id: int, name: str) -> list[VersionRecord]:
    """Each version that ever woke somebody, the oldest first; also coaches that were deleted since."""
    found: dict[int, VersionRecord] = {}
    every = await services.db.coaches.every(user_id)
    for coach in (one for one in every if one.template == name):
        wakes = await services.db.wakes.log(user_id, coach.id, _MOST)
        ratings = await services.db.coaches.ratings(user_id, coach.id)
        for wake in wakes:
            record = found.setdefault(wake.template_version, VersionRecord(wake.template_version))
            record.wakes += 1
            record.reported += wake.outcome == "reported"
            record.cost_usd += wake.cost_usd
            record.rated.update([ratings[wake.id]] if wake.id in ratings else [])
        rows = await services.db.proposals.of_origin(user_id, f"coach:{coach.id}", _MOST)
        for row in rows:
            version = _version_of(row, wakes)
            found.setdefault(version, VersionRecord(version)).proposed[row.status] += 1
    return sorted(found.values(), key=lambda one: one.version)


def _version_of(row: ProposalRow, wakes: Sequence[WakeRow]) -> int:
    """That of the wake which proposed it: the last one begun before."""
    return next((wake.template_version for wake in wakes if wake.began_at <= row.at), 0)
