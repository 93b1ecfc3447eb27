"""Analyzer: what the entries say, what is missing, and last of all whether it is enough."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import TypeVar, cast

from pydantic import PrivateAttr

from agents.profile import Profile
from agents.types import (
    Analysis,
    EvaluationFeedback,
    Gap,
    RetrievalAttempt,
    SubQuery,
    UserAnswer,
)
from domains.model import ActiveDomainContext
from storage.entities import Entry, Frozen

_T = TypeVar("_T")


class AnalyzerInput(Frozen):
    """A question with everything that was found for it."""

    query: str
    message: str = ""
    """All that was said with it, where the question is only a part of it."""
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
    _made: list[tuple[object, ...]] = PrivateAttr(default_factory=list[tuple[object, ...]])

    def once(self, make: Callable[[AnalyzerInput, Analysis], _T], floor: Analysis) -> _T:
        """What a function makes of it and code's own analysis: a turn asks for the same several times."""
        for owner, made_by, of, value in self._made:
            if owner is self and made_by is make and of is floor:
                return cast("_T", value)
        value = make(self, floor)
        self._made[:] = [(self, make, floor, value)]  # a copy has the list, too
        return value


AnalyzerOutput = Analysis
