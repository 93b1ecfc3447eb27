"""ModelEngine: code answers what it is certain of, models the rest, code again where they fail."""

from __future__ import annotations

from dataclasses import dataclass

from agents.analyzer import AnalyzerInput, AnalyzerOutput
from agents.clarifier import ClarifierInput, ClarifierOutput
from agents.engine import Engine
from agents.evaluator import EvaluatorInput, EvaluatorOutput
from agents.limits import Limits
from agents.model import (
    analyzer,
    answering,
    chunks,
    clarifier,
    evaluator,
    observer,
    parser,
    planner,
    retriever,
    small,
    synthesizer,
)
from agents.model.asking import Asking, keep, put_by, take
from agents.model.calls.ask import Ask, Models
from agents.model.certainty import is_applied, is_certain_reading
from agents.model.context.injectors import Injectors, built_in
from agents.model.context.shelf import Shelves
from agents.model.context.tools import Figuring, Overview, Searching, of_analyzer, of_planner, of_retriever
from agents.model.opening import Opening, is_first, speaks
from agents.model.settings import LlmSettings
from agents.model.synthesizer import SynthesizerWire
from agents.observer import ObserverInput, ObserverOutput
from agents.parser import ParserInput, ParserOutput
from agents.planner import PlannerInput, PlannerOutput
from agents.retriever import EntrySearch, RetrieverInput, RetrieverOutput
from agents.router import RouterInput, RouterOutput
from agents.session import current
from agents.synthesizer import SynthesizerInput, SynthesizerOutput
from agents.types import Draft, QueryType, Verdict
from domains.registry import Registry


@dataclass(frozen=True, slots=True)
class Answered:
    """What was analyzed, what came of it, and the draft where the same call has written one."""

    given: AnalyzerInput
    analysis: AnalyzerOutput
    draft: Draft | None


@dataclass(frozen=True, slots=True)
class Planned:
    """The last plan for a question, and what it was made of."""

    given: PlannerInput
    plan: PlannerOutput


