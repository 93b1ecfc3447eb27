"""Jobs put together: loaded with the first one."""

from __future__ import annotations

from pathlib import Path

from agents.jobs.kinds import FOLDER, Connection, Kinds
from agents.jobs.model_worker import ModelWorker, Stepping
from agents.jobs.office import Office
from agents.jobs.rules.scripts import SCRIPTS
from agents.jobs.worker import Nobody, RuleWorker, Worker
from agents.reports.reviewer import Reviewer
from bot.jobs.delivering import Deliverer
from bot.jobs.watching import Watching
from bot.people.sources import reviewers
from bot.people.state import BotState
from bot.replies.pictures import Draw


def office(state: BotState, draw: Draw, models: Stepping | None, folder: Path = FOLDER) -> Office:
    """Everybody's jobs, shown in the chat. `folder`: the types."""
    tools = state.tools.with_source(Reviewer, reviewers(state.services))
    kinds = Kinds(folder, tools.names)
    hired = Nobody() if models is None else ModelWorker(models)
    workers: dict[str, Worker] = {"rule": RuleWorker(SCRIPTS), "model": hired}

    async def connected(user_id: int) -> None:
        if state.assistant is not None:
            await state.assistant.remotes.ready(user_id)

    deliverer = Deliverer(state.services, state.data_dir, draw)
    made = Office(
        jobs=state.db.jobs,
        data_dir=state.data_dir,
        kinds=kinds,
        registry=lambda: tools,
        profile_of=state.profile,
        clock=state.now,
        workers=workers,
        ready=connected,
        gives_way=state.services.places.give_way,
        has=lambda user_id: _has(state, user_id, has_model=models is not None),
    )
    made.watcher = Watching(state, kinds, deliverer, made.workspace)
    return made


def _has(state: BotState, user_id: int, *, has_model: bool) -> frozenset[Connection]:
    """What this person has connected."""
    found: set[Connection] = {"diary"}
    if has_model:
        found.add("model")
    if state.assistant is not None:
        if state.assistant.has_notes(user_id):
            found.add("notes")
        if state.assistant.has_calendar(user_id):
            found.add("calendar")
    return frozenset(found)
