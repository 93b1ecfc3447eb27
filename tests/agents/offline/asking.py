"""Asks the offline agents a question the way the machine does, over entries held in memory."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from fnmatch import fnmatch

from agents.analyzer import AnalyzerInput
from agents.clarifier import ClarificationQuestion, ClarifierInput
from agents.evaluator import EvaluatorInput
from agents.limits import Limits
from agents.offline.analyzer import analyze
from agents.offline.clarifier import clarify
from agents.offline.evaluator import evaluate
from agents.offline.planner import plan
from agents.offline.retriever import retrieve
from agents.offline.router import route
from agents.offline.synthesizer import synthesize
from agents.planner import LoggedMeasure, PlannerInput, PlannerOutput
from agents.profile import Profile
from agents.retriever import RetrieverInput
from agents.router import RouterInput
from agents.synthesizer import SynthesizerInput
from agents.types import (
    Analysis,
    Draft,
    EvaluationFeedback,
    Exchange,
    Gap,
    InputType,
    QueryType,
    RetrievalAttempt,
    Sufficiency,
    UserAnswer,
    Verdict,
)
from domains.examples import read_expected
from domains.model import ActiveDomainContext
from domains.registry import load
from storage.entities import DateRange, Entry, Measure

LIMITS = Limits()


class MemorySearch:
    """Entries in a list, searched the way storage does."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = sorted(entries, key=lambda e: (e.day, e.logged_at, e.id), reverse=True)

    async def by_date_range(self, span: DateRange, limit: int) -> list[Entry]:
        return [e for e in self.entries if span.start <= e.day <= span.end][:limit]

    async def by_keywords(self, keywords: tuple[str, ...], span: DateRange | None, limit: int) -> list[Entry]:
        words = [re.compile(rf"(?<!\w){re.escape(word.lower())}") for word in keywords]
        return [
            e for e in self.entries if _inside(e.day, span) and any(w.search(e.text.lower()) for w in words)
        ][:limit]

    async def by_topics(self, topics: tuple[str, ...], span: DateRange | None, limit: int) -> list[Entry]:
        wanted = set(topics)
        return [
            e
            for e in self.entries
            if _inside(e.day, span) and any(m.name in wanted or m.domain in wanted for m in e.measures)
        ][:limit]

    async def by_pattern(self, pattern: str, limit: int) -> list[Entry]:
        glob = pattern.replace("**/", "*").replace("**", "*")
        return [e for e in self.entries if fnmatch(f"{e.day:%Y/%m}/{e.day}.md", glob)][:limit]

    def logged(self) -> tuple[LoggedMeasure, ...]:
        counts: dict[tuple[str, str], int] = {}
        for entry in self.entries:
            for key in {(m.name, m.domain) for m in entry.measures}:
                counts[key] = counts.get(key, 0) + 1
        ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        return tuple(LoggedMeasure(name=name, domain=domain, entries=n) for (name, domain), n in ranked)


def _inside(day: date, span: DateRange | None) -> bool:
    return span is None or span.start <= day <= span.end


def measure(notation: str, day: date) -> Measure:
    """A measure in the notation of the domain files; a trailing word "warmup" marks one."""
    warmup = notation.endswith(" warmup")
    told = read_expected(notation.removesuffix(" warmup"))
    registry = load()
    home = next((d for d in registry.domains.values() if told.name in d.vocabulary.values()), None)
    given = re.search(r"distance=[\d.]+ ?(km|mi|yd|m)\b", notation)
    return Measure.model_validate(
        {
            "domain": home.name if home else "general",
            "name": told.name,
            "day": day,
            "weight": told.weight,
            "weight_unit": told.weight_unit,
            "reps": told.reps,
            "sets": told.sets or 1,
            "rpe": told.rpe,
            "distance_m": told.distance_m,
            "distance_unit": given[1] if given else None,
            "duration_s": told.duration_s,
            "value": told.value,
            "unit": told.unit,
            "text": told.text,
            "warmup": warmup,
        }
    )


def entry(number: int, day: date, text: str, notations: Sequence[str], user_id: int = 1) -> Entry:
    """An entry whose measures are given in notation."""
    measures = tuple(measure(notation, day) for notation in notations)
    return Entry(
        id=f"01J{number:023d}",
        user_id=user_id,
        chat_id=user_id,
        message_id=number,
        day=day,
        logged_at=datetime.combine(day, time(12), UTC),
        text=text,
        domains=tuple(dict.fromkeys(m.domain for m in measures)),
        measures=measures,
    )


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
        return self.draft.response if self.draft else ""