class ModelEngine:
    """Nine agents over models, the floor under each of them.

    Usually several agents share a call, and what code is certain of needs none; without `fewer_calls` each
    agent makes its own. The steps notice nothing of either.
    """

    name = "model"
    models = True
    languages = None

    def __init__(  # noqa: PLR0917 - what the composition root has
        self,
        settings: LlmSettings,
        limits: Limits,
        registry: Registry,
        floor: Engine,
        models: Models,
        shelves: Shelves,
        injectors: Injectors | None = None,
    ) -> None:
        self._settings = settings
        self._limits = limits.calls
        self._floor = floor
        self._shelves = shelves
        self._asking = Asking(settings, models, shelves, injectors or built_in(limits.calls.history))
        self._opening = Opening(self._asking, registry, floor, limits.calls)

    @property
    def asking(self) -> Asking:
        """The way to the models, for specialists, too."""
        return self._asking

    @property
    def _few(self) -> bool:
        return self._settings.fewer_calls

    @property
    def _by_code(self) -> bool:
        """Whether what small models are not asked is code's, as everything is offline."""
        return self._asking.offline or self._asking.small

    async def close(self) -> None:
        """End what is asked and nobody waits for."""
        await self._asking.close()

    async def route(self, given: RouterInput) -> RouterOutput:
        """Classify a message; in the same call, usually, read its log and plan for its question."""
        floor = await self._floor.route(given)
        if self._asking.offline:
            return floor
        if self._few:
            return await self._opening.route(given, floor)
        return await self._opening.alone(given, floor)

    async def parse(self, given: ParserInput) -> ParserOutput:
        """Read a log or a correction."""
        plain = not given.correction and not given.resolved
        if plain and (kept := take("parser", given.text, ParserOutput)) is not None:
            return kept
        floor = await self._floor.parse(given)
        if self._asking.offline or floor.needs_recent or (self._few and self._is_read(given, floor)):
            return floor
        if self._asking.small:
            return await self._parse_small(given, floor)
        ask = parser.ask(given, floor, await self._asking.context("parser"), limits=self._limits)
        if given.correction:
            return await self._asking.told(ask, lambda told: parser.output(told, given, floor), floor)
        return await self._opening.log(ask, lambda told: parser.output(told, given, floor), given, floor)

    async def _parse_small(self, given: ParserInput, floor: ParserOutput) -> ParserOutput:
        """A log as rows; corrections and answers to doubts are code's."""
        if given.correction or given.resolved:
            return floor
        context = await self._asking.context("parser")
        ask = small.parse(given, floor, context, limits=self._limits, examples=self._settings.examples)
        return await self._opening.log(
            ask, lambda told: parser.output(told.of(given), given, floor), given, floor
        )

    def _is_read(self, given: ParserInput, read: ParserOutput) -> bool:
        return is_applied(read) if given.correction else is_certain_reading(read)

    async def plan(self, given: PlannerInput) -> PlannerOutput:
        """Decide what to look for, or whom to ask."""
        if self._asking.refused:
            return await self._floor.plan(given)
        await self._opening.planned(given.query)
        kept = take("planner", given.query, PlannerOutput)
        if kept is None or not is_first(given):
            kept = self._same_again(given)
        planned = await self._plan(given) if kept is None else kept
        keep("planner", _last(given), Planned(given, planned))
        return planned

    def _same_again(self, given: PlannerInput) -> PlannerOutput | None:
        """The plan still holds where all that was refused since are sentences: then only the words change."""
        before = put_by("planner", _last(given), Planned)
        if before is None or before.plan.next_action != "retrieve" or not self._few:
            return None
        known = before.given
        if given.answers != known.answers or _domains(given) != _domains(known):
            return None
        refused = given.feedback[len(known.feedback) :]
        return before.plan if refused and all(one.affected_claim for one in refused) else None

    async def _plan(self, given: PlannerInput) -> PlannerOutput:
        floor = await self._floor.plan(given)
        if self._asking.offline or (self._few and given.is_chat):
            return floor
        if self._asking.small:
            return await self._plan_small(given, floor)
        session = current()
        again = bool(given.retrieval_history)  # the first time, the context has what there is to look up
        tools = of_planner(Overview(self._shelves(session))) if session and (again or not self._few) else []
        context = await self._asking.context("planner")
        ask = planner.ask(given, floor, context, limits=self._limits, tools=tools)
        return await self._asking.told(ask, lambda told: planner.output(told, given, floor), floor)

    async def _plan_small(self, given: PlannerInput, floor: PlannerOutput) -> PlannerOutput:
        """The first plan; what comes after a search, an answer or a refusal is code's."""
        if not is_first(given):
            return floor
        context = await self._asking.context("planner")
        ask = small.plan(given, floor, context, limits=self._limits, examples=self._settings.examples)
        return await self._asking.told(ask, lambda told: planner.output(told.whole, given, floor), floor)

    async def retrieve(self, given: RetrieverInput, search: EntrySearch) -> RetrieverOutput:
        """Carry out the plan's searches: by code, which needs no help, unless every agent is asked."""
        floor = await self._floor.retrieve(given, search)
        if self._few or self._asking.offline or self._asking.small:
            return floor
        searching = Searching(search, given)
        ask = retriever.ask(given, floor, tools=of_retriever(searching))
        return await self._asking.told(
            ask, lambda told: retriever.output(told, given, searching.with_floor(floor)), floor
        )

    async def analyze(self, given: AnalyzerInput) -> AnalyzerOutput:
        """Say what the entries show and whether it is enough; usually the same call writes the reply."""
        floor = await self._floor.analyze(given)
        if self._asking.offline:
            return floor
        if self._asking.small:
            return self._keep(given, floor, floor, None)
        context = await self._asking.context("analyzer")
        if chunks.needed(given, floor, self._limits):
            analysis = await chunks.analyze(given, floor, self._asking.answer, context, self._limits)
            return self._keep(given, floor, analysis or floor, None)
        if self._few:
            answer = await self._asking.answer(answering.ask(given, floor, context))
            if answer is None:
                return self._keep(given, floor, floor, None)
            return self._keep(given, floor, *answering.output(answer, given, floor))
        figuring = Figuring(given, floor, self._floor)
        ask = analyzer.ask(given, floor, context, tools=of_analyzer(figuring))
        analysis = await self._asking.told(
            ask, lambda told: analyzer.output(told, given, figuring.all), floor
        )
        return self._keep(given, floor, analysis, None)

    def _keep(
        self, given: AnalyzerInput, floor: AnalyzerOutput, analysis: AnalyzerOutput, draft: Draft | None
    ) -> AnalyzerOutput:
        """With what code has for the question, which the evaluator holds the draft against."""
        analysis = analysis.model_copy(update={"by_code": analyzer.known(floor)})
        keep("synthesizer", given.query, Answered(given, analysis, draft))
        return analysis

    async def synthesize(self, given: SynthesizerInput) -> SynthesizerOutput:
        """Write the reply."""
        if self._asking.refused:
            return await self._floor.synthesize(given)
        before = put_by("synthesizer", given.query, Answered)
        if before is not None and before.analysis != given.analysis:
            before = None
        if before is not None and before.draft is not None and _is_what_was_asked(given, before):
            return before.draft
        floor = await self._floor.synthesize(given)
        is_certain = (
            self._few and given.query_type is QueryType.CHAT and self._opening.is_small_talk(given.query)
        )
        if self._asking.offline or is_certain or not synthesizer.needs_model(given, floor):
            return floor
        analyzed = before.given if before is not None else None
        answer = await self._worded(synthesizer.ask(given, floor, analyzed=analyzed))
        if answer is None:
            return floor
        draft = synthesizer.output(answer, given, floor, analyzed)
        if draft is floor:
            self._asking.refuse()
        return draft

    async def _worded(self, ask: Ask[SynthesizerWire]) -> SynthesizerWire | None:
        if not self._asking.small:
            return await self._asking.answer(ask)
        told = await self._asking.answer(small.reply(ask, examples=self._settings.examples))
        return None if told is None else told.whole

    async def evaluate(self, given: EvaluatorInput) -> EvaluatorOutput:
        """Judge the reply: what code refuses is refused; a model judges what code cannot."""
        floor = await self._floor.evaluate(given)
        if self._by_code or self._asking.quick or floor.verdict is Verdict.FAIL:
            return floor
        if self._few and not evaluator.needs_model(given, floor):
            return floor
        ask = evaluator.ask(given, floor)
        return await self._asking.told(ask, lambda told: evaluator.output(told, given, floor), floor)

    async def clarify(self, given: ClarifierInput) -> ClarifierOutput:
        """Word the questions to the user; code does it in the languages it knows."""
        floor = await self._floor.clarify(given)
        if self._by_code or (self._few and speaks(self._floor, given.profile)):
            return floor
        ask = clarifier.ask(given, floor, limits=self._limits)
        return await self._asking.told(ask, lambda told: clarifier.output(told, given, floor), floor)

    async def observe(self, given: ObserverInput) -> ObserverOutput:
        """Say what to remember."""
        floor = await self._floor.observe(given)
        if self._by_code or (self._few and not observer.needs_model(given, floor)):
            return floor
        ask = observer.ask(given, floor)
        return await self._asking.told(ask, lambda told: observer.output(told, given, floor), floor)


def _last(given: PlannerInput) -> str:
    return f"last: {given.query}"


def _domains(given: PlannerInput) -> tuple[str, ...]:
    return tuple(given.domain_context.domains_loaded)


def _is_what_was_asked(given: SynthesizerInput, before: Answered) -> bool:
    """Whether nothing has come since: no answer, no refusal, no limit."""
    return (
        not given.is_partial
        and not given.declined
        and given.answers == before.given.answers
        and given.feedback == before.given.feedback
    )
