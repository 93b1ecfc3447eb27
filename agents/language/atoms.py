"""Spans of a message: what stands where, as what it may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from agents.offline.reading.items import Item
from agents.offline.reading.phrases import Meaning, Named

_QUANTITIES = {
    "number": "NUM", "mass": "MASS", "distance": "DIST", "time": "TIME", "clock": "CLOCK", "hour": "HOUR", "pace": "PACE",
    "energy": "KCAL", "grams": "GRAMS", "volume": "VOL", "k": "K", "bpm": "BPM", "laps": "LAPS", "rounds": "ROUNDSN",
}  # fmt: skip
_MARKS = {
    "comma": "COMMA", "stop": "STOP", "line": "LINE", "slash": "SLASH", "plus": "PLUS", "dash": "DASH", "colon": "COLON",
    "open": "OPEN", "close": "CLOSE", "sign": "SIGN", "noise": "NOISE",
}  # fmt: skip
FIGURES = frozenset(_QUANTITIES.values()) | {"REPSN", "SETSN", "EFFORT", "RIRN"}


@dataclass(frozen=True, slots=True)
class Atom:
    """text[start:end]. `value` in kg or lb as `unit` says, metres, seconds, kcal, grams, ml."""

    symbols: frozenset[str]
    start: int
    end: int
    text: str
    value: float = 0.0
    unit: str = ""
    named: Named | None = None
    amount: float | None = None
    """The figure that a word holds ("만보": 10,000 steps)."""
    parts: tuple[int, ...] = ()
    line: int = 0
    sentence: int = 0
    clause: int = 0
    glued: bool = False
    dead: bool = False
    day: date = date.min
    night: bool = False
    of_day: bool = False
    inner: tuple[Atom, ...] = field(default=())
    """What it was put together of."""

    def has(self, *symbols: str) -> bool:
        """Whether it may be any of these."""
        return not self.symbols.isdisjoint(symbols)

    @property
    def figure(self) -> bool:
        """Whether it is a figure."""
        return not self.symbols.isdisjoint(FIGURES)


_WEAK = frozenset(("filler",))
_NOTHING = frozenset(("NOTHING",))


def of_items(items: Sequence[Item]) -> list[Atom]:
    """The items as atoms; what says nothing is a `FILLER` and no more."""
    return [_atom(item) for item in items]


def telling(atoms: Sequence[Atom]) -> list[Atom]:
    """Without what says nothing."""
    return [atom for atom in atoms if atom.symbols != _NOTHING]


def _atom(item: Item) -> Atom:
    symbols: set[str] = set()
    kinds = {one.kind for one in item.meanings}
    if item.kind in _QUANTITIES:
        symbols.add(_QUANTITIES[item.kind])
        if item.kind == "number" and item.value == int(item.value) and item.value >= 1:
            symbols.add("INT")
    elif item.kind in _MARKS:
        symbols.add(_MARKS[item.kind])
    for one in item.meanings:
        symbols |= _meant(one)
    if item.kind == "noise":
        symbols = {"NOISE"}
    if item.dead:
        symbols = {"DEAD"} if item.kind not in _MARKS else symbols & set(_MARKS.values())
    nothing = bool(kinds) and kinds <= _WEAK and not item.data
    if nothing:
        symbols = {"NOTHING"}
    if not symbols or (item.kind == "words" and not symbols):
        symbols.add("WORD")
    if item.text in ("and", "plus", "그리고", "하고") and not nothing:
        symbols.add("SEP")
    if "COMMA" in symbols and not nothing:
        symbols.add("SEP")
    return Atom(
        frozenset(symbols), item.start, item.end, item.text, item.value, item.unit, item.named,
        next((one.value for one in item.meanings if one.kind == "amount"), None), item.parts,
        item.line, item.sentence, item.clause, item.glued, item.dead, item.day, item.night, item.of_day,
    )  # fmt: skip


_NAMES = {"sets": "EX", "bouts": "BOUT", "metrics": "METRIC"}


def _meant(one: Meaning) -> set[str]:
    match one.kind:
        case "tag":
            return {one.what.upper()}
        case "name" if one.named is not None:
            kind = {f"M_{one.named.kind.upper()}", one.named.name.upper().replace(" ", "_")} if one.named.shape == "metrics" else set()
            return {_NAMES[one.named.shape], *kind}
        case "amount":
            return {"AMOUNT"}
        case "race":
            return {"RACE"}
        case "cue" | "unit":
            return set()
        case "filler":
            return {"FILLER"}
        case kind:
            return {kind.upper()}


def joined(atoms: Sequence[Atom], symbol: str, value: float, unit: str = "") -> Atom:
    """Several atoms as one."""
    first, last = atoms[0], atoms[-1]
    return replace(
        first, symbols=frozenset((symbol,)), end=last.end, value=value, unit=unit, inner=tuple(atoms), named=None
    )
