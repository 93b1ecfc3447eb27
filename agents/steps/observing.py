"""OBSERVE: learn from what happened, after the reply is on its way."""

from __future__ import annotations

from agents.machine import State
from agents.memory import updated_context
from agents.observer import ObserverInput
from agents.recalling import trained, unremembered, with_rivals
from agents.turn import Turn
from agents.work import Work
from storage.entities import Entry


async def _before(turn: Turn, work: Work) -> tuple[Entry, ...]:
    """What this turn changed, as it was."""
    found: list[Entry] = []
    for entry_id in turn.stored_ids:
        history = await work.services.repository.revisions(turn.incoming.user_id, entry_id)
        found.extend(revision.entry for revision in history[-2:-1])
    return tuple(found)


async def observe(turn: Turn, work: Work) -> State:
    """Nothing noted for it: nothing happens, and no model is asked."""
    if turn.observation is None:
        return State.COMPLETE
    repository = work.services.repository
    user_id = turn.incoming.user_id
    current = await repository.context(user_id)
    stored = await repository.entries(user_id, turn.stored_ids) if turn.stored_ids else []
    recent = await repository.recent_entries(user_id, limit=work.services.limits.recent_entries)
    memory = current.content if current else ""
    before = await _before(turn, work) if turn.observation.trigger == "user_correction" else ()
    names = trained((*before, *stored)) if before else unremembered(stored, memory)
    recent = await with_rivals(repository, user_id, recent, names, work.services.limits.max_entries)
    seen = await work.services.engine.observe(
        ObserverInput(
            trigger=turn.observation.trigger,
            now=work.profile.local(work.services.clock()),
            profile=work.profile,
            query=turn.query_text,
            analysis=turn.analysis,
            response=turn.draft.response if turn.draft else None,
            correction=turn.observation.correction,
            new_entries=tuple(stored),
            before=before,
            vocabulary=work.context(turn).vocabulary,
            recent_entries=tuple(recent),
            current_context=memory,
            context_guidance=work.context(turn).context_guidance,
        )
    )
    version = updated_context(
        current,
        user_id,
        seen,
        now=work.profile.local(work.services.clock()),
        cause=turn.observation.trigger,
        token_budget=work.services.limits.global_context_tokens,
    )
    if version is not None:
        work.effects.contexts.append(version)
    return State.COMPLETE
