"""A programme of a person's: a file of their own, or one that was proposed, runs or was stopped."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

ProgrammeStatus = Literal["file", "proposed", "running", "stopped", "declined"]


@dataclass(frozen=True, slots=True)
class ProgrammeRow:
    """`body`: of a file its text, else JSON of how it was begun. `name` is the file's or the programme's."""

    token: str
    user_id: int
    status: ProgrammeStatus
    name: str
    at: datetime
    ended_at: datetime | None
    body: str
