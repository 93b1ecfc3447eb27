"""What a button of a job carries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

JobAct = Literal[
    "pause", "resume", "stop", "accept", "change", "show", "o0", "o1", "o2", "o3", "o4", "o5"
]  # fmt: skip
"""`o0` and so on: an answer to what the job asks. `show`: its progress here and now."""
_ACTS: dict[str, JobAct] = {one: one for one in get_args(JobAct)}
JOB = rf"[0-9A-HJKMNP-TV-Z]{{26}}:(?:{'|'.join(_ACTS)})|new:[a-z][a-z0-9_]{{1,30}}"
"""As it stands behind `j:`."""


@dataclass(frozen=True, slots=True)
class JobTap:
    """A button of a job."""

    job_id: str
    act: JobAct


@dataclass(frozen=True, slots=True)
class NewJobTap:
    """Begin a job of a type."""

    kind: str


def job_tap(data: str) -> JobTap | NewJobTap:
    """What stands behind `j:`."""
    first, _, act = data.partition(":")
    return NewJobTap(act) if first == "new" else JobTap(first, _ACTS[act])


def job_data(tap: JobTap | NewJobTap) -> str:
    """For a button of a job."""
    return f"j:new:{tap.kind}" if isinstance(tap, NewJobTap) else f"j:{tap.job_id}:{tap.act}"
