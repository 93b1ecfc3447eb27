"""Jobs of everybody: begun, gone on with after a start, paused, stopped, answered, corrected.

One task a job, a few side by side. What the chat does goes through here; who shows jobs is told by the
`Watcher`. Nothing here waits for a job.
"""

from __future__ import annotations

import asyncio
import importlib
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from ulid import ULID

from agents.derived_ids import id_of
from agents.jobs.body import JobBody, Meter, standing, step_of
from agents.jobs.briefs import feedback, instructions_file
from agents.jobs.calling import Calling
from agents.jobs.kinds import CONNECTED, Connection, Kind, Kinds
from agents.jobs.loop import WAITS, Loop, Watcher, nobody_first
from agents.jobs.messages import plain_result, told
from agents.jobs.todo import Refusal
from agents.jobs.transitions import JobState, begun
from agents.jobs.worker import Worker
from agents.jobs.workspace import ARTIFACTS, INSTRUCTIONS, DiskFull, Workspace, WorkspaceGone
from agents.profile import Profile
from agents.tools.registry import ToolRegistry
from agents.tools.result import Proposal
from storage.entities import Effects
from storage.errors import Outdated, StorageError
from storage.job import JobRow, JobStatus, StepKind
from storage.jobs import Jobs
from storage.vault import FOLDER as VAULT

logger = logging.getLogger(__name__)

MOST_OF_ONE = 2
"""Jobs of a person that go on at once."""
AT_ONCE = 4
"""Jobs at work at once, whoever they are of."""
LONGEST_REQUEST = 100_000
"""Bytes of a person's words."""
_AGAIN = 30.0
"""Seconds after which a job is gone on with that storage stopped."""
YES = "yes"


class JobRefused(Exception):  # noqa: N818 - what happened
    """A job can't be begun or changed. `reason` is a key, `detail` what it is about."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"{reason} {detail}".rstrip())
        self.reason = reason
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody wants done. `files` come into artifacts/, by their names."""

    user_id: int
    chat_id: int
    kind: str
    request: str
    language: str = "en"
    files: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    key: str = ""
    """Of the message or tap that wants it: heard again after a kill, it is the same job."""
    digest: str = ""
    """Of all that is wanted; kept with the job."""


class Unwatched:
    """Nobody looks."""

    async def changed(self, row: JobRow, body: JobBody) -> None:
        """Nothing."""

    async def effects(self, row: JobRow, body: JobBody) -> Effects | None:
        """None."""
        return None

    async def proposed(self, row: JobRow, proposal: Proposal, token: str) -> Effects:
        """Nobody is asked."""
        return Effects()


async def _at_once(_user_id: int) -> None:
    """Nothing has to be connected to."""


