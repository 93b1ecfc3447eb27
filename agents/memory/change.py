"""How the memory changes, and how it is kept small. docs/memory.md says what is remembered for how long."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta

from agents.memory.lines import (
    RECOUNTED,
    TAUGHT,
    Category,
    Changed,
    Forgotten,
    GlobalContext,
    MemoryLine,
)
from agents.memory.markdown import archived, cost_of, parse, render
from agents.memory.text import LONGEST_KEY, LONGEST_VALUE, one_line, tokens
from agents.observer import ObserverOutput
from agents.types import ContextUpdate
from storage.entities import Confidence, ContextVersion

FADES_AFTER: dict[Confidence, timedelta] = {"tentative": timedelta(days=60), "likely": timedelta(days=180)}
"""Lines not seen true again for this long are archived; what is certain, or likely preferred, never is."""
RECENT = timedelta(days=28)
"""What was seen so lately makes room last."""
_STRENGTH: dict[Confidence, int] = {"tentative": 0, "likely": 1, "certain": 2}
_KEEP: dict[Category, int] = {"insight": 0, "pattern": 1, "fact": 2, "preference": 3}
"""What is crowded out first among lines of equal confidence."""


def apply(
    context: GlobalContext, updates: Iterable[ContextUpdate], now: datetime, token_budget: int
) -> Changed:
    """Take updates in: reinforce, replace, fade, make room. `now` is on the user's clock.

    The same words again on a later day reinforce a line, and a tentative one becomes likely. Other words
    under the same key replace it, unless it is surer than they are. What the user forgot comes back only in
    the user's own words. The version counts only changes.
    """
    today = now.date()
    lines = {line.name: line for line in context.lines}
    forgotten: list[Forgotten] = []
    for update in updates:
        new = _line(update, today)
        if new is None or (new.name in context.unwanted and new.source != TAUGHT):
            continue
        if update.withdrawn:
            old = lines.pop(new.name, None)
            forgotten += [Forgotten(line=old, reason="withdrawn")] if old is not None else []
        else:
            forgotten += _take_in(lines, new, today)
    kept = [line for line in lines.values() if not _faded(line, today)]
    forgotten += [Forgotten(line=line, reason="faded") for line in lines.values() if _faded(line, today)]
    if not forgotten and tuple(kept) == context.lines:
        return Changed(context=context)
    names = {line.name for line in kept}
    changed = GlobalContext(
        version=context.version + 1,
        last_updated=today,
        lines=tuple(kept),
        unwanted=tuple(name for name in context.unwanted if name not in names),
    )
    changed, crowded_out = _fitted(changed, token_budget)
    if changed.lines == context.lines:
        return Changed(context=context)
    stood = {(line.name, line.value) for line in context.lines}
    left = [one for one in crowded_out if (one.line.name, one.line.value) in stood]
    return Changed(context=changed, forgotten=(*forgotten, *left))


def _take_in(lines: dict[tuple[Category, str], MemoryLine], new: MemoryLine, today: date) -> list[Forgotten]:
    """Put a line among the others, unless one that is surer stands there; what left for it."""
    old = lines.get(new.name)
    if old is None or old.value == new.value:
        lines[new.name] = new if old is None else _reinforced(old, new, today)
        return []
    if new.source != RECOUNTED and _STRENGTH[new.confidence] < _STRENGTH[old.confidence]:
        return []
    lines[new.name] = new.model_copy(update={"pinned": old.pinned})
    return [Forgotten(line=old, reason="replaced")]


def updated_with(
    current: ContextVersion | None,
    user_id: int,
    updates: Sequence[ContextUpdate],
    *,
    now: datetime,
    cause: str,
    token_budget: int,
) -> ContextVersion | None:
    """The next version with these lines, whoever has seen them; see `updated_context`."""
    seen = ObserverOutput(updates=tuple(updates), should_update=bool(updates))
    return updated_context(current, user_id, seen, now=now, cause=cause, token_budget=token_budget)


def updated_context(
    current: ContextVersion | None,
    user_id: int,
    seen: ObserverOutput,
    *,
    now: datetime,
    cause: str,
    token_budget: int,
) -> ContextVersion | None:
    """The next version of a user's memory; None when nothing changes. `now` is on the user's clock.

    Nothing learnt may still be a change: what nobody has seen true for long fades.
    """
    before = opened(current)
    changed = apply(before, seen.updates if seen.should_update else (), now, token_budget)
    return (
        next_version(current, user_id, changed, now=now, cause=cause) if changed.context != before else None
    )


def opened(current: ContextVersion | None) -> GlobalContext:
    """The memory of a version: its number is the row's, whatever the Markdown says."""
    return (
        parse(current.content).model_copy(update={"version": current.version}) if current else GlobalContext()
    )


def next_version(
    current: ContextVersion | None, user_id: int, changed: Changed, *, now: datetime, cause: str
) -> ContextVersion:
    """The row after `current` that holds a changed memory and what left it."""
    return ContextVersion(
        user_id=user_id,
        version=changed.context.version,
        content=render(changed.context),
        archive=archived(current.archive if current else "", changed.forgotten, now.date()),
        at=now,
        cause=cause,
    )


def _line(update: ContextUpdate, today: date) -> MemoryLine | None:
    """None when there is nothing to remember in it."""
    if not one_line(update.key, LONGEST_KEY) or not one_line(update.value, LONGEST_VALUE):
        return None
    said = update.model_dump(exclude={"withdrawn"})
    line = MemoryLine.model_validate({**said, "first": today, "last": today})
    return None if line.is_setting else line


def _reinforced(old: MemoryLine, new: MemoryLine, today: date) -> MemoryLine:
    confidence = max(old.confidence, new.confidence, key=_STRENGTH.__getitem__)
    if today <= old.last:
        return old.model_copy(update={"confidence": confidence})
    if confidence == "tentative":
        confidence = "likely"
    return old.model_copy(update={"confidence": confidence, "last": today, "seen": old.seen + 1})


def _faded(line: MemoryLine, today: date) -> bool:
    patience = FADES_AFTER.get(line.confidence)
    kept = line.pinned or (line.category == "preference" and line.confidence != "tentative")
    return patience is not None and not kept and today - line.last > patience


def _fitted(context: GlobalContext, token_budget: int) -> tuple[GlobalContext, list[Forgotten]]:
    """Within the budget: tentative lines go first, then likely ones and records, the longest unseen first.

    What was seen in the last weeks goes after all that was not: last winter's record before a fresh pain.
    A record can be computed again when its exercise is trained again. Other certain facts go only when they
    alone are too many, preferences after all others. What is pinned stays: keeping.py sees to its size.
    """
    used = tokens(render(context))
    recent = (context.last_updated or date.max) - RECENT
    leaving: list[MemoryLine] = []
    candidates = sorted(
        (line for line in context.lines if not line.pinned),
        key=lambda line: (
            line.category == "preference",
            line.last >= recent,
            min(_STRENGTH[line.confidence], 1) if line.source == RECOUNTED else _STRENGTH[line.confidence],
            line.last,
            _KEEP[line.category],
            line.seen,
            line.key,
        ),
    )
    for line in candidates:
        if used <= token_budget:
            break
        leaving.append(line)
        used -= cost_of(line)
    kept = tuple(line for line in context.lines if line not in leaving)
    return context.model_copy(update={"lines": kept}), [
        Forgotten(line=line, reason="no room") for line in leaving
    ]
