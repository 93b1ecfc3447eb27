"""Looking around in a line of items."""

from __future__ import annotations

from collections.abc import Sequence

from agents.offline.reading.items import Item

NEARBY = 16
"""Items looked back at or ahead for what belongs together: keeps long lines linear."""


def before(line: Sequence[Item], at: int) -> Sequence[Item]:
    """What stands before it, as far back as belongs together."""
    return line[max(0, at - NEARBY) : at]


def beside(line: Sequence[Item], at: int) -> Item | None:
    """The item there, if the line goes so far."""
    return line[at] if 0 <= at < len(line) else None


def ignore(item: Item) -> None:
    """Note that its figure was read and counts nothing."""
    item.kind, item.used, item.value = "noise", True, 0.0


def silence(*items: Item) -> None:
    """Note that they were read and mean nothing, in words or figures."""
    for item in items:
        item.kind, item.used, item.value, item.meanings = "noise", True, 0.0, ()
