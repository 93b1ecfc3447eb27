"""A long job as it is kept: its row, and the steps that it has made."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from storage.entities import Frozen

JobStatus = Literal["running", "paused", "asking", "done", "accepted", "stopped", "failed"]
"""`asking` waits for the person, `done` for their yes or a correction; the last three are the end."""
DELIVERED: tuple[JobStatus, ...] = ("done", "accepted")
"""Its files are there."""
OVER: tuple[JobStatus, ...] = ("accepted", "stopped", "failed")
ACTIVE: tuple[JobStatus, ...] = ("running", "paused", "asking")
FEEDBACK = "feedback"
"""What `shown` of a job says whose person was asked what is to be changed."""
StepKind = Literal["said", "result", "compacted", "allowed", "transition"]


class JobRow(Frozen):
    """One job. `body` is JSON of `agents.jobs`, `shown` of whoever shows it; `seq` fences commits."""

    id: str
    user_id: int
    chat_id: int
    kind: str
    """Its type, such as review."""
    status: JobStatus = "running"
    reason: str = ""
    """Why it is paused or has ended, as a key."""
    seq: int = 0
    at: datetime
    updated_at: datetime
    ended_at: datetime | None = None
    body: str
    shown: str = ""

    @property
    def is_active(self) -> bool:
        """Whether it goes on, now or later."""
        return self.status in ACTIVE


class JobStep(Frozen):
    """One step, in their order; `body` is JSON."""

    job_id: str
    number: int
    user_id: int
    phase: int
    kind: StepKind
    at: datetime
    body: str
