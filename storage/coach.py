"""Coaches as stored: who watches what for whom, what it wrote, what it is made from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

CoachStatus = Literal["active", "paused", "deleted"]
WakeReason = Literal["subscription", "creation", "manual", "scheduled", "content"]
WakeKind = Literal["changes", "scheduled", "asked"]
"""What may wait beside each other for one coach: changes that came together, its own time, a request."""
WakeOutcome = Literal["reported", "unchanged", "off", "failed"]
"""`off`: it was switched off, paused or deleted before anything was done."""
NoteKind = Literal["message", "observation", "rating"]
Rating = Literal["good", "bad"]


@dataclass(frozen=True, slots=True)
class CoachRow:
    """One. `body` is JSON of `agents.coaches.coach.Links`.

    `automatic`: whether changes wake it; else they only make its report out of date (`outdated_at`).
    """

    id: str
    user_id: int
    name: str
    template: str
    status: CoachStatus
    automatic: bool
    body: str
    made_at: datetime
    outdated_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class TemplateRow:
    """A version of a person's template. `body` is JSON of `agents.coaches.template.Template`."""

    user_id: int
    name: str
    version: int
    body: str
    at: datetime
    cause: str
    """What made it: built in, a file, the chat, an evolution."""
    active: bool = True
    """One version of a name is; a roll-back makes an older one so."""


@dataclass(frozen=True, slots=True)
class QueuedWake:
    """What waits. `tokens`: a JSON list, sorted; `batch` tells these changes from any others."""

    coach_id: str
    kind: WakeKind
    user_id: int
    reason: WakeReason
    tokens: str
    batch: str
    changes: int
    queued_at: datetime
    due_at: datetime


@dataclass(frozen=True, slots=True)
class WakeRow:
    """A line of the wake log. While `ended_at` is None it is at work, or was when the process died."""

    id: str
    user_id: int
    coach_id: str
    reason: WakeReason
    tokens: str
    run_key: str
    template_version: int
    attempts: int
    began_at: datetime
    ended_at: datetime | None = None
    outcome: WakeOutcome | Literal[""] = ""
    cost_usd: float = 0.0


@dataclass(frozen=True, slots=True)
class CoachReport:
    """A version of a report. `body` is JSON of `agents.coaches.report.Report`."""

    coach_id: str
    version: int
    user_id: int
    wake_id: str
    at: datetime
    body: str


@dataclass(frozen=True, slots=True)
class CoachNote:
    """Never changed once written: what was said to or by a coach, and what it observed.

    But a rating: of a wake there is one, what its person last thought of its report.
    """

    id: str
    coach_id: str
    user_id: int
    wake_id: str
    kind: NoteKind
    at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class WakeEnd:
    """How a wake ended, all in one transaction. `report`: its new one; None: it stays as it was."""

    wake: WakeRow
    at: datetime
    outcome: WakeOutcome
    cost_usd: float = 0.0
    report: str | None = None
    notes: tuple[CoachNote, ...] = ()
    next_due: datetime | None = None
    """When its own time comes next."""
    watched: tuple[str, ...] | None = None
    """What wakes it from now on, by the version of its template that it ran; None: what did."""
