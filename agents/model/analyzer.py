"""The analyzer played by a model: it reads and judges, code counts and decides what of it holds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from agents.analyzer import AnalyzerInput, AnalyzerOutput
from agents.model.calls.ask import Ask
from agents.model.checks.cleaned import is_foreign, languages, line, plain
from agents.model.checks.requested import days_of_life, requested
from agents.model.checks.spoken import choices, days_of, spoken_line
from agents.model.checks.support import expertise, holds
from agents.model.checks.words import sentence
from agents.model.context.known import known_of
from agents.model.context.remembered import remembered
from agents.model.context.shown import Shown, answered, question, refused, searched, shown_to
from agents.model.planner_wire import FigureWire, MissingWire
from agents.model.requesting import request
from agents.model.terse import Terse
from agents.truth import Sheet, denies, slotted, tell
from agents.types import (
    LOOKUPS,
    Analysis,
    FigureRequest,
    Finding,
    Gap,
    GapType,
    Level,
    Sufficiency,
)

if TYPE_CHECKING:
    from pydantic_ai import Tool

MOST_FINDINGS = 8
"""For one part of a question."""
_MOST_GAPS, _MOST_PATTERNS, _MOST_OPTIONS = 6, 6, 4
_CLAIM, _KEY, _OPTION = 500, 60, 40
_CARRYING = 40
"""Entries shown besides the facts where the question asks for figures only."""


def _as_list(value: Any) -> Any:
    """A single reference where a list is wanted."""
    return [value] if isinstance(value, str) else value


Refs = Annotated[list[str], BeforeValidator(_as_list)]


class FindingWire(Terse):
    """A claim and what carries it."""

    claim: str = Field(description="one sentence, with the days it speaks of")
    refs: Refs = Field(default=[], description="E… and F… that carry it")
    sub_query: int = Field(default=1, description="the part of the question it answers")
    general: bool = Field(default=False, description="general knowledge, from no record")
    confidence: Level = "medium"


class GapWire(Terse):
    """Something missing."""

    key: str
    description: str = Field(description="what is missing")
    gap_type: GapType
    severity: Literal["critical", "nice_to_have"]
    suspected_domain: str | None = Field(default=None, description="one of those not loaded")
    options: list[str] = Field(default=[])
    figure: MissingWire | None = Field(default=None, description="only for type figure")


class AnalyzerWire(Terse):
    """An analyzer's answer; the verdict comes after its reasons."""

    query_intent: str
    findings: list[FindingWire]
    patterns: list[str] = Field(default=[])
    gaps: list[GapWire] = Field(default=[])
    verdict_reasoning: str
    verdict: Sufficiency


def ask(
    given: AnalyzerInput,
    floor: AnalyzerOutput,
    tool_context: str = "",
    *,
    tools: Sequence[Tool[None]] = (),
    among: Collection[str] | None = None,
    note: str = "",
) -> Ask[AnalyzerWire]:
    """The request. `among`: the ids of the entries to show; `note` says what part they are."""
    return request(
        "analyzer",
        now=given.now,
        profile=given.profile,
        reference=[*reference(given), ("This call", note)],
        blocks=blocks(given, floor, among=among, memory=not tool_context),
        tool_context=tool_context,
        output=AnalyzerWire,
        tools=tools,
        floor=lambda: wire(floor, given),
    )


def reference(given: AnalyzerInput) -> list[tuple[str, str]]:
    """What the domains know, and which others there are."""
    context = given.domain_context
    if not thinks(given):
        return []
    others = ", ".join(info.name for info in context.available_domains) if given.may_expand else ""
    return [("Expertise", known_of(context, _domains(given))), ("Domains not loaded", others)]


def thinks(given: AnalyzerInput) -> bool:
    """Whether something is to be explained or advised, or no record tells of it."""
    kinds = {part.query_type for part in given.sub_queries}
    return not (kinds and given.entries and kinds.issubset(LOOKUPS))


