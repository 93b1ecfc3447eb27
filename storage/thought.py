"""What a model was asked for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class ThoughtKey:
    """A wake of a coach's, or a message of a conversation about a template."""

    user_id: int
    key: str


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer that nothing was made of yet; `body` is JSON of whoever asked."""

    key: str
    at: datetime
    body: str
