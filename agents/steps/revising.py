"""New entries and new states of old ones: nothing is overwritten, every change is a revision."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from ulid import ULID

from agents.facts import records_broken
from agents.giving_way import without
from agents.parser import Correction, ParsedEntry, ParserOutput
from agents.ports import Receipt
from agents.steps.ahead import comes_next
from agents.steps.doubting import ask_about
from agents.steps.reaching import goals_of
from agents.steps.replacing import bring_back, replace_earlier, told_anew
from agents.turn import Observation, Turn
from agents.types import Record
from agents.work import Work
from storage.entities import Entry, Revision


def new_entry(turn: Turn, work: Work, part: int, read: ParsedEntry) -> Entry:
    """The first state of what was read; `part` numbers the days of one message."""
    incoming = turn.incoming
    return Entry(
        id=str(ULID()),
        user_id=incoming.user_id,
        chat_id=incoming.chat_id,
        message_id=incoming.message_id,
        part=part,
        day=read.day,
        logged_at=incoming.sent_at,
        text=read.text,
        domains=read.domains,
        measures=read.measures,
        problems=read.problems,
        confidence=turn.parsed.confidence if turn.parsed else 0,
    )


async def records_of(
    turn: Turn, work: Work, entries: Sequence[Entry], passing_over: Sequence[str] = ()
) -> tuple[Record, ...]:
    """Records broken by these entries, against everything else logged under the same names."""
    names = {m.name for entry in entries for m in entry.measures if m.reps or m.weight or m.distance_m}
    if not names:
        return ()
    earlier = await work.services.db.measures.rivals(turn.incoming.user_id, sorted(names), passing_over)
    broken = (records_broken(entry, earlier, work.profile) for entry in entries)
    return tuple(record for records in broken for record in records)


async def records_changed(
    turn: Turn, work: Work, changed: Sequence[tuple[Entry, Entry]], added: Sequence[Entry] = ()
) -> tuple[tuple[Record, ...], tuple[Record, ...]]:
    """The records that changed entries break and did not before, and those that they no longer break."""
    ids = [before.id for before, _ in changed]
    old = [before for before, _ in changed if not before.deleted]
    new = [*(after for _, after in changed if not after.deleted), *added]
    was, now = await records_of(turn, work, old, ids), await records_of(turn, work, new, ids)
    told, stands = {(*_kind(one), one.now) for one in was}, {_kind(one) for one in now}
    broken = tuple(one for one in now if (*_kind(one), one.now) not in told)
    return broken, tuple(one for one in was if _kind(one) not in stands)


def _kind(record: Record) -> tuple[str, str, str]:
    return record.kind, record.name, record.of


async def store_correction(turn: Turn, work: Work, parsed: ParserOutput) -> None:
    """A revision of the entry that the correction fits, or a sentence when it fits none."""
    work.effects.as_of = await work.services.db.entries.as_of_now(turn.incoming.user_id)
    await ask_about(turn, work, parsed, None)
    correction = parsed.correction
    before = None
    if correction is not None:
        found = await work.services.db.entries.entries(turn.incoming.user_id, [correction.target_entry_id])
        before = found[0] if found else None
    if (correction is None or before is None) and work.effects.questions:
        return
    if correction is None or before is None:
        problem = parsed.correction_problem or work.services.replies.sentence(
            work.profile, "nothing_to_correct"
        )
        work.effects.outgoing.append(work.services.replies.problem(turn, work.profile, problem))
        return
    after = _corrected(before, correction)
    at, note = work.services.clock(), correction.note or turn.incoming.text
    moved = [new_entry(turn, work, 0, one) for one in parsed.entries]
    if moved:
        gone = [one for one in before.measures if one not in correction.measures]
        work.effects.entries.extend(moved)
        work.effects.revisions.append(without(work.services, before, gone, moved[0].id))
    else:
        work.effects.revisions.append(revision_of(after, at, "correction", note))
    if turn.incoming.fixes:
        work.effects.fixed.append((turn.incoming.user_id, turn.incoming.chat_id))
    shown = tuple(moved) or (after,)
    turn.stored_ids = tuple(one.id for one in shown)
    broken, lost = await records_changed(turn, work, [(before, after)], moved)
    receipt = Receipt(
        entries=shown,
        parsed=parsed,
        note=correction.note,
        before=before,
        records=broken,
        lost=lost,
        goals=await goals_of(turn, work, [after, *moved], [before]),
        instead_of=await replace_earlier(turn, work, [told_anew(before, after, turn.incoming.text)]),
        counts_again=await bring_back(work, [(before, after)], ()),
        comes=await comes_next(turn, work, [after], [before]),
    )
    work.effects.outgoing.append(work.services.replies.receipt(turn, work.profile, receipt))
    turn.observation = Observation(trigger="user_correction", correction=note)


def _corrected(before: Entry, correction: Correction) -> Entry:
    return before.model_copy(
        update={
            "day": correction.day,
            "measures": correction.measures,
            "domains": tuple(dict.fromkeys(m.domain for m in correction.measures)) or before.domains,
            "problems": before.problems if before.measures else (),
            "notes": (*before.notes, correction.note),
            "revision": before.revision + 1,
            "deleted": correction.action == "delete",
        }
    )


def revision_of(after: Entry, at: datetime, cause: str, note: str) -> Revision:
    """The change to that state."""
    return Revision.model_validate(
        {
            "entry_id": after.id,
            "revision": after.revision,
            "at": at,
            "cause": cause,
            "note": note,
            "entry": after,
        }
    )