def _domains(given: AnalyzerInput) -> frozenset[str]:
    """Those of the records and of what is asked about."""
    subjects = (subject for part in given.sub_queries for subject in part.subjects)
    measures = (measure.name for entry in given.entries for measure in entry.measures)
    found = map(given.domain_context.domain_of, dict.fromkeys((*subjects, *measures)))
    return frozenset(domain.name for domain in found if domain is not None)


def blocks(
    given: AnalyzerInput,
    floor: AnalyzerOutput,
    *,
    among: Collection[str] | None = None,
    memory: bool = True,
) -> list[tuple[str, str]]:
    """What the question is asked of; the question itself comes last."""
    shown = shown_to(given, floor)
    among = needed(given, floor) if among is None else among
    count = f"{len(among)} of the {len(given.entries)} entries in scope\n" if among is not None else ""
    gaps = "\n".join(f"{g.key} ({g.gap_type.value}): {g.description}" for g in given.gaps if not g.found)
    return [
        ("memory", remembered(given.global_context) if memory else ""),
        ("entries", count + shown.entry_lines(among)),
        ("facts", shown.fact_lines()),
        ("searched", searched(given.retrieval_history)),
        ("known_gaps", gaps),
        ("answers", answered(given.answers)),
        ("refused", refused(given.feedback)),
        ("question", question(given.query, given.sub_queries)),
    ]


def needed(given: AnalyzerInput, floor: AnalyzerOutput) -> frozenset[str] | None:
    """The entries that figures rest on, where nothing but figures is asked for; None: all are to be read."""
    answered_by_code = {finding.sub_query for finding in floor.findings if finding.figures}
    if not given.sub_queries or any(
        part.query_type not in LOOKUPS or not part.figures or part.id not in answered_by_code
        for part in given.sub_queries
    ):
        return None
    carrying = [entry_id for finding in floor.findings for entry_id in finding.evidence]
    known = {entry.id for entry in given.entries}
    return frozenset([i for i in dict.fromkeys(carrying) if i in known][:_CARRYING])


def wire(floor: AnalyzerOutput, given: AnalyzerInput) -> AnalyzerWire:
    """Code's own analysis in wire form."""
    shown = shown_to(given, floor)
    return AnalyzerWire(
        query_intent=floor.query_intent,
        findings=[
            FindingWire(
                claim=slotted(finding.claim, shown.sheet) or finding.claim,
                refs=shown.refs_of(finding),
                sub_query=finding.sub_query,
                general=finding.general,
                confidence=finding.confidence,
            )
            for finding in floor.findings
        ],
        patterns=list(floor.patterns),
        gaps=[
            GapWire(**gap.model_dump(include=set(GapWire.model_fields) - {"figure"}))
            for gap in floor.gaps
            if not gap.found
        ],
        verdict_reasoning=floor.verdict_reasoning,
        verdict=floor.verdict,
    )


# --- What of the answer holds -----------------------------------------------------------------------------


def output(
    told: AnalyzerWire,
    given: AnalyzerInput,
    floor: AnalyzerOutput,
    *,
    most_findings: int = MOST_FINDINGS,
) -> AnalyzerOutput:
    """What holds of it. Where nothing does, the analysis is code's own."""
    shown = shown_to(given, floor)
    strict = shown.sheet  # expertise is no support for what one person did
    checked = replace(strict, general=(*strict.general, *expertise(given.domain_context)))
    own = [
        found
        for item in told.findings
        if (found := _finding(item, given, shown, checked if item.general else strict)) is not None
    ]
    own = _few_each(_not_denied(_once(own), floor), most_findings)
    carried = any(map(_is_carried, own))
    denied = any(not finding.general for finding in own)
    if not carried and (floor.verdict is Sufficiency.INSUFFICIENT or not denied):
        return _floor_with(floor, told, given)
    findings = (*own, *_not_lost(own, given, floor))
    gaps = _gaps(told.gaps, given)
    critical = [gap for gap in gaps if gap.severity == "critical" and not gap.found]
    return Analysis(
        query_intent=line(told.query_intent, _CLAIM) or floor.query_intent,
        findings=findings,
        patterns=_patterns(told.patterns, strict),
        gaps=gaps,
        details=floor.details,
        verdict_reasoning=line(told.verdict_reasoning, _CLAIM) or "Every claim has what carries it.",
        verdict=Sufficiency.INSUFFICIENT if critical else Sufficiency.SUFFICIENT,
    )


