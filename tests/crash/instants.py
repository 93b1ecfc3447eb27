"""Labelled instants: where in its work the process can be told to kill itself.

Nothing of this is in the product. The functions of the product are wrapped in the victim's process, and the
wrapper ends it with SIGKILL, as the system's own out-of-memory killer would.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from typing import Any, ParamSpec, TypeVar

from sqlalchemy import Engine, event

import agents.reflection
import bot.people.briefings
import bot.people.schedule
import bot.process.backups
import storage.backup
import storage.sync.folder
import storage.vault
import storage.writer
from agents.coaches.working import CoachWork
from agents.steps import STEPS
from bot.assistant.calls import Calls
from bot.assistant.carrying import Errand
from bot.changes.deciding import Deciding
from bot.evolution.chat import EvolutionChat
from bot.importing.importer import Importer
from bot.people.briefings import Briefings
from bot.people.edited_files import EditedFiles
from bot.people.schedule import Schedule
from bot.reminders.alarm import Alarm
from bot.replies.sending import Delivery
from storage.connection import Transaction
from storage.entities import ScheduledRun
from storage.inbox import InboxRows
from storage.outbox import OutboxRows
from storage.schedule import Schedule as Runs
from storage.sync.repository import Repository
from storage.sync.rows import SyncRows
from storage.thoughts import Thoughts
from storage.turns import Turns
from storage.vault import Vault
from storage.wakes import Wakes

P = ParamSpec("P")
R = TypeVar("R")
Die = Callable[[str], None]

PLACES = (
    "inbox: before the commit",
    "inbox: after the commit",
    "transaction: written, not committed",
    "transaction: committed, nobody told",
    "answer: before it is taken",
    "answer: after it is taken",
    "reply: before it is sent",
    "reply: sent, not recorded",
    "reply: recorded",
    "schedule: before a tick",
    "schedule: after a tick",
    "observer: looks over the days",
    "observer: has looked over the days",
    "briefing: before it is composed",
    "briefing: composed, not committed",
    "briefing: committed",
    "reminder: due, not written",
    "reminder: written, not sent",
    "backup: copied, has no name yet",
    "backup: made",
    "vault: before a file",
    "vault: after a file",
    "edit: found, not followed",
    "edit: followed, file not written",
    "edit: file written",
    "import: read, not stored",
    "specialist: before it answers",
    "specialist: has answered, not committed",
    "tool: agreed to, not called",
    "tool: called, not noted",
    "tool: noted",
    "coach: due, not begun",
    "coach: begun, nothing written",
    "coach: has a report, not committed",
    "sync: before a file of a folder",
    "sync: after a file of a folder",
    "sync: committed, not pushed",
    "sync: pushed, not noted",
    "sync: delivered, not noted",
    "sync: noted",
)
DECIDING = (
    "changes: an item is due",
    "changes: an item is decided",
    "changes: before an undo",
    "changes: taken back",
    "evolution: before a tap",
    "evolution: after a tap",
)
"""They come once for each set of changes, and for each tap of a conversation about a template."""
THOUGHT = "coach: a model's answer kept, nothing made of it"
"""It comes with models, which nobody in the long streams has."""
MIGRATION_PLACES = ("migration: before it", "migration: a statement was run", "migration: committed")
"""They come only when an older database is started on, all of them before any other."""
STEP_PLACES = tuple(f"step: {when} {state}" for state in STEPS for when in ("before", "after"))
INSTANTS = PLACES + DECIDING + STEP_PLACES
_ASKED_BACK = ("CLARIFY", "WAIT_USER", "EXPAND_DOMAIN")
RARE = frozenset({*DECIDING, *(place for place in STEP_PLACES if place.endswith(_ASKED_BACK))})
"""They come once or twice in a person's stream: to wait for a third time would be in vain."""


@dataclass(slots=True)
class Trigger:
    """Kills this process when `instant` comes for the `count`th time."""

    instant: str
    count: int
    _seen: int = field(default=0, init=False)

    def __call__(self, instant: str) -> None:
        """This instant has come."""
        if instant == self.instant:
            self._seen += 1
            if self._seen == self.count:
                os.kill(os.getpid(), signal.SIGKILL)


