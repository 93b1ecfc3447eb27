"""What is told once a day gives way to what tells it anew, and counts again when that is gone."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from datetime import date
from typing import Literal

from agents.work import Services
from domains.checks import FieldSpec
from domains.registry import Registry
from storage.entities import Entry, Measure, Revision
from storage.entries import Entries

Told = Collection[tuple[str, date]]
"""Measures by name and day."""


def told(entry: Entry) -> set[tuple[str, date]]:
    """What counts of an entry."""
    return set() if entry.deleted else {(one.name, one.day) for one in entry.measures}


def once(registry: Registry, name: str) -> FieldSpec | None:
    """The field of that name, if it counts once a day."""
    return registry.once_a_day.get(name)


def tells_once(registry: Registry, entry: Entry) -> set[tuple[str, date]]:
    """What the entry tells that counts once a day, unless its words say that it comes on top."""
    return {
        (one.name, one.day)
        for one in entry.measures
        if one.value is not None and (spec := once(registry, one.name)) and not _adds(spec, entry.text)
    }


def _adds(spec: FieldSpec, text: str) -> bool:
    said = text.casefold()
    return any(re.search(rf"(?<![^\W_]){re.escape(word)}(?![a-z])", said) for word in spec.adds)


def without(services: Services, entry: Entry, given_way: Sequence[Measure], by: str) -> Revision:
    """The entry without what gives way to the entry `by`."""
    left = tuple(one for one in entry.measures if one not in given_way)
    after = entry.model_copy(update={"measures": left, "deleted": not left, "revision": entry.revision + 1})
    return Revision(
        entry_id=entry.id,
        revision=after.revision,
        at=services.clock(),
        cause="replaced",
        note=by,
        entry=after,
    )


async def count_again(
    services: Services,
    entry: Entry,
    freed: Told | None = None,
    cause: Literal["undo", "returned"] = "undo",
    passing_over: Collection[str] = (),
) -> list[Revision]:
    """What gave way to the entry counts again, where it is among the freed (None: all of it)."""
    if freed is not None and not freed:
        return []
    changes: dict[str, Revision] = {}
    rows = await services.db.entries.given_way(entry.user_id, entry.id)
    taken_out = {one.entry_id for one in rows if one.entry.deleted}
    for one in rows:
        now, before, lost = await _lost(services.db.entries, one)
        now = changes[one.entry_id].entry if one.entry_id in changes else now
        again = [each for each in lost if freed is None or (each.name, each.day) in freed]
        gone = now.deleted and one.entry_id not in taken_out
        if not again or gone or one.entry_id in passing_over:
            continue
        measures = [each for each in before.measures if each in again or each in now.measures]
        measures += [each for each in now.measures if each not in before.measures]
        update = {"measures": tuple(measures), "deleted": False, "revision": now.revision + 1}
        changes[one.entry_id] = Revision(
            entry_id=one.entry_id,
            revision=now.revision + 1,
            at=services.clock(),
            cause=cause,
            note=entry.id if cause == "returned" else f"revision {one.revision} taken back",
            entry=now.model_copy(update=update),
            undoes=one.revision if len(again) == len(lost) else None,
        )
    return [*changes.values()]


async def give_way_again(services: Services, entry: Entry, revision: int) -> list[Revision]:
    """What counted again because of that revision of the entry, which is taken back now."""
    changes: list[Revision] = []
    if not told(entry):
        return changes
    for one in await services.db.entries.given_way(entry.user_id, entry.id, revision, cause="returned"):
        history = await services.db.entries.revisions(entry.user_id, one.entry_id)
        before, now = _before(history, one), history[-1].entry
        returned = [each for each in one.entry.measures if each not in before.measures]
        change = without(
            services, now, [each for each in returned if (each.name, each.day) in told(entry)], entry.id
        )
        if change.entry.measures != now.measures:
            changes.append(change.model_copy(update={"undoes": one.revision}))
    return changes


async def gave_way(db: Entries, entry: Entry) -> list[Measure]:
    """What does not count because the entry told it anew."""
    rows = await db.given_way(entry.user_id, entry.id)
    return [measure for one in rows for measure in (await _lost(db, one))[2]]


async def _lost(db: Entries, given_way: Revision) -> tuple[Entry, Entry, list[Measure]]:
    """The entry as it is, as it was before it gave way, and what it lost then and has not got back."""
    history = await db.revisions(given_way.entry.user_id, given_way.entry_id)
    now, before = history[-1].entry, _before(history, given_way)
    kept = (*given_way.entry.measures, *(() if now.deleted else now.measures))
    return now, before, [one for one in before.measures if one not in kept]


def _before(history: Sequence[Revision], change: Revision) -> Entry:
    return next(one.entry for one in reversed(history) if one.revision < change.revision)
