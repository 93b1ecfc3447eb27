"""What a message is, and in the same call what its log says and how its question is to be answered."""

from __future__ import annotations

from asyncio import Task, wait
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel

from agents.engine import Engine
from agents.limits import CallLimits
from agents.model import parser, planner, reading, router, small
from agents.model.asking import Asking, keep, put_by, take
from agents.model.calls.ask import Ask, W
from agents.model.certainty import is_certain_correction, is_certain_log, is_certain_reading, is_small_talk
from agents.model.planner_wire import PlannerWire
from agents.model.reading import ForLog, ForQuestion, ReadingWire
from agents.model.settings import AgentName
from agents.parser import ParserInput, ParserOutput
from agents.planner import PlannerInput, PlannerOutput
from agents.profile import Profile
from agents.router import RouterInput, RouterOutput
from agents.session import Session, current, waiting
from agents.types import InputType
from agents.vocabulary import OWN, in_context
from domains.model import ActiveDomainContext
from domains.registry import Registry

_LOGS = (InputType.LOG, InputType.BOTH)
_ASKS = (InputType.QUERY, InputType.BOTH, InputType.CHAT)
_LATE = "late: "


@dataclass(frozen=True, slots=True)
class SmallTalk:
    """What code was certain is nothing but small talk, and has its own answer for."""


@dataclass(frozen=True, slots=True)
class Late:
    """What a call that the log did not wait for is still to bring for its question."""

    call: Task[ParserOutput | None]


@dataclass(frozen=True, slots=True)
class _Asked:
    """A message with what code makes of it, and of the parts that a call is to read."""

    given: RouterInput
    floor: RouterOutput
    log: ForLog | None
    question: ForQuestion | None