def plant(die: Die) -> None:
    """Wrap the product's functions; call before anything of it runs."""
    for owner, name, before, after in (
        (InboxRows, "put_updates", "inbox: before the commit", "inbox: after the commit"),
        (Turns, "take_answer", "answer: before it is taken", "answer: after it is taken"),
        (OutboxRows, "mark_sent", "", "reply: recorded"),
        (Delivery, "send", "reply: before it is sent", "reply: sent, not recorded"),
        (Schedule, "tick", "schedule: before a tick", "schedule: after a tick"),
        (Importer, "effects", "", "import: read, not stored"),
        (
            agents.reflection,
            "reflect",
            "observer: looks over the days",
            "observer: has looked over the days",
        ),
        (Briefings, "_told", "briefing: before it is composed", "briefing: composed, not committed"),
        (Briefings, "run", "", "briefing: committed"),
        (Alarm, "send", "reminder: due, not written", "reminder: written, not sent"),
        (bot.process.backups, "back_up", "", "backup: made"),
        (Errand, "done", "specialist: before it answers", "specialist: has answered, not committed"),
        (Calls, "_done", "tool: agreed to, not called", ""),
        (Calls, "_settle", "tool: called, not noted", "tool: noted"),
        (EditedFiles, "taken", "edit: found, not followed", "edit: followed, file not written"),
        (Vault, "put", "", "edit: file written"),
        (Wakes, "begin", "coach: due, not begun", "coach: begun, nothing written"),
        (CoachWork, "run", "", "coach: has a report, not committed"),
        (Thoughts, "keep", "", THOUGHT),
        (Deciding, "decided", "changes: an item is due", "changes: an item is decided"),
        (Deciding, "taken_back", "changes: before an undo", "changes: taken back"),
        (EvolutionChat, "tapped", "evolution: before a tap", "evolution: after a tap"),
        (SyncRows, "reached", "sync: delivered, not noted", "sync: noted"),
    ):
        _swap(owner, name, partial(_awaited, die, before, after))
    _swap(storage.vault, "_replace", partial(_called, die, "vault: before a file", "vault: after a file"))
    into_folder = partial(_called, die, "sync: before a file of a folder", "sync: after a file of a folder")
    _swap(storage.sync.folder, "_replace", into_folder)
    _swap(
        Repository, "_push", partial(_called, die, "sync: committed, not pushed", "sync: pushed, not noted")
    )
    _swap(storage.backup, "_copy", partial(_called, die, "", "backup: copied, has no name yet"))
    _swap(storage.writer, "run_transaction", partial(_in_transaction, die))
    for state, step in list(STEPS.items()):
        STEPS[state] = _awaited(die, f"step: before {state}", f"step: after {state}", step)
    _all_the_time()


def plant_in_migrations(die: Die) -> None:
    """Wrap what upgrades a database; only where it is asked for, as it imports what a start does without."""
    import storage.upgrade  # noqa: PLC0415

    before, inside, after = MIGRATION_PLACES
    _swap(storage.upgrade, "upgrade", partial(_called, die, before, after))

    def was_run(*_: object) -> None:
        die(inside)

    event.listen(Engine, "after_cursor_execute", was_run)


def _all_the_time() -> None:
    """What the schedule does once a minute or a day."""
    _swap(bot.people.schedule, "TICK_SECONDS", lambda _: 1)
    _swap(Runs, "due", _days_ahead)
    _swap(bot.people.briefings, "briefing_due", lambda _: _soon)
    _swap(Briefings, "_chart", lambda _: _no_picture)
    _swap(bot.process.backups, "backups", lambda _: _none_yet)


def _none_yet(_data_dir: Path) -> list[storage.backup.Backup]:
    return []


def _swap(owner: object, name: str, new: Callable[[Any], Any]) -> None:
    setattr(owner, name, new(getattr(owner, name)))


def _awaited(
    die: Die, before: str, after: str, function: Callable[P, Awaitable[R]]
) -> Callable[P, Awaitable[R]]:
    async def run(*args: P.args, **kwargs: P.kwargs) -> R:
        die(before)
        result = await function(*args, **kwargs)
        die(after)
        return result

    return run


def _called(die: Die, before: str, after: str, function: Callable[P, R]) -> Callable[P, R]:
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        die(before)
        result = function(*args, **kwargs)
        die(after)
        return result

    return run


def _in_transaction(die: Die, function: Callable[..., R]) -> Callable[..., R]:
    def run(connection: Connection, begin: str, work: Callable[[Transaction], R]) -> R:
        def written(tx: Transaction) -> R:
            result = work(tx)
            die("transaction: written, not committed")
            return result

        result = function(connection, begin, written)
        die("transaction: committed, nobody told")
        return result

    return run


def _days_ahead(
    due: Callable[[Runs, datetime], Awaitable[list[ScheduledRun]]],
) -> Callable[..., Awaitable[list[ScheduledRun]]]:
    """The Observer is due at each look; what is sent by itself when it is."""

    async def run(self: Runs, now: datetime) -> list[ScheduledRun]:
        found = await due(self, now + timedelta(days=3))
        return [one for one in found if one.job == "observer" or one.due_at <= now]

    return run


def _soon(_job: str, _profile: object, after: datetime) -> datetime:
    """A week passes in seconds."""
    return after + timedelta(seconds=3)


async def _no_picture(*_: object) -> None:
    """Drawing takes longer than most lives."""
