"""The evaluator played by a model: it may only refuse what code lets pass, saying what would mend it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Literal

from pydantic import BaseModel, Field

from agents.answer_check import doubtful, sheet_for, told
from agents.evaluator import DimensionVerdict, EvaluatorInput, EvaluatorOutput
from agents.model.calls.ask import Ask
from agents.model.checks.cleaned import line
from agents.model.checks.words import sentence
from agents.model.context.shown import Shown, answered, question, refused, searched
from agents.model.requesting import request
from agents.truth import denies, sentence_bounds
from agents.types import LOOKUPS, EvaluationFeedback, QueryType, Verdict

Dimension = Literal["accuracy", "relevance", "safety", "completeness"]
Recommendation = Literal["accept", "retry_with_feedback", "retry_with_more_context", "give_partial"]
_DIMENSIONS: tuple[Dimension, ...] = ("accuracy", "relevance", "safety", "completeness")
_TEXT, _MOST_FEEDBACK, _ENTRIES = 300, 3, 40
_BY_CODE = frozenset(
    ("numbers_supported", "claims_have_evidence", "gaps_disclosed", "pain_checked", "load_is_near_recent")
)
"""Rules that code judges for good (`agents/offline/evaluator.py`): nobody is asked about them."""
_ROUNDS = 2
"""Judgements by a model for one question; after them code alone decides, so that a dispute ends."""
_WHY = re.compile(
    r"\b(?:because|since|due to|thanks to|owing to|caus\w+|led to|leads to|result\w* (?:in|of|from)|why|"
    r"so that|therefore|explains?|reason|should|recommend\w*|try|avoid|better|worse|improv\w+|likely|"
    r"probably|suggests?|means)\b"
    r"|때문|덕분|탓|원인|이유|따라서|그래서|권장|추천|아마|좋아졌|나빠졌",
    re.IGNORECASE,
)
"""Words of causes, advice and judgement: code cannot tell whether the records carry them."""


class JudgedWire(BaseModel):
    """One dimension."""

    dimension: Dimension
    reasoning: str
    verdict: Verdict


class FeedbackWire(BaseModel):
    """What is wrong and what would mend it."""

    issue: str
    suggestion: str
    affected_claim: str | None = Field(default=None, description="the sentence of the answer, word for word")


class EvaluatorWire(BaseModel):
    """An evaluator's answer."""

    dimensions: list[JudgedWire]
    feedback: list[FeedbackWire] = []
    recommendation: Recommendation
    verdict: Verdict


def needs_model(given: EvaluatorInput, floor: EvaluatorOutput) -> bool:
    """Not where code refuses, in small talk, or where every sentence of a lookup is figures or a denial.

    And where those figures are the ones asked for, as far as code can tell.
    """
    if floor.verdict is Verdict.FAIL or given.query_type is QueryType.CHAT or given.analysis is None:
        return False
    if given.attempt > _ROUNDS:
        return False
    types = {given.query_type, *(part.query_type for part in given.sub_queries)}
    if not types.issubset(LOOKUPS) or doubtful(given):
        return True
    checked = told(given)
    text, claims = checked.text, checked.claims
    return not all(
        _is_figures(text[start:end], any(start <= claim.start < end for claim in claims))
        for start, end in sentence_bounds(text)
    )


def _is_figures(text: str, claimed: bool) -> bool:
    """Whether code has checked all there is in it."""
    if _WHY.search(text):
        return False
    return claimed or denies(text) or not any(letter.isalpha() for letter in text)


def ask(given: EvaluatorInput, floor: EvaluatorOutput) -> Ask[EvaluatorWire]:
    """The request."""
    rules = dict.fromkeys(f"- {rule.text}" for rule in given.rules if rule.check not in _BY_CODE)
    return request(
        "evaluator",
        now=given.now,
        profile=given.profile,
        reference=[("Rules of safety", "\n".join(rules))],
        blocks=_blocks(given),
        output=EvaluatorWire,
        floor=lambda: wire(floor, given),
    )


