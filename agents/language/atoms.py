"""Spans of a message: what stands where, as what it may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from agents.language.symbols import worded
from agents.offline.reading.items import Item
from agents.offline.reading.lexicons import short_names
from agents.offline.reading.phrases import Meaning, Named

_QUANTITIES = {
    "number": "NUM", "mass": "MASS", "distance": "DIST", "time": "TIME", "clock": "CLOCK", "hour": "HOUR", "pace": "PACE",
    "energy": "KCAL", "grams": "GRAMS", "volume": "VOL", "k": "K", "bpm": "BPM", "laps": "LAPS", "rounds": "ROUNDSN",
}  # fmt: skip
_MARKS = {
    "comma": "COMMA", "stop": "STOP", "line": "LINE", "slash": "SLASH", "plus": "PLUS", "dash": "DASH", "colon": "COLON",
    "open": "OPEN", "close": "CLOSE", "sign": "SIGN", "noise": "NOISE",
}  # fmt: skip
FIGURES = frozenset(_QUANTITIES.values()) | {"REPSN", "SETSN", "EFFORT", "RIRN", "PLATESN", "SIDEMASS"}


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
    means: tuple[tuple[str, str], ...] = ()
    """Which part of the body, side or feeling it is."""

    def has(self, *symbols: str) -> bool:
        """Whether it may be any of these."""
        return not self.symbols.isdisjoint(symbols)

    def what(self, kind: str) -> str:
        """Which `part`, `side` or `feeling` it names; "" for none."""
        return next((what for known, what in self.means if known == kind), "")

    @property
    def figure(self) -> bool:
        """Whether it is a figure."""
        return not self.symbols.isdisjoint(FIGURES)


_CONTENT = frozenset(("EX", "BOUT", "METRIC", "DEAD", "AMOUNT", "RACE", "LAST_SET", "WARMUP", "SAME_SETS", "SAME_LOAD", "THEN"))
_HEAVIEST_BELL = 90
"""Of a pair of dumbbells: `24s`."""
_WEAK = frozenset(("filler",))


def of_items(items: Sequence[Item]) -> list[Atom]:
    """The items as atoms, without what says nothing."""
    atoms = [atom for item in items if (atom := _atom(item)) is not None]
    return [_in_short(atoms, at) for at in range(len(atoms))]


def _in_short(atoms: Sequence[Atom], at: int) -> Atom:
    """A word that is short for an exercise right before figures: `press 50kg`."""
    atom = atoms[at]
    name = short_names().get(atom.text)
    if name is None or atom.has("EX", "DEAD"):
        return atom
    after = next((one for one in atoms[at + 1 : at + 3] if not one.has("COLON", "DASH", "X", "LINE")), None)
    if after is None or not after.figure:
        return atom
    return replace(atom, symbols=atom.symbols - {"WORD", "BOUT"} | {"EX"}, named=Named(name, "strength", "sets"))


def _atom(item: Item) -> Atom | None:
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
    if kinds and kinds <= _WEAK and not item.data:
        return None
    filler = "FILLER" in symbols
    if item.kind == "words" and not symbols & _CONTENT:
        symbols.add("WORD")
    if item.text in ("and", "plus", "그리고", "하고"):
        symbols.add("SEP")
    if symbols & {"COMMA", "THEN"}:
        symbols.add("SEP")
    if "INT" in symbols and item.value == 2:
        symbols.add("TWO")
    if item.kind == "words" and any(one.kind == "unit" and one.what in ("kg", "lb") for one in item.meanings):
        symbols.add("UNIT_MASS")
    if not item.glued:
        symbols.discard("INCHES")
    if item.text == "#":
        symbols.add("HASH")
    if item.kind == "time" and item.unit == "s" and item.value <= _HEAVIEST_BELL and item.text and item.end - item.start <= 5:
        symbols.add("BELLS")
    if item.dead and item.named is not None:
        symbols.add(_NAMES[item.named.shape]) if item.named.shape == "sets" else None
    bare = next((one.what for one in item.meanings if one.kind == "unit" and one.what in ("kg", "lb")), "")
    return Atom(
        frozenset(symbols) if item.dead else worded(item.text, frozenset(symbols), filler=filler),
        item.start, item.end, item.text, item.value, item.unit or bare, item.named,
        next((one.value for one in item.meanings if one.kind in ("amount", "race")), None), item.parts,
        item.line, item.sentence, item.clause, item.glued, item.dead, item.day, item.night, item.of_day,
        means=tuple([(one.kind, one.what) for one in item.meanings if one.kind in _WHICH]),
    )  # fmt: skip


_NAMES = {"sets": "EX", "bouts": "BOUT", "metrics": "METRIC"}
_WHICH = frozenset(("part", "side", "feeling"))


def _meant(one: Meaning) -> set[str]:
    match one.kind:
        case "tag":
            return {one.what.upper()}
        case "name" if one.named is not None:
            return {_NAMES[one.named.shape], *_of_metric(one.named)}
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


def _of_metric(named: Named) -> set[str]:
    """A metric's type and its own name, unless that is a figure's symbol."""
    own = {named.name.upper().replace(" ", "_")} - FIGURES
    return {f"M_{named.kind.upper()}", *own} if named.shape == "metrics" else set()


def marked(atoms: Sequence[Atom], items: Sequence[Item]) -> list[Atom]:
    """The atoms with the lines, clauses and days of the items that begin with them or before them."""
    result: list[Atom] = []
    at = 0
    for atom in atoms:
        while at + 1 < len(items) and items[at + 1].start <= atom.start:
            at += 1
        item = items[at]
        symbols = atom.symbols
        if item.dead:
            symbols = symbols & set(_MARKS.values()) if symbols & set(_MARKS.values()) else _DEAD | (symbols & {"EX"})
        result.append(replace(
            atom, symbols=symbols, line=item.line, sentence=item.sentence, clause=item.clause, dead=item.dead,
            day=item.day, night=item.night, of_day=item.of_day,
        ))  # fmt: skip
    return result


_DEAD = frozenset(("DEAD",))


def joined(atoms: Sequence[Atom], symbol: str, value: float, unit: str = "") -> Atom:
    """Several atoms as one."""
    first, last = atoms[0], atoms[-1]
    return replace(
        first, symbols=frozenset(symbol.split()), end=last.end, value=value, unit=unit, inner=tuple(atoms), named=None
    )
