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


@dataclass(frozen=True, slots=True)
class Misread:
    """Words of a message that nothing could be made of, and what is wrong with them."""

    wrong: Literal[
        "unread", "no_exercise", "no_such_day", "endless", "below_zero", "unkept", "too_many_sets", "pace",
        "nothing_before",
    ]  # fmt: skip
    words: str
    """As written; of a pace, what was told and what follows from the rest, with a bar between."""

    def __str__(self) -> str:
        """For programs; what a person reads is worded at the edge."""
        return f"{self.wrong}: {self.words}"


Problem = str | Impossible | Misread
"""A sentence, or what is worded when it is shown."""