def _blocks(given: EvaluatorInput) -> list[tuple[str, str]]:
    findings = given.analysis.findings if given.analysis else ()
    named = dict.fromkeys((*given.draft.evidence, *(e for f in findings for e in f.evidence)))
    cited = frozenset(islice(named, _ENTRIES))
    sheet = sheet_for(given)
    checked = replace(sheet, entries=tuple(entry for entry in sheet.entries if entry.id in cited))
    shown = Shown(checked, tuple(findings))
    gaps = given.analysis.gaps if given.analysis else ()
    return [
        ("entries", shown.entry_lines()),
        ("findings", shown.fact_lines()),
        ("missing", "\n".join(f"- {g.description} ({g.severity})" for g in gaps if not g.found)),
        ("searched", searched(given.retrieval_history)),
        ("answers", answered(given.answers)),
        ("feedback_given_before", refused(given.previous_feedback)),
        ("question", question(given.query, given.sub_queries)),
        ("answer", given.draft.response),
    ]


def wire(floor: EvaluatorOutput, given: EvaluatorInput) -> EvaluatorWire:
    """Code's own judgement in wire form."""
    return EvaluatorWire(
        dimensions=[
            JudgedWire(dimension=d.dimension, reasoning=d.reasoning, verdict=d.verdict)
            for d in floor.dimensions
        ],
        feedback=[
            FeedbackWire(issue=f.issue, suggestion=f.suggestion, affected_claim=f.affected_claim)
            for f in floor.feedback
        ],
        recommendation=floor.recommendation,
        verdict=floor.verdict,
    )


def output(judged: EvaluatorWire, given: EvaluatorInput, floor: EvaluatorOutput) -> EvaluatorOutput:
    """Code's refusal stands; a model's counts with feedback to act on, about what the answer really says."""
    if floor.verdict is Verdict.FAIL:
        return floor
    failed = {one.dimension: one for one in judged.dimensions if one.verdict is Verdict.FAIL}
    feedback = _feedback(judged.feedback, given)
    if not feedback or not (failed or judged.verdict is Verdict.FAIL):
        return floor
    if not failed:
        failed = {"relevance": JudgedWire(dimension="relevance", reasoning="", verdict=Verdict.FAIL)}
    return EvaluatorOutput(
        dimensions=tuple(_judged(name, failed.get(name), floor, feedback) for name in _DIMENSIONS),
        feedback=feedback,
        recommendation=_recommendation(judged, given, feedback),
        verdict=Verdict.FAIL,
    )


def _feedback(told: Sequence[FeedbackWire], given: EvaluatorInput) -> tuple[EvaluationFeedback, ...]:
    """With an issue and a way to mend it; a claim it complains of must stand in the answer."""
    said = _squeezed(given.draft.response)
    found: dict[str, EvaluationFeedback] = {}
    for item in told:
        issue, suggestion = line(item.issue, _TEXT), line(item.suggestion, _TEXT)
        claim = sentence(item.affected_claim or "", _TEXT) or None
        if claim is not None and _squeezed(claim).strip(" .…\"'") not in said:
            continue
        if issue and suggestion:
            found.setdefault(
                issue, EvaluationFeedback(issue=issue, suggestion=suggestion, affected_claim=claim)
            )
    return tuple(found.values())[:_MOST_FEEDBACK]


def _squeezed(text: str) -> str:
    return " ".join(text.split()).casefold()


def _judged(
    name: Dimension,
    told: JudgedWire | None,
    floor: EvaluatorOutput,
    feedback: Sequence[EvaluationFeedback],
) -> DimensionVerdict:
    if told is None:
        known = next((d for d in floor.dimensions if d.dimension == name), None)
        return known or DimensionVerdict(dimension=name, reasoning="", verdict=Verdict.PASS)
    issues = tuple(item.issue for item in feedback)
    return DimensionVerdict(
        dimension=name,
        reasoning=line(told.reasoning, _TEXT) or " ".join(issues),
        issues=issues,
        verdict=Verdict.FAIL,
    )


def _recommendation(
    told: EvaluatorWire, given: EvaluatorInput, feedback: Sequence[EvaluationFeedback]
) -> Recommendation:
    """The same complaint twice means that another round will not help."""
    if {item.issue for item in feedback} <= {item.issue for item in given.previous_feedback}:
        return "give_partial"
    return "retry_with_feedback" if told.recommendation == "accept" else told.recommendation
