"""Router, parser and planner in one call: what a message is, what its log says, how its question is answered.

The floor's routing decides which of the two are asked for besides; what comes back is held against the
contracts by each agent's own `output`.
"""

from __future__ import annotations

from pydantic import Field

from agents.limits import CallLimits
from agents.model import parser, planner, router
from agents.model.calls.ask import Ask
from agents.model.checks.words import asked_at
from agents.model.context.prompts import merged
from agents.model.parser_wire import DayWire, DoubtWire, ParserWire
from agents.model.planner_wire import PlannerWire
from agents.model.requesting import request
from agents.model.router import RouterWire
from agents.model.settings import AgentName
from agents.model.terse import NEEDED, Terse
from agents.parser import ParserInput, ParserOutput
from agents.planner import PlannerInput, PlannerOutput
from agents.router import RouterInput, RouterOutput

_LOG = Field(
    default=None,
    description="what the reporting words say; null where there are none",
    json_schema_extra={NEEDED: True},
)
_PLAN = Field(
    default=None,
    description="how to answer the asking words; null where there are none",
    json_schema_extra={NEEDED: True},
)
ForLog = tuple[ParserInput, ParserOutput]
ForQuestion = tuple[PlannerInput, PlannerOutput]


class LogWire(Terse):
    """What a log says; corrections are read in a call of their own."""

    days: tuple[DayWire, ...]
    doubts: tuple[DoubtWire, ...] = ()
    confidence: float = Field(description="0 to 1, of reading the log")


class ReadingWire(RouterWire):
    """What all three have: the router's fields, and what else was asked for."""

    @property
    def routed(self) -> RouterWire:
        """The router's answer."""
        return RouterWire.model_validate(self.model_dump(include=set(RouterWire.model_fields)))

    @property
    def read(self) -> ParserWire | None:
        """The parser's answer, if there is one."""
        log = self.log if isinstance(self, LogReading | FullReading) else None
        if log is None:
            return None
        return ParserWire(days=log.days, doubts=log.doubts, confidence=log.confidence)

    @property
    def planned(self) -> PlannerWire | None:
        """The planner's answer, if there is one."""
        return self.plan if isinstance(self, QuestionReading | FullReading) else None


class LogReading(ReadingWire):
    """Route and parse."""

    log: LogWire | None = _LOG


class QuestionReading(ReadingWire):
    """Route and plan."""

    plan: PlannerWire | None = _PLAN


class FullReading(ReadingWire):
    """Route, parse and plan."""

    log: LogWire | None = _LOG
    plan: PlannerWire | None = _PLAN


def ask(
    given: RouterInput,
    floor: RouterOutput,
    log: ForLog | None = None,
    question: ForQuestion | None = None,
    tool_context: str = "",
    *,
    limits: CallLimits,
) -> Ask[ReadingWire]:
    """The request, with what the parser and the planner would be given where they are wanted."""
    wanted: list[AgentName] = []
    reference = router.reference(given)
    blocks = router.around(given, limits.history)
    if log is not None:
        wanted.append("parser")
        reference += parser.reference(log[0])
        blocks += parser.around(log[0], told=bool(tool_context))
    if question is not None:
        wanted.append("planner")
        reference += planner.loaded(*question)
        blocks += planner.around(question[0], limits.history, told=bool(tool_context))
    output: dict[tuple[AgentName, ...], type[ReadingWire]] = {
        ("parser",): LogReading,
        ("planner",): QuestionReading,
    }
    return request(
        merged("router", *router.concierge(given), *wanted),
        now=asked_at(),
        profile=given.profile,
        reference=reference,
        blocks=[*dict(blocks).items(), ("message", given.text)],
        history=limits.history,
        tool_context=tool_context,
        with_agents=tuple(wanted),
        output=router.form(output.get(tuple(wanted), FullReading), given),
        floor=lambda: wire(given, floor, log, question),
    )


def wire(
    given: RouterInput, floor: RouterOutput, log: ForLog | None, question: ForQuestion | None
) -> ReadingWire:
    """Code's own answers in wire form."""
    routed = router.wire(floor, given)
    read = parser.wire(log[1], log[0]) if log is not None else None
    by_code = (
        LogWire(days=read.days, doubts=read.doubts, confidence=read.confidence) if read is not None else None
    )
    plan = planner.wire(question[1], question[0]) if question is not None else None
    fields = {name: getattr(routed, name) for name in RouterWire.model_fields}
    if question is None and log is not None:
        return LogReading(**fields, log=by_code)
    if log is None and question is not None:
        return QuestionReading(**fields, plan=plan)
    return FullReading(**fields, log=by_code, plan=plan)
