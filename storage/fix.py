"""Who is correcting which log where."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Fix:
    """*Fix* was tapped for this entry: what the person says next in the chat is its correction."""

    user_id: int
    chat_id: int
    entry_id: str
    expires_at: datetime
