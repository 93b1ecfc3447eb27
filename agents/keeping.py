"""What a person may do with their memory: pin a line, forget one, compare versions, go back to one.

Each makes a new version, so each can be taken back by going back to the version before.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal

from agents.memory import (
    TAUGHT,
    Changed,
    Forgotten,
    GlobalContext,
    MemoryLine,
    cost_of,
    next_version,
    opened,
    parse,
    updated_with,
)
from agents.types import ContextUpdate
from agents.vocabulary import ALIAS
from storage.entities import ContextVersion, Frozen

BY_FILE = "edited"
"""The cause of a version that somebody wrote into the vault's file."""
BY_TEACHING = "taught"
"""The cause of a version that the person's own words made."""
PINNED_SHARE = 0.5
"""Of the memory's tokens that pinned lines may take: what is learnt needs room too."""

Refusal = Literal["gone", "full"]
"""There is no such line or version; too much is pinned already."""


class Difference(Frozen):
    """What one version says that another does not. Equal words with another certainty are no difference."""

    added: tuple[MemoryLine, ...] = ()
    changed: tuple[tuple[MemoryLine, MemoryLine], ...] = ()
    """Before and after."""
    removed: tuple[MemoryLine, ...] = ()
    restated: tuple[tuple[MemoryLine, MemoryLine], ...] = ()
    """The same words, surer, less sure, seen again or pinned."""


def difference(before: GlobalContext, after: GlobalContext) -> Difference:
    """Line by line, in the order of the sections."""
    old = {line.name: line for line in before.lines}
    new = {line.name: line for line in after.lines}
    both = [(old[name], line) for name, line in new.items() if name in old]
    return Difference(
        added=tuple(line for name, line in new.items() if name not in old),
        changed=tuple(pair for pair in both if pair[0].value != pair[1].value),
        removed=tuple(line for name, line in old.items() if name not in new),
        restated=tuple(pair for pair in both if pair[0].value == pair[1].value and pair[0] != pair[1]),
    )


def pinned(
    current: ContextVersion, name: tuple[str, str], now: datetime, token_budget: int
) -> ContextVersion | Refusal:
    """The memory with that line pinned, or loose again when it was."""
    before = opened(current)
    line = _named(before, name)
    if line is None:
        return "gone"
    turned = line.model_copy(update={"pinned": not line.pinned})
    if turned.pinned:
        held = sum(cost_of(other) for other in before.lines if other.pinned)
        if held + cost_of(turned) > token_budget * PINNED_SHARE:
            return "full"
    lines = tuple(turned if other is line else other for other in before.lines)
    return _saved(current, before, lines, (), now, "pinned" if turned.pinned else "unpinned")


def forgotten(current: ContextVersion, name: tuple[str, str], now: datetime) -> ContextVersion | Refusal:
    """The memory without that line, which goes to the archive and is not learnt anew from logs."""
    before = opened(current)
    line = _named(before, name)
    if line is None:
        return "gone"
    lines = tuple(other for other in before.lines if other is not line)
    leaves = Forgotten(line=line, reason="forgotten")
    before = before.model_copy(update={"unwanted": (*before.unwanted, line.name)})
    return _saved(current, before, lines, (leaves,), now, "forgotten")


def rewritten(  # noqa: PLR0917 - two versions, a file and its circumstances
    current: ContextVersion, base: ContextVersion, markdown: str, shown: str, now: datetime, token_budget: int
) -> tuple[ContextVersion | None, bool]:
    """The memory with the lines of a file that was made from `base`, and whether the file said no more.

    `shown` is what the file said when it was written.
    None: nothing in it can be taken over, or it would be too large. What has changed since `base` stays. A
    line that went is not learnt anew; one that was written anew is certain, in any section.
    """
    before, then = opened(current), opened(base)
    found = parse(_completed(markdown, now))
    moved = difference(then, found)
    whole = _others(markdown) == _others(shown) and _lines(markdown) == len({one.name for one in found.lines})
    changed = {line.name: line for line in (*moved.added, *(after for _, after in moved.changed))}
    gone = {line.name for line in moved.removed}
    theirs = {line.name: line for line in found.lines}
    if any(before.find(*name) not in (then.find(*name), theirs.get(name)) for name in (*changed, *gone)):
        return None, False
    lines = tuple(changed.pop(line.name, line) for line in before.lines if line.name not in gone)
    after = before.model_copy(
        update={
            "lines": (*lines, *changed.values()),
            "unwanted": tuple(dict.fromkeys((*before.unwanted, *gone))),
        }
    )
    if after.lines == before.lines or sum(map(cost_of, after.lines)) > token_budget:
        return None, whole and after.lines == before.lines
    left = tuple(Forgotten(line=line, reason="forgotten") for line in before.lines if line.name in gone)
    return _saved(current, after, GlobalContext(lines=after.lines).lines, left, now, BY_FILE), whole


_OURS = re.compile(r"^- [^:\n]+: .+ \(\w+\) <!-- .* -->$", re.MULTILINE)
_BARE = re.compile(r"^- ([^:\n]+: .+?)(?: \((certain|likely|tentative)\))?(?: <!--.*)?$", re.MULTILINE)
_CHOSEN = re.compile(r"^- .+ \(chosen\)$", re.MULTILINE)


