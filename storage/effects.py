"""Writing what a step wants written, in the transaction it is given."""

from __future__ import annotations

from datetime import datetime

from storage.access import change_rights
from storage.connection import Transaction
from storage.contexts import add_contexts
from storage.entities import Effects, TurnRow, TurnStatus
from storage.entries import stands
from storage.entry_writes import add_entries, revise_entries
from storage.errors import Outdated
from storage.fixes import begin_fixes, end_fixes
from storage.imports import add_imported
from storage.inbox import mark_update_done
from storage.messages import add_messages
from storage.outbox import queue
from storage.people import save_users
from storage.programmes import save_programmes
from storage.proposals import settle
from storage.questions import ask, close
from storage.schedule import save_runs
from storage.scrubbing import scrub
from storage.turn_rows import add_turn


def write_effects(tx: Transaction, effects: Effects, now: datetime) -> list[TurnRow]:
    """All but spans and waking, which need the turn itself; the child turns that are ready.

    Raises Outdated, and then nothing is written.
    """
    if effects.as_of is not None and not stands(tx, effects.as_of):
        raise Outdated
    if effects.inbox_done is not None:
        (scrub if effects.scrubbed else mark_update_done)(tx, effects.inbox_done)
    if effects.messages:
        add_messages(tx, effects.messages)
    if effects.entries:
        add_entries(tx, effects.entries, now)
    if effects.revisions:
        revise_entries(tx, effects.revisions)
    if effects.outgoing:
        queue(tx, effects.outgoing, now)
    _write_rare(tx, effects, now)
    children = [add_turn(tx, turn) for turn in effects.turns]
    return [turn for turn in children if turn is not None and turn.status is TurnStatus.READY]


def _write_rare(tx: Transaction, effects: Effects, now: datetime) -> None:
    if effects.imported:
        add_imported(tx, effects.imported, now)
    if effects.users:
        save_users(tx, effects.users)
    if effects.questions:
        ask(tx, effects.questions)
    if effects.closed_questions:
        close(tx, effects.closed_questions)
    if effects.settled:
        settle(tx, effects.settled)
    save_programmes(tx, effects.programmes)
    if effects.fixed:
        end_fixes(tx, effects.fixed)
    if effects.fixes:
        begin_fixes(tx, effects.fixes)
    if effects.contexts:
        add_contexts(tx, effects.contexts)
    if effects.runs:
        save_runs(tx, effects.runs)
    if effects.rights is not None:
        for change in effects.rights.changes:
            change_rights(tx, effects.rights.place, change, now)
