"""Writing what a step wants written, in the transaction it is given."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from storage.access import change_rights
from storage.coaches import end_wakes, save_templates
from storage.connection import Transaction
from storage.contexts import add_next_contexts
from storage.entities import Effects, TurnRow, TurnStatus
from storage.entries import stands
from storage.entry_writes import add_entries, revise_entries
from storage.errors import Outdated
from storage.fixes import begin_fixes, end_fixes
from storage.goals import save_goals
from storage.imports import add_imported
from storage.inbox import mark_update_done
from storage.messages import add_messages
from storage.outbox import queue
from storage.people import save_users
from storage.programmes import save_programmes
from storage.proposals import add_proposals, settle
from storage.questions import ask, close
from storage.reminders import save_reminders
from storage.schedule import save_runs
from storage.scrubbing import scrub
from storage.thoughts import spend
from storage.turn_rows import add_turn
from storage.wakes import calendar_changed, emit, entries_changed, goal_changed, memory_changed


def write_effects(tx: Transaction, effects: Effects, now: datetime) -> list[TurnRow]:
    """All but spans and waking, which need the turn itself; the child turns that are ready.

    They are told. Raises Outdated, and then nothing is written.
    """
    if effects.as_of is not None and not stands(tx, effects.as_of):
        raise Outdated
    if effects.inbox_done is not None:
        (scrub if effects.scrubbed else mark_update_done)(tx, effects.inbox_done)
    if effects.messages:
        add_messages(tx, effects.messages)
    stored = add_entries(tx, effects.entries, now) if effects.entries else []
    revised = revise_entries(tx, effects.revisions) if effects.revisions else []
    if effects.outgoing:
        queue(tx, effects.outgoing, now)
    if effects.imported:
        stored += add_imported(tx, effects.imported, now)
    _write_rare(tx, effects, now)
    if stored or revised:
        entries_changed(tx, stored, revised, now, effects.author, heard=effects.heard)
    tx.told.append(effects)
    children = [add_turn(tx, turn) for turn in effects.turns]
    return [turn for turn in children if turn is not None and turn.status is TurnStatus.READY]


def _write_rare(tx: Transaction, effects: Effects, now: datetime) -> None:
    for name, write in _RARE:
        if rows := getattr(effects, name):
            write(tx, rows)
    for row in effects.goals:
        emit(tx, row.user_id, [goal_changed(row, now)], now, effects.author)
    for version in effects.contexts:
        emit(tx, version.user_id, [memory_changed(version)], now, effects.author)
    for done in effects.settled:
        if done.in_calendar:
            emit(tx, done.user_id, [calendar_changed(done)], now, effects.author)
    if effects.rights is not None:
        for change in effects.rights.changes:
            change_rights(tx, effects.rights.place, change, now)


_RARE: tuple[tuple[str, Callable[[Transaction, Any], object]], ...] = (
    ("users", save_users),
    ("questions", ask),
    ("closed_questions", close),
    ("proposals", add_proposals),
    ("settled", settle),
    ("templates", save_templates),
    ("programmes", save_programmes),
    ("goals", save_goals),
    ("ended", end_wakes),
    ("spent", spend),
    ("reminders", save_reminders),
    ("fixed", end_fixes),
    ("fixes", begin_fixes),
    ("contexts", add_next_contexts),
    ("runs", save_runs),
)
"""Fields of effects, and what writes them. Any: each takes what its field holds."""
