"""The planner played by a model: what it is told, and code's own answer in its form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from agents.limits import CallLimits
from agents.model.calls.ask import Ask
from agents.model.checks.planned import output
from agents.model.checks.words import sentence
from agents.model.context.known import known_of
from agents.model.context.remembered import remembered
from agents.model.planner_wire import (
    DaysWire,
    FigureWire,
    GapWire,
    PartWire,
    PlannerWire,
    SearchWire,
    Wanted,
)
from agents.model.requesting import request
from agents.planner import PlannerInput, PlannerOutput
from agents.types import FigureRequest, QueryType
from storage.entities import DateRange

__all__ = ["PlannerWire", "around", "ask", "output", "reference", "wire"]
if TYPE_CHECKING:
    from pydantic_ai import Tool

_MEASURES = 60
_ANSWER, _WORDS = 300, 120
_THINKING = (QueryType.INSIGHT, QueryType.RECOMMENDATION)


def ask(
    given: PlannerInput,
    floor: PlannerOutput,
    tool_context: str = "",
    *,
    limits: CallLimits,
    tools: Sequence[Tool[None]] = (),
) -> Ask[PlannerWire]:
    """The request to decide what to look for."""
    return request(
        "planner",
        now=given.now,
        profile=given.profile,
        reference=reference(given, floor),
        blocks=[*around(given, limits.history, told=bool(tool_context)), ("question", given.query)],
        history=limits.history,
        tool_context=tool_context,
        output=PlannerWire,
        tools=tools,
        floor=lambda: wire(floor, given),
    )


def reference(given: PlannerInput, floor: PlannerOutput) -> list[tuple[str, str]]:
    """Domains loaded and not, and what experts know of them."""
    available = (f"{info.name}: {info.description}" for info in given.domain_context.available_domains)
    others = ("Domains that can be loaded", "\n".join(available) if given.may_expand else "")
    return [others, *loaded(given, floor)]


def loaded(given: PlannerInput, floor: PlannerOutput) -> list[tuple[str, str]]:
    """The domains loaded, and what experts know of them where something is to be explained or advised."""
    context = given.domain_context
    about = (context.domain_of(subject) for part in floor.sub_queries for subject in part.subjects)
    domains = {one.domain for one in given.logged} | {domain.name for domain in about if domain is not None}
    known = known_of(context, domains) if floor.query_type in _THINKING else ""
    return [
        ("Domains loaded", ", ".join(context.domains_loaded)),
        ("What is known about the domains", known),
    ]


def around(given: PlannerInput, history: int, *, told: bool = False) -> list[tuple[str, str]]:
    """What there is to look at, what was said, and what earlier rounds brought.

    `told`: the injected context holds memory, what is logged and what was said already.
    """
    logged = (f"{m.name} ({m.domain}): {m.entries}" for m in given.logged[:_MEASURES])
    talk = given.conversation[-history:] if history else ()
    searched = (
        f"{', '.join((*i.topics, *i.keywords)) or i.pattern or 'all'}, {_span(a.date_range)}:"
        f" {a.entries_found} entries"
        for a in given.retrieval_history
        for i in [a.instruction]
    )
    gaps = (
        f"{gap.key} ({gap.gap_type}, {gap.severity}{', searched' if gap.searched else ''}): {gap.description}"
        for gap in given.gaps
    )
    feedback = (f"{item.issue} {item.suggestion}" for item in given.feedback)
    answers = (f"{answer.question} - {answer.answer}" for answer in given.answers)
    usual = [
        ("memory", remembered(given.global_context)),
        ("logged", "\n".join(logged)),
        ("conversation", "\n".join(f"Q: {e.question}\nA: {e.answer[:_ANSWER]}" for e in talk)),
    ]
    return [
        *([] if told else usual),
        ("searched", "\n".join(searched)),
        ("found", "\n".join(f"{entry.day} {sentence(entry.text, _WORDS)}" for entry in given.found)),
        ("gaps", "\n".join(gaps)),
        ("why_the_draft_failed", "\n".join(feedback)),
        ("answers", "\n".join(answers)),
        ("logged_in_the_same_message", given.log_text),
        ("logged_just_before", "" if given.log_text else given.just_logged),
    ]


def _span(days: DateRange | None) -> str:
    return f"{days.start} to {days.end}" if days is not None else "everything"


def wire(floor: PlannerOutput, given: PlannerInput) -> PlannerWire:
    """Code's own answer in wire form."""
    several = len(floor.sub_queries) > 1
    return PlannerWire(
        reasoning=floor.reasoning,
        parts=tuple(
            PartWire(
                question=part.question if several else "",
                type=_wanted(part.query_type),
                about=part.subjects,
                days=_days(part.date_range),
                figures=tuple(_figure(request) for request in part.figures),
            )
            for part in floor.sub_queries
        ),
        searches=tuple(
            SearchWire(part=i.sub_query, topics=i.topics, words=i.keywords, days=_days(i.date_range))
            for i in floor.instructions
            if i.pattern is None
        ),
        gaps=tuple(
            GapWire(
                key=gap.key,
                what=gap.description,
                kind=gap.gap_type,
                critical=gap.severity == "critical",
                options=gap.options,
            )
            for gap in floor.gaps
        ),
        expand=floor.domain_expansion,
        next_action=floor.next_action,
    )


def _wanted(kind: QueryType) -> Wanted:
    return QueryType.SIMPLE if kind is QueryType.CORRECTION else kind


def _days(days: DateRange | None) -> DaysWire | None:
    return None if days is None else DaysWire(start=days.start.isoformat(), end=days.end.isoformat())


def _figure(request: FigureRequest) -> FigureWire:
    same: dict[str, Any] = request.model_dump(include=set(FigureWire.model_fields) - {"versus"})
    return FigureWire(**same, days=_days(request.date_range), versus=_days(request.versus))
