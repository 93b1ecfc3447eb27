"""A scripted engine: nine agents whose every word a test decides, over the real machine and real SQLite."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path

from agents.analyzer import AnalyzerInput
from agents.clarifier import ClarificationQuestion, ClarifierInput, ClarifierOutput
from agents.evaluator import EvaluatorInput, EvaluatorOutput
from agents.limits import Limits
from agents.machine import Machine
from agents.observer import ObserverInput, ObserverOutput
from agents.parser import ParsedEntry, ParserInput, ParserOutput
from agents.planner import PlannerInput, PlannerOutput
from agents.profile import ProfileDefaults
from agents.retriever import EntrySearch, RetrieverInput, RetrieverOutput
from agents.router import RouterInput, RouterOutput
from agents.steps import STEPS, keep_words
from agents.synthesizer import SynthesizerInput
from agents.turn import Incoming
from agents.types import (
    Analysis,
    Draft,
    EvaluationFeedback,
    Gap,
    GapType,
    InputType,
    QueryType,
    RetrievalAttempt,
    RetrievalInstruction,
    SubQuery,
    Sufficiency,
    Verdict,
)
from agents.work import Services
from bot.replies.rendering import TelegramReplies
from bot.updates.lanes import LocalLanes
from domains import registry
from storage.entities import DateRange, Measure
from storage.stores import Stores

NOW = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
TODAY = NOW.date()
WEEK = DateRange(start=date(2026, 11, 14), end=TODAY)
SLEEP_GAP = Gap(
    key="sleep",
    description="how you slept",
    gap_type=GapType.SUBJECTIVE,
    severity="critical",
    options=("5 h",),
)
FOOD_GAP = Gap(
    key="food",
    description="what was eaten",
    gap_type=GapType.TOPICAL,
    severity="critical",
    outside_current_expertise=True,
    suspected_domain="nutrition",
)


def planned(action: str = "retrieve", **changes: object) -> PlannerOutput:
    """A plan about the bench press."""
    fields: dict[str, object] = {
        "reasoning": "scripted",
        "query_type": QueryType.INSIGHT,
        "sub_queries": (SubQuery(id=1, question="why?", query_type=QueryType.INSIGHT),),
        "instructions": (RetrievalInstruction(strategy="topic", topics=("bench press",), date_range=WEEK),),
        "next_action": action,
        **changes,
    }
    return PlannerOutput.model_validate(fields)


def analysis(verdict: Sufficiency = Sufficiency.SUFFICIENT, *gaps: Gap) -> Analysis:
    """An analysis with these gaps."""
    return Analysis(query_intent="why", findings=(), gaps=gaps, verdict_reasoning="scripted", verdict=verdict)


def judged(verdict: Verdict = Verdict.PASS) -> EvaluatorOutput:
    """A judgement with feedback when it fails."""
    failed = verdict is Verdict.FAIL
    return EvaluatorOutput(
        dimensions=(),
        feedback=(EvaluationFeedback(issue="vague", suggestion="be clear"),) if failed else (),
        recommendation="retry_with_feedback" if failed else "accept",
        verdict=verdict,
    )


@dataclass(slots=True)
class ScriptedEngine:
    """Routes by the first word ("log", "ask", "both"); the queues hold what later agents say."""

    plans: deque[PlannerOutput] = field(default_factory=deque[PlannerOutput])
    analyses: deque[Analysis] = field(default_factory=deque[Analysis])
    verdicts: deque[Verdict] = field(default_factory=deque[Verdict])
    drafts: deque[str] = field(default_factory=deque[str])
    observed: list[ObserverInput] = field(default_factory=list[ObserverInput])
    planned_with: list[PlannerInput] = field(default_factory=list[PlannerInput])
    synthesized_with: list[SynthesizerInput] = field(default_factory=list[SynthesizerInput])
    analyzed_with: list[AnalyzerInput] = field(default_factory=list[AnalyzerInput])
    fails_to_parse: bool = False
    name: str = "scripted"
    models: bool = False
    languages: tuple[str, ...] | None = None

    async def route(self, given: RouterInput) -> RouterOutput:
        kind, _, rest = given.text.partition(" ")
        log, _, question = rest.partition("|")
        return RouterOutput(
            reasoning="scripted",
            domain_selection_reasoning="scripted",
            selected_domains=("strength",),
            log_portion=log if kind == "both" else None,
            query_portion=question if kind == "both" else None,
            confidence=1,
            input_type={"log": InputType.LOG, "both": InputType.BOTH, "chat": InputType.CHAT}.get(
                kind, InputType.QUERY
            ),
        )

    async def parse(self, given: ParserInput) -> ParserOutput:
        if self.fails_to_parse:
            raise ValueError("a bug in the parser")
        bench = Measure(
            domain="strength", name="bench press", day=TODAY, weight=185, weight_unit="lb", reps=5, sets=1
        )
        read = ParsedEntry(day=TODAY, text=given.text, domains=("strength",), measures=(bench,))
        return ParserOutput(entries=(read,), confidence=1)

    async def plan(self, given: PlannerInput) -> PlannerOutput:
        self.planned_with.append(given)
        return self.plans.popleft() if self.plans else planned()

    async def retrieve(self, given: RetrieverInput, search: EntrySearch) -> RetrieverOutput:
        found = await search.by_date_range(WEEK, given.max_entries)
        attempt = RetrievalAttempt(
            attempt=given.attempt,
            instruction=given.instructions[0],
            date_range=WEEK,
            entries_found=len(found),
        )
        return RetrieverOutput(entries=tuple(found), attempts=(attempt,))

    async def analyze(self, given: AnalyzerInput) -> Analysis:
        self.analyzed_with.append(given)
        return self.analyses.popleft() if self.analyses else analysis()

    async def synthesize(self, given: SynthesizerInput) -> Draft:
        self.synthesized_with.append(given)
        text = self.drafts.popleft() if self.drafts else "It was fine."
        return Draft(response=f"Partly: {text}" if given.is_partial else text)

    async def evaluate(self, given: EvaluatorInput) -> EvaluatorOutput:
        return judged(self.verdicts.popleft() if self.verdicts else Verdict.PASS)

    async def clarify(self, given: ClarifierInput) -> ClarifierOutput:
        asked = tuple(
            ClarificationQuestion(question=f"Tell me {gap.description}?", gap=gap.key, options=gap.options)
            for gap in given.gaps
        )
        return ClarifierOutput(questions=asked, context_explanation="It matters.", fallback_action="guess")

    async def observe(self, given: ObserverInput) -> ObserverOutput:
        self.observed.append(given)
        return ObserverOutput(should_update=False)


@dataclass(slots=True)
class Bench:
    """A machine on a test bench."""

    engine: ScriptedEngine
    db: Stores
    machine: Machine
    lanes: LocalLanes
    _said: int = 0

    def incoming(self, text: str, **changes: object) -> Incoming:
        """A new message of user 7 in the private chat."""
        self._said += 1
        fields: dict[str, object] = {
            "user_id": 7,
            "chat_id": 7,
            "message_id": self._said,
            "text": text,
            "sent_at": NOW,
            **changes,
        }
        return Incoming.model_validate(fields)

    async def replies(self) -> list[str]:
        """Everything queued to be sent, oldest first."""
        return [row.outgoing.html for row in await self.db.outbox.queued(NOW, 100)]


@asynccontextmanager
async def bench(
    data_dir: Path, engine: ScriptedEngine | None = None, limits: Limits | None = None
) -> AsyncGenerator[Bench]:
    """A machine over a real database."""
    db = await Stores.open(data_dir)
    lanes = LocalLanes()
    played = engine or ScriptedEngine()
    services = Services(
        engine=played,
        db=db,
        registry=registry.load(),
        replies=TelegramReplies(),
        limits=limits or Limits(),
        defaults=ProfileDefaults(),
        clock=lambda: NOW,
    )
    machine = Machine(services, lanes, STEPS, keep_words)
    lanes.resume_with(machine.resume)
    try:
        yield Bench(engine=played, db=db, machine=machine, lanes=lanes)
    finally:
        await lanes.stop()
        await db.close()