def _floor_with(floor: AnalyzerOutput, told: AnalyzerWire, given: AnalyzerInput) -> AnalyzerOutput:
    """Code's findings and verdict; a critical gap that the model saw is asked about all the same."""
    gaps = {gap.key: gap for gap in (*_gaps(told.gaps, given), *floor.gaps)}
    critical = [gap for gap in gaps.values() if gap.severity == "critical" and not gap.found]
    computable = any(gap.figure is not None for gap in critical)
    if not critical or (any(map(_is_carried, floor.findings)) and not computable):
        return floor
    return floor.model_copy(update={"gaps": tuple(gaps.values()), "verdict": Sufficiency.INSUFFICIENT})


def _finding(item: FindingWire, given: AnalyzerInput, shown: Shown, checked: Sheet) -> Finding | None:
    """The claim as far as it is supported; None: nothing carries it."""
    claim = sentence(tell(plain(shown.named(item.claim)), checked).kept.text, _CLAIM)
    ids, figures = shown.cited([*item.refs, *shown.written_in(item.claim)])
    evidence = tuple(dict.fromkeys((*ids, *shown.carriers(figures))))
    carried = bool(evidence or figures)
    general = item.general and not carried
    if not claim or not (carried or general or denies(claim)):
        return None
    if is_foreign(claim, languages(given.query, given.profile)):
        return None
    parts = {part.id for part in given.sub_queries}
    return Finding(
        claim=claim,
        evidence=evidence,
        figures=figures,
        confidence="low" if general else item.confidence,
        general=general,
        sub_query=item.sub_query if item.sub_query in parts else min(parts, default=1),
    )


def known(floor: AnalyzerOutput) -> tuple[Finding, ...]:
    """What code has for the parts of the question where it does not say that something is not there."""
    absent = {finding.sub_query for finding in floor.findings if finding.absent}
    return tuple(
        finding
        for finding in floor.findings
        if _is_carried(finding) and not finding.general and finding.sub_query not in absent
    )


def _is_carried(finding: Finding) -> bool:
    return bool(finding.evidence or finding.figures)


def _not_denied(findings: Sequence[Finding], floor: AnalyzerOutput) -> list[Finding]:
    """Without "nothing is recorded" as the only answer to a part for which code found something."""
    told = {finding.sub_query for finding in findings if _is_carried(finding)}
    there = {finding.sub_query for finding in floor.findings if _is_carried(finding)} - told
    return [f for f in findings if f.general or f.sub_query not in there]


def _once(findings: Iterable[Finding]) -> list[Finding]:
    return list({" ".join(finding.claim.casefold().split()): finding for finding in findings}.values())


def _few_each(findings: list[Finding], most: int) -> list[Finding]:
    """At most so many for each part, in their order."""
    kept: list[Finding] = []
    for finding in findings:
        if sum(other.sub_query == finding.sub_query for other in kept) < most:
            kept.append(finding)
    return kept


def _not_lost(own: Sequence[Finding], given: AnalyzerInput, floor: AnalyzerOutput) -> Iterable[Finding]:
    """Of code's findings: the figures the plan asked for, parts nobody answered, what was cut off."""
    told_figures = set(chain.from_iterable(finding.figures for finding in own))
    asked = {part.id for part in given.sub_queries if part.computed}
    answered_parts = {finding.sub_query for finding in own if not finding.general}
    last = floor.findings[-1:] if given.truncated else ()  # code says last that not all was read
    for finding in floor.findings:
        figures = finding.sub_query in asked and finding.figures and not told_figures & set(finding.figures)
        if figures or finding.sub_query not in answered_parts or finding in last:
            yield finding