def _completed(markdown: str, now: datetime) -> str:
    """With what a person leaves away behind a line: that it is certain, and since when."""
    tail = f"<!-- {TAUGHT}, {now.date()} to {now.date()}, 1x -->"

    def whole(found: re.Match[str]) -> str:
        if _OURS.fullmatch(found[0]) or _CHOSEN.fullmatch(found[0]):
            return found[0]
        return f"- {found[1]} ({found[2] or 'certain'}) {tail}"

    return _BARE.sub(whole, markdown.replace("\r\n", "\n"))


def _others(markdown: str) -> list[str]:
    """All but lines of the memory: headings, what was chosen, what somebody put between."""
    body = markdown.replace("\r\n", "\n").partition("\n---\n")[2]
    return [row for row in body.split("\n") if row.strip() and (row[:2] != "- " or _CHOSEN.fullmatch(row))]


def _lines(markdown: str) -> int:
    return sum(row[:2] == "- " and not _CHOSEN.fullmatch(row) for row in markdown.split("\n"))


def rolled_back(versions: Sequence[ContextVersion], target: int, now: datetime) -> ContextVersion | Refusal:
    """The newest version but with the lines of an older one; what is left out goes to the archive.

    `versions` are all of a person's, newest first. Version 0 is the empty start.
    """
    newest = versions[0]
    old = next((version for version in versions if version.version == target), None)
    if (old is None and target != 0) or target == newest.version:
        return "gone"
    before, then = opened(newest), opened(old)
    moved = difference(before, then)
    leaving = [*moved.removed, *(line for line, _ in moved.changed)]
    gone = tuple(Forgotten(line=line, reason="rolled back") for line in leaving)
    changed = before.model_copy(update={"unwanted": then.unwanted})
    return _saved(newest, changed, then.lines, gone, now, f"{_BACK}{target}")


def untaught(versions: Sequence[ContextVersion], now: datetime) -> tuple[ContextVersion, datetime] | None:
    """The newest version without what the last lesson taught, and when that was.

    `versions` are a person's, newest first. None: the person has done something else with the memory since.
    """
    at = 0
    while at < len(versions) and versions[at].cause != BY_TEACHING:
        target = versions[at].cause.removeprefix(_BACK)
        if target.isdigit():  # what stood between is gone already
            older = (n for n, one in enumerate(versions) if one.version <= int(target))
            at = next(older, len(versions))
        elif versions[at].cause in _BY_ITSELF:
            at += 1
        else:
            return None
    if at >= len(versions):
        return None
    lesson, newest = versions[at], versions[0]
    told = difference(opened(versions[at + 1] if at + 1 < len(versions) else None), opened(lesson))
    came = {line.name for line in told.added}
    restored = {before.name: before for before, _ in told.changed}
    memory = opened(newest)
    lines = tuple(restored.get(line.name, line) for line in memory.lines if line.name not in came)
    gone = [line for line in memory.lines if line.name in came or line.name in restored]
    leaving = [Forgotten(line=line, reason="rolled back") for line in gone]
    return _saved(newest, memory, lines, leaving, now, f"{_BACK}{lesson.version - 1}"), lesson.at


_BACK = "back to "
_BY_ITSELF = frozenset({"significant_log", "user_correction", "post_query", "periodic", "import", "undo"})
"""Causes of versions that nobody asked for: a lesson before them can still be the last thing done."""


def taught(
    current: ContextVersion | None,
    user_id: int,
    words: Mapping[str, str],
    now: datetime,
    token_budget: int,
) -> ContextVersion | None:
    """The memory with these words of the person's own, each led to what it means; None: all known already."""
    updates = tuple(
        ContextUpdate(
            category="preference", key=f"{ALIAS}{term}", value=name, confidence="certain", source=TAUGHT
        )
        for term, name in words.items()
    )
    known = opened(current)
    fresh = tuple(each for each in updates if not _knows(known, each))
    return (
        updated_with(current, user_id, fresh, now=now, cause=BY_TEACHING, token_budget=token_budget)
        if fresh
        else None
    )


def _knows(memory: GlobalContext, update: ContextUpdate) -> bool:
    line = memory.find(update.category, update.key)
    return line is not None and line.value == update.value and line.confidence != "tentative"


def _named(context: GlobalContext, name: tuple[str, str]) -> MemoryLine | None:
    return next((line for line in context.lines if line.name == name), None)


def _saved(  # noqa: PLR0917 - a change and its circumstances
    current: ContextVersion,
    context: GlobalContext,
    lines: tuple[MemoryLine, ...],
    gone: Sequence[Forgotten],
    now: datetime,
    cause: str,
) -> ContextVersion:
    after = GlobalContext(
        version=current.version + 1,
        last_updated=now.date(),
        lines=lines,
        unwanted=context.unwanted,
    )
    changed = Changed(context=after, forgotten=tuple(gone))
    return next_version(current, current.user_id, changed, now=now, cause=cause)
