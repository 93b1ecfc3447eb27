"""PARSE and STORE: words become entries, corrections become revisions, and a receipt says so."""

from __future__ import annotations

import secrets
from datetime import timedelta

from ulid import ULID

from agents.clarifier import ClarificationQuestion
from agents.facts import records_broken
from agents.machine import State
from agents.parser import Correction, ParsedEntry, ParserInput, ParserOutput
from agents.ports import Receipt, Record
from agents.turn import Observation, Turn
from agents.types import InputType
from agents.work import Work
from storage.entities import Entry, PendingQuestion, Revision


async def parse(turn: Turn, work: Work) -> State:
    """Read the log. An edited message is read anew as a whole; a correction looks for what it corrects."""
    services = work.services
    incoming = turn.incoming
    correcting = turn.input_type is InputType.CORRECTION and not incoming.edited
    recent: list[Entry] = []
    if correcting:
        recent = await services.repository.recent_entries(
            incoming.user_id, limit=services.limits.recent_entries
        )
    target = await _target(turn, work)
    turn.parsed = await services.engine.parse(
        ParserInput(
            text=turn.log_text or incoming.text,
            now=work.now(turn),
            profile=work.profile,
            domain_context=work.context(turn),
            recent_entries=tuple(recent),
            correction=correcting,
            correction_target=turn.correction_target,
            target_entry=target if correcting else None,
            resolved=turn.resolved,
        )
    )
    return State.STORE


async def _target(turn: Turn, work: Work) -> Entry | None:
    if turn.target_entry_id is None:
        return None
    found = await work.services.repository.entries(turn.incoming.user_id, [turn.target_entry_id])
    return found[0] if found else None


async def store(turn: Turn, work: Work) -> State:
    """Write what was read, keyed by chat and message, with the receipt in the same transaction."""
    work.effects.wakes_parked = turn.parent_id is not None
    parsed = turn.parsed or ParserOutput(confidence=0)
    if turn.incoming.edited and turn.target_entry_id is not None:
        await _store_edit(turn, work, parsed)
    elif turn.input_type is InputType.CORRECTION:
        await _store_correction(turn, work, parsed)
    else:
        await _store_log(turn, work, parsed)
    return State.OBSERVE


async def _store_log(turn: Turn, work: Work, parsed: ParserOutput) -> None:
    entries = [_entry(turn, work, part, read) for part, read in enumerate(parsed.entries)]
    work.effects.entries.extend(entries)
    turn.stored_ids = tuple(entry.id for entry in entries)
    records = await _records(turn, work, entries)
    receipt = Receipt(entries=tuple(entries), parsed=parsed, records=records)
    work.effects.outgoing.append(work.services.replies.receipt(turn, work.profile, receipt))
    _ask_about(turn, work, parsed)
    if records or any(measure.name == "pain" for entry in entries for measure in entry.measures):
        turn.observation = Observation(trigger="significant_log")


def _entry(turn: Turn, work: Work, part: int, read: ParsedEntry) -> Entry:
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


async def _records(turn: Turn, work: Work, entries: list[Entry]) -> tuple[Record, ...]:
    """Records broken by these entries, against everything logged before under the same names."""
    names = {m.name for entry in entries for m in entry.measures if m.reps or m.weight or m.distance_m}
    if not names:
        return ()
    earlier = await work.services.repository.measures(turn.incoming.user_id, sorted(names))
    broken = (records_broken(entry, [row.measure for row in earlier], work.profile) for entry in entries)
    return tuple(record for records in broken for record in records)


def _ask_about(turn: Turn, work: Work, parsed: ParserOutput) -> None:
    """Questions about a log do not hold it up: it is stored, and the answer revises it."""
    services = work.services
    now = services.clock()
    asked = [
        (
            ClarificationQuestion(question=doubt.question, gap=doubt.key, options=doubt.options),
            PendingQuestion(
                token=secrets.token_urlsafe(12),
                turn_id=turn.id,
                user_id=turn.incoming.user_id,
                chat_id=turn.incoming.chat_id,
                question=doubt.question,
                options=doubt.options,
                gap=doubt.key,
                asked_at=now,
                expires_at=now + timedelta(hours=services.limits.clarification_hours),
            ),
        )
        for doubt in parsed.uncertain[: services.limits.max_questions]
    ]
    work.effects.questions.extend(pending for _, pending in asked)
    if asked:
        work.effects.outgoing.extend(services.replies.questions(turn, work.profile, asked, ""))


async def _store_correction(turn: Turn, work: Work, parsed: ParserOutput) -> None:
    correction = parsed.correction
    before = None
    if correction is not None:
        found = await work.services.repository.entries(turn.incoming.user_id, [correction.target_entry_id])
        before = found[0] if found else None
    if correction is None or before is None:
        sentence = parsed.correction_problem or work.services.replies.nothing_to_correct(work.profile)
        work.effects.outgoing.append(work.services.replies.problem(turn, work.profile, sentence))
        return
    after = _corrected(before, correction)
    work.effects.revisions.append(_revision(turn, work, after, "correction", correction.note))
    _tell_change(turn, work, before, after, parsed, correction.note)


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


async def _store_edit(turn: Turn, work: Work, parsed: ParserOutput) -> None:
    """The edited message says everything anew: part by part the entries follow, the first words stay."""
    incoming = turn.incoming
    stored = await work.services.repository.entry_by_message(
        incoming.user_id, incoming.chat_id, incoming.message_id
    )
    olds = {entry.part: entry for entry in stored}
    changed: list[tuple[Entry, Entry]] = []
    for part, read in enumerate(parsed.entries):
        before = olds.pop(part, None)
        if before is None:
            work.effects.entries.append(_entry(turn, work, part, read))
            continue
        after = before.model_copy(
            update={
                "day": read.day,
                "measures": read.measures,
                "domains": read.domains,
                "problems": read.problems,
                "notes": (*before.notes, f"edited: {read.text}"),
                "revision": before.revision + 1,
                "deleted": False,
            }
        )
        changed.append((before, after))
    changed.extend(
        (gone, gone.model_copy(update={"deleted": True, "revision": gone.revision + 1}))
        for gone in olds.values()
    )
    for _, after in changed:
        work.effects.revisions.append(_revision(turn, work, after, "edit", f"edited: {incoming.text}"))
    if changed:
        before, after = changed[0]
        _tell_change(turn, work, before, after, parsed, None)


def _tell_change(
    turn: Turn, work: Work, before: Entry, after: Entry, parsed: ParserOutput, note: str | None
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


async def keep_words(turn: Turn, work: Work) -> State:
    """After an internal failure: a log's words are stored unread, and the user is told."""
    if turn.input_type in (None, InputType.LOG, InputType.BOTH) and not turn.incoming.edited:
        day = work.now(turn).date()
        text = turn.log_text or turn.incoming.text
        work.effects.entries.append(_entry(turn, work, 0, ParsedEntry(day=day, text=text)))
    sentence = work.services.replies.failure(work.profile)
    work.effects.outgoing.append(work.services.replies.problem(turn, work.profile, sentence))
    return State.COMPLETE
