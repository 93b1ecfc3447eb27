"""The door of every change of an entry to what was proposed on it: nothing behind it is loaded for most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from storage.entities import Effects, Revision

if TYPE_CHECKING:
    from agents.work import Services


async def retract(services: Services, user_id: int, revisions: Sequence[Revision], effects: Effects) -> None:
    """Withdraw what was proposed on entries as they were before these revisions; added to the effects."""
    waiting = await services.db.proposals.open_items(user_id)
    if waiting:
        from agents.changes.proposing import resting, withdraw  # noqa: PLC0415 - most people have none

        touched = {one.entry_id for one in revisions}
        await withdraw(services, resting(waiting, touched), effects)
