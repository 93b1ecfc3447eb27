"""When a job is ended, or told that it repeats itself."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from agents.jobs.body import JobBody, Meter
from agents.jobs.kinds import Bounds, JobLimits

TOLD_AT, STOPPED_AT = 3, 4
"""Times that the same call may bring the same result."""
MOST_FAILED = 10
MOST_IDLE = 3
MOST_REFUSALS = 5
_MINUTE = 60


def exceeded(body: JobBody, limits: JobLimits) -> str | None:
    """Why a job has to end now, as a key; None: it may go on."""
    return next((reason for reason, is_so in _reasons(body, limits) if is_so), None)


def _reasons(body: JobBody, limits: JobLimits) -> Iterator[tuple[str, bool]]:
    yield from _of(body.phase, limits.phase, "phase")
    yield from _of(body.whole, limits.job, "job")
    yield "job_phases", body.state.phase_number > limits.job.phases
    yield "repeats", any(count >= STOPPED_AT for count in body.seen.values())
    yield "todos_refused", body.refusals >= MOST_REFUSALS
    yield "calls_fail", body.failed >= MOST_FAILED
    yield "says_nothing", body.idle >= MOST_IDLE


def _of(used: Meter, bounds: Bounds, of: str) -> Iterator[tuple[str, bool]]:
    yield f"{of}_steps", used.steps >= bounds.steps
    yield f"{of}_tokens", used.tokens >= bounds.tokens
    yield f"{of}_money", used.usd > bounds.usd
    yield f"{of}_time", used.seconds > bounds.minutes * _MINUTE


def digest(tool: str, arguments: str, result: str) -> str:
    """The same for the same call with the same result."""
    return hashlib.blake2b(f"{tool}\0{arguments}\0{result}".encode(), digest_size=8).hexdigest()
