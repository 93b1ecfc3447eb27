"""How this writer means `8x3`: as chosen when asked, else as in their log of the exercise, else unknown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from storage.entities import Entry, SetOrder

_NEAR = 1.3
"""A load is like one lifted before within this factor."""


@dataclass(frozen=True, slots=True)
class Style:
    """`order` is what was chosen once, `answer` the option chosen for this very message.

    `here` is the order of what has one reading only in this message.
    """

    order: SetOrder | None = None
    answer: str = ""
    recent: Sequence[Entry] = ()
    here: SetOrder | None = None

    def order_of(self, name: str, first: int, second: int) -> SetOrder | None:
        """How `first x second` of this exercise is meant, as far as the writer has shown it."""
        if self.order is not None:
            return self.order
        seen: Counter[SetOrder] = Counter()
        for entry in self.recent:
            sets: Counter[int] = Counter()
            for measure in entry.measures:
                if measure.name == name and measure.reps and "guessed" not in measure.certainty.values():
                    sets[measure.reps] += measure.sets
            seen["sets first"] += sets[second] == first
            seen["reps first"] += sets[first] == second
        ranked = seen.most_common()
        return ranked[0][0] if ranked and ranked[0][1] > ranked[-1][1] else None

    def lifts(self, name: str, load: float) -> bool:
        """Whether a load like this was lifted before in this exercise."""
        return any(
            measure.weight is not None and load / _NEAR <= measure.weight <= load * _NEAR
            for entry in self.recent
            for measure in entry.measures
            if measure.name == name
        )


UNKNOWN = Style()
