"""Synthesizer: turns the analysis into the reply."""

from __future__ import annotations

from datetime import datetime

from agents.profile import Profile
from agents.types import Analysis, Draft, EvaluationFeedback, Gap, QueryType, SubQuery, UserAnswer
from storage.entities import Frozen


class SynthesizerInput(Frozen):
    """An analysis to be told. `analysis` is None for chat, which rests on nothing."""

    query: str
    query_type: QueryType
    sub_queries: tuple[SubQuery, ...] = ()
    now: datetime
    profile: Profile
    analysis: Analysis | None = None
    is_partial: bool = False
    unanswered_gaps: tuple[Gap, ...] = ()
    answers: tuple[UserAnswer, ...] = ()
    declined: bool = False
    """The user was asked back and skipped."""
    feedback: tuple[EvaluationFeedback, ...] = ()
    said_last: str = ""
    """To small talk: what was said to the small talk before, which is not said again."""


SynthesizerOutput = Draft
