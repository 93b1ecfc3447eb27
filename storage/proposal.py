"""What waits for somebody's yes, and what became of it, as stored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Status = Literal[
    "open", "asking", "confirmed", "done", "declined", "replaced", "failed", "undone", "kept", "unsure",
    "later", "withdrawn", "expired",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class ProposalRow:
    """One; `storage.proposals` says what may become of it. `body` and `result` are its proposer's JSON."""

    token: str
    user_id: int
    chat_id: int
    tool: str
    """What does it."""
    at: datetime
    expires_at: datetime
    body: str
    status: Status = "open"
    settled_at: datetime | None = None
    result: str | None = None
    origin: str = ""
    """Of an item of a set: who proposed it."""
    mark: str = ""
    """Of an item of a set: the same for the same change on the same facts."""


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
