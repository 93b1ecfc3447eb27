"""An edited message: it says everything anew, and what was corrected in between stays where it can."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from agents.late import improve_later, late_reading
from agents.parser import ParsedEntry, ParserOutput
from agents.ports import Receipt
from agents.steps.ahead import comes_next
from agents.steps.doubting import ask_about
from agents.steps.reaching import goals_of
from agents.steps.replacing import bring_back, replace_earlier, told_anew
from agents.steps.revising import new_entry, records_changed, revision_of
from agents.turn import Observation, Turn
from agents.work import Work
from storage.cases import EDITED
from storage.entities import Entry, Measure, Outgoing, Revision
from storage.problems import Problem


@dataclass(frozen=True, slots=True)
class _Known:
    """A stored part of the message: as it stands, and as its words were read last."""

    now: Entry
    said: Entry


@dataclass(frozen=True, slots=True)
class Edited:
    """A stored entry and what becomes of it."""

    before: Entry
    after: Entry
    overridden: bool = False
    """A correction of it gave way."""

    @property
    def changes(self) -> bool:
        """Whether anything in it is another."""
        return _content(self.before) != _content(self.after)


async def store_edit(turn: Turn, work: Work, parsed: ParserOutput) -> None:
    """Day by day the entries follow; what the edit takes out is deleted, and all of it is shown."""
    incoming = turn.incoming
    work.effects.as_of = await work.services.db.entries.as_of_now(incoming.user_id)
    stored = await stored_of(turn, work)
    if incoming.in_file is not None:
        stored = [entry for entry in stored if entry.id == incoming.in_file]
        parsed = _of_its_day(turn, work, parsed, stored)
    if work.services.late is not None:
        work.services.late.forget(incoming.chat_id, incoming.message_id)
    late = late_reading(turn, work)
    note = f"{EDITED}{incoming.words if incoming.in_file is not None else incoming.text}"
    if turn.resolved:
        note = "answered: " + ", ".join(turn.resolved.values())
    edited, added = await told_again(turn, work, parsed, stored, note)
    receipt = await _write(turn, work, parsed, edited, added, note)
    if receipt is not None and late is not None:
        changed = {one.after.id: one.after for one in edited if one.changes}
        now = [changed.get(entry.id, entry) for entry in stored]
        improve_later(turn, work, late, [*now, *added], receipt)


async def stored_of(turn: Turn, work: Work) -> list[Entry]:
    """All entries of the message, also those that were taken back."""
    incoming = turn.incoming
    return await work.services.db.entries.entries_of_message(
        incoming.user_id, incoming.chat_id, incoming.message_id, with_deleted=True
    )


def _of_its_day(turn: Turn, work: Work, parsed: ParserOutput, stored: Sequence[Entry]) -> ParserOutput:
    """Words in a day's file are about that day, if they name no other."""
    if len(parsed.entries) != 1 or not stored or parsed.entries[0].day != work.now(turn).date():
        return parsed
    day = stored[0].day
    moved = {"day": day, "measures": _on(day, parsed.entries[0].measures)}
    return parsed.model_copy(update={"entries": (parsed.entries[0].model_copy(update=moved),)})


async def told_again(
    turn: Turn, work: Work, parsed: ParserOutput, stored: Sequence[Entry], note: str
) -> tuple[list[Edited], list[Entry]]:
    """What becomes of the stored entries by a new reading of their message, and what is new in it."""
    revisions = work.services.db.entries.revisions
    known = [_Known(entry, _as_said(entry, await revisions(entry.user_id, entry.id))) for entry in stored]
    several = any(not entry.deleted for entry in stored)
    parts = stored if turn.incoming.in_file is None else await stored_of(turn, work)
    edited: list[Edited] = []
    added: list[Entry] = []
    for read, one in _matched(parsed.entries, known):
        if read is not None and one is not None:
            added_note = f"{EDITED}{read.text}" if note.startswith(EDITED) else note
            edited.append(_merged(one, read, added_note, several=several and len(known) > 1))
        elif read is not None:
            part = 1 + max((entry.part for entry in (*parts, *added)), default=-1)
            added.append(new_entry(turn, work, part, read))
        elif one is not None and not one.now.deleted:
            gone = {"deleted": True, "revision": one.now.revision + 1}
            edited.append(Edited(one.now, one.now.model_copy(update=gone)))
    return edited, added


