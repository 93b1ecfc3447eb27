"""Analyzer: what the entries say, what is missing, and last of all whether it is enough."""

from __future__ import annotations

from datetime import date, datetime

from agents.profile import Profile
from agents.types import (
    Analysis,
    EvaluationFeedback,
    Gap,
    QueryType,
    RetrievalAttempt,
    SubQuery,
    UserAnswer,
)
from domains.model import ActiveDomainContext
from storage.entities import Entry, Frozen


class AnalyzerInput(Frozen):
    """A question with everything that was found for it."""

    query: str
    message: str = ""
    """All that was said with it, where the question is only a part of it."""
    query_type: QueryType
    sub_queries: tuple[SubQuery, ...]
    now: datetime
    profile: Profile
    entries: tuple[Entry, ...]
    domain_context: ActiveDomainContext
    retrieval_history: tuple[RetrievalAttempt, ...] = ()
    gaps: tuple[Gap, ...] = ()
    answers: tuple[UserAnswer, ...] = ()
    feedback: tuple[EvaluationFeedback, ...] = ()
    global_context: str = ""
    may_expand: bool = True
    truncated: bool = False
    began: date | None = None
    """The first day of the log, where days without anything are asked for; before it nobody knows."""


AnalyzerOutput = Analysis
