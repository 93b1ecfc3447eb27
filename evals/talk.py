"""Asks an engine's agents a question the way the machine does, over a diary held in memory."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from agents.analyzer import AnalyzerInput
from agents.clarifier import ClarificationQuestion, ClarifierInput
from agents.dialogue import Exchange
from agents.engine import Engine
from agents.evaluator import EvaluatorInput
from agents.limits import Limits
from agents.planner import PlannerInput, PlannerOutput
from agents.profile import Profile
from agents.retriever import RetrieverInput
from agents.router import RouterInput
from agents.synthesizer import SynthesizerInput
from agents.types import (
    Analysis,
    Draft,
    EvaluationFeedback,
    Gap,
    InputType,
    QueryType,
    RetrievalAttempt,
    Sufficiency,
    UserAnswer,
    Verdict,
)
from domains.model import ActiveDomainContext
from domains.registry import load
from evals.diary import MemorySearch
from storage.entities import Entry

LIMITS = Limits()


@dataclass
class Reply:
    """What came of a question."""

    path: list[str] = field(default_factory=list[str])
    draft: Draft | None = None
    asked: tuple[ClarificationQuestion, ...] = ()
    plan: PlannerOutput | None = None
    analysis: Analysis | None = None
    passed: bool = False
    feedback: tuple[EvaluationFeedback, ...] = ()
    attempts: tuple[RetrievalAttempt, ...] = ()

    @property
    def text(self) -> str:
        """What is sent."""
        return self.draft.response if self.draft else ""


@dataclass
class Asker:
    """One person talking to an engine; `answers` is told when asked back, None skips."""

    engine: Engine
    search: MemorySearch
    profile: Profile
    conversation: tuple[Exchange, ...] = ()

    async def ask(self, query: str, now: datetime, answers: Sequence[str | None] | None = None) -> Reply:
        """Route, then go round as the machine does; stops at a clarification unless there are answers."""
        talk = _Talk(self, query, self.profile.local(now), list(answers) if answers is not None else None)
        reply = await talk.run()
        if reply.draft and reply.plan and reply.plan.sub_queries and not talk.is_chat:
            self._remember(query, reply, reply.plan)
        return reply

    def _remember(self, query: str, reply: Reply, plan: PlannerOutput) -> None:
        """As agents.steps.asking does from the stored turn."""
        asked = plan.sub_queries[-1]
        figure = asked.figures[0] if asked.figures else None
        searched = next((i.date_range for i in plan.instructions if i.date_range), None)
        self.conversation = (
            *self.conversation,
            Exchange(
                question=query,
                answer=reply.text,
                subjects=asked.subjects,
                date_range=figure.date_range if figure and figure.date_range else searched,
                statistic=figure.statistic if figure else None,
                quantity=figure.quantity if figure else None,
            ),
        )


class _Talk:
    def __init__(self, asker: Asker, query: str, now: datetime, answers: list[str | None] | None) -> None:
        self.asker, self.query, self.now, self.script = asker, query, now, answers
        self.registry = load()
        self.engine = asker.engine
        self.domains: tuple[str, ...] = ()
        self.gaps: dict[str, Gap] = {}
        self.answers: tuple[UserAnswer, ...] = ()
        self.entries: dict[str, Entry] = {}
        self.reply = Reply()
        self.declined = False
        self.is_chat = False
        self.replans = self.retries = self.expansions = 0
        self.steps: dict[str, Callable[[], Awaitable[str]]] = {
            "PLAN": self.plan,
            "RETRIEVE": self.retrieve,
            "ANALYZE": self.analyze,
            "CLARIFY": self.clarify,
            "SYNTHESIZE": self.synthesize,
            "EVALUATE": self.evaluate,
        }

    @property
    def context(self) -> ActiveDomainContext:
        """The loaded domains."""
        return self.registry.combine(self.domains)

    async def run(self) -> Reply:
        """From ROUTE to the draft that is sent."""
        await self.route()
        state = "PLAN"
        while state != "DONE":
            self.reply.path.append(state)
            state = await self.steps[state]()
        return self.reply

    async def route(self) -> None:
        """ROUTE."""
        routed = await self.engine.route(
            RouterInput(
                text=self.query,
                profile=self.asker.profile,
                available_domains=self.registry.infos,
                vocabulary=self.registry.vocabulary,
                after_question=bool(self.asker.conversation),
            )
        )
        self.domains = routed.selected_domains
        self.is_chat = routed.input_type is InputType.CHAT
        self.reply.path += [f"ROUTE:{routed.input_type}", "BUILD_CONTEXT"]

    async def plan(self) -> str:
        """PLAN."""
        planned = await self.engine.plan(
            PlannerInput(
                query=self.query,
                now=self.now,
                profile=self.asker.profile,
                domain_context=self.context,
                logged=self.asker.search.logged(),
                conversation=self.asker.conversation,
                retrieval_history=self.reply.attempts,
                gaps=tuple(self.gaps.values()),
                feedback=self.reply.feedback,
                answers=self.answers,
                may_expand=self.expansions < LIMITS.expansions,
                is_chat=self.is_chat,
            )
        )
        self.reply.plan = planned
        self.gaps |= {gap.key: gap for gap in planned.gaps}
        if planned.next_action == "expand_domain":
            return self.expand(planned.domain_expansion)
        if planned.next_action == "clarify":
            return "CLARIFY"
        return "RETRIEVE" if planned.instructions and planned.next_action == "retrieve" else "SYNTHESIZE"

    def expand(self, names: tuple[str, ...]) -> str:
        """EXPAND_DOMAIN."""
        self.domains = tuple(dict.fromkeys([*self.domains, *names]))
        self.expansions += 1
        self.reply.path += ["EXPAND_DOMAIN", "BUILD_CONTEXT"]
        return "PLAN"

    async def retrieve(self) -> str:
        """RETRIEVE."""
        found = await self.engine.retrieve(
            RetrieverInput(
                instructions=self.planned.instructions,
                vocabulary=self.context.vocabulary,
                today=self.now.date(),
                max_entries=LIMITS.max_entries,
                attempt=len(self.reply.attempts) + 1,
            ),
            self.asker.search,
        )
        self.entries |= {e.id: e for e in found.entries}
        self.reply.attempts = (*self.reply.attempts, *found.attempts)
        return "ANALYZE"

    @property
    def planned(self) -> PlannerOutput:
        """What PLAN said last. Raises RuntimeError before it."""
        if self.reply.plan is None:
            raise RuntimeError("a plan comes first")
        return self.reply.plan

    @property
    def found(self) -> tuple[Entry, ...]:
        """Entries so far, newest first."""
        return tuple(sorted(self.entries.values(), key=lambda e: (e.day, e.id), reverse=True))

    @property
    def kind(self) -> QueryType:
        """As planned."""
        return self.planned.query_type

    async def analyze(self) -> str:
        """ANALYZE."""
        may_expand = self.expansions < LIMITS.expansions
        analysis = await self.engine.analyze(
            AnalyzerInput(
                query=self.query,
                sub_queries=self.planned.sub_queries,
                now=self.now,
                profile=self.asker.profile,
                entries=self.found,
                domain_context=self.context,
                retrieval_history=self.reply.attempts,
                gaps=tuple(self.gaps.values()),
                answers=self.answers,
                feedback=self.reply.feedback,
                may_expand=may_expand,
            )
        )
        self.reply.analysis = analysis
        self.gaps |= {gap.key: gap for gap in analysis.gaps}
        missing = tuple(
            g.suspected_domain for g in analysis.gaps if g.outside_current_expertise and g.suspected_domain
        )
        unloaded = tuple(name for name in missing if name not in self.context.domains_loaded)
        if unloaded and may_expand:
            return self.expand(unloaded)
        if analysis.verdict is Sufficiency.SUFFICIENT or self.replans >= LIMITS.replans:
            return "SYNTHESIZE"
        self.replans += 1
        return "PLAN"

    async def clarify(self) -> str:
        """CLARIFY and WAIT_USER."""
        worded = await self.engine.clarify(
            ClarifierInput(
                query=self.query,
                profile=self.asker.profile,
                gaps=self.planned.ask,
                retrieval_history=self.reply.attempts,
                previous=self.answers,
            )
        )
        self.reply.asked = worded.questions[: LIMITS.max_questions]
        if self.script is None and self.reply.asked:
            return "DONE"
        told = [
            UserAnswer(gap=question.gap, question=question.question, answer=answer)
            for question, answer in zip(self.reply.asked, self.script or (), strict=False)
            if answer is not None
        ]
        self.answers = (*self.answers, *told)
        self.declined = not told
        return "ANALYZE" if told else "SYNTHESIZE"

    async def synthesize(self) -> str:
        """SYNTHESIZE."""
        analysis = self.reply.analysis
        insufficient = analysis is not None and analysis.verdict is Sufficiency.INSUFFICIENT
        partial = insufficient and not self.declined
        self.reply.draft = await self.engine.synthesize(
            SynthesizerInput(
                query=self.query,
                query_type=self.kind,
                sub_queries=self.planned.sub_queries,
                now=self.now,
                profile=self.asker.profile,
                analysis=analysis,
                is_partial=partial,
                unanswered_gaps=tuple(
                    g for g in self.gaps.values() if g.severity == "critical" and not g.found
                )
                if partial
                else (),
                answers=self.answers,
                declined=self.declined,
                feedback=self.reply.feedback,
            )
        )
        return "EVALUATE"

    async def evaluate(self) -> str:
        """EVALUATE."""
        judged = await self.engine.evaluate(
            EvaluatorInput(
                query=self.query,
                query_type=self.kind,
                sub_queries=self.planned.sub_queries,
                now=self.now,
                profile=self.asker.profile,
                draft=self.reply.draft or Draft(response=""),
                analysis=self.reply.analysis,
                entries=self.found,
                retrieval_history=self.reply.attempts,
                rules=self.context.evaluation_rules,
                domain_context=self.context,
                answers=self.answers,
                attempt=self.retries + 1,
                previous_feedback=self.reply.feedback,
            )
        )
        self.reply.feedback = (*self.reply.feedback, *judged.feedback)
        self.reply.passed = judged.verdict is Verdict.PASS
        if not self.reply.passed and self.retries < LIMITS.retries:
            self.retries += 1
            return "PLAN"
        return "DONE"
