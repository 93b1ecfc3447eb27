"""What a model was asked for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ThoughtKey:
    """A wake of a coach's, or a message of a conversation about a template."""

    user_id: int
    key: str
