"""A person's own reminders, for tools."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, tzinfo

from agents.reminders.plan import Plan, next_due
from agents.reminders.rows import plan_of, row_of
from storage.entities import Effects
from storage.reminder import ReminderRow
from storage.reminders import MOST_OF_ONE
from storage.stores import Stores


@dataclass(frozen=True, slots=True)
class ReminderBook:
    """Listed, and one more kept; the same one again is known."""

    db: Stores
    user_id: int

    async def all(self) -> list[tuple[ReminderRow, Plan]]:
        """What will come, the next first."""
        return [(row, plan_of(row)) for row in await self.db.reminders.of_user(self.user_id)]

    async def is_full(self) -> bool:
        """Whether there are too many already."""
        return await self.db.reminders.count(self.user_id) >= MOST_OF_ONE

    async def keep(self, reminder_id: str, plan: Plan, zone: tzinfo, now: datetime) -> ReminderRow | None:
        """None: its time has passed."""
        due = next_due(plan, now, zone)
        if due is None:
            return None
        row = row_of(reminder_id, self.user_id, "reminder", plan, due, now)
        await self.db.turns.apply(Effects(reminders=[row]))
        return row
