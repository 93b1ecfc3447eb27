"""PARSE and STORE: words become entries, and a receipt says what was understood."""

from __future__ import annotations

from agents.late import improve_later, late_reading
from agents.machine import State
from agents.memory import RECORD
from agents.memory import parse as parse_memory
from agents.parser import ParsedEntry, ParserInput, ParserOutput
from agents.ports import Receipt
from agents.recounting import may_change, trained
from agents.steps.ahead import comes_next
from agents.steps.doubting import ask_about, on_chosen_day, take_answers, tell_at_home, tell_unit
from agents.steps.editing import store_edit
from agents.steps.improving import improve
from agents.steps.reaching import goals_of
from agents.steps.replacing import doubt_jumps, replace_earlier
from agents.steps.revising import new_entry, records_of, store_correction
from agents.steps.twins import leave_out_twins
from agents.turn import Observation, Turn
from agents.types import InputType
from agents.work import Work
from storage.entities import Entry


async def parse(turn: Turn, work: Work) -> State:
    """Read the log. An edited message is read anew as a whole; a correction looks for what it corrects."""
    services = work.services
    incoming = turn.incoming
    target = await _target(turn, work)
    if incoming.in_file and not incoming.text:
        turn.parsed = ParserOutput(confidence=1)  # the words were taken out
        return State.STORE
    if turn.questions:
        await take_answers(turn, work)
        if target is not None and await _was_changed(turn, work, target):
            turn.declined = True
        if turn.declined:
            return State.STORE
    if turn.astray in ("removed", "edited"):
        key = "log_removed" if turn.astray == "removed" else "correction_edited"
        problem = services.replies.sentence(work.profile, key)
        turn.parsed = ParserOutput(correction_problem=problem, confidence=0)
        return State.STORE
    correcting = turn.input_type is InputType.CORRECTION and not incoming.edited
    given = ParserInput(
        text=turn.log_text or incoming.text,
        now=work.now(turn),
        profile=work.profile,
        domain_context=work.context(turn),
        recent_entries=await _written_last(turn, work) if correcting else (),
        looked_back=correcting,
        correction=correcting,
        target_entry=target if correcting else None,
        among=bool(turn.among),
        says_anew=correcting and bool(incoming.fixes),
        replies_elsewhere=turn.astray == "no log",
        resolved=turn.resolved,
    )
    turn.parsed = await services.engine.parse(given)
    unasked = incoming.silent and not turn.parsed.entries  # "again", said to somebody else
    if turn.parsed.needs_recent and not unasked:
        recent = await (_written_last if correcting else _recent)(turn, work)
        known = {"recent_entries": recent, "looked_back": True}
        turn.parsed = await services.engine.parse(given.model_copy(update=known))
    if not correcting:
        turn.parsed = await doubt_jumps(turn, work, on_chosen_day(turn, turn.parsed))
        turn.parsed = await leave_out_twins(turn, work, turn.parsed)
    turn.parsed = _whole(turn.parsed, incoming.beyond)
    return State.STORE


async def _was_changed(turn: Turn, work: Work, target: Entry) -> bool:
    """Whether the person has changed it since the question was asked."""
    history = await work.services.db.entries.revisions(target.user_id, target.id)
    since = [one for one in history if one.revision > (turn.target_revision or 0)]
    return any(one.cause != "reading" for one in since)


def _whole(parsed: ParserOutput, beyond: str) -> ParserOutput:
    """With what was not read of a long message behind the words that come last in it."""
    if not beyond or not parsed.entries:
        return parsed
    *others, last = parsed.entries
    last = last.model_copy(update={"text": last.text + beyond})
    return parsed.model_copy(update={"entries": (*others, last)})


async def _recent(turn: Turn, work: Work) -> tuple[Entry, ...]:
    """Of an edited message not what it has logged itself."""
    services, incoming = work.services, turn.incoming
    limit = services.limits.recent_entries
    found = await services.db.entries.recent_entries(incoming.user_id, limit=limit)
    own = (incoming.chat_id, incoming.message_id) if incoming.edited else None
    return tuple(entry for entry in found if (entry.chat_id, entry.message_id) != own)


