"""Rows that a test puts where a message of the product would have put them, or looks up behind its back."""

from __future__ import annotations

from datetime import UTC, datetime

from storage.connection import Transaction
from storage.contexts import Contexts, add_contexts, newest_context
from storage.entities import ContextVersion, Entry, Message, Revision, TurnRow, User
from storage.entries import Entries
from storage.entry_writes import add_entries, revise_entries
from storage.messages import Messages, add_messages
from storage.people import People, save_users
from storage.query import Column
from storage.turn_rows import wake
from storage.turns import Turns
from storage.wakes import emit, entries_changed, memory_changed

_TURN_IDS = Column[str]("SELECT id FROM turns WHERE user_id = :whose ORDER BY id")


async def save_entry(entries: Entries, entry: Entry, correction: Revision | None = None) -> None:
    """Store a new entry, or, with `correction`, the new state of an existing one."""

    def work(tx: Transaction) -> None:
        if correction is None:
            entries_changed(tx, add_entries(tx, [entry]), (), entry.logged_at)
        else:
            changed = revise_entries(tx, [correction.model_copy(update={"entry": entry})])
            entries_changed(tx, (), changed, correction.at)

    await entries.database.write(work)


async def update_global_context(
    contexts: Contexts,
    user_id: int,
    content: str,
    *,
    archive: str | None = None,
    cause: str = "",
    at: datetime | None = None,
) -> ContextVersion:
    """Add the next version; `archive` None keeps the archive as it is."""

    def work(tx: Transaction) -> ContextVersion:
        newest = newest_context(tx, user_id)
        version = ContextVersion(
            user_id=user_id,
            version=newest.version + 1 if newest else 1,
            content=content,
            archive=archive if archive is not None else newest.archive if newest else "",
            at=at or datetime.now(UTC),
            cause=cause,
        )
        add_contexts(tx, [version])
        emit(tx, version.user_id, [memory_changed(version)], version.at)
        return version

    return await contexts.database.write(work)


async def save_message(messages: Messages, message: Message) -> None:
    """Keep it; one that is known already is left alone."""
    await messages.database.write(lambda tx: add_messages(tx, [message]))


async def save_user(people: People, user: User) -> None:
    """The whole user."""
    await people.database.write(lambda tx: save_users(tx, [user]))


async def wake_parked(turns: Turns, user_id: int, awaited: str) -> list[TurnRow]:
    """Make ready what is parked on a turn of this user."""
    return await turns.database.write(lambda tx: wake(tx, user_id, awaited))


async def turn_ids(turns: Turns, user_id: int) -> list[str]:
    """All turns of a user, oldest first."""
    return await turns.database.read(lambda tx: tx.rows(_TURN_IDS, {"whose": user_id}))