def _patterns(patterns: Iterable[str], checked: Sheet) -> tuple[str, ...]:
    kept = (holds(line(pattern, _CLAIM), checked) for pattern in patterns)
    return tuple(dict.fromkeys(text for text in kept if text))[:_MOST_PATTERNS]


def _gaps(gaps: Iterable[GapWire], given: AnalyzerInput) -> tuple[Gap, ...]:
    """Those that can be: none that the user answered already, domains that exist, each key once."""
    known = {gap.key: gap for gap in given.gaps}
    closed = {answer.gap for answer in given.answers}
    found: dict[str, Gap] = {}
    for item in gaps:
        key = line(item.key, _KEY).casefold().strip(" .:")
        key = next((name for name in known if name.casefold() == key), key)
        if key and key not in found and key not in closed:
            gap = _gap(key, item, known.get(key), given)
            found |= {key: gap} if gap is not None else {}
    return tuple(found.values())[:_MOST_GAPS]


def _gap(key: str, item: GapWire, known: Gap | None, given: AnalyzerInput) -> Gap | None:
    """The gap; None where it cannot be said to the person, or wants a figure that cannot be computed."""
    others = {info.name for info in given.domain_context.available_domains}
    wanted = (item.suspected_domain or "").strip().lower()
    domain = wanted if given.may_expand and wanted in others else None
    retrievable = item.gap_type not in (GapType.SUBJECTIVE, GapType.CLARIFICATION)
    searched = retrievable and (_was_searched(key, item, given) or (known is not None and known.searched))
    in_vain = searched and domain is None and item.gap_type is not GapType.CONTEXTUAL  # to ask is left
    texts = [entry.text for entry in given.entries]
    said = [*texts, days_of(*(entry.day for entry in given.entries)), *(a.answer for a in given.answers)]
    words = (
        spoken_line(text, 200, query=given.query, profile=given.profile, known=said)
        for text in (item.description, key)
    )
    description = next((text for text in words if text), "")
    figure = _figure(item, given)
    if not description or (item.gap_type is GapType.FIGURE and figure is None):
        return None
    return Gap(
        key=key,
        description=description,
        gap_type=item.gap_type,
        severity="critical" if figure is not None else "nice_to_have" if in_vain else item.severity,
        figure=figure,
        searched=searched,
        found=known is not None and known.found and known.figure == figure,
        outside_current_expertise=domain is not None,
        suspected_domain=domain,
        options=choices(item.options, _MOST_OPTIONS, _OPTION, query=given.query, profile=given.profile),
    )


def _figure(item: GapWire, given: AnalyzerInput) -> FigureRequest | None:
    """What is missing, of what is logged; what was computed already is not missing."""
    if item.gap_type is not GapType.FIGURE or item.figure is None:
        return None
    logged = {measure.name for entry in given.entries for measure in entry.measures}
    names = {**given.domain_context.vocabulary, **{name: name for name in logged}}
    today = given.profile.local(given.now).date()
    request = requested(
        FigureWire.model_validate(item.figure.model_dump()),
        lambda name: names.get(" ".join(name.lower().split())),
        lambda days: days_of_life(days, today),
    )
    return None if any(request in part.computed for part in given.sub_queries) else request


def _was_searched(key: str, item: GapWire, given: AnalyzerInput) -> bool:
    """Whether a search was made for its subject, or for its days: all time."""
    words = {key, *key.replace("_", " ").split()}
    vocabulary = given.domain_context.vocabulary
    words |= {vocabulary[word] for word in words if word in vocabulary}
    for attempt in given.retrieval_history:
        subjects = {w.lower() for w in (*attempt.instruction.topics, *attempt.instruction.keywords)}
        if words & subjects or (item.gap_type is GapType.TEMPORAL and attempt.date_range is None):
            return True
    return False
