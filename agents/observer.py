"""Observer: what is worth remembering about this person."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import Field, SkipValidation

from agents.profile import Profile
from agents.types import Analysis, ContextUpdate
from storage.entities import Entry, Frozen

Trigger = Literal["post_query", "user_correction", "periodic"]


class ObserverInput(Frozen):
    """What happened, and what is remembered already."""

    trigger: Trigger
    now: datetime
    profile: Profile
    query: str | None = None
    is_lookup: bool = False
    """The question asked for figures only: what its records show was not even asked."""
    analysis: Analysis | None = None
    response: str | None = None
    correction: str | None = None
    new_entries: tuple[Entry, ...] = ()
    before: tuple[Entry, ...] = ()
    """For user_correction and periodic: entries since corrected or taken back as they were before."""
    vocabulary: SkipValidation[dict[str, str]] = Field(default_factory=dict[str, str])
    """Term as written to canonical name."""
    recent_entries: tuple[Entry, ...] = ()
    """For periodic: what patterns are read from, newest first."""
    current_context: str = ""
    context_guidance: str = ""


class ObserverOutput(Frozen):
    """Lines to remember; `should_update` False means nothing changes, not even the version."""

    updates: tuple[ContextUpdate, ...] = ()
    should_update: bool
