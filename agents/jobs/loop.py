"""The one loop of all phases: ask the worker, carry out its calls, keep each step, turn to the next phase.

Every answer is a row before a call of it reaches beyond the job's own files, every result is one together
with what it changed. An answer that only reads and writes those is kept with its first result, in one
transaction: a kill before that is a kill before the answer. So a restart finds the last answer and goes on
with the calls that have no result yet. Calls of our own tools are made again then: they read, propose, or
write whole files. A call to a connected service that was cut off is repeated where the service says that
this changes nothing, else only if the person says so (docs/decisions/014-calls-cut-off.md).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from agents.jobs.body import JobBody, JobQuestion, Meter, standing, step_of
from agents.jobs.briefs import get_system_prompt
from agents.jobs.calling import Called, Calling, stays
from agents.jobs.guards import TOLD_AT, digest, exceeded
from agents.jobs.kinds import Kind
from agents.jobs.messages import Talk
from agents.jobs.todo import TODOS_FILE
from agents.jobs.transitions import Rejected, on_phase_complete
from agents.jobs.worker import Said, Scene, Worker, WorkerAway
from agents.jobs.workspace import DiskFull, Workspace, WorkspaceGone
from agents.profile import Profile
from agents.tools.result import Proposal
from storage.entities import Effects
from storage.job import JobRow, JobStatus, JobStep, StepKind
from storage.jobs import Jobs

if TYPE_CHECKING:  # only while a job runs
    from pydantic_ai.messages import ToolCallPart

logger = logging.getLogger(__name__)

WAITS = (5.0, 30.0, 120.0)
"""Seconds after which a model that is away is asked again."""
_BREATH = 0.05
"""Seconds that a step gives way to chats, at most: as long as it held the loop, less what it waited."""
REPEATED = "You have made the same call with the same result three times. Do something else."
MADE_AGAIN = "It was cut off by a restart and made again; the service says that this changes nothing."
SAY_BY_TOOLS = "Nothing is done by words alone: call a tool. When the todo is done, call todo_complete."


async def nobody_first() -> None:
    """Nobody goes first."""


class Watcher(Protocol):
    """Who shows jobs."""

    async def changed(self, row: JobRow, body: JobBody) -> None:
        """After a commit; progress may be shown. Returns soon."""
        ...

    async def effects(self, row: JobRow, body: JobBody) -> Effects | None:
        """What is written with a status that is not `running`: a question, a delivery, a reason."""
        ...

    async def proposed(self, row: JobRow, proposal: Proposal, token: str) -> Effects:
        """What is written where a tool proposes something; the same token twice is the same proposal."""
        ...


class JobEnded(Exception):  # noqa: N818 - what happened
    """The loop ends: the job's status and why."""

    def __init__(self, status: JobStatus, reason: str = "") -> None:
        super().__init__(reason or status)
        self.status: JobStatus = status
        self.reason = reason


