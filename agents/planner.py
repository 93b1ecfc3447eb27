"""Planner: what to look for, in which order, and when to ask instead."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from agents.dialogue import Exchange
from agents.profile import Profile
from agents.types import (
    LOOKUPS,
    EvaluationFeedback,
    FigureRequest,
    Gap,
    QueryType,
    RetrievalAttempt,
    RetrievalInstruction,
    SubQuery,
    UserAnswer,
)
from domains.model import ActiveDomainContext
from storage.entities import DateRange, Entry, Frozen

_NEWEST = ("last", "list")
"""Statistics for which the newest entries will do."""


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
    just_logged: str = ""
    """The log that came after the last of these."""
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
    computed: tuple[FigureRequest, ...] = ()
    """Figures that earlier plans asked for."""
    found: tuple[Entry, ...] = ()
    """What earlier rounds found, the nearest to the question first: its days may be asked about."""


class PlannerOutput(Frozen, extra="ignore"):
    """The plan. Expansion is asked for with `domain_expansion`, questions to the user stand in `ask`.

    Plans of earlier versions, in turns that wait for an answer, have fields that nobody read.
    """

    reasoning: str
    query_type: QueryType
    sub_queries: tuple[SubQuery, ...]
    instructions: tuple[RetrievalInstruction, ...] = ()
    gaps: tuple[Gap, ...] = ()
    """All gaps known so far, with whether they were searched and found."""
    domain_expansion: tuple[str, ...] = ()
    ask: tuple[Gap, ...] = ()
    """The non-retrievable gaps to put to the user when `next_action` is clarify."""
    next_action: Literal["retrieve", "expand_domain", "clarify", "synthesize"]

    @property
    def is_lookup(self) -> bool:
        """Whether every part asks for figures or what was logged, and nothing for a reason or advice."""
        return all(part.query_type in LOOKUPS for part in self.sub_queries)

    def with_figures(self, wanted: Sequence[FigureRequest]) -> PlannerOutput:
        """The plan with these figures too, each for the part about its measure, and what they rest on."""
        parts = list(self.sub_queries)
        for request in wanted:
            at = next((n for n, part in enumerate(parts) if request.measure in part.subjects), 0)
            parts[at] = parts[at].model_copy(update={"wanted": (*parts[at].wanted, request)})
        searches = (search for one in wanted for search in searches_for(one))
        return self.model_copy(
            update={
                "sub_queries": tuple(parts),
                "instructions": tuple(dict.fromkeys((*self.instructions, *searches))),
                "next_action": "retrieve",
            }
        )


def searches_for(figure: FigureRequest, part: int = 1) -> list[RetrievalInstruction]:
    """What a figure is computed from: all of it, or the number is wrong."""
    days = figure.date_range
    if days is not None and figure.versus is not None:
        days = DateRange(start=min(days.start, figure.versus.start), end=max(days.end, figure.versus.end))
    names = (figure.measure, figure.split_by) if figure.split_by else (figure.measure,)
    return [
        RetrievalInstruction(
            strategy="topic",
            sub_query=part,
            topics=(name,),
            date_range=days,
            everything=days is None and figure.statistic not in _NEWEST,
        )
        for name in names
    ]
