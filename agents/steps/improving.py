"""What a model read late of a log takes the place of code's reading, and the receipt of it is changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from agents.parser import ParserOutput
from agents.ports import Receipt
from agents.steps.ahead import comes_next
from agents.steps.doubting import ask_about
from agents.steps.editing import Edited, stored_of, told_again
from agents.steps.reaching import goals_of
from agents.steps.replacing import bring_back, replace_earlier, told_anew
from agents.steps.revising import records_of, revision_of
from agents.turn import Improves, Observation, Turn
from agents.work import Work
from storage.entities import Entry, Outgoing, Revision


async def improve(turn: Turn, work: Work, read: ParserOutput, improves: Improves) -> None:
    """Unless the person has changed, taken back or answered anything about it: then code's reading stands.

    What code asked stays asked, and is not asked again.
    """
    db, user_id = work.services.db, turn.incoming.user_id
    work.effects.as_of = await db.entries.as_of_now(user_id)
    stored = await stored_of(turn, work)
    asked = await db.questions.questions(user_id, improves.asked)
    touched = {(entry.id, entry.revision) for entry in stored} != set(improves.entries)
    if touched or any(question.status != "open" for question in asked):
        return
    edited, added = await told_again(turn, work, read, stored, "")
    if not added and not any(one.changes for one in edited):
        return
    at = work.services.clock()
    work.effects.entries.extend(added)
    work.effects.revisions.extend(_read_again(edited, added, at))
    changed = [one for one in edited if one.changes]
    anew = [*(told_anew(one.before, one.after, turn.incoming.text) for one in changed), *added]
    instead = await replace_earlier(turn, work, anew)
    back = await bring_back(work, [(one.before, one.after) for one in changed], added)
    now = [*(one.after for one in edited if not one.after.deleted), *added]
    turn.stored_ids = tuple(entry.id for entry in now)
    receipt = Receipt(
        entries=tuple(now),
        parsed=read,
        records=await records_of(turn, work, now, [entry.id for entry in stored]),
        goals=await goals_of(turn, work, now, [one.before for one in edited], anew=True),
        instead_of=instead,
        counts_again=back,
        comes=await comes_next(turn, work, now, stored),
    )
    work.effects.outgoing.append(await _shown(turn, work, receipt, edited, improves))
    known = {question.gap for question in asked}
    anew_in_doubt = tuple(doubt for doubt in read.uncertain if doubt.key not in known)
    first = next((entry for entry in now), None)
    await ask_about(turn, work, read.model_copy(update={"uncertain": anew_in_doubt}), first)
    turn.observation = Observation(trigger="significant_log")


def _read_again(edited: Sequence[Edited], added: Sequence[Entry], at: datetime) -> list[Revision]:
    """Of each entry, also where nothing in it changed: they are taken back together."""
    states = [
        *(one.after for one in edited),
        *(entry.model_copy(update={"revision": entry.revision + 1}) for entry in added),
    ]
    return [revision_of(after, at, "reading", "") for after in states]


async def _shown(
    turn: Turn, work: Work, receipt: Receipt, edited: Sequence[Edited], improves: Improves
) -> Outgoing:
    """The receipt in the place of the one that was sent; a new one that shows the change where it was not."""
    replies = work.services.replies
    sent = await work.services.db.outbox.shown_as(improves.receipt)
    if sent is not None and len(sent.message_ids) == 1:
        told = replies.receipt(turn, work.profile, receipt)
        return told.model_copy(update={"edits": sent.message_ids[0], "reply_to": sent.outgoing.reply_to})
    former = tuple(one.before for one in edited)
    change = replace(receipt, before=next(iter(former), None), former=former)
    return replies.receipt(turn, work.profile, change)