@dataclass(slots=True)
class Loop:
    """One job at work. `row` and `body` are as last committed; `talk` are the messages of the phase."""

    row: JobRow
    body: JobBody
    kind: Kind
    profile: Profile
    workspace: Workspace
    worker: Worker
    calling: Calling
    jobs: Jobs
    watcher: Watcher
    clock: Callable[[], datetime]
    gives_way: Callable[[], Awaitable[None]] = nobody_first
    """Before each step: a chat goes first."""
    waits: Sequence[float] = WAITS
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    talk: Talk = field(default_factory=Talk, init=False)
    _number: int = field(default=0, init=False)
    _held: list[JobStep] = field(default_factory=list[JobStep], init=False)
    """Steps that the next commit keeps."""
    _since: float = field(default=0.0, init=False)
    _instructions: tuple[int, str] = field(default=(0, ""), init=False)
    _made_again: str = field(default="", init=False)
    """The call that a restart cut off and that is made again unasked."""

    async def run(self) -> None:
        """Until it ends, is paused, or waits. Raises Outdated where it is nobody's or another's by now."""
        try:
            await self._load()
            while True:
                await self.gives_way()
                began, held = time.monotonic(), time.thread_time()
                await self._step()
                busy = time.thread_time() - held
                waited = time.monotonic() - began - busy
                await self.pause(min(_BREATH, max(0.0, busy - waited)))
        except JobEnded as ended:
            await self._end(ended.status, ended.reason)
        except WorkspaceGone:
            await self._end("failed", "workspace_gone")
        except DiskFull:
            await self._end("paused", "disk_full")

    async def _load(self) -> None:
        """Where it was. A process that was killed may have left calls without a result."""
        state = self.body.state
        self._since = time.monotonic()
        self._number = await self.jobs.last_step(self.row.user_id, self.row.id)
        steps = await self.jobs.steps(self.row.user_id, self.row.id, state.phase_number)
        self.talk = Talk.read(steps)
        self._consumed()
        await self._cut_off()

    async def _step(self) -> None:
        self._goes_on()
        if not self.talk.pending:
            self._guarded()
            await self._compacted()
            await self._answered()
            self._goes_on()
        before = self.body.state.phase_number
        for call in self.talk.pending:
            await self._carried_out(call)
            self._goes_on()
            if self.body.state.phase_number != before:
                return

    def _goes_on(self) -> None:
        if self.row.status != "running":
            raise JobEnded(self.row.status, self.row.reason)

    def _guarded(self) -> None:
        reason = exceeded(self.body, self.kind.type.limits)
        if reason is not None:
            raise JobEnded("failed", reason)

    # --- The worker's answer --------------------------------------------------------------------------------

    async def _answered(self) -> None:
        said = await self._asked(lambda: self.worker.next(self._scene()))
        calls = len(said.response.tool_calls)
        idle = 0 if calls else self.body.idle + 1
        body = self._spent(said, steps=1).model_copy(update={"idle": idle})
        text = self.talk.said(said.response, self._number + 1, "" if calls else SAY_BY_TOOLS)
        if calls and all(map(stays, said.response.tool_calls)):
            self._held = [self._numbered(("said", text), body)]
            self.body = body
        else:
            await self._commit(body, [("said", text)])

    async def _asked(self, ask: Callable[[], Awaitable[Said]]) -> Said:
        """The worker's answer; one who is away for a moment is waited for."""
        for wait in (*self.waits, None):
            try:
                return await ask()
            except WorkerAway as away:
                if wait is None or not away.waits:
                    raise JobEnded(
                        "failed" if away.reason == "script_ended" else "paused", away.reason
                    ) from None
            await self._still_ours()
            await self.pause(wait)
        raise AssertionError

    async def _still_ours(self) -> None:
        found = await self.jobs.job(self.row.user_id, self.row.id)
        if found is None or found.seq != self.row.seq or found.status != "running":
            raise JobEnded(
                "stopped" if found is None else found.status, "" if found is None else found.reason
            )

    def _spent(self, said: Said, steps: int) -> JobBody:
        now = time.monotonic()
        more = Meter(steps=steps, tokens=said.tokens, usd=said.usd, seconds=now - self._since)
        self._since = now
        return self._with(more)

    def _scene(self) -> Scene:
        state, now = self.body.state, self.clock().astimezone(self.profile.zone)
        if self._instructions[0] != state.phase_number:
            prompt = get_system_prompt(self.kind, state, self.workspace, self.profile, now)
            self._instructions = state.phase_number, prompt
        return Scene(
            state=state, kind=self.kind, profile=self.profile, now=now, request=self.body.request,
            workspace=self.workspace, tools=self.calling.offered(state.mode),
            instructions=self._instructions[1], messages=self.talk.messages,
            summary=self.talk.summary, turn_id=self.row.id, chat_id=self.row.chat_id,
        )  # fmt: skip

    async def _compacted(self) -> None:
        """Older messages of a phase that has grown too long are summed up; the newest stay as they are."""
        most = self.kind.type.limits.context_threshold_tokens
        if not self.worker.compacts or not self.talk.is_longer_than(most):
            return
        old, kept_from = self.talk.older(most)
        try:
            said = await self.worker.summarized(self._scene(), old)
            summary = said.response.text or ""
        except WorkerAway:
            said, summary = None, ""
        body = self.body if said is None else self._spent(said, steps=1)
        text = self.talk.compacted(summary or old[-4000:], kept_from)
        await self._commit(body, [("compacted", text)])

    # --- Calls ----------------------------------------------------------------------------------------------

    async def _cut_off(self) -> None:
        """A call to another service may have been made: it or the person says whether to repeat it."""
        call = next(iter(self.talk.pending), None)
        tool = None if call is None else self.calling.cut_off(call.tool_name)
        if call is None or tool is None or self.body.question is not None:
            return
        if tool.repeatable:
            self._made_again = call.tool_call_id
        if tool.repeatable or call.tool_call_id in self.talk.confirmed:
            return
        question = JobQuestion(
            text=f"{call.tool_name} {call.args_as_json_str()[:300]}",
            call_id=call.tool_call_id,
            step=self._number,
            cut_off=call.tool_name,
        )
        await self._commit(self.body.model_copy(update={"question": question}), status="asking")
        raise JobEnded("asking")

    async def _carried_out(self, call: ToolCallPart) -> None:
        told = await self.calling.call(call, self.body, self.row)
        if told.trouble is not None:
            raise told.trouble
        effects = None
        if told.proposal is not None:
            effects = await self.watcher.proposed(self.row, told.proposal, f"{self.row.id}{self._number}")
        key = digest(call.tool_name, call.args_as_json_str(), told.text)
        body = self._counted(key, told)
        if told.asks is not None:
            text, options = told.asks
            question = JobQuestion(text=text, options=options, call_id=call.tool_call_id, step=self._number)
            body = body.model_copy(update={"question": question, "asked": body.asked + 1})
            await self._commit(body, status="asking")
            raise JobEnded("asking")
        if told.completed is not None:
            body = body.model_copy(update={"summary": told.completed})
            text = self._result(call, told.text, is_done=True)
            await self._commit(body, [("result", text)], status="done")
            raise JobEnded("done")
        if told.state is not None and told.state.current is None:
            await self._turned(call, told, body)
            return
        body = body.model_copy(update={"state": told.state or body.state})
        note, self._made_again = MADE_AGAIN if call.tool_call_id == self._made_again else "", ""
        note = REPEATED if body.seen.get(key, 0) == TOLD_AT else note
        text = self._result(call, told.text, is_done=told.is_done, note=note)
        await self._commit(body, [("result", text)], proposed=effects)

    def _result(self, call: ToolCallPart, text: str, *, is_done: bool, note: str = "") -> str:
        return self.talk.result(call, self._number + 1, text, is_done=is_done, note=note)

    def _counted(self, key: str, told: Called) -> JobBody:
        is_todo = told.state is not None
        seen = {} if is_todo else {**self.body.seen, key: self.body.seen.get(key, 0) + 1}
        did = told.is_done and not is_todo
        update = {
            "seen": seen,
            "failed": 0 if told.is_done else self.body.failed + 1,
            "done": self.body.done + did,
            "proposed": self.body.proposed + (told.proposal is not None),
            "question": None,
        }
        return self.body.model_copy(update=update)

    # --- Phases ---------------------------------------------------------------------------------------------

    async def _turned(self, call: ToolCallPart, told: Called, body: JobBody) -> None:
        """The phase's last todo is done: the next phase, or a refusal."""
        settings, state = self.kind.type.phase_settings, told.state or body.state
        following = self.kind.beginnings["transition"]
        turned = on_phase_complete(state, self.workspace.text, settings, following)
        if isinstance(turned, Rejected):
            body = body.model_copy(
                update={"state": turned.state, "refusals": body.refusals + 1, "failed": body.failed + 1}
            )
            await self._commit(body, [("result", self._result(call, turned.reason, is_done=False))])
            return
        if not body.done:
            raise JobEnded("failed", "nothing_done")
        if turned.archive is not None:
            self.workspace.write(*turned.archive)
        number = turned.state.phase_number
        body = body.model_copy(
            update={
                "state": turned.state, "phase": Meter(), "seen": {}, "failed": 0,
                "idle": 0, "refusals": 0, "done": 0,
            }
        )  # fmt: skip
        self.talk = Talk()
        await self._commit(body, [("transition", state.model_dump_json())], drops=number - 1)
        logger.info("job %s: phase %d, %s", self.row.id, number, turned.state.mode)
        self._consumed()
        self._guarded()

    def _consumed(self) -> None:
        """A tactical phase has taken todos.yaml over: the next strategic one has to write its own."""
        if not self.body.state.is_strategic_phase:
            self.workspace.take_out(TODOS_FILE)

    # --- Keeping --------------------------------------------------------------------------------------------

    async def _commit(
        self,
        body: JobBody,
        steps: Sequence[tuple[StepKind, str]] = (),
        *,
        status: JobStatus = "running",
        reason: str = "",
        drops: int = 0,
        proposed: Effects | None = None,
    ) -> None:
        """The state with its steps in one transaction."""
        row = standing(self.row, body, self.clock(), status, reason)
        kept = [*self._held, *(self._numbered(one, body) for one in steps)]
        self._held = []
        effects = proposed if status == "running" else await self.watcher.effects(row, body)
        self.row = await self.jobs.commit(row, kept, effects, drops=drops)
        self.body = body
        await self.watcher.changed(self.row, body)

    def _numbered(self, step: tuple[StepKind, str], body: JobBody) -> JobStep:
        self._number += 1
        return step_of(self.row, body, self.clock(), self._number, step)

    async def _end(self, status: JobStatus, reason: str) -> None:
        """Commit how it ends, unless that is how it stands."""
        if status != self.row.status:
            await self._commit(self._spent_time(), status=status, reason=reason)

    def _spent_time(self) -> JobBody:
        now = time.monotonic()
        more, self._since = Meter(seconds=now - self._since), now
        return self._with(more)

    def _with(self, more: Meter) -> JobBody:
        update = {"phase": self.body.phase.plus(more), "whole": self.body.whole.plus(more)}
        return self.body.model_copy(update=update)
