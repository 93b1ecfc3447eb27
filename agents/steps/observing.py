"""OBSERVE: learn from what happened, after the reply is on its way."""

from __future__ import annotations

from agents.machine import State
from agents.observer import ObserverInput
from agents.recounting import remember, trained
from agents.turn import Turn
from agents.work import Work
from storage.entities import Entry


async def _before(turn: Turn, work: Work) -> tuple[Entry, ...]:
    """What this turn changed, as it was."""
    found: list[Entry] = []
    for entry_id in turn.stored_ids:
        history = await work.services.db.entries.revisions(turn.incoming.user_id, entry_id)
        found.extend(revision.entry for revision in history[-2:-1])
    return tuple(found)


async def observe(turn: Turn, work: Work) -> State:
    """Nothing noted for it: nothing happens, and no model is asked.

    What is learnt is saved here and not with the turn: done again after a crash it changes nothing.
    """
    if turn.observation is None:
        return State.COMPLETE
    db = work.services.db
    user_id = turn.incoming.user_id
    current = await db.contexts.context(user_id)
    stored = await db.entries.entries(user_id, turn.stored_ids) if turn.stored_ids else []
    recent = await db.entries.recent_entries(user_id, limit=work.services.limits.recent_entries)
    before = await _before(turn, work) if turn.observation.trigger == "user_correction" else ()
    now = work.profile.local(work.services.clock())
    seen = await work.services.engine.observe(
        ObserverInput(
            trigger=turn.observation.trigger,
            now=now,
            profile=work.profile,
            query=turn.query_text,
            analysis=turn.analysis,
            response=turn.draft.response if turn.draft else None,
            correction=turn.observation.correction,
            new_entries=tuple(stored),
            before=before,
            vocabulary=work.context(turn).vocabulary,
            recent_entries=tuple(recent),
            current_context=current.content if current else "",
            context_guidance=work.context(turn).context_guidance,
        )
    )
    live = trained(entry for entry in stored if not entry.deleted)
    await remember(
        work.services, work.profile, (*before, *stored), now, turn.observation.trigger, seen, fresh=live
    )
    return State.COMPLETE