async def _write(  # noqa: PLR0917 - what was read and what came of it
    turn: Turn, work: Work, parsed: ParserOutput, edited: list[Edited], added: list[Entry], note: str
) -> Outgoing | None:
    """The revisions, and the receipt that shows them."""
    at = work.services.clock()  # of all: they are taken back together
    changed = [one for one in edited if one.changes]
    cause = "answer" if turn.resolved else "edit" if turn.incoming.in_file is None else "file"
    work.effects.entries.extend(added)
    work.effects.revisions.extend(revision_of(one.after, at, cause, note) for one in changed)
    anew = [*(told_anew(one.before, one.after, turn.incoming.text) for one in changed), *added]
    instead = await replace_earlier(turn, work, anew)
    back = await bring_back(work, [(one.before, one.after) for one in changed], added)
    shown = changed or edited[: 0 if added else 1]
    entries = (*(one.after if one.changes else one.before for one in shown), *added)
    if not entries:
        return None
    await ask_about(turn, work, parsed, next((entry for entry in entries if not entry.deleted), None))
    turn.stored_ids = tuple(entry.id for entry in entries)
    broken, lost = await records_changed(turn, work, [(one.before, one.after) for one in changed], added)
    receipt = Receipt(
        entries=entries,
        parsed=parsed,
        records=broken,
        lost=lost,
        goals=await goals_of(
            turn, work, [*(one.after for one in changed), *added], [one.before for one in changed]
        ),
        before=shown[0].before if shown else None,
        former=tuple(one.before for one in shown),
        instead_of=instead,
        counts_again=back,
        comes=await comes_next(turn, work, entries, [one.before for one in changed]),
        overridden=any(one.overridden for one in changed),
    )
    told = work.services.replies.receipt(turn, work.profile, receipt)
    work.effects.outgoing.append(told)
    turn.observation = Observation(trigger="user_correction", correction=turn.incoming.text)
    return told


def _as_said(entry: Entry, history: Sequence[Revision]) -> Entry:
    """The entry as the message's own words were read last, without what was corrected since.

    A state that an edit left shows what it read where it differs from the state before.
    """
    undone = {one.undoes for one in history}
    standing = [one for one in history if one.revision not in undone and one.cause != "undo"]
    if not standing:
        return entry
    said = before = standing[0].entry
    for one in standing[1:]:
        if one.cause != "correction":
            said = _read_then(said, before, one.entry)
        before = one.entry
    return said


def _read_then(said: Entry, before: Entry, after: Entry) -> Entry:
    day = after.day if after.day != before.day else said.day
    old, new, known = (_on(day, one.measures) for one in (before, after, said))
    measures: list[Measure] = []
    for name in dict.fromkeys(one.name for one in (*new, *known)):
        measures += _of(new if _of(new, name) != _of(old, name) else known, name)
    return said.model_copy(update={"day": day, "measures": tuple(measures)})


def _matched(
    read: Sequence[ParsedEntry], known: Sequence[_Known]
) -> Iterator[tuple[ParsedEntry | None, _Known | None]]:
    """Each day read with the part that told of it, the others in order; what is left on either side last."""
    rest_known, rest_read = list(known), list[ParsedEntry]()
    for one in read:
        same = next((k for k in rest_known if one.day in (k.said.day, k.now.day)), None)
        if same is None:
            rest_read.append(one)
        else:
            rest_known.remove(same)
            yield one, same
    live = sorted(rest_known, key=lambda one: (one.now.deleted, one.now.part))
    for place in range(max(len(rest_read), len(live))):
        yield (
            rest_read[place] if place < len(rest_read) else None,
            live[place] if place < len(live) else None,
        )


def _merged(known: _Known, read: ParsedEntry, note: str, *, several: bool) -> Edited:
    """What the edit did not touch stays as it was corrected; where it did, the edit holds."""
    now, said = known.now, known.said
    untouched = _on(said.day, said.measures) == _on(said.day, read.measures)
    day = now.day if read.day == said.day else read.day
    measures, overridden = _measures(now, said, read)
    after = now.model_copy(
        update={
            "day": day,
            "measures": _on(day, measures),
            "domains": tuple(dict.fromkeys(one.domain for one in measures)) or read.domains,
            "problems": read.problems,
            "notes": (*now.notes, note) if note else now.notes,
            "revision": now.revision + 1,
            "deleted": now.deleted and several and untouched and day == now.day,
        }
    )
    return Edited(now, after, overridden and not now.deleted)


def _measures(now: Entry, said: Entry, read: ParsedEntry) -> tuple[list[Measure], bool]:
    """By name: as corrected where the words are as before, else as read; whether a correction gave way."""
    old, new = _on(now.day, said.measures), _on(now.day, read.measures)
    current = _on(now.day, now.measures)
    names = list(dict.fromkeys(one.name for one in (*new, *current)))
    touched = {name for name in {one.name for one in (*old, *new)} if _of(old, name) != _of(new, name)}
    renamed = any(_of(old, name) and not _of(current, name) for name in touched)
    kept: list[Measure] = []
    corrected = {name for name in touched if _of(old, name) and _of(current, name) != _of(old, name)}
    overridden = any(_of(current, name) != _of(new, name) for name in corrected)
    for name in names:
        if name in touched:
            kept += _of(new, name)
        elif _of(old, name) or not renamed:
            kept += _of(current, name)
        else:
            overridden = True  # it had become this by a correction of what was edited
    return kept, overridden


def _of(measures: Sequence[Measure], name: str) -> list[Measure]:
    return [one for one in measures if one.name == name]


def _on(day: date, measures: Sequence[Measure]) -> tuple[Measure, ...]:
    """The measures as of that day: which it is does not tell them apart."""
    return tuple(one.model_copy(update={"day": day}) for one in measures)


def _content(entry: Entry) -> tuple[date, tuple[Measure, ...], tuple[Problem, ...], bool]:
    return entry.day, entry.measures, entry.problems, entry.deleted
