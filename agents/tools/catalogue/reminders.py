"""The person's reminders: what will come when, and a new one, once the person says yes."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import uuid4

from pydantic import BaseModel, Field

from agents.reminders.book import ReminderBook
from agents.reminders.plan import LONGEST_TEXT, Plan, is_rule, next_due
from agents.tools.context import ToolContext
from agents.tools.result import Outcome, Proposal, ToolError
from agents.tools.tool import tool

WRITES = "write_reminder"


class ReminderFound(BaseModel):
    """`due` is on the person's clock; None: it is stopped, as the person could not be reached."""

    text: str
    kind: str
    due: datetime | None
    rule: Annotated[str, Field(description="an RRULE's value; empty: once")] = ""


class RemindersFound(BaseModel):
    """The next first."""

    reminders: list[ReminderFound]


class ReminderProposal(Proposal):
    """What would be kept, and when it would come first."""

    plan: Plan
    due: datetime

    @property
    def language(self) -> str:
        """The one in which it was proposed."""
        return self.plan.language


class ReminderWritten(BaseModel):
    """What was kept."""

    reminder_id: str
    due: datetime


@tool("reads", ReminderBook)
async def list_reminders(context: ToolContext) -> RemindersFound:
    """List the person's reminders and timers with when they come next."""
    return RemindersFound(
        reminders=[
            ReminderFound(
                text=plan.text, kind=row.kind, rule=plan.rule,
                due=None if row.due_at is None else row.due_at.astimezone(context.zone),
            )
            for row, plan in await context.source(ReminderBook).all()
        ]
    )  # fmt: skip


@tool("proposes", ReminderBook)
async def propose_reminder(
    context: ToolContext,
    text: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT, description="what of, in few words")],
    at: Annotated[datetime, Field(description="when it comes first; without a zone on the person's clock")],
    rule: Annotated[
        str, Field(max_length=100, description="how it repeats: FREQ=WEEKLY;BYDAY=SU; empty: once")
    ] = "",
) -> ReminderProposal:
    """Propose a reminder. The person is asked; nothing comes before they say yes."""
    if rule and not is_rule(rule):
        raise ToolError(Outcome.INVALID, "rule: FREQ, INTERVAL, BYDAY, BYMONTHDAY and BYMONTH of an RRULE")
    local = at.astimezone(context.zone) if at.tzinfo is not None else at
    clock = local.time().replace(microsecond=0, tzinfo=None)
    plan = Plan(text=text, language=context.language, start=local.date(), times=(clock,), rule=rule)
    due = next_due(plan, context.now, context.zone)
    if due is None:
        raise ToolError(Outcome.INVALID, "that time has passed")
    if await context.source(ReminderBook).is_full():
        raise ToolError(Outcome.INVALID, "there are too many reminders")
    kept = plan.model_dump(mode="json", exclude_defaults=True)
    return ReminderProposal(
        tool=WRITES, arguments={"reminder_id": uuid4().hex[:24], "plan": kept}, plan=plan, due=due
    )


@tool("writes", ReminderBook)
async def write_reminder(context: ToolContext, reminder_id: str, plan: Plan) -> ReminderWritten:
    """Keep a reminder that the person said yes to."""
    row = await context.source(ReminderBook).keep(reminder_id, plan, context.zone, context.now)
    if row is None or row.due_at is None:
        raise ToolError(Outcome.INVALID, "that time has passed")
    return ReminderWritten(reminder_id=row.id, due=row.due_at)
