"""The periodic observer: what is due is a row, so a restart neither loses nor repeats a run."""

from __future__ import annotations

from datetime import datetime, timedelta

from agents.observer import ObserverInput
from agents.recounting import remember, trained
from agents.session import Session, enter
from agents.work import Services
from storage.entities import Effects, ScheduledRun


async def reflect(services: Services, run: ScheduledRun, now: datetime, next_due: datetime) -> bool:
    """Look over what is new since the last run; True when the memory changed.

    The memory is saved before the row moves: after a kill in between all of it is done again, to no effect.
    """
    db = services.db
    profile = await services.profile(run.user_id)
    last = await db.entries.last_change(run.user_id)
    newest = None if last is None else f"{last.entry_id}:{last.revision}"
    effects, changed = Effects(), False
    moved = run.model_copy(update={"due_at": next_due, "last_run_at": now, "seen_entry_id": newest})
    effects.runs.append(moved)
    before = await db.entries.former_states(run.user_id, run.seen_entry_id, run.last_run_at)
    if newest != run.seen_entry_id or before:
        current = await db.contexts.context(run.user_id)
        entries = await db.entries.get_entries_by_date_range(
            run.user_id,
            (profile.local(now) - timedelta(days=HORIZON_DAYS)).date(),
            profile.local(now).date(),
            limit=services.limits.max_entries,
        )
        enter(
            Session(
                turn_id=f"observer:{run.user_id}:{now:%Y%m%dT%H%M%S}",
                user_id=run.user_id,
                chat_id=run.user_id,
                sent_at=now,
                kind="observer",
            )
        )
        seen = await services.engine.observe(
            ObserverInput(
                trigger="periodic",
                now=profile.local(now),
                profile=profile,
                before=tuple(before),
                recent_entries=tuple(entries),
                current_context=current.content if current else "",
                context_guidance=services.registry.combine(services.registry.domains).context_guidance,
            )
        )
        today = profile.local(now).date()
        lately = trained(entry for entry in entries if today - entry.day <= LATELY)
        changed = await remember(services, profile, None, profile.local(now), "periodic", seen, fresh=lately)
    await db.turns.apply(effects)
    return changed


LATELY = timedelta(days=28)
"""An exercise trained so lately has its records in the memory."""
HORIZON_DAYS = 56
"""Patterns are read from the last eight weeks."""
