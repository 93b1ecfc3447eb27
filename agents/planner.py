"""Planner: what to look for, in which order, and when to ask instead."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from agents.profile import Profile
from agents.types import (
    DependencyType,
    EvaluationFeedback,
    Exchange,
    Gap,
    QueryType,
    RetrievalAttempt,
    RetrievalInstruction,
    SubQuery,
    UserAnswer,
)
from domains.model import ActiveDomainContext
from storage.entities import Frozen

TIER = "high"


class LoggedMeasure(Frozen):
    """What exists: a measure's name, its domain and how many entries have it."""

    name: str
    domain: str
    entries: int


class PlannerInput(Frozen):
    """A question, the domain knowledge loaded, and what earlier rounds brought."""

    query: str
    now: datetime
    profile: Profile
    domain_context: ActiveDomainContext
    logged: tuple[LoggedMeasure, ...] = ()
    """What this user has ever logged, most frequent first."""
    conversation: tuple[Exchange, ...] = ()
    retrieval_history: tuple[RetrievalAttempt, ...] = ()
    gaps: tuple[Gap, ...] = ()
    feedback: tuple[EvaluationFeedback, ...] = ()
    answers: tuple[UserAnswer, ...] = ()
    global_context: str = ""
    may_expand: bool = True
    """False when the limit of expansions is reached."""
    is_chat: bool = False
    log_text: str = ""
    """The log half of the same message: what "is that a record?" speaks of."""


class Dependency(Frozen):
    """`later` needs the result of `earlier` (sub-query ids)."""

    earlier: int
    later: int
    reason: str


class PlannerOutput(Frozen):
    """The plan. Expansion is asked for with `domain_expansion`, questions to the user stand in `ask`."""

    reasoning: str
    query_type: QueryType
    sub_queries: tuple[SubQuery, ...]
    dependencies: tuple[Dependency, ...] = ()
    execution_strategy: DependencyType = DependencyType.COUPLED
    execution_order: tuple[int, ...] = (1,)
    instructions: tuple[RetrievalInstruction, ...] = ()
    gaps: tuple[Gap, ...] = ()
    """All gaps known so far, with whether they were searched and found."""
    domain_expansion: tuple[str, ...] = ()
    expansion_reasoning: str = ""
    ask: tuple[Gap, ...] = ()
    """The non-retrievable gaps to put to the user when `next_action` is clarify."""
    next_action: Literal["retrieve", "expand_domain", "clarify", "synthesize"]