@dataclass
class Asker:
    """One person talking to the offline agents; `answers` is told when asked back, None skips."""

    search: MemorySearch
    profile: Profile
    conversation: tuple[Exchange, ...] = ()

    async def ask(self, query: str, now: datetime, answers: Sequence[str | None] | None = None) -> Reply:
        """Route, then go round as the machine does; stops at a clarification unless there are answers."""
        talk = _Talk(self, query, self.profile.local(now), list(answers) if answers is not None else None)
        reply = await talk.run()
        if reply.draft and reply.plan and reply.plan.sub_queries:
            self._remember(query, reply)
        return reply

    def _remember(self, query: str, reply: Reply) -> None:
        """As agents.steps.asking does from the stored turn."""
        assert reply.plan is not None
        asked = reply.plan.sub_queries[-1]
        figure = asked.figures[0] if asked.figures else None
        searched = next((i.date_range for i in reply.plan.instructions if i.date_range), None)
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
        return self.registry.combine(self.domains)

    async def run(self) -> Reply:
        """From ROUTE to the draft that is sent."""
        self.route()
        state = "PLAN"
        while state != "DONE":
            self.reply.path.append(state)
            assert len(self.reply.path) < 40, self.reply.path
            state = await self.steps[state]()
        return self.reply

    def route(self) -> None:
        routed = route(
            RouterInput(
                text=self.query,
                profile=self.asker.profile,
                available_domains=self.registry.infos,
                vocabulary=self.registry.vocabulary,
            )
        )
        self.domains = routed.selected_domains
        self.is_chat = routed.input_type is InputType.CHAT
        self.reply.path += [f"ROUTE:{routed.input_type}", "BUILD_CONTEXT"]

    async def plan(self) -> str:
        planned = plan(
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
        self.domains = tuple(dict.fromkeys([*self.domains, *names]))
        self.expansions += 1
        self.reply.path += ["EXPAND_DOMAIN", "BUILD_CONTEXT"]
        return "PLAN"

    async def retrieve(self) -> str:
        assert self.reply.plan is not None
        found = await retrieve(
            RetrieverInput(
                instructions=self.reply.plan.instructions,
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
    def found(self) -> tuple[Entry, ...]:
        return tuple(sorted(self.entries.values(), key=lambda e: (e.day, e.id), reverse=True))

    @property
    def kind(self) -> QueryType:
        assert self.reply.plan is not None
        return self.reply.plan.query_type

    async def analyze(self) -> str:
        assert self.reply.plan is not None
        may_expand = self.expansions < LIMITS.expansions
        analysis = analyze(
            AnalyzerInput(
                query=self.query,
                query_type=self.kind,
                sub_queries=self.reply.plan.sub_queries,
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
        assert self.reply.plan is not None
        worded = clarify(
            ClarifierInput(
                query=self.query,
                profile=self.asker.profile,
                gaps=self.reply.plan.ask,
                vocabulary=self.context.vocabulary,
                retrieval_history=self.reply.attempts,
                previous=self.answers,
            )
        )
        self.reply.asked = worded.questions[: LIMITS.max_questions]
        assert self.reply.asked, "a clarification asks something"
        if self.script is None:
            return "DONE"
        told = [
            UserAnswer(gap=question.gap, question=question.question, answer=answer)
            for question, answer in zip(self.reply.asked, self.script, strict=False)
            if answer is not None
        ]
        self.answers = (*self.answers, *told)
        self.declined = not told
        return "ANALYZE" if told else "SYNTHESIZE"

    async def synthesize(self) -> str:
        analysis = self.reply.analysis
        insufficient = analysis is not None and analysis.verdict is Sufficiency.INSUFFICIENT
        partial = insufficient and not self.declined
        assert self.reply.plan is not None
        self.reply.draft = synthesize(
            SynthesizerInput(
                query=self.query,
                query_type=self.kind,
                sub_queries=self.reply.plan.sub_queries,
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
        assert self.reply.plan is not None
        assert self.reply.draft is not None
        judged = evaluate(
            EvaluatorInput(
                query=self.query,
                query_type=self.kind,
                sub_queries=self.reply.plan.sub_queries,
                now=self.now,
                profile=self.asker.profile,
                draft=self.reply.draft,
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
