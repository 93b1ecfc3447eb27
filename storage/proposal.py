"""What waits for somebody's yes, as stored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from storage.settled import Status


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
