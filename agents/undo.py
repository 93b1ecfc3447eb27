"""Taking back the last change: a log disappears, a correction gives way to what stood before."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from agents.giving_way import count_again, give_way_again, told
from agents.ports import Keeper
from agents.profile import Profile
from agents.recounting import remember_change
from agents.retracting import retract
from agents.work import Services
from storage.entities import Effects, Entry, Outgoing, Revision
from storage.errors import Outdated

if TYPE_CHECKING:
    from agents.goals.standing import GoalTold


async def undo(
    services: Services,
    user_id: int,
    chat_id: int,
    key: str,
    *,
    entry_id: str | None = None,
    update_id: int | None = None,
    answers: int | None = None,
    language: str | None = None,
) -> Outgoing:
    """Undo the newest change of the user, or of one entry; says so, also when there is nothing to undo.

    `key` makes the reply unique, so that a repeated update undoes and answers once. A paste that became
    several entries is undone as the one message it was. `answers`, in a group: what asks for it.
    """
    profile = await services.profile(user_id)
    while True:
        effects = Effects(as_of=await services.db.entries.as_of_now(user_id), inbox_done=update_id)
        last = await services.db.entries.last_change(user_id, entry_id)
        if last is not None and last.cause in _WITH_ANOTHER:
            last = await services.db.entries.last_change(user_id, last.note)
        if last is not None:
            effects.revisions.extend(await _undone(services, last))
        before = last.entry if last else None
        after = effects.revisions[0].entry if effects.revisions else None
        others = max(len(effects.revisions) - 1, 0)
        lost = await _goals_lost(services, profile, last, effects)
        reply = services.replies.undone(
            profile, chat_id, key=key, before=before, after=after, others=others, goals=lost,
            keepers=[] if last is None else await _keepers(services, last),
        )  # fmt: skip
        reply = reply.model_copy(update={"reply_to": answers})
        effects.outgoing.append(reply)
        await retract(services, user_id, effects.revisions, effects)
        with suppress(Outdated):
            await services.db.turns.apply(effects)
            break
    if last is not None:
        changed = [revision.entry for revision in effects.revisions]
        await remember_change(services, user_id, [last.entry, *changed], "undo")
    return reply


async def _keepers(services: Services, last: Revision) -> list[Keeper]:
    """What still tells of a change that is taken back, as nothing sent or pushed is called back."""
    db, user_id = services.db, last.entry.user_id
    found: list[Keeper] = ["pushed"] if await db.pushed.holds(user_id, last.at) else []
    reported = await db.coaches.reported(user_id, last.at) or await db.jobs.delivered(user_id, last.at)
    return [*found, "reported"] if reported else found


async def _goals_lost(
    services: Services, profile: Profile, last: Revision | None, effects: Effects
) -> Sequence[GoalTold]:
    """Goals that were told to be reached and are not any more, with their rows in the effects."""
    if last is None or not await services.db.goals.of_user(profile.user_id):
        return ()
    from agents.goals.standing import told_of  # noqa: PLC0415 - only for who has goals

    now = services.clock()
    after, before = [one.entry for one in effects.revisions], [last.entry]
    found = await told_of(services.db, profile, profile.local(now).date(), now, after, before)
    lost = [(row, told) for row, told in found if told.news == "lost"]
    effects.goals = [row for row, _ in lost]
    return [told for _, told in lost]


async def _undone(services: Services, last: Revision) -> Sequence[Revision]:
    history = await services.db.entries.revisions(last.entry.user_id, last.entry_id)
    previous = next((r.entry for r in reversed(history) if r.revision < last.revision), None)
    message = await services.db.entries.entries_of_message(
        last.entry.user_id, last.entry.chat_id, last.entry.message_id, with_deleted=True
    )
    if previous is not None:
        undone = [_revision(services, previous, history[-1].revision, last.revision)]
        others = (
            [entry for entry in message if entry.id != last.entry_id] if last.cause in _OF_A_MESSAGE else []
        )
        undone += [one for entry in others async for one in _of_the_edit(services, entry, last)]
    else:
        whole = [entry for entry in message if not entry.deleted]
        if 1 < len(whole) <= _MOST_DAYS:  # an edit may have added a day to what was there
            again = _read_again(history)
            whole = [entry for entry in whole if await _is_of(services, entry, last, read_again=again)]
        gone = [entry.model_copy(update={"deleted": True}) for entry in whole]
        undone = [_revision(services, entry, entry.revision, 1) for entry in gone]
    stood = {entry.id: entry for entry in message}
    for change in tuple(undone):
        after, changed = change.entry, {one.entry_id for one in undone}
        freed = None if after.deleted else told(stood[after.id]) - told(after)
        undone += await count_again(services, after, freed, passing_over=changed)
        undone += await give_way_again(services, after, change.undoes or 1)
    return undone


_WITH_ANOTHER = frozenset({"replaced", "returned"})
"""Causes of changes that came with another entry's and go with it."""


_OF_A_MESSAGE = frozenset({"edit", "file"})
"""Causes of changes that may be of several entries of one message."""
_MOST_DAYS = 50
"""What one message tells of by hand; more came from a file."""


async def _is_of(services: Services, entry: Entry, log: Revision, *, read_again: bool) -> bool:
    """Whether it was stored with the log, at once or by a model that read it again."""
    history = await services.db.entries.revisions(entry.user_id, entry.id)
    return history[0].at == log.at or (read_again and _read_again(history))


def _read_again(history: Sequence[Revision]) -> bool:
    return any(one.cause == "reading" for one in history)


async def _of_the_edit(services: Services, entry: Entry, edit: Revision) -> AsyncGenerator[Revision]:
    """What the same edit did to another day of the message."""
    history = await services.db.entries.revisions(entry.user_id, entry.id)
    newest = history[-1]
    if newest.cause in _OF_A_MESSAGE and newest.at == edit.at:
        yield _revision(services, history[-2].entry, newest.revision, newest.revision)
    elif newest.revision == 1 and newest.at >= edit.at and not entry.deleted:
        yield _revision(services, entry.model_copy(update={"deleted": True}), 1, 1)


def _revision(services: Services, restored: Entry, current: int, undoes: int) -> Revision:
    entry = restored.model_copy(update={"revision": current + 1})
    return Revision(
        entry_id=entry.id,
        revision=entry.revision,
        at=services.clock(),
        cause="undo",
        note=f"revision {undoes} taken back",
        entry=entry,
        undoes=undoes,
    )
