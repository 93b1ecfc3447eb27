"""A preference that was told in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Told:
    """What a message has changed in the preferences; /undo takes it back."""

    field: str
    before: str | None
    value: str
    at: datetime
    also: Told | None = None
    """Another one that the same message set."""
