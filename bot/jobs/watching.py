"""What the chat shows of a job at work: one message that is edited, questions, the files in the end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from hashlib import sha256

from agents.changes.proposing import propose
from agents.jobs.body import JobBody, JobQuestion
from agents.jobs.kinds import Kind, Kinds
from agents.jobs.workspace import Workspace
from agents.remote.proposals import CallProposal
from agents.tools.catalogue.event_proposals import EventProposal
from agents.tools.catalogue.goals import GoalProposal
from agents.tools.catalogue.reminders import ReminderProposal
from agents.tools.result import Proposal
from bot.assistant.goal_proposals import GoalProposals
from bot.assistant.reminder_proposals import ReminderProposals
from bot.assistant.remote import proposed as call_proposed
from bot.assistant.tool_caller import ToolCaller, kept, proposal_of, waiting
from bot.jobs.delivering import Deliverer, changes_of
from bot.jobs.pages import delivered_page, ended_page, progress_page, question_page
from bot.people.job_results import done_key
from bot.people.state import BotState
from bot.replies.said import Said
from bot.texts import Html, Wording, wording
from storage.entities import Effects, Outgoing
from storage.errors import StorageError
from storage.job import JobRow


async def offered(state: BotState, user_id: int, proposal: Proposal, about: str) -> Said | None:
    """Its row waits from now on; `about` tells it from all others, so that the same again is the same row."""
    desk, token = ToolCaller(state, state.assisting), sha256(about.encode()).hexdigest()[:24]
    person = await desk.person(user_id, state.now())
    match proposal:
        case GoalProposal():
            return await GoalProposals(desk).offered(person, proposal, token)
        case ReminderProposal():
            return await ReminderProposals(desk).offered(person, proposal, token)
        case EventProposal():
            body = kept(proposal, person.language)
            row = await waiting(state, (user_id, user_id), token, proposal.tool, body)
            event = proposal_of(row)
            return Said(person.page.proposal(event), person.page.buttons(row.token, event.change))
        case CallProposal():
            return await call_proposed(state, proposal, (user_id, user_id), token, person.page.say)
        case _:
            return None


logger = logging.getLogger(__name__)

SHORTEST, LONGEST = 3.0, 20.0
"""Seconds between two edits of the progress: at first, and of a job that goes on for long."""
_GROWTH = 1.15


@dataclass(slots=True)
class _Progress:
    """Of one job: what the message shows, or will."""

    shown: str = ""
    edit: str = ""
    """The key of the newest edit."""
    every: float = SHORTEST
    at: float = 0.0
    waiting: asyncio.TimerHandle | None = None
    newest: tuple[JobRow, JobBody] | None = None


@dataclass(slots=True)
class Watching:
    """Hears of each commit of each job."""

    state: BotState
    kinds: Kinds
    deliverer: Deliverer
    workspace: Callable[[JobRow], Workspace]
    _progress: dict[str, _Progress] = field(default_factory=dict[str, _Progress], init=False)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]], init=False)

    # --- Progress -------------------------------------------------------------------------------------------

    async def changed(self, row: JobRow, body: JobBody) -> None:
        """The message follows, but not at every step."""
        held = self._progress.setdefault(row.id, _Progress())
        held.newest = (row, body)
        wait = held.at + held.every - asyncio.get_running_loop().time()
        if row.status != "running":
            self._progress.pop(row.id, None)
            self._cancel(held)
            await self._show(held, row, body)
        elif wait <= 0:
            self._cancel(held)
            await self._show(held, row, body)
        elif held.waiting is None:
            held.waiting = asyncio.get_running_loop().call_later(wait, self._due, row.id)

    def _due(self, job_id: str) -> None:
        held = self._progress.get(job_id)
        if held is None or held.newest is None:
            return
        held.waiting = None
        self._later(self._show(held, *held.newest))

    def _later(self, work: Coroutine[object, object, None]) -> None:
        async def tried() -> None:
            try:
                await work
            except StorageError as error:  # such as a stop meanwhile
                logger.info("a job is not shown as it is: %s", error)

        task = asyncio.ensure_future(tried())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _show(self, held: _Progress, row: JobRow, body: JobBody) -> None:
        kind, say = self.kinds.shown(row.kind), wording(body.language)
        page = progress_page(row, body, kind, say)
        looks = f"{page.html}{page.buttons}"
        held.at = asyncio.get_running_loop().time()
        held.every = min(LONGEST, held.every * _GROWTH)
        if looks == held.shown or not await self._is_there(held):
            return
        first = await self.state.db.outbox.shown_as(progress_key(row, body))
        reply = self._reply(row, progress_key(row, body), page)
        if first is not None:
            if not first.message_ids:  # it has not left yet
                return
            held.edit = f"job:{row.id}:edit:{row.seq}"
            reply = page.to(row.user_id, held.edit, row.chat_id, edits=first.message_ids[-1])
        held.shown = looks
        await self.state.db.turns.apply(Effects(outgoing=[reply]))

    async def _is_there(self, held: _Progress) -> bool:
        """Whether the last edit has left: what can't be sent is not piled up."""
        last = await self.state.db.outbox.shown_as(held.edit) if held.edit else None
        return last is None or last.status != "queued"

    @staticmethod
    def _cancel(held: _Progress) -> None:
        if held.waiting is not None:
            held.waiting.cancel()
            held.waiting = None

    async def proposed(self, row: JobRow, proposal: Proposal, token: str) -> Effects:
        """The proposal with its buttons."""
        said = await offered(self.state, row.user_id, proposal, token)
        if said is None:
            return Effects()
        return _sending(self._reply(row, f"job:{token}:proposed", said))

    # --- What is written with the job's status --------------------------------------------------------------

    async def effects(self, row: JobRow, body: JobBody) -> Effects | None:
        """A question, the files, or why it goes no further."""
        kind, say = self.kinds.shown(row.kind), wording(body.language)
        if row.status == "asking" and body.question is not None:
            key = asks_key(row, body.question)
            self.state.jobs.words.add(row.user_id)
            return _sending(self._reply(row, key, question_page(row, body, kind, say)))
        if row.status == "done":
            return await self._delivered(row, body, kind, say)
        if row.status in ("failed", "paused") and row.reason:
            key = f"job:{row.id}:{row.status}:{row.seq}"
            return _sending(self._reply(row, key, ended_page(row, body, kind, say)))
        return None

    async def _delivered(self, row: JobRow, body: JobBody, kind: Kind, say: Wording) -> Effects:
        """Page and zip, with what can be done below; a clean-up's changes are proposed with them."""
        workspace, profile = self.workspace(row), await self.state.profile(row.user_id)
        profile = profile.model_copy(update={"language": body.language})
        title = kind.type.name_in(say.language)
        files = await self.deliverer.files(profile, workspace, title, body.request, self.state.now())
        self.state.jobs.reports.add(row.user_id)
        await self._findable(row.user_id)
        key = done_key(row.id, body.corrections)
        below = delivered_page(row, body, kind, say)
        if not files:
            return _sending(self._reply(row, key, Said(say("job.done_empty", name=title), below.buttons)))
        said = [*[Said(Html(""))] * (len(files) - 1), below]
        replies = [self._reply(row, f"{key}:{at}", one) for at, one in enumerate(said)]
        sent = [{"document": file, "kind": "document"} for file in files]
        replies = [one.model_copy(update=file) for one, file in zip(replies, sent, strict=True)]
        effects = Effects(outgoing=replies)
        items = changes_of(workspace)
        if items:
            origin, services = f"job:{row.id}", self.state.services
            await propose(services, row.user_id, row.chat_id, origin, items, name=title, effects=effects)
        return effects

    async def _findable(self, user_id: int) -> None:
        """Beside notes of their own: by words at once, by meaning soon.

        Whatever hinders it, the next run over the notes brings it.
        """
        assistant = self.state.assistant
        shelf = assistant.notes(user_id) if assistant is not None else None
        if shelf is None:
            return
        from agents.notes.results import WORKSPACE  # noqa: PLC0415 - for who has notes
        from agents.notes.source import NotesError  # noqa: PLC0415 - as above

        async def found_by(work: Awaitable[object]) -> None:
            try:
                await work
            except (NotesError, StorageError) as error:
                logger.warning("a report is not among the notes yet: %s", error)

        await found_by(shelf.take_in(WORKSPACE))
        self._later(found_by(shelf.embed_few()))

    @staticmethod
    def _reply(row: JobRow, key: str, said: Said) -> Outgoing:
        return said.to(row.user_id, key, row.chat_id)


def _sending(reply: Outgoing) -> Effects:
    return Effects(outgoing=[reply])


def progress_key(row: JobRow, body: JobBody) -> str:
    """Of the message that shows a job's progress: one for the job, and one for each correction."""
    return f"job:{row.id}:progress:{body.corrections}"


def asks_key(row: JobRow, question: JobQuestion) -> str:
    """Of the message that shows what a job asks."""
    return f"job:{row.id}:asks:{question.step or question.call_id}"
