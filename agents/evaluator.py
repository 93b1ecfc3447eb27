"""Evaluator: is the draft true, to the point, safe and complete? The verdict comes last."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from agents.profile import Profile
from agents.types import (
    Analysis,
    Draft,
    EvaluationFeedback,
    QueryType,
    RetrievalAttempt,
    SubQuery,
    UserAnswer,
    Verdict,
)
from domains.model import ActiveDomainContext, EvaluationRule
from storage.entities import Entry, Frozen


class EvaluatorInput(Frozen):
    """A draft with what it must be true to."""

    query: str
    message: str = ""
    """All that was said with it, where the question is only a part of it."""
    query_type: QueryType
    sub_queries: tuple[SubQuery, ...] = ()
    now: datetime
    profile: Profile
    draft: Draft
    analysis: Analysis | None = None
    entries: tuple[Entry, ...] = ()
    retrieval_history: tuple[RetrievalAttempt, ...] = ()
    rules: tuple[EvaluationRule, ...] = ()
    domain_context: ActiveDomainContext | None = None
    """Words of the loaded domains and which painful places rule an exercise out."""
    answers: tuple[UserAnswer, ...] = ()
    attempt: int = 1
    previous_feedback: tuple[EvaluationFeedback, ...] = ()


class DimensionVerdict(Frozen):
    """One dimension, judged."""

    dimension: Literal["accuracy", "relevance", "safety", "completeness"]
    reasoning: str
    issues: tuple[str, ...] = ()
    verdict: Verdict


class EvaluatorOutput(Frozen):
    """All four dimensions; any failure fails the whole."""

    dimensions: tuple[DimensionVerdict, ...]
    feedback: tuple[EvaluationFeedback, ...] = ()
    recommendation: Literal["accept", "retry_with_feedback", "retry_with_more_context", "give_partial"]
    verdict: Verdict
