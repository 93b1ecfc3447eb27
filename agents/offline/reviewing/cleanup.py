"""What is odd in a log as a part of a report, and the changes that would mend it."""

from __future__ import annotations

from datetime import date

from agents.changes.items import MOST_EVIDENCE, Item, MergeItem, RemoveItem, TypoItem
from agents.offline.answers.figures import count_figure
from agents.offline.reviewing.reviewed import Reviewed
from agents.reports.flaws import Flaws, Odd, flaws_in
from agents.reports.part import NOTHING, Draft, Part
from agents.types import Figure

_MOST = 40
"""Rows of each kind that are told."""


def flaws_of(r: Reviewed) -> Flaws:
    """Of the days of a review."""
    context = r.scope.context
    return flaws_in(r.inside, lambda name: context.domain_of(name) is not None)


def cleanup(r: Reviewed, flaws: Flaws) -> Part:
    """The flaws in tables; where there are none, that."""
    draft = r.draft("cleanup")
    says, heads = r.words.flaws, r.words.heads
    if not flaws:
        draft.say(says["none"])
    if flaws.names:
        draft.say(says["names"])
        rows = [
            (f"“{one.name}”", f"“{one.into}”", draft.slot(_count(one.count, one.name, one.entries)))
            for one in flaws.names[:_MOST]
        ]
        draft.table((heads["name"], heads["meant"], heads["entries"]), rows)
    if flaws.odd:
        draft.say(says["odd"])
        head = [heads[key] for key in ("what", "day", "logged", "usual", "meant")]
        draft.table(head, [_odd(r, draft, one) for one in flaws.odd[:_MOST]])
    if flaws.twice:
        draft.say(says["twice"])
        twice = [
            (
                r.called(one.name),
                draft.slot(_count(2, f"{one.name} {one.first}", (one.second, one.first), one.day), ".day"),
            )
            for one in flaws.twice[:_MOST]
        ]
        draft.table((heads["what"], heads["day"]), twice)
    part = r.done(draft)
    if part is None:
        raise ValueError("a clean-up always has something to say")
    return part


def _count(value: int, what: str, entries: tuple[str, ...], day: date | None = None) -> Figure:
    return count_figure(value, "", what, entries, day, role="count")


def _odd(r: Reviewed, draft: Draft, one: Odd) -> tuple[str, ...]:
    was = Figure(
        value=one.was, unit=one.unit, what=f"{one.field} of {one.name}", entries=(one.entry,), day=one.day,
        measure=one.name,
    )  # fmt: skip
    usual = Figure(value=one.usual, unit=one.unit, what=f"usual {one.field} of {one.name}", role="usual")
    meant = NOTHING
    if one.becomes is not None:
        meant = draft.slot(was.model_copy(update={"value": one.becomes, "what": f"likely {one.field}"}))
    slot = draft.slot(was)
    return r.called(one.name), slot.replace("}", ".day}"), slot, draft.slot(usual), meant


def changes_for(flaws: Flaws, why: dict[str, str]) -> list[Item]:
    """What may be proposed: names to merge, slips to mend, the later of two that say the same to go."""
    merged = [
        MergeItem(name=one.name, into=one.into, reason=why["why_names"], evidence=one.entries[:MOST_EVIDENCE])
        for one in flaws.names
    ]
    mended = [
        TypoItem(
            entry_id=one.entry, name=one.name, field=one.field, was=one.was, becomes=one.becomes,
            reason=why["why_odd"],
        )
        for one in flaws.odd
        if one.becomes is not None
    ]  # fmt: skip
    gone = [
        RemoveItem(
            entry_id=one.second, twin=one.first, day=one.day, was=one.words, reason=why["why_twice"],
            evidence=(one.first, one.second),
        )
        for one in flaws.twice
    ]  # fmt: skip
    return [*merged, *mended, *gone]
