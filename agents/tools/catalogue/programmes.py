"""Training programmes: what comes next, and beginning one, once the person says yes."""

from __future__ import annotations

from datetime import date
from hashlib import sha256
from typing import Annotated

from pydantic import BaseModel, Field

from agents.gym.book import GymBook
from agents.gym.coming import Coming, Target, Week, Weekday
from agents.gym.suggesting import Suggested
from agents.gym.training_plans import Begin
from agents.tools.context import ToolContext
from agents.tools.result import Outcome, Proposal, ToolError
from agents.tools.tool import tool
from storage.programme_rows import ProgrammeRow

WRITES = "start_programme"


class SetsToDo(BaseModel):
    """Sets that are alike. `plus`: of the last one as many repetitions as can be done."""

    load: float | None
    sets: int
    reps: int
    plus: bool


class LiftToDo(BaseModel):
    """An exercise; `change` is what was last made of its load: added, again, fewer, dropped."""

    lift: str
    sets: list[SetsToDo]
    change: str


class RunToDo(BaseModel):
    """A run of a plan."""

    day: date
    run: str
    km: float
    done: bool


class NextSession(BaseModel):
    """`programme` is empty where none is followed: then it is what was done last, with a little more."""

    programme: str = ""
    day: date | None = None
    workout: str = ""
    unit: str = ""
    begun: Annotated[bool, Field(description="it is today's, and this is what is left of it")] = False
    lifts: list[LiftToDo] = []
    week: int | None = None
    of_weeks: int | None = None
    runs: list[RunToDo] = []


class ProgrammeProposal(Proposal):
    """How a programme would begin."""

    row: ProgrammeRow
    begin: Begin
    replaces: str | None = None


class ProgrammeStarted(BaseModel):
    """What runs now."""

    token: str
    name: str


@tool("reads", GymBook)
async def next_session(context: ToolContext) -> NextSession:
    """Tell what the person's training programme says comes next; without one what is due by their log."""
    book, today = context.source(GymBook), context.now.astimezone(context.zone).date()
    found = await book.coming(today)
    if found is None:
        return _suggested(await book.suggested(today))
    start, comes = found
    if isinstance(comes, Week):
        return _week(start.programme.name, comes)
    return _session(start.programme.name, comes)


@tool("proposes", GymBook)
async def propose_programme(
    context: ToolContext,
    name: Annotated[str, Field(max_length=60, description="StrongLifts, 5/3/1, GZCLP, half marathon, ...")],
    *,
    loads: Annotated[
        dict[str, float] | None,
        Field(description="by exercise: loads to begin with, of percentages the training maximum"),
    ] = None,
    days: Annotated[list[Weekday] | None, Field(description="other days of the week")] = None,
) -> ProgrammeProposal:
    """Propose to begin a training programme. The person is asked; nothing begins before they say yes."""
    book, today = context.source(GymBook), context.now.astimezone(context.zone).date()
    found = (await book.desk.offers(context.user_id)).called(name)
    if found is None:
        raise ToolError(Outcome.NOT_FOUND, "There is no such programme")
    terms = book.desk.terms
    named = {terms.get(lift.casefold(), lift): load for lift, load in (loads or {}).items()}
    begin = await book.desk.begin(
        await book.profile(), found.programme, today, loads=named, days=tuple(days or ())
    )
    if begin.unknown:
        raise ToolError(Outcome.INVALID, f"A training maximum is missing: {', '.join(begin.unknown)}")
    body = begin.start.model_dump_json(exclude_defaults=True)
    token = sha256(f"programme:{context.user_id}:{context.now.isoformat()}:{body}".encode()).hexdigest()[:24]
    title = found.programme.name
    row = ProgrammeRow(token, context.user_id, "proposed", title, context.now, None, body)
    running = await book.desk.programmes.running(context.user_id)
    return ProgrammeProposal(
        tool=WRITES,
        arguments={"token": token, "name": title, "body": body},
        row=row,
        begin=begin,
        replaces=running.name if running is not None else None,
    )


@tool("writes", GymBook)
async def start_programme(context: ToolContext, token: str, name: str, body: str) -> ProgrammeStarted:
    """Begin a programme that the person said yes to; the same one twice begins once."""
    book, today = context.source(GymBook), context.now.astimezone(context.zone).date()
    running = await book.desk.programmes.running(context.user_id)
    if running is None or running.token != token:
        row = ProgrammeRow(token, context.user_id, "proposed", name, context.now, None, body)
        await book.keep(await book.begun(row, today, context.now))
    return ProgrammeStarted(token=token, name=name)


def _suggested(found: Suggested | None) -> NextSession:
    if found is None:
        return NextSession()
    return NextSession(unit=found.unit, lifts=[_lift(one) for one in found.targets])


def _session(name: str, comes: Coming) -> NextSession:
    return NextSession(
        programme=name, day=comes.day, workout=comes.workout, unit=comes.unit, begun=comes.begun,
        lifts=[_lift(one) for one in comes.targets],
    )  # fmt: skip


def _week(name: str, week: Week) -> NextSession:
    runs = [RunToDo(day=one.day, run=one.name, km=one.km, done=one.done) for one in week.runs]
    day = None if week.coming is None else week.coming.day
    return NextSession(programme=name, day=day, week=week.number, of_weeks=week.of, runs=runs)


def _lift(target: Target) -> LiftToDo:
    sets = [SetsToDo(load=s.load, sets=s.sets, reps=s.reps, plus=s.plus) for s in target.sets]
    return LiftToDo(lift=target.lift, sets=sets, change=target.change)
