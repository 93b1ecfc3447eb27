"""Clarifier: asks the user only for what nobody could have looked up."""

from __future__ import annotations

from agents.profile import Profile
from agents.types import Gap, RetrievalAttempt, UserAnswer
from storage.entities import Frozen


class ClarifierInput(Frozen):
    """The gaps that only the user can fill."""

    query: str
    profile: Profile
    gaps: tuple[Gap, ...]
    retrieval_history: tuple[RetrievalAttempt, ...] = ()
    previous: tuple[UserAnswer, ...] = ()


class ClarificationQuestion(Frozen):
    """A question with likely answers as options (Skip is added when it is shown)."""

    question: str
    gap: str
    options: tuple[str, ...] = ()
    required: bool = True


class ClarifierOutput(Frozen):
    """What to ask, why, and what happens if the user would rather not say."""

    questions: tuple[ClarificationQuestion, ...]
    context_explanation: str
    fallback_action: str
