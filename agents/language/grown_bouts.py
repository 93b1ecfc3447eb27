"""The bouts that grow, phrase by phrase, on the ways over a message."""

from __future__ import annotations

from agents.language.bout_phrases import grown
from agents.language.bouts import NO_BOUT, Bout, Kind, sport_of
from agents.language.pieces import Edge

ORPHAN, NAMELESS = 1.5, 0.3
"""What figures cost for which no name comes; those that are a bout without one."""


class GrownBouts:
    """The bouts that are grown on the ways over a message, by their numbers; each phrase is added once."""

    def __init__(self) -> None:
        self._all: list[Bout] = [NO_BOUT]
        self._numbers: dict[Bout, int] = {NO_BOUT: 0}
        self._lefts: list[float] = [ORPHAN]
        self._grown: dict[tuple[int, int, int], tuple[int, float, bool] | None] = {}

    def __getitem__(self, number: int) -> Bout:
        return self._all[number]

    def left(self, number: int) -> float:
        """What it costs that no name comes for it."""
        return self._lefts[number]

    def turn(self) -> None:
        """Forget the phrases of the place before."""
        self._grown.clear()

    def grown(self, number: int, edge: Edge, kind: Kind) -> tuple[int, float, bool] | None:
        """The number of the bout after one more phrase, what that costs, and whether it says anything."""
        key = (number, id(edge), id(kind))
        if key not in self._grown:
            step = grown(self._all[number], edge[2], edge[3], kind)
            self._grown[key] = None if step is None else (self._number(step[0]), step[2], _says(step[0]))
        return self._grown[key]

    def _number(self, bout: Bout) -> int:
        number = self._numbers.get(bout)
        if number is None:
            number = self._numbers[bout] = len(self._all)
            self._all.append(bout)
            self._lefts.append(NAMELESS if sport_of(bout) else ORPHAN)
        return number


def _says(bout: Bout) -> bool:
    return not bout.empty or bout.pace is not None
