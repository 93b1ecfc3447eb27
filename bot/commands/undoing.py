"""/undo: what was done last is taken back, of whatever kind it was."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from agents.turn import Incoming
from agents.undo import undo
from bot.people.preferring import Preferring
from bot.people.privacy import in_private
from bot.people.state import BotState
from bot.people.teaching import Teaching
from bot.updates.asked import Asked
from storage.entities import Effects, Outgoing
from storage.errors import Outdated


async def is_no_log(state: BotState, incoming: Incoming) -> bool:
    """Whether something that can be taken back, and is no log, came of what this person said before."""
    *others, _log = [await kind.done_at(state, incoming.user_id) for kind in _KINDS]
    newest = max((at for at in others if at is not None), default=None)
    if newest is None:
        return False
    said = await state.db.messages.recent_messages(incoming.chat_id, _RECENT)
    before = [one.at for one in said if one.role == "user" and one.message_id < incoming.message_id]
    return newest >= max(before, default=newest)


_RECENT = 10


class _Kind(NamedTuple):
    """`done_at`: when the last of its kind was done that can be taken back; None: there is none.

    `taken_back` does it and queues the reply in the same commit. False: it could not be after all.
    """

    done_at: Callable[[BotState, int], Awaitable[datetime | None]]
    taken_back: Callable[[BotState, Asked], Awaitable[bool]]


async def take_back(state: BotState, asked: Asked) -> None:
    """Undo the last thing that was done. Heard again after a kill, the command is known by its reply."""
    if await state.db.outbox.shown_as(f"update:{asked.update_id}") is not None:
        return
    moments = [(await kind.done_at(state, asked.user_id), kind) for kind in _KINDS]
    done = [(at, kind) for at, kind in moments if at is not None]
    for _, kind in sorted(done, key=lambda one: one[0], reverse=True):
        if await kind.taken_back(state, asked):
            return
    await _entry(state, asked)  # says that there is nothing


async def _proposal_at(state: BotState, user_id: int) -> datetime | None:
    row = await state.db.proposals.last_done(user_id)
    return row.settled_at if row is not None else None


async def _proposal(state: BotState, asked: Asked) -> bool:
    """What a tap confirmed last: changes of a coach or a job, or something beside the diary."""
    row = await state.db.proposals.last_done(asked.user_id)
    if row is not None and row.mark:
        from bot.changes.deciding import Deciding  # noqa: PLC0415 - only where something was proposed

        return await Deciding(state).taken_back(
            asked.user_id, asked.update_id, lambda html: in_private(asked.reply(html), asked.say)
        )
    if state.assistant is None:
        return False
    from bot.assistant.decisions import Decisions  # noqa: PLC0415 - only where configured
    from bot.assistant.tool_caller import ToolCaller  # noqa: PLC0415 - as above

    effects = Effects(inbox_done=asked.update_id)
    said = await Decisions(ToolCaller(state, state.assistant)).taken_back(asked.user_id, effects)
    return said is not None and await _applied(state, effects, in_private(asked.reply(said), asked.say))


async def _reminder_at(state: BotState, user_id: int) -> datetime | None:
    made = await state.db.reminders.last_made(user_id)
    return made.at if made is not None else None


async def _reminder(state: BotState, asked: Asked) -> bool:
    made = await state.db.reminders.last_made(asked.user_id)
    if made is None:
        return False
    from bot.reminders.keeping import taken_back  # noqa: PLC0415 - only where there are any

    back = await taken_back(state, made, await state.profile(asked.user_id))
    if back is None:
        return False
    rows, html = back
    effects = Effects(inbox_done=asked.update_id, reminders=rows)
    return await _applied(state, effects, in_private(asked.reply(html), asked.say))


async def _goal_at(state: BotState, user_id: int) -> datetime | None:
    rows = await state.db.goals.of_user(user_id)
    return rows[-1].made_at if rows else None


async def _goal(state: BotState, asked: Asked) -> bool:
    from bot.people.goals import GoalDesk  # noqa: PLC0415 - most people have none

    effects = Effects(inbox_done=asked.update_id)
    said = await GoalDesk(state).taken_back(asked.user_id, effects)
    return said is not None and await _applied(state, effects, in_private(asked.reply(said), asked.say))


async def _programme_at(state: BotState, user_id: int) -> datetime | None:
    row = await state.db.programmes.running(user_id)
    return row.at if row is not None else None


async def _programme(state: BotState, asked: Asked) -> bool:
    """The one that was begun last is not followed; the one whose place it took is again."""
    row = await state.db.programmes.running(asked.user_id)
    if row is None:
        return False
    before = [
        replace(one, status="running", ended_at=None)
        for one in await state.db.programmes.every(asked.user_id)
        if one.status == "stopped" and one.ended_at == row.at
    ]
    gone = replace(row, status="stopped", ended_at=state.now())
    effects = Effects(inbox_done=asked.update_id, programmes=[*before, gone])
    await _applied(state, effects, [asked.reply(asked.say("gym.stopped", name=row.name))])
    state.gym.begun(asked.user_id)
    return True


async def _lesson_at(state: BotState, user_id: int) -> datetime | None:
    return await Teaching(state).learnt_at(user_id)


async def _lesson(state: BotState, asked: Asked) -> bool:
    effects = Effects(inbox_done=asked.update_id)
    said = await Teaching(state).taken_back(asked.user_id, effects)
    if said is None:
        return False
    try:
        return await _applied(state, effects, [asked.reply(said)])
    except Outdated:  # something was learnt at the same moment
        return False


async def _preference_at(state: BotState, user_id: int) -> datetime | None:
    return await Preferring(state).told_at(user_id)


async def _preference(state: BotState, asked: Asked) -> bool:
    effects = Effects(inbox_done=asked.update_id)
    said = await Preferring(state).take_back(asked.user_id, effects)
    return await _applied(state, effects, [asked.says(said)])


async def _entry_at(state: BotState, user_id: int) -> datetime | None:
    change = await state.db.entries.last_change(user_id)
    return change.at if change is not None else None


async def _entry(state: BotState, asked: Asked) -> bool:
    await undo(
        state.services,
        asked.user_id,
        asked.chat_id,
        key=f"update:{asked.update_id}",
        update_id=asked.update_id,
        answers=asked.message_id if asked.chat_id != asked.user_id else None,
        language=asked.say.language,
    )
    return True


async def _applied(state: BotState, effects: Effects, replies: list[Outgoing]) -> bool:
    effects.outgoing += replies
    await state.db.turns.apply(effects)
    return True


_KINDS = (
    _Kind(_proposal_at, _proposal),
    _Kind(_reminder_at, _reminder),
    _Kind(_goal_at, _goal),
    _Kind(_programme_at, _programme),
    _Kind(_lesson_at, _lesson),
    _Kind(_preference_at, _preference),
    _Kind(_entry_at, _entry),
)
"""Of two that were done at the same moment, the first here is taken back first."""
