"""A day's file as somebody changed it, held against what we had written and against what holds now."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from storage.vault_files import Block, from_content
from storage.vault_marks import unmarked

_HEADING = re.compile(
    r"^## (\d\d:\d\d(?: \[correction\])?(?: \(\d{4}-\d\d-\d\d\))?)[ \t]*$", re.MULTILINE | re.ASCII
)
_NEW = re.compile(r"[0-2]\d:[0-5]\d", re.ASCII)
"""The heading of what a person may add: a time of that day."""
_MOST_BLOCKS = 2000


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a file says: what stands above the first block, and the blocks."""

    front: str
    blocks: tuple[Block, ...]


@dataclass(slots=True)
class Changes:
    """What to make of a changed file."""

    edited: list[tuple[Block, str]] = field(default_factory=list[tuple[Block, str]])
    """Entries as they were written, each with its new words."""
    both: list[tuple[Block, str]] = field(default_factory=list[tuple[Block, str]])
    """The same, where the entry was changed otherwise since."""
    removed: list[Block] = field(default_factory=list[Block])
    added: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Time of day ("18:30") and words."""
    rest: bool = False
    """Something was changed that nothing can follow: a heading, a correction, the properties."""


def read_sheet(text: str) -> Sheet | None:
    """None: nothing in it looks like a day of ours."""
    plain = unmarked(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    front, *parts = _HEADING.split(plain)
    if not parts or len(parts) > 2 * _MOST_BLOCKS:
        return None
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return Sheet(front, tuple(Block(heading, _content(below)) for heading, below in pairs))


def changes_of(base: Sheet, now: Sequence[Block], found: Sheet, *, sure: bool) -> Changes:
    """What a person did to `base`, the file that they changed; `now` is what it would be by now.

    What they did and was followed already is no change. Not `sure` what the base was: nothing is followed
    without being asked about.
    """
    changes = Changes(rest=_is_other(base, found))
    current = {block.entry_id: block for block in now if block.entry_id}
    done = [(block.heading, block.content) for block in now]
    gone, new = _apart(base.blocks, found.blocks)
    for block in new:
        before = next((one for one in gone if one.heading == block.heading), None)
        if before is not None:
            gone.remove(before)
            _change(changes, before, block, current.get(before.entry_id), sure=sure)
        elif (block.heading, block.content) in done:
            done.remove((block.heading, block.content))
        elif sure and _NEW.fullmatch(block.heading) and block.content:
            changes.added.append((block.heading, from_content(block.content)))
        else:
            changes.rest = True
    left = [one for one in gone if one.entry_id in current or not one.entry_id]
    _remove(changes, base, left, current, sure=sure)
    return changes


def _is_other(base: Sheet, found: Sheet) -> bool:
    """What stands above the blocks; who begins a day's file need not write it."""
    ours, theirs = _lines(base.front), _lines(found.front)
    return ours != theirs if base.blocks else not set(theirs) <= set(ours)


def _apart(base: Sequence[Block], found: Sequence[Block]) -> tuple[list[Block], list[Block]]:
    """What stands on one side only, in order."""
    from difflib import SequenceMatcher  # noqa: PLC0415 - only where somebody changed a file

    ours, theirs = ([(one.heading, one.content) for one in side] for side in (base, found))
    gone, new = list(base), list(found)
    for start, other, size in SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks():
        for step in range(size):
            gone.remove(base[start + step])
            new.remove(found[other + step])
    return gone, new


def _change(changes: Changes, before: Block, block: Block, current: Block | None, *, sure: bool) -> None:
    if not before.entry_id or current is None or not block.content:
        changes.rest = True
    elif current.content != block.content:
        same = sure and current.revision == before.revision
        (changes.edited if same else changes.both).append((current, from_content(block.content)))


def _remove(
    changes: Changes, base: Sheet, left: Sequence[Block], current: dict[str, Block], *, sure: bool
) -> None:
    """One entry of several, or the only one; a file that lost all of more was not meant so."""
    entries = [one for one in left if one.entry_id]
    written = sum(bool(one.entry_id) for one in base.blocks)
    unchanged = all(current[one.entry_id].revision == one.revision for one in entries)
    if entries and sure and unchanged and (len(entries) < written or written == 1):
        changes.removed = entries
    elif entries:
        changes.rest = True
        changes.added.clear()  # they may be the same under another time
    # a correction below an entry that goes, goes with it
    changes.rest |= len(entries) < len(left) and not changes.removed


def _content(below: str) -> str:
    return "\n".join(line.rstrip() for line in below.strip("\n").split("\n")).rstrip()


def _lines(front: str) -> list[str]:
    return [line.strip() for line in front.split("\n") if line.strip()]


def sheet_of(front: str, blocks: Iterable[Block]) -> Sheet:
    """Of what we write; blank ends of lines tell nothing apart."""
    return Sheet(
        front, tuple(Block(one.heading, _content(one.content), one.entry_id, one.revision) for one in blocks)
    )
