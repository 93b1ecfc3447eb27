"""What was wrong with words that were logged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Impossible:
    """A value that cannot be: of which measure and field, as written, and what is allowed."""

    measure: str
    kind: Literal["outside", "above_scale", "not_whole"]
    field: str
    value: str
    allowed: str = ""

    def __str__(self) -> str:
        """For programs; what a person reads is worded at the edge."""
        return f"{self.measure}: {self.field} {self.value} {self.kind} {self.allowed}".rstrip()


Problem = str | Impossible
"""A sentence, or what is worded when it is shown."""
