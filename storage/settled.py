"""What became of a proposal."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Status = Literal[
    "open", "asking", "confirmed", "done", "declined", "replaced", "failed", "undone", "kept", "unsure",
    "later", "withdrawn", "expired",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Settled:
    """A proposal of a user that has got another status. `result` is JSON; None leaves what was there."""

    token: str
    user_id: int
    status: Status
    at: datetime
    result: str | None = None
    only: tuple[Status, ...] = ()
    """It must have one of these until then, or nothing at all is written (Outdated); empty: any."""
    in_calendar: bool = False
    """An event was written, changed or taken out with it."""
