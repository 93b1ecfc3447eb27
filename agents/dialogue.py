"""What was said just now in a chat, which the next words may lean on."""

from __future__ import annotations

from agents.types import Quantity, Statistic
from storage.entities import DateRange, Frozen


class Exchange(Frozen):
    """A question of this conversation and what was answered, for follow-ups ("and the month before?")."""

    question: str
    answer: str
    subjects: tuple[str, ...] = ()
    date_range: DateRange | None = None
    statistic: Statistic | None = None
    quantity: Quantity | None = None


class Dialogue(Frozen):
    """The questions just answered, and the log after them."""

    exchanges: tuple[Exchange, ...] = ()
    """Questions that were answered, the oldest first."""
    just_logged: str = ""
    """The log that came after the last of them: what "how fast was that?" speaks of."""