class Opening:
    """Routes; what else the call brought is put by for the parser and the planner."""

    def __init__(self, asking: Asking, registry: Registry, floor: Engine, limits: CallLimits) -> None:
        self._asking = asking
        self._registry = registry
        self._floor = floor
        self._limits = limits

    async def route(self, given: RouterInput, floor: RouterOutput) -> RouterOutput:
        """No call where code is certain, else one."""
        session = current()
        if is_certain_correction(floor):
            return floor
        if is_small_talk(floor) and speaks(self._floor, given.profile):
            keep("synthesizer", given.text, SmallTalk())
            return floor
        if session is None or floor.input_type is InputType.CORRECTION:
            return await self.alone(given, floor)
        log = await self._log(given, floor, session) if floor.input_type in _LOGS else None
        if log is not None and is_certain_log(floor, log[1]):
            keep("parser", given.text, log[1])
            return floor
        if log is not None and is_certain_reading(log[1]):
            log = None  # whatever else the message is, this part of it needs no model
        small_ones = self._asking.small
        asks = floor.input_type in _ASKS and not small_ones
        question = await self._question(given, floor, session) if asks else None
        if small_ones or (log is None and question is None):
            return await self.alone(given, floor)
        return await self._together(_Asked(given, floor, log, question))

    def is_small_talk(self, text: str) -> bool:
        """Whether code was certain of it; after a restart it no longer is."""
        return put_by("synthesizer", text, SmallTalk) is not None

    async def alone(self, given: RouterInput, floor: RouterOutput) -> RouterOutput:
        """The router's call, which a log does not wait for too long."""
        context = await self._asking.context("router")
        if self._asking.small:
            examples = self._asking.settings.examples
            ask = small.route(given, floor, context, limits=self._limits, examples=examples)
        else:
            ask = router.ask(given, floor, context, limits=self._limits)
        told = await self._in_time(ask, is_log=floor.input_type in _LOGS)
        if isinstance(told, Task):
            told.cancel()
            return floor
        return floor if told is None else router.output(told, given, floor, handed_of(told))

    async def log(
        self,
        ask: Ask[W],
        read: Callable[[W], ParserOutput],
        given: ParserInput,
        floor: ParserOutput,
    ) -> ParserOutput:
        """The parser's call; where it takes too long, what it brings goes on as a late reading."""
        told = await self._in_time(ask, is_log=True)
        if not isinstance(told, Task):
            return floor if told is None else read(told)

        async def late() -> ParserOutput | None:
            answer = await told
            return None if answer is None else read(answer)

        session = current()
        if session is not None:
            session.readings[given.text] = self._asking.begin(late())
        return floor

    async def planned(self, query: str) -> None:
        """Wait for what a call that the log did not wait for brings for the question beside it."""
        late = take("planner", _LATE + query, Late)
        if late is not None:
            async with waiting():
                await wait({late.call})

    async def _in_time(self, ask: Ask[W], *, is_log: bool) -> W | Task[W | None] | None:
        session = current()
        if session is None or not is_log:
            return await self._asking.answer(ask)
        return await self._asking.by(ask, session.began + self._limits.log_seconds)

    def _context(self, given: RouterInput, routed: RouterOutput) -> ActiveDomainContext:
        """As BUILD_CONTEXT will put it together, the person's own words included."""
        own = given.vocabulary.get(OWN, {})
        return in_context(self._registry.combine(routed.selected_domains), own)

    async def _log(self, given: RouterInput, floor: RouterOutput, session: Session) -> ForLog:
        """What the parser will be asked, if code has found the right words, and what code reads."""
        asked = ParserInput(
            text=floor.log_portion or given.text,
            now=given.profile.local(session.sent_at),
            profile=given.profile,
            domain_context=self._context(given, floor),
        )
        return asked, await self._floor.parse(asked)

    async def _question(self, given: RouterInput, floor: RouterOutput, session: Session) -> ForQuestion:
        """The same for the planner."""
        is_chat = floor.input_type is InputType.CHAT
        shelf = self._asking.shelves(session)
        dialogue = await shelf.conversation()
        asked = PlannerInput(
            query=floor.query_portion or given.text,
            now=given.profile.local(session.sent_at),
            profile=given.profile,
            domain_context=self._context(given, floor),
            logged=await shelf.logged(),
            conversation=dialogue.exchanges,
            global_context=await shelf.memory(),
            is_chat=is_chat,
            log_text=floor.log_portion or "" if floor.input_type is InputType.BOTH else "",
        )
        # a router sees nobody's log but the message: what was logged just before only code reads here
        return asked, await self._floor.plan(asked.model_copy(update={"just_logged": dialogue.just_logged}))

    async def _together(self, asked: _Asked) -> RouterOutput:
        log, question = asked.log, asked.question
        agents: list[AgentName] = [*(["parser"] if log else []), *(["planner"] if question else [])]
        context = await self._asking.context("router", *agents)
        ask = reading.ask(asked.given, asked.floor, log, question, context, limits=self._limits)
        told = await self._in_time(ask, is_log=log is not None)
        if told is None:
            return asked.floor
        if isinstance(told, Task):
            return self._go_on(told, asked)
        routed, read = await self._taken(told, asked)
        if read is not None:
            keep("parser", routed.log_portion or asked.given.text, read)
        return routed

    def _go_on(self, call: Task[ReadingWire | None], asked: _Asked) -> RouterOutput:
        """Code reads the log now; what the call brings may improve it, and plans for the question."""

        async def late() -> ParserOutput | None:
            told = await call
            return None if told is None else (await self._taken(told, asked))[1]

        task = self._asking.begin(late())
        if asked.log is not None:
            text, session = asked.log[0].text, current()
            keep("parser", text, asked.log[1])
            if session is not None:
                session.readings[text] = task
        if asked.question is not None:
            keep("planner", _LATE + asked.question[0].query, Late(task))
        return asked.floor

    async def _taken(self, told: ReadingWire, asked: _Asked) -> tuple[RouterOutput, ParserOutput | None]:
        """What the message is, and what its log says; the plan for its question is put by."""
        given = asked.given
        routed = router.output(told.routed, given, asked.floor, handed_of(told))
        is_left = bool(routed.rest) or not routed.handed
        asks = is_left and routed.input_type in _ASKS
        if asked.question is not None and told.planned is not None and asks:
            await self._keep_plan(told.planned, given, routed, *asked.question)
        if asked.log is None or routed.input_type not in _LOGS:
            return routed, None
        return routed, await self._read(told, given, routed, *asked.log)

    async def _read(
        self,
        told: ReadingWire,
        given: RouterInput,
        routed: RouterOutput,
        asked: ParserInput,
        read: ParserOutput,
    ) -> ParserOutput:
        """Held against the words that the message turned out to report; code's own where nothing was told."""
        text = routed.log_portion or given.text
        update = {"text": text, "domain_context": self._context(given, routed)}
        if not _is_so(asked, update):
            asked = asked.model_copy(update=update)
            read = await self._floor.parse(asked)
        return read if told.read is None else parser.output(told.read, asked, read)

    async def _keep_plan(
        self,
        told: PlannerWire,
        given: RouterInput,
        routed: RouterOutput,
        asked: PlannerInput,
        plan: PlannerOutput,
    ) -> None:
        """Held against the words in which the message turned out to ask."""
        query = routed.query_portion or given.text
        update = {
            "query": query,
            "domain_context": self._context(given, routed),
            "is_chat": routed.input_type is InputType.CHAT,
            "log_text": routed.log_portion or "" if routed.input_type is InputType.BOTH else "",
        }
        if not _is_so(asked, update):
            asked = asked.model_copy(update=update)
            plan = await self._floor.plan(asked)
        keep("planner", query, planner.output(told, asked, plan))


def handed_of(told: BaseModel) -> Sequence[router.HandedWire]:
    """What is handed on, where the form had room for it."""
    return told.handed if isinstance(told, router.Handing) else ()


def _is_so(asked: BaseModel, update: Mapping[str, object]) -> bool:
    """Whether nothing would change: then what code made of it holds."""
    return all(getattr(asked, name) == value for name, value in update.items())


def speaks(engine: Engine, profile: Profile) -> bool:
    """Whether an engine's own sentences are in the person's language."""
    return engine.languages is None or profile.language in engine.languages


def is_first(given: PlannerInput) -> bool:
    """Whether nothing has been looked for, answered or refused yet: then a plan made ahead still holds."""
    return not (given.retrieval_history or given.answers or given.feedback or given.gaps)
