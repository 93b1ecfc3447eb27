"""The person's goals: how far they are, and a new or changed one, once the person says yes."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal
from uuid import uuid4

from pydantic import BaseModel, Field

from agents.goals.book import GoalBook
from agents.goals.goal import Goal
from agents.goals.progress import Course, Progress
from agents.goals.standing import goal_of
from agents.tools.context import ToolContext
from agents.tools.result import Outcome, Proposal, ToolError
from agents.tools.tool import tool
from storage.goal import GoalRow

WRITES = "write_goal"
_WHY = {
    "unread": "It names nothing that can be reached: say what and how much",
    "no_weight": "No body weight is logged that it could be counted from",
    "full": "There are too many goals",
}


class GoalFound(BaseModel):
    """A goal. `now` and `target` are in `unit`; a pace's are seconds over `metres`."""

    kind: str
    name: str
    target: float
    unit: str
    by: date | None = None
    metres: float | None = None
    now: float | None = None
    course: Annotated[Course, Field(description="reached, on course, or why no day can be told")]
    arrives: date | None = None
    margin_days: int = 0
    n: Annotated[int, Field(description="days with a value that the course rests on")] = 0
    entries: list[str]


class GoalsFound(BaseModel):
    """The oldest first."""

    goals: list[GoalFound]


class GoalProposal(Proposal):
    """What would be kept; `replaces`: instead of an earlier target of the same thing."""

    goal: Goal
    progress: Progress
    replaces: Goal | None = None


class GoalWritten(BaseModel):
    """What was kept."""

    token: str
    did: Literal["set", "changed"]


@tool("reads", GoalBook)
async def list_goals(context: ToolContext) -> GoalsFound:
    """List the person's goals with how far they are and on course for which day."""
    return GoalsFound(goals=[_found(one.progress) for one in await context.source(GoalBook).all()])


@tool("proposes", GoalBook)
async def propose_goal(
    context: ToolContext,
    goal: Annotated[
        str,
        Field(max_length=160, description="as people say it: bench 100 kg by March, 3 sessions a week"),
    ],
) -> GoalProposal:
    """Propose a goal, or another target or day for one. The person is asked; nothing is kept before."""
    book = context.source(GoalBook)
    named = (await book.reader(context.now)).read(goal, context.language)
    found = await book.fitted(named, uuid4().hex[:16])
    if isinstance(found, str):
        raise ToolError(Outcome.INVALID, _WHY[found])
    row, progress = found
    before = await book.services.db.goals.goal(context.user_id, row.token)
    return GoalProposal(
        tool=WRITES,
        arguments={"token": row.token, "name": row.name, "body": row.body},
        goal=progress.goal,
        progress=progress,
        replaces=None if before is None else goal_of(before),
    )


@tool("writes", GoalBook)
async def write_goal(context: ToolContext, token: str, name: str, body: str) -> GoalWritten:
    """Keep a goal that the person said yes to."""
    book = context.source(GoalBook)
    before = await book.services.db.goals.goal(context.user_id, token)
    await book.keep(GoalRow(token, context.user_id, name, body, context.now))
    return GoalWritten(token=token, did="set" if before is None else "changed")


def _found(progress: Progress) -> GoalFound:
    goal = progress.goal
    return GoalFound(
        kind=goal.kind, name=goal.name, target=goal.target, unit=goal.unit, by=goal.by, metres=goal.metres,
        now=progress.now, course=progress.course, arrives=progress.arrives, margin_days=progress.margin,
        n=progress.n, entries=list(progress.entries),
    )  # fmt: skip