async def _written_last(turn: Turn, work: Work) -> tuple[Entry, ...]:
    """What a correction may mean: the last written or corrected first, then the newest days."""
    if turn.among:
        return tuple(await work.services.db.entries.entries(turn.incoming.user_id, turn.among))
    limit = work.services.limits.recent_entries
    changed = await work.services.db.entries.latest_changed(turn.incoming.user_id, limit)
    known = {entry.id for entry in changed}
    return (*changed, *(entry for entry in await _recent(turn, work) if entry.id not in known))


async def _target(turn: Turn, work: Work) -> Entry | None:
    if turn.target_entry_id is None:
        return None
    found = await work.services.db.entries.entries(turn.incoming.user_id, [turn.target_entry_id])
    return found[0] if found else None


async def store(turn: Turn, work: Work) -> State:
    """Write what was read, keyed by chat and message, with the receipt in the same transaction."""
    work.effects.wakes_parked = turn.parent_id is not None
    work.effects.heard = turn.incoming.media is not None
    if turn.declined:
        return State.OBSERVE
    parsed = turn.parsed or ParserOutput(confidence=0)
    if turn.improves is not None:
        await improve(turn, work, _whole(parsed, turn.incoming.beyond), turn.improves)
    elif turn.incoming.edited and turn.target_entry_id is not None:
        await store_edit(turn, work, parsed)
    elif turn.input_type is InputType.CORRECTION and (parsed.correction or not parsed.entries):
        await store_correction(turn, work, parsed)
    else:
        await _store_log(turn, work, parsed)
    if turn.incoming.in_file is not None:
        tell_at_home(turn, work)
    return State.OBSERVE


async def _store_log(turn: Turn, work: Work, parsed: ParserOutput) -> None:
    silent = turn.incoming.silent
    told = [read for read in parsed.entries if read.measures or not silent]
    entries = [new_entry(turn, work, part, read) for part, read in enumerate(told)]
    work.effects.entries.extend(entries)
    turn.stored_ids = tuple(entry.id for entry in entries)
    late = late_reading(turn, work)
    records = await records_of(turn, work, entries)
    unit = await tell_unit(turn, work, entries)
    instead = await replace_earlier(turn, work, entries)
    comes = await comes_next(turn, work, entries)
    receipt = Receipt(
        entries=tuple(entries),
        parsed=parsed,
        records=records,
        unit_taken=unit,
        instead_of=instead,
        goals=await goals_of(turn, work, entries),
        comes=comes,
    )
    told = work.services.replies.receipt(turn, work.profile, receipt)
    work.effects.outgoing.append(told)
    await ask_about(turn, work, parsed, entries[0] if entries else None)
    if work.profile.rest_timer != "off":
        rest_after(turn, work, entries)
    if late is not None:
        improve_later(turn, work, late, entries, told)
    hurts = any(measure.name == "pain" for entry in entries for measure in entry.measures)
    if records or hurts or instead or _recounts(entries, work):
        turn.observation = Observation(trigger="significant_log")


def rest_after(turn: Turn, work: Work, entries: list[Entry]) -> None:
    """The timer that the person wants after each set, in the transaction that stores it."""
    from agents.reminders.resting import rest_timer  # noqa: PLC0415 - only where somebody wants it

    row = rest_timer(turn.incoming, work.profile, entries, work.services.clock())
    if row is not None:
        work.effects.reminders = (row,)


def _recounts(entries: list[Entry], work: Work) -> bool:
    """Whether a line of the memory may count otherwise although no record was broken."""
    if not work.memory:
        return False
    context = parse_memory(work.memory)
    names = ((entry, name) for entry in entries for name in trained([entry]))
    return any(may_change(entry, context.find("fact", f"{name}{RECORD}")) for entry, name in names)


async def keep_words(turn: Turn, work: Work) -> State:
    """After an internal failure: a log's words are stored unread, and the user is told."""
    kept_as_message = turn.incoming.edited or turn.incoming.silent
    if turn.input_type in (None, InputType.LOG, InputType.BOTH) and not kept_as_message:
        day = work.now(turn).date()
        text = (turn.log_text or turn.incoming.text) + turn.incoming.beyond
        work.effects.entries.append(new_entry(turn, work, 0, ParsedEntry(day=day, text=text)))
    sentence = work.services.replies.sentence(work.profile, "failure")
    work.effects.outgoing.append(work.services.replies.problem(turn, work.profile, sentence))
    return State.COMPLETE
