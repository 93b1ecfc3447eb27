"""A piece: what the shorthand of training consists of, before it is known what each number means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from agents.offline.reading.items import Item
from agents.offline.reading.words import Named

PieceKind = Literal[
    "name", "weight", "sets", "reps", "chain", "number", "times", "at", "rpe", "time", "distance", "pace",
    "laps", "plates", "warmup", "work", "last_set", "amrap", "failed", "bodyweight", "each", "dropped",
    "comma", "break", "colon", "unit", "change", "same_load", "cooldown", "loads", "split", "all",
    "added", "cals", "every", "same_sets",
]  # fmt: skip


@dataclass(slots=True, eq=False)
class Piece:
    """`values` are its figures in order, `units` their units ("" where none was written)."""

    kind: PieceKind
    items: Sequence[Item]
    values: tuple[float, ...] = ()
    units: tuple[str, ...] = ()
    named: Named | None = None
    near: bool = True
    """Nothing but fillers stands between it and the piece before."""
    glued: bool = False
    """An `@` right before the number."""
    ranged: bool = False
    """Its last count is the lower end of a range: `3x8-10`."""
    sided: bool = False
    """Plates of each side."""
    lists: tuple[int, ...] = field(default=())
    """Repetitions of several sets: `5/5/4`."""

    @property
    def data(self) -> bool:
        """Whether it holds figures."""
        return bool(self.values) or bool(self.lists)

    def use(self) -> None:
        """Note that its items were read."""
        for item in self.items:
            item.used = True


WORK = "work"
"""The unit of a time that each exercise of a circuit took: `40s on, 20s off`."""
