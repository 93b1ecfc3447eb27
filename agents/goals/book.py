"""One person's goals: read, named in words, kept. What the chat and the tools work with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Literal

from agents.goals.asking import GoalReader
from agents.goals.goal import Goal
from agents.goals.progress import Progress
from agents.goals.standing import body_of, goal_of, settled, standing
from agents.parser import ParserInput, ParserOutput
from agents.profile import Profile
from agents.vocabulary import in_context, own_terms
from agents.work import Services
from storage.goal import GoalRow
from storage.goals import MOST_OF_ONE

Unfit = Literal["unread", "no_weight", "full"]
"""Nothing can be read of it; it is so much more or less than what is not known; there are too many."""


@dataclass(frozen=True, slots=True)
class Known:
    """A goal with its row and how far it is."""

    row: GoalRow
    progress: Progress

    @property
    def goal(self) -> Goal:
        """What is to be reached."""
        return self.progress.goal


@dataclass(frozen=True, slots=True)
class GoalBook:
    """`parse` reads logs: a goal is a log with a wish around it."""

    services: Services
    user_id: int
    parse: Callable[[ParserInput], ParserOutput]

    async def profile(self) -> Profile:
        """Of the person."""
        return await self.services.profile(self.user_id)

    async def today(self) -> date:
        """On their clock."""
        return (await self.profile()).local(self.services.clock()).date()

    async def reader(self, at: datetime) -> GoalReader:
        """With the person's own words."""
        registry, db = self.services.registry, self.services.db
        profile, memory = await self.profile(), await db.contexts.context(self.user_id)
        own = own_terms(memory.content) if memory is not None else {}
        context = in_context(registry.combine(registry.domains), own)
        return GoalReader(profile, context, profile.local(at), self.parse)

    async def all(self) -> list[Known]:
        """The goals and how far they are, the oldest first."""
        rows = await self.services.db.goals.of_user(self.user_id)
        return [Known(row, await self.progress(goal_of(row))) for row in rows]

    async def progress(self, goal: Goal) -> Progress:
        """How far it is today."""
        return await standing(self.services.db.measures, await self.profile(), goal, await self.today())

    async def fitted(self, goal: Goal | None, token: str) -> tuple[GoalRow, Progress] | Unfit:
        """The row that it would be, and how far it is; that of a goal for the same thing, where there is one.

        `token` is that of a new row. Nothing is stored.
        """
        if goal is None:
            return "unread"
        found = await settled(self.services.db, await self.profile(), goal, await self.today())
        if found is None:
            return "no_weight"
        goal, progress = found
        rows = await self.services.db.goals.of_user(self.user_id)
        same = next(
            (one for one in rows if one.reached_at is None and thing(goal_of(one)) == thing(goal)), None
        )
        if same is not None:
            return replace(same, body=body_of(goal), made_at=self.services.clock()), progress
        if len(rows) >= MOST_OF_ONE and all(one.token != token for one in rows):
            return "full"
        return GoalRow(token, self.user_id, goal.name, body_of(goal), self.services.clock()), progress

    async def keep(self, row: GoalRow) -> None:
        """Store it."""
        await self.services.db.goals.save(row)


GoalsOf = Callable[[int], GoalBook | None]


def thing(goal: Goal) -> tuple[object, ...]:
    """What tells a goal from others, whatever its target."""
    period = (goal.since, goal.by) if goal.since else None
    return goal.kind, goal.name, goal.quantity, goal.reps, goal.metres, period
