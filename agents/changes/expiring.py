"""Sets that nobody decided in time say so."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from itertools import groupby

from agents.changes.proposing import withdraw
from agents.work import Services
from storage.entities import Effects
from storage.errors import Outdated


async def expire(services: Services, now: datetime) -> None:
    """Settle those of everybody whose time is over, and show it where they are shown."""
    rows = await services.db.proposals.expired(now)
    for _, of_one in groupby(rows, lambda row: row.user_id):
        effects = Effects()
        await withdraw(services, [*of_one], effects, "expired")
        with suppress(Outdated):  # decided in this moment: the next look sees what is left
            await services.db.turns.apply(effects, now=now)
