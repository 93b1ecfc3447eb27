"""An item: a stretch of text that is one thing: a name, a quantity with its unit, a sign, a word."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from agents.offline.reading.words import Meaning, Named

ItemKind = Literal[
    "number", "mass", "distance", "time", "clock", "hour", "pace", "energy", "grams", "volume", "k", "bpm",
    "laps", "words", "comma", "stop", "line", "slash", "plus", "dash", "colon", "open", "close", "noise",
    "sign", "rounds",
]  # fmt: skip
QUANTITIES = frozenset(
    ("number", "mass", "distance", "time", "clock", "pace", "energy", "grams", "volume", "k")
)


@dataclass(slots=True, eq=False)
class Item:
    """text[start:end]. `value` is in kg or lb, metres, seconds, hours, kcal, grams, ml as `kind` says.

    `unit` is the unit as written. `clause` counts stretches that are done or not done as one, `sentence` what
    ends in a full stop or line. `dead` items are about something that did not happen; `used` ones were read.
    """

    kind: ItemKind
    start: int
    end: int
    text: str
    value: float = 0.0
    unit: str = ""
    meanings: tuple[Meaning, ...] = ()
    clause: int = 0
    sentence: int = 0
    line: int = 0
    dead: bool = False
    used: bool = False
    spelled: bool = False
    glued: bool = False
    stones: bool = False
    """A mass told in stones, as only people are weighed."""
    parts: tuple[int, ...] = field(default=())
    """A clock's figures."""
    day: date = date.min
    of_day: bool = False
    """Told of a day as a whole."""
    night: bool = False
    """Said to be about "last night"."""

    # Asked hundreds of times a message: a loop costs a fifth of any() over a generator.

    def has(self, kind: str, *what: str) -> bool:
        """Whether it may mean that."""
        for one in self.meanings:  # noqa: SIM110 - see above
            if one.kind == kind and (not what or one.what in what):
                return True
        return False

    def tag(self, *what: str) -> bool:
        """Whether it is one of these parts of the notation."""
        for one in self.meanings:  # noqa: SIM110 - see above
            if one.kind == "tag" and one.what in what:
                return True
        return False

    @property
    def named(self) -> Named | None:
        """The measure it names."""
        for one in self.meanings:
            if one.named is not None:
                return one.named
        return None

    @property
    def data(self) -> bool:
        """Whether it looks like something to be recorded."""
        return self.kind in QUANTITIES
