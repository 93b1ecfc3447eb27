"""OBSERVE: learn from what happened, after the reply is on its way."""

from __future__ import annotations

import logging

from agents.cases import Reading, tried_on
from agents.machine import State
from agents.observer import ObserverInput, ObserverOutput, Trigger
from agents.recounting import remember, trained
from agents.turn import Turn
from agents.types import ContextUpdate
from agents.vocabulary import ALIAS
from agents.work import Work
from storage.entities import Entry

logger = logging.getLogger(__name__)


async def _before(turn: Turn, work: Work) -> tuple[Entry, ...]:
    """What this turn changed, as it was."""
    found: list[Entry] = []
    for entry_id in turn.stored_ids:
        history = await work.services.db.entries.revisions(turn.incoming.user_id, entry_id)
        found.extend(revision.entry for revision in history[-2:-1])
    return tuple(found)


async def observe(turn: Turn, work: Work) -> State:
    """Nothing noted for it: nothing happens. A log is counted, and nobody is asked what it teaches.

    What is learnt is saved here and not with the turn: done again after a crash it changes nothing.
    """
    noted = turn.observation
    if noted is None:
        return State.COMPLETE
    entries = work.services.db.entries
    stored = await entries.entries(turn.incoming.user_id, turn.stored_ids) if turn.stored_ids else []
    changes = noted.trigger == "user_correction" or turn.improves is not None
    before = await _before(turn, work) if changes else ()
    now = work.profile.local(work.services.clock())
    seen = None
    if noted.trigger != "significant_log":
        seen = await _seen(turn, work, noted.trigger, tuple(stored), before)
    live = trained(entry for entry in stored if not entry.deleted)
    await remember(work.services, work.profile, (*before, *stored), now, noted.trigger, seen, fresh=live)
    return State.COMPLETE


async def _seen(
    turn: Turn, work: Work, trigger: Trigger, stored: tuple[Entry, ...], before: tuple[Entry, ...]
) -> ObserverOutput:
    db, user_id = work.services.db, turn.incoming.user_id
    current = await db.contexts.context(user_id)
    recent = await db.entries.recent_entries(user_id, limit=work.services.limits.recent_entries)
    seen = await work.services.engine.observe(
        ObserverInput(
            trigger=trigger,
            now=work.profile.local(work.services.clock()),
            profile=work.profile,
            query=turn.query_text,
            is_lookup=turn.plan is not None and turn.plan.is_lookup,
            analysis=turn.analysis,
            response=turn.draft.response if turn.draft else None,
            correction=turn.observation.correction if turn.observation else None,
            new_entries=stored,
            before=before,
            vocabulary=work.context(turn).vocabulary,
            recent_entries=tuple(recent),
            current_context=current.content if current else "",
            context_guidance=work.context(turn).context_guidance,
        )
    )
    return await _tried(work, seen)


async def _tried(work: Work, seen: ObserverOutput) -> ObserverOutput:
    """Without words of the person's own that more of their cases would be read wrong with than right."""
    own = [one for one in seen.updates if one.key.startswith(ALIAS) and one.confidence != "tentative"]
    before = Reading(work.profile, work.own_terms)
    unfit: list[ContextUpdate] = []
    for update in own:
        term = {update.key.removeprefix(ALIAS).casefold(): update.value.casefold()}
        after = Reading(work.profile, {**before.own, **term})
        result = await tried_on(work.services, work.profile.user_id, before, after)
        if result is not None and len(result.broken) > result.mended:
            logger.info("a word is not learnt: %d cases would be read wrong", len(result.broken))
            unfit.append(update)
    if not unfit:
        return seen
    updates = tuple(one for one in seen.updates if one not in unfit)
    return seen.model_copy(update={"updates": updates, "should_update": bool(updates)})
