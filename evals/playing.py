"""Puts an example before an engine's agent, with everything around it the same for every engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import cast, get_args

from agents.analyzer import AnalyzerInput, AnalyzerOutput
from agents.dialogue import Exchange
from agents.engine import Engine
from agents.evaluator import EvaluatorInput, EvaluatorOutput
from agents.facts import STATISTICS
from agents.offline.engine import OfflineEngine
from agents.parser import ParserInput, ParserOutput
from agents.planner import PlannerInput, PlannerOutput
from agents.profile import Profile
from agents.router import RouterInput, RouterOutput
from agents.types import (
    Draft,
    FigureRequest,
    Gap,
    GapType,
    InputType,
    Quantity,
    QueryType,
    RetrievalAttempt,
    RetrievalInstruction,
    SubQuery,
    UserAnswer,
)
from domains.model import ActiveDomainContext
from domains.registry import load
from evals.cases import Analysing, Asked, Clarifying, Evaluating, Parsing, Planning, Question, Routing
from evals.diary import MemorySearch, Person
from evals.shelf import lay_out
from evals.talk import Asker
from storage.entities import Entry

NOBODY = Profile(user_id=1)


@dataclass(frozen=True)
class World:
    """The engine being scored, and the people its examples speak of."""

    engine: Engine
    people: Mapping[str, Person]
    floor: Engine = field(default_factory=OfflineEngine)
    """What brings an example before the agent that is being scored: the same for every engine."""


@cache
def everything() -> ActiveDomainContext:
    """All packaged domains together."""
    registry = load()
    return registry.combine(registry.domains)


async def route(world: World, example: Routing) -> RouterOutput:
    """The router on a message."""
    registry = load()
    return await world.engine.route(
        RouterInput(
            text=example.text,
            profile=NOBODY,
            available_domains=registry.infos,
            vocabulary=registry.vocabulary,
            replied_to="bench 85x5" if example.reply else None,
            replied_to_entry=example.reply,
        )
    )


async def parse(world: World, example: Parsing) -> ParserOutput:
    """The parser on a log, or on what corrects one."""
    given = ParserInput(
        text=example.text, now=example.now, profile=example.profile, domain_context=everything()
    )
    if not example.after:
        return await world.engine.parse(given)
    logs = [await _logged(world, given, number, text) for number, text in enumerate(example.after)]
    return await world.engine.parse(
        given.model_copy(
            update={
                "correction": True,
                "recent_entries": tuple(logs),
                "target_entry": logs[example.target] if example.reply else None,
            }
        )
    )


async def _logged(world: World, given: ParserInput, number: int, text: str) -> Entry:
    """The log before a correction, as it was stored: read by what every engine stands on."""
    parsed = await world.floor.parse(given.model_copy(update={"text": text}))
    one = parsed.entries[0]
    return Entry(
        id=str(number),
        user_id=given.profile.user_id,
        chat_id=given.profile.user_id,
        message_id=100 - number,
        day=one.day,
        logged_at=given.now,
        text=text,
        domains=one.domains,
        measures=one.measures,
    )


async def plan(world: World, example: Planning) -> PlannerOutput:
    """The planner's first plan, all domains loaded."""
    person = world.people[example.who]
    search = MemorySearch(person.entries())
    lay_out(search)
    return await world.engine.plan(
        PlannerInput(
            query=example.ask,
            now=person.profile.local(person.now),
            profile=person.profile,
            domain_context=everything(),
            logged=search.logged(),
            conversation=await _conversation(world, person, search, example.after),
            may_expand=False,
            is_chat=example.chat,
            log_text=example.log,
        )
    )


async def _conversation(
    world: World, person: Person, search: MemorySearch, asked: tuple[str, ...]
) -> tuple[Exchange, ...]:
    talking = Asker(world.floor, search, person.profile)
    for question in asked:
        await talking.ask(question, person.now)
    return talking.conversation


def _part(number: int, asked: Asked) -> SubQuery:
    figures = tuple(_figure(words, asked) for words in asked.figures)
    return SubQuery(
        id=number,
        question=asked.ask,
        query_type=asked.type,
        subjects=asked.about,
        figures=figures,
        date_range=asked.days,
    )


def _figure(words: str, asked: Asked) -> FigureRequest:
    """`max weight`, of what the part is about; `max weight squat` of something else."""
    statistic, quantity, *measure = words.split(maxsplit=2)
    if statistic not in STATISTICS or quantity not in get_args(Quantity):
        raise ValueError(f"{words!r} is no figure such as 'max weight'")
    return FigureRequest(
        statistic=statistic,
        quantity=cast("Quantity", quantity),
        measure=measure[0] if measure else asked.about[0],
        date_range=asked.days,
        versus=asked.versus,
    )


