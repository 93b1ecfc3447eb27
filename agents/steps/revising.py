"""New entries and new states of old ones: nothing is overwritten, every change is a revision."""

from __future__ import annotations

from ulid import ULID

from agents.parser import Correction, ParsedEntry, ParserOutput
from agents.ports import Receipt
from agents.steps.doubting import ask_about
from agents.turn import Observation, Turn
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


async def store_correction(turn: Turn, work: Work, parsed: ParserOutput) -> None:
    """A revision of the entry that the correction fits, or a sentence when it fits none."""
    await ask_about(turn, work, parsed, None)
    correction = parsed.correction
    before = None
    if correction is not None:
        found = await work.services.repository.entries(turn.incoming.user_id, [correction.target_entry_id])
        before = found[0] if found else None
    if (correction is None or before is None) and work.effects.questions:
        return
    if correction is None or before is None:
        sentence = parsed.correction_problem or work.services.replies.nothing_to_correct(work.profile)
        work.effects.outgoing.append(work.services.replies.problem(turn, work.profile, sentence))
        return
    after = _corrected(before, correction)
    work.effects.revisions.append(_revision(turn, work, after, "correction", correction.note))
    _tell_change(turn, work, before=before, after=after, parsed=parsed, note=correction.note)


def _corrected(before: Entry, correction: Correction) -> Entry:
    return before.model_copy(
        update={
            "day": correction.day,
            "measures": correction.measures,
            "domains": tuple(dict.fromkeys(m.domain for m in correction.measures)) or before.domains,
            "notes": (*before.notes, correction.note),
            "revision": before.revision + 1,
            "deleted": correction.action == "delete",
        }
    )


async def store_edit(turn: Turn, work: Work, parsed: ParserOutput) -> None:
    """The edited message says everything anew: part by part the entries follow, the first words stay."""
    incoming = turn.incoming
    stored = await work.services.repository.entries_of_message(
        incoming.user_id, incoming.chat_id, incoming.message_id, with_deleted=True
    )
    olds = {entry.part: entry for entry in stored}
    note = _edit_note(turn)
    changed: list[tuple[Entry, Entry]] = []
    for part, read in enumerate(parsed.entries):
        before = olds.pop(part, None)
        if before is None:
            work.effects.entries.append(new_entry(turn, work, part, read))
            continue
        after = before.model_copy(
            update={
                "day": read.day,
                "measures": read.measures,
                "domains": read.domains,
                "problems": read.problems,
                "notes": (*before.notes, note if turn.resolved else f"edited: {read.text}"),
                "revision": before.revision + 1,
                "deleted": False,
            }
        )
        changed.append((before, after))
    changed.extend(
        (gone, gone.model_copy(update={"deleted": True, "revision": gone.revision + 1}))
        for gone in olds.values()
        if not gone.deleted
    )
    cause = "answer" if turn.resolved else "edit"
    for _, after in changed:
        work.effects.revisions.append(_revision(turn, work, after, cause, note))
    if changed:
        before, after = changed[0]
        await ask_about(turn, work, parsed, after)
        _tell_change(turn, work, before=before, after=after, parsed=parsed, note=None)


def _edit_note(turn: Turn) -> str:
    if turn.resolved:
        return "answered: " + ", ".join(turn.resolved.values())
    return f"edited: {turn.incoming.text}"


def _tell_change(
    turn: Turn, work: Work, *, before: Entry, after: Entry, parsed: ParserOutput, note: str | None
) -> None:
    turn.stored_ids = (after.id,)
    receipt = Receipt(entries=(after,), parsed=parsed, note=note, before=before)
    work.effects.outgoing.append(work.services.replies.receipt(turn, work.profile, receipt))
    turn.observation = Observation(trigger="user_correction", correction=note or turn.incoming.text)


def _revision(turn: Turn, work: Work, after: Entry, cause: str, note: str) -> Revision:
    return Revision.model_validate(
        {
            "entry_id": after.id,
            "revision": after.revision,
            "at": work.services.clock(),
            "cause": cause,
            "note": note or turn.incoming.text,
            "entry": after,
        }
    )