@dataclass(slots=True)
class Office:
    """`workers` by what a type says (`model`, `rule`); `has`: what a person has connected.

    `ready` connects to a person's servers: before that nobody knows what a call that was cut off was.
    """

    jobs: Jobs
    data_dir: Path
    kinds: Kinds
    registry: Callable[[], ToolRegistry]
    profile_of: Callable[[int], Awaitable[Profile]]
    clock: Callable[[], datetime]
    workers: Mapping[str, Worker]
    has: Callable[[int], frozenset[Connection]]
    watcher: Watcher = field(default_factory=Unwatched)
    waits: tuple[float, ...] = WAITS
    most_of_one: int = MOST_OF_ONE
    ready: Callable[[int], Awaitable[None]] = _at_once
    gives_way: Callable[[], Awaitable[None]] = nobody_first
    _tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict[str, "asyncio.Task[None]"], init=False)
    _newly: deque[str] = field(default_factory=lambda: deque[str](maxlen=AT_ONCE), init=False)
    _slots: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE), init=False)

    # --- What the chat does ---------------------------------------------------------------------------------

    async def start(self, order: Order) -> JobRow:
        """Begin a job.

        Raises KindError, JobRefused (too_many, too_long, empty, needs, disk_full, workspace_gone).
        """
        kind = self.kinds.kind(order.kind)
        self._check(order, kind)
        job_id = job_id_of(order.user_id, order.key) if order.key else str(ULID())
        if (there := await self.jobs.job(order.user_id, job_id)) is not None:
            return there
        state = begun(JobState(job_id=job_id), kind.beginnings["initial"])
        body = JobBody(state=state, request=order.request, language=order.language, digest=order.digest)
        now = self.clock()
        row = JobRow(
            id=job_id, user_id=order.user_id, chat_id=order.chat_id, kind=order.kind, at=now, updated_at=now,
            body=body.model_dump_json(exclude_defaults=True),
        )  # fmt: skip
        workspace = self.workspace(row)
        try:
            await asyncio.to_thread(_laid_out, workspace, kind, order)
        except (WorkspaceGone, DiskFull) as trouble:
            await asyncio.to_thread(workspace.remove)
            raise _refused(trouble) from None
        if not await self.jobs.add(row, self.most_of_one):
            await asyncio.to_thread(workspace.remove)
            raise JobRefused("too_many", str(self.most_of_one))
        self._begin(row)
        return row

    async def act(self, name: str, row: JobRow) -> bool:
        """Pause, resume, stop or accept it; whether that could be done."""
        does = {"pause": self.pause, "resume": self.resume, "stop": self.stop, "accept": self.accept}
        return await does[name](row.user_id, row.id)

    async def pause(self, user_id: int, job_id: str) -> bool:
        """Let it finish its step and wait; whether it ran."""
        return await self.jobs.halt(user_id, job_id, "person", self.clock())

    async def resume(self, user_id: int, job_id: str) -> bool:
        """Go on with one that is paused; whether it was. One that had asked, asks on."""
        row = await self.jobs.job(user_id, job_id)
        if row is None or row.status != "paused":
            return False
        status: JobStatus = "asking" if body_of(row).question is not None else "running"
        return await self._turned(row, status, body_of(row))

    async def stop(self, user_id: int, job_id: str, reason: str = "person") -> bool:
        """End it, whatever it does; whether it had not ended."""
        row = await self.jobs.job(user_id, job_id)
        if row is None or not (row.is_active or row.status == "done"):
            return False
        stopped = await self._turned(row, "stopped", body_of(row), reason=reason)
        await self._cancel(job_id)
        return stopped or await self.stop(user_id, job_id, reason)

    async def stop_all(self, user_id: int, reason: str) -> None:
        """End all of a person who is removed."""
        for row in await self.jobs.of_user(user_id):
            if row.is_active:
                await self.stop(user_id, row.id, reason)

    async def forget(self, user_id: int) -> None:
        """End what runs for a person whose rows are about to be deleted, without a word."""
        for row in await self.jobs.of_user(user_id):
            await self._cancel(row.id)

    async def answer(self, user_id: int, job_id: str, text: str) -> bool:
        """Give a person's answer to what the job asked: it goes on in the same phase. Whether it asked."""
        row = await self.jobs.job(user_id, job_id)
        if row is None or row.status != "asking":
            return False
        body = body_of(row)
        question = body.question
        if question is None:
            return False
        kind: StepKind = "result"
        if not question.cut_off:
            step = plain_result(question.call_id, "ask_person", told(text))
        elif text.strip().casefold() == YES:
            kind, step = "allowed", question.call_id
        else:
            cut = "It was cut off by a restart, and the person does not want it repeated."
            step = plain_result(question.call_id, question.cut_off, cut, is_done=False)
        return await self._turned(row, "running", body.model_copy(update={"question": None}), ((kind, step),))

    async def accept(self, user_id: int, job_id: str) -> bool:
        """The person is content with what was delivered; whether it was."""
        row = await self.jobs.job(user_id, job_id)
        return row is not None and row.status == "done" and await self._turned(row, "accepted", body_of(row))

    async def change(self, user_id: int, job_id: str, words: str) -> bool:
        """A corrective strategic phase by the person's feedback; whether something was delivered.

        It may not complete the job before a tactical phase ran. What the job may use begins anew. Raises
        JobRefused (too_long, disk_full, workspace_gone).
        """
        row = await self.jobs.job(user_id, job_id)
        if row is None or row.status != "done":
            return False
        body, kind = body_of(row), self.kinds.shown(row.kind)
        state = body.state.model_copy(
            update={
                "is_strategic_phase": True, "phase_number": body.state.phase_number + 1, "phase": "",
                "description": "", "may_complete": False,
            }
        )  # fmt: skip
        number = body.corrections + 1
        workspace = self.workspace(row)
        try:
            before = workspace.text(INSTRUCTIONS) or ""
            workspace.write(INSTRUCTIONS, before + feedback(number, words))
        except (WorkspaceGone, DiskFull, Refusal) as trouble:
            raise _refused(trouble) from None
        body = JobBody(
            state=begun(state, kind.beginnings["corrective"]),
            request=body.request,
            language=body.language,
            whole=Meter(usd=body.whole.usd),
            corrections=number,
            digest=body.digest,
        )
        return await self._turned(row, "running", body)

    # --- Its own --------------------------------------------------------------------------------------------

    async def resume_all(self) -> int:
        """Go on with what was at work when the process ended; how many."""
        rows = await self.jobs.unfinished()
        for row in rows:
            self._begin(row)
        return len(rows)

    async def close(self) -> None:
        """End all tasks; the next start goes on with them."""
        for job_id in [*self._tasks]:
            await self._cancel(job_id)

    async def idle(self) -> None:
        """Until no job is at work; for tests and batches."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    @property
    def at_work(self) -> frozenset[str]:
        """Ids of the jobs that have a task in this process."""
        return frozenset(self._tasks)

    def newly_at_work(self) -> frozenset[str]:
        """Ids of those that were put to work here since this was asked last, though they may have ended."""
        found = frozenset(self._newly)
        self._newly.clear()
        return found

    def workspace(self, row: JobRow) -> Workspace:
        """The folder of a job."""
        return Workspace.of(self.data_dir / VAULT, row.user_id, row.id)

    def missing(self, user_id: int, kind: Kind) -> frozenset[Connection]:
        """What a type needs and the person has not connected."""
        return kind.type.needs - self.has(user_id)

    def _check(self, order: Order, kind: Kind) -> None:
        if missing := self.missing(order.user_id, kind):
            raise JobRefused("needs", ", ".join(sorted(missing)))
        if len(order.request.encode()) > LONGEST_REQUEST:
            raise JobRefused("too_long")
        if not order.request.strip() and kind.type.worker == "model":
            raise JobRefused("empty")

    async def _turned(
        self,
        row: JobRow,
        status: JobStatus,
        body: JobBody,
        steps: tuple[tuple[StepKind, str], ...] = (),
        *,
        reason: str = "",
    ) -> bool:
        """Another status, unless something else happened meanwhile; a job that runs then is begun."""
        now, last = self.clock(), await self.jobs.last_step(row.user_id, row.id)
        changed = standing(row, body, now, status, reason)
        kept = [step_of(row, body, now, last + at, one) for at, one in enumerate(steps, 1)]
        effects = None if status == "running" else await self.watcher.effects(changed, body)
        if not await self.jobs.turn(changed, [row.status], kept, effects):
            return False
        changed = changed.model_copy(update={"seq": row.seq + 1})
        await self.watcher.changed(changed, body)
        if status == "running":
            self._begin(changed)
        return True

    def _begin(self, row: JobRow) -> None:
        """Put it to work, after a task of its before has ended."""
        before = self._tasks.get(row.id)
        task = asyncio.create_task(self._run(row, before), name=f"job {row.id}")
        self._tasks[row.id] = task
        self._newly.append(row.id)
        task.add_done_callback(lambda done: self._ended(row.id, done))

    def _ended(self, job_id: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(job_id) is task:
            del self._tasks[job_id]

    async def _cancel(self, job_id: str) -> None:
        task = self._tasks.pop(job_id, None)
        if task is not None and task is not asyncio.current_task():
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _run(self, row: JobRow, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.gather(before, return_exceptions=True)
        async with self._slots:
            await asyncio.to_thread(importlib.import_module, "pydantic_ai.messages")
            while True:
                try:
                    await (await self._loop(row)).run()
                except Outdated:
                    return
                except StorageError as error:
                    logger.warning("job %s waits for storage: %s", row.id, error)
                except Exception:
                    logger.exception("job %s broke", row.id)
                    await self._broken(row)
                    return
                else:
                    return
                await asyncio.sleep(_AGAIN)
                found = await self.jobs.job(row.user_id, row.id)
                if found is None or found.status != "running":
                    return
                row = found

    async def _broken(self, row: JobRow) -> None:
        """A mistake of ours ends one job, not the bot."""
        found = await self.jobs.job(row.user_id, row.id)
        if found is not None and found.status == "running":
            await self._turned(found, "failed", body_of(found), reason="broken")

    async def _loop(self, row: JobRow) -> Loop:
        kind, profile = self.kinds.kind(row.kind), await self.profile_of(row.user_id)
        body, workspace = body_of(row), self.workspace(row)
        if CONNECTED in kind.type.tools.domain:
            await self.ready(row.user_id)
        profile = profile.model_copy(update={"language": body.language or profile.language})
        calling = Calling(kind, profile, workspace, self.registry(), self.clock, body.language)
        return Loop(
            row, body, kind, profile, workspace, self.workers[kind.type.worker], calling, self.jobs,
            self.watcher, self.clock, self.gives_way, self.waits,
        )  # fmt: skip


def job_id_of(user_id: int, key: str) -> str:
    """Of the job that a person wants under a key."""
    return id_of(user_id, key)


def body_of(row: JobRow) -> JobBody:
    """What the row keeps."""
    return JobBody.model_validate_json(row.body)


_REASONS = {DiskFull: "disk_full", WorkspaceGone: "workspace_gone", Refusal: "too_long"}


def _refused(trouble: WorkspaceGone | DiskFull | Refusal) -> JobRefused:
    return JobRefused(_REASONS[type(trouble)])


def _laid_out(workspace: Workspace, kind: Kind, order: Order) -> None:
    names = tuple(sorted(order.files))
    workspace.make(instructions_file(kind, order.request, names))
    for name in names:
        workspace.put(f"{ARTIFACTS}/{name}", order.files[name])
