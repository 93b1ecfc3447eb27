"""What a job's row keeps beside its status: where it is, what it has used, what it asks."""

from __future__ import annotations

from datetime import datetime

from agents.jobs.transitions import JobState
from storage.entities import Frozen
from storage.job import OVER, JobRow, JobStatus, JobStep, StepKind


class Meter(Frozen):
    """What was used. `seconds` are those at work: a pause costs none."""

    steps: int = 0
    tokens: int = 0
    usd: float = 0.0
    seconds: float = 0.0

    def plus(self, more: Meter) -> Meter:
        """Both."""
        return Meter(
            steps=self.steps + more.steps,
            tokens=self.tokens + more.tokens,
            usd=self.usd + more.usd,
            seconds=self.seconds + more.seconds,
        )


class JobQuestion(Frozen):
    """What the person is asked; `cut_off`: whether a call that a restart cut off may be made again.

    `step` tells it from others: some providers use the ids of calls again.
    """

    text: str
    options: tuple[str, ...] = ()
    call_id: str
    step: int = 0
    cut_off: str = ""


class JobBody(Frozen):
    """JSON of `JobRow.body`."""

    state: JobState
    request: str
    """The person's own words."""
    language: str = "en"
    phase: Meter = Meter()
    whole: Meter = Meter()
    seen: dict[str, int] = {}  # noqa: RUF012 - a pydantic field
    """Calls with their results since the last todo was done, by digest: how often each was made."""
    failed: int = 0
    """Calls in a row that brought nothing."""
    idle: int = 0
    """Answers in a row without a call."""
    refusals: int = 0
    """Transitions refused in this phase."""
    done: int = 0
    """Calls of this phase that did something beside completing todos."""
    question: JobQuestion | None = None
    asked: int = 0
    proposed: int = 0
    corrections: int = 0
    summary: str = ""
    """What the job says of itself when it is done."""
    digest: str = ""
    """Of what was wanted, where somebody may send it again."""


def standing(row: JobRow, body: JobBody, now: datetime, status: JobStatus, reason: str = "") -> JobRow:
    """The row as it is with this body and status."""
    return row.model_copy(
        update={
            "status": status, "reason": reason, "body": body.model_dump_json(exclude_defaults=True),
            "updated_at": now, "ended_at": now if status in OVER else None,
        }
    )  # fmt: skip


def step_of(row: JobRow, body: JobBody, now: datetime, number: int, step: tuple[StepKind, str]) -> JobStep:
    """A step of the phase that the body is in."""
    kind, text = step
    return JobStep(
        job_id=row.id, number=number, user_id=row.user_id, phase=body.state.phase_number, kind=kind, at=now,
        body=text,
    )  # fmt: skip
