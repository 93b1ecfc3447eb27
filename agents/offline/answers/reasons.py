"""Why something is so: evidence from the entries, what was told, what is still missing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta

from agents.analyzer import AnalyzerInput
from agents.offline.answers.absence import nothing
from agents.offline.answers.closest import quotes, with_closest
from agents.offline.answers.explain import explain, foreign_domains
from agents.offline.answers.scope import Scope
from agents.offline.lexicon import plain
from agents.offline.nearest import asks_how_it_felt, explains
from agents.offline.questions.subjects import TRAINING
from agents.types import FigureRequest, Finding, Gap, GapType, SubQuery
from storage.entities import DateRange

_MONTH = 30
_MOST = 2
"""Figures beside the quoted entries."""


def answer_why(scope: Scope, part: SubQuery, given: AnalyzerInput) -> tuple[list[Finding], list[Gap], bool]:
    """Evidence first; what is missing is searched before it is asked, and asked before it is given up.

    False where nothing was logged that could be explained.
    """
    subject = part.subjects[0] if part.subjects else TRAINING
    asked = part.date_range or scope.last_days(7)
    if (
        part.subjects
        and not scope.samples(subject, asked)
        and not given.answers
        and subject not in ("energy", "mood", "pain", "stress")
    ):
        request = FigureRequest(
            statistic="list", measure=subject, quantity="weight", date_range=part.date_range
        )
        if not scope.samples(subject) or part.date_range is not None:
            return with_closest(scope, part, nothing(scope, request)), [], False
    found = [*explain(scope, part).values()][:_MOST]
    told = _told(scope, given)
    foreign = _foreign(given, asked)
    felt = asks_how_it_felt(part.question)
    near = quotes(scope, part.question, scope.near, "closest_why")
    general = general_knowledge(scope, part, given, default=not near) if felt or not near else []
    if subject == "pain":
        general.append(scope.finding(scope.say("advice.care"), general=True))
    stands_out = _leaning(scope, found) if felt or subject == "pain" or not near else []
    if stands_out or told:
        return [*near, *told, *stands_out, *general], foreign, True
    if near and not (felt and not any(explains(entry.text) for entry in scope.near)):
        return [*near, *general], foreign, True
    evidence = [entry.id for entry in given.entries[:1]]
    claim = scope.say("why.nothing", period=scope.wording.span(asked))
    findings = [*near, scope.finding(claim, evidence, (), "medium"), *general]
    return findings, [*foreign, *_open(scope, given, asked)], True


def _leaning(scope: Scope, found: Sequence[Finding]) -> list[Finding]:
    """The last of what stands out says that it need not be the cause."""
    if not found:
        return []
    claim = f"{found[-1].claim} {scope.say('why.lean')}"
    return [*found[:-1], found[-1].model_copy(update={"claim": claim})]


def _told(scope: Scope, given: AnalyzerInput) -> list[Finding]:
    """What the person answered when asked back, and whether it can explain."""
    words = scope.wording.words
    gaps = {gap.key: gap for gap in given.gaps}
    found: list[Finding] = []
    explains_it = False
    for answer in given.answers:
        gap = gaps.get(answer.gap)
        if gap is not None and gap.gap_type is GapType.CLARIFICATION:
            continue
        key = f"told_{answer.gap}" if f"told_{answer.gap}" in words.why else "told_other"
        claim = scope.say(f"why.{key}", answer=answer.answer)
        entry = next((e.id for e in given.entries if e.kind == "answer" and answer.answer in e.text), None)
        found.append(scope.finding(claim, [entry] if entry else [], (), "medium", general=entry is None))
        lowered = plain(answer.answer)
        explains_it |= bool(re.search(words.adverse, lowered) and not re.search(words.fine, lowered))
    if found:
        claim = scope.say("why.told_explains" if explains_it else "why.told_explains_not")
        found.append(scope.finding(claim, found[0].evidence, (), "low", general=True))
    return found


def _open(scope: Scope, given: AnalyzerInput, asked: DateRange) -> list[Gap]:
    """First further back; after that what only the person knows."""
    words = scope.wording.words
    looked_back = any(
        attempt.instruction.date_range is not None
        and (attempt.instruction.date_range.end - attempt.instruction.date_range.start).days >= _MONTH
        for attempt in given.retrieval_history
    )
    kinds = [("earlier", GapType.TEMPORAL, looked_back)]
    if looked_back:
        kinds += [] if scope.samples("sleep", asked) else [("sleep", GapType.CONTEXTUAL, True)]
        kinds += [(key, GapType.SUBJECTIVE, False) for key in ("stress", "unlogged")]
    return [
        Gap(
            key=key,
            description=words.gaps[key],
            gap_type=kind,
            severity="critical",
            searched=searched,
            found=searched and key == "earlier",
        )
        for key, kind, searched in kinds
    ]


def _foreign(given: AnalyzerInput, asked: DateRange) -> list[Gap]:
    """Something was logged around then that the loaded expertise does not cover."""
    if not given.may_expand:
        return []
    span = DateRange(start=asked.start - timedelta(days=7), end=asked.end)
    available = {info.name for info in given.domain_context.available_domains}
    names = foreign_domains(given.entries, given.domain_context.domains_loaded, span)
    return [
        Gap(
            key=name,
            description=name,
            gap_type=GapType.CONTEXTUAL,
            severity="nice_to_have",
            searched=False,
            outside_current_expertise=True,
            suspected_domain=name,
        )
        for name in names
        if name in available
    ]


def general_knowledge(
    scope: Scope, part: SubQuery, given: AnalyzerInput, *, default: bool = True
) -> list[Finding]:
    """At most one sentence of general knowledge, marked as such."""
    known, fitting = given.domain_context, list[str]()
    if scope.wording.language == "en":
        lowered = given.query.lower()
        domains = {domain.name for name in part.subjects if (domain := known.domain_of(name))}
        fitting = [
            reason.text
            for reason in known.reasons
            if (not domains or reason.domain in domains) and any(cue in lowered for cue in reason.when)
        ]
    if not fitting and not default:
        return []
    text = fitting[0] if fitting else scope.wording.words.why["general_default"]
    return [scope.finding(scope.say("why.general", text=text), (), (), "low", general=True)]
