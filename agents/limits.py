"""Every limit of the machine, in one place; part of the configuration."""

from __future__ import annotations

from pydantic import Field

from storage.entities import Frozen


class Limits(Frozen):
    """How often the machine may go round, how much it reads and how long it waits."""

    replans: int = Field(default=2, ge=0, description="re-plans after an insufficient analysis")
    retries: int = Field(default=2, ge=0, description="re-plans after a failed evaluation")
    expansions: int = Field(default=3, ge=0, description="domain expansions in one turn")
    max_entries: int = Field(default=400, ge=1, description="entries read for one question")
    clarification_hours: float = Field(
        default=48, gt=0, description="hours until an unanswered question expires"
    )
    max_questions: int = Field(default=2, ge=1, description="questions put to the user at once")
    session_gap_minutes: int = Field(default=60, ge=1, description="a pause this long ends a conversation")
    recent_entries: int = Field(default=40, ge=1, description="newest entries a correction looks through")
    global_context_tokens: int = Field(default=2000, ge=200, description="size budget of the memory")
