"""What a message is, and in the same call what its log says and how its question is to be answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from agents.engine import Engine
from agents.limits import CallLimits
from agents.model import parser, planner, reading, router
from agents.model.asking import Asking, keep, put_by
from agents.model.certainty import is_certain_correction, is_certain_log, is_certain_reading, is_small_talk
from agents.model.reading import ForLog, ForQuestion, ReadingWire
from agents.model.settings import AgentName
from agents.parser import ParserInput, ParserOutput
from agents.planner import PlannerInput, PlannerOutput
from agents.profile import Profile
from agents.router import RouterInput, RouterOutput
from agents.session import Session, current
from agents.types import InputType
from agents.vocabulary import OWN, in_context
from domains.model import ActiveDomainContext
from domains.registry import Registry

_LOGS = (InputType.LOG, InputType.BOTH)
_ASKS = (InputType.QUERY, InputType.BOTH, InputType.CHAT)


@dataclass(frozen=True, slots=True)
class SmallTalk:
    """What code was certain is nothing but small talk, and has its own answer for."""


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
            return await self._alone(given, floor)
        log = await self._log(given, floor, session) if floor.input_type in _LOGS else None
        if log is not None and is_certain_log(floor, log[1]):
            keep("parser", given.text, log[1])
            return floor
        if log is not None and is_certain_reading(log[1]):
            log = None  # whatever else the message is, this part of it needs no model
        question = await self._question(given, floor, session) if floor.input_type in _ASKS else None
        if log is None and question is None:
            return await self._alone(given, floor)
        return await self._together(given, floor, log, question)

    def is_small_talk(self, text: str) -> bool:
        """Whether code was certain of it; after a restart it no longer is."""
        return put_by("synthesizer", text, SmallTalk) is not None

    async def _alone(self, given: RouterInput, floor: RouterOutput) -> RouterOutput:
        ask = router.ask(given, floor, await self._asking.context("router"), limits=self._limits)
        return await self._asking.told(ask, lambda told: router.output(told, given, floor), floor)

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
        asked = PlannerInput(
            query=floor.query_portion or given.text,
            now=given.profile.local(session.sent_at),
            profile=given.profile,
            domain_context=self._context(given, floor),
            logged=await shelf.logged(),
            conversation=await shelf.conversation(),
            global_context=await shelf.memory(),
            is_chat=is_chat,
            log_text=floor.log_portion or "" if floor.input_type is InputType.BOTH else "",
        )
        return asked, await self._floor.plan(asked)

    async def _together(
        self, given: RouterInput, floor: RouterOutput, log: ForLog | None, question: ForQuestion | None
    ) -> RouterOutput:
        agents: list[AgentName] = [*(["parser"] if log else []), *(["planner"] if question else [])]
        context = await self._asking.context("router", *agents)
        ask = reading.ask(given, floor, log, question, context, limits=self._limits)
        told = await self._asking.answer(ask)
        if told is None:
            return floor
        routed = router.output(told.routed, given, floor)
        if log is not None:
            await self._keep_log(told, given, routed, *log)
        if question is not None:
            await self._keep_plan(told, given, routed, *question)
        return routed

    async def _keep_log(
        self,
        told: ReadingWire,
        given: RouterInput,
        routed: RouterOutput,
        asked: ParserInput,
        read: ParserOutput,
    ) -> None:
        """Held against the words that the message turned out to report."""
        if told.read is None or routed.input_type not in _LOGS:
            return
        text = routed.log_portion or given.text
        update = {"text": text, "domain_context": self._context(given, routed)}
        if not _is_so(asked, update):
            asked = asked.model_copy(update=update)
            read = await self._floor.parse(asked)
        keep("parser", text, parser.output(told.read, asked, read))

    async def _keep_plan(
        self,
        told: ReadingWire,
        given: RouterInput,
        routed: RouterOutput,
        asked: PlannerInput,
        plan: PlannerOutput,
    ) -> None:
        """Held against the words in which the message turned out to ask."""
        if told.planned is None or routed.input_type not in _ASKS:
            return
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
        keep("planner", query, planner.output(told.planned, asked, plan))


def _is_so(asked: BaseModel, update: Mapping[str, object]) -> bool:
    """Whether nothing would change: then what code made of it holds."""
    return all(getattr(asked, name) == value for name, value in update.items())


def speaks(engine: Engine, profile: Profile) -> bool:
    """Whether an engine's own sentences are in the person's language."""
    return engine.languages is None or profile.language in engine.languages


def is_first(given: PlannerInput) -> bool:
    """Whether nothing has been looked for, answered or refused yet: then a plan made ahead still holds."""
    return not (given.retrieval_history or given.answers or given.feedback or given.gaps)