def analyzer_input(world: World, example: Analysing | Evaluating) -> AnalyzerInput:
    """A question as planned and searched for."""
    person = world.people[example.who]
    asked = (example, *example.and_)
    topics = tuple(dict.fromkeys([*(name for one in asked for name in one.about), *example.looked]))
    open_ = example.open if isinstance(example, Analysing) else ()
    answers = example.answers if isinstance(example, Analysing) else ()
    return AnalyzerInput(
        query=example.ask,
        sub_queries=tuple(_part(number, one) for number, one in enumerate(asked, start=1)),
        now=person.profile.local(person.now),
        profile=person.profile,
        entries=_newest_first(person.entries(example.found)),
        domain_context=everything(),
        retrieval_history=() if open_ else tuple(_attempt(topic, example) for topic in topics),
        gaps=tuple(_unclear(key) for key in open_),
        answers=tuple(UserAnswer(gap=gap, question=gap, answer=answer) for gap, answer in answers),
        may_expand=False,
    )


def _newest_first(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    def age(entry: Entry) -> tuple[date, str]:
        return entry.day, entry.id

    return tuple(sorted(entries, key=age, reverse=True))


def _attempt(topic: str, asked: Asked) -> RetrievalAttempt:
    instruction = RetrievalInstruction(strategy="topic", topics=(topic,), date_range=asked.days)
    return RetrievalAttempt(attempt=1, instruction=instruction, date_range=asked.days)


def _unclear(key: str) -> Gap:
    return Gap(key=key, description=key, gap_type=GapType.CLARIFICATION, severity="critical")


async def analyze(world: World, example: Analysing) -> AnalyzerOutput:
    """The analyzer on what was found."""
    given = analyzer_input(world, example)
    lay_out(MemorySearch(given.entries))
    return await world.engine.analyze(given)


async def evaluate(world: World, example: Evaluating) -> EvaluatorOutput:
    """The evaluator on a draft; the analysis behind it is code's own."""
    given = analyzer_input(world, example)
    lay_out(MemorySearch(given.entries))
    chat = example.type is QueryType.CHAT
    analysis = None if chat else await world.floor.analyze(given)
    findings = analysis.findings if analysis else ()
    draft = Draft(
        response=example.draft,
        figures=tuple(figure for finding in findings for figure in finding.figures),
        evidence=tuple(dict.fromkeys(entry for finding in findings for entry in finding.evidence)),
    )
    return await world.engine.evaluate(
        EvaluatorInput(
            query=given.query,
            query_type=example.type,
            sub_queries=given.sub_queries,
            now=given.now,
            profile=given.profile,
            draft=draft,
            analysis=analysis,
            entries=() if chat else given.entries,
            retrieval_history=given.retrieval_history,
            rules=everything().evaluation_rules,
            domain_context=everything(),
        )
    )


@dataclass(frozen=True)
class Wanted:
    """What the user was asked for, and in which words."""

    kind: Question
    words: str = ""


async def clarify(world: World, example: Clarifying) -> Wanted:
    """Whether the user is asked back: by the parser for a log, on the way to an answer for a question."""
    person = world.people[example.who]
    profile = example.profile(person.profile)
    search = MemorySearch(person.entries(example.diary))
    lay_out(search)
    if example.is_ is not InputType.QUERY:
        return await _doubt(world, example, person, profile, search)
    talking = Asker(world.floor, search, profile)
    for question in example.after:
        await talking.ask(question, person.now)
    talking.engine = world.engine
    reply = await talking.ask(example.say, person.now)
    if not reply.asked:
        return Wanted("none")
    gap = next((gap for gap in reply.plan.ask if gap.key == reply.asked[0].gap), None) if reply.plan else None
    unclear = gap is not None and gap.gap_type is GapType.CLARIFICATION
    return Wanted("which" if unclear else "feeling", reply.asked[0].question)


async def _doubt(
    world: World, example: Clarifying, person: Person, profile: Profile, search: MemorySearch
) -> Wanted:
    correcting = example.is_ is InputType.CORRECTION
    parsed = await world.engine.parse(
        ParserInput(
            text=example.say,
            now=profile.local(person.now),
            profile=profile,
            domain_context=everything(),
            recent_entries=tuple(search.entries) if correcting else (),
            correction=correcting,
        )
    )
    if not parsed.uncertain:
        return Wanted("none")
    return Wanted(parsed.uncertain[0].key, parsed.uncertain[0].question)
