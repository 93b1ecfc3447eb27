"""Numbers with their units: loads, distances, times, paces, hours; and numbers about other things."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from agents.language.atoms import Atom
from agents.language.rules import Rule, rules
from units import HOUR_S, LB_PER_STONE, METRES, SECONDS

_LONGEST = 10
_POOD = 16.0
"""Kilograms, as kettlebells are sold (the old measure was 16.38 kg)."""
_WORTH: Mapping[str, Mapping[str, float]] = {
    "TIME": {**SECONDS, "m": SECONDS["min"], "'": SECONDS["min"]},
    "DIST": {**METRES, "ft": METRES["yd"] / 3},
    "MASS": {"st": LB_PER_STONE, "pood": _POOD},
}
"""What units are worth in the one that figures are kept in; others are kept as they are."""
_KEPT_IN = {"st": "lb", "pood": "kg", "'": "min"}
_WAYS = {"k": "km", "kmh": "km", "mph": "mi"}
"""What the unit of a pace or speed is per."""
_NEAR = (3, 6)
"""Spans before and after a speed that say whose it is."""


@dataclass(frozen=True, slots=True)
class Span:
    """An atom with what rows of quantities ask for besides: its unit, and what its figure could be in one."""

    atom: Atom
    symbols: frozenset[str]
    unit: str = ""


def quantified(spans: Sequence[Span]) -> list[Atom]:
    """Numbers joined with their units; numbers about something else are noise. Linear in their number."""
    result: list[Atom] = []
    spans = _about(spans)
    for row, at, end in rows_in(spans):
        if row is None or row.symbol == "KEEP":
            result.append(spans[at].atom)
        else:
            result += _read(row, spans[at:end], spans[max(0, at - _NEAR[0]) : at + _NEAR[1]])
    return result


def _about(spans: Sequence[Span]) -> Sequence[Span]:
    """Without what says that a figure is not exact, where its unit stands behind: `8ish km`."""
    return [
        one
        for at, one in enumerate(spans)
        if "ISH" not in one.symbols or not any(after.unit for after in spans[at + 1 : at + 2])
    ]


def rows_in(spans: Sequence[Span]) -> Iterator[tuple[Rule | None, int, int]]:
    """The row that reads each run of spans (None where none does), and where that begins and ends."""
    known = rules("quantities")
    at = 0
    while at < len(spans):
        best = max(known.automaton.ends(spans, at, _LONGEST), key=lambda one: (one[1], -one[0]), default=None)
        row = known.rows[best[0]] if best is not None else None
        end = at + 1 if best is None or (row is not None and row.symbol == "KEEP") else best[1]
        yield row, at, end
        at = end


def _read(row: Rule, run: Sequence[Span], around: Sequence[Span]) -> list[Atom]:
    kept = [] if run[0].symbols.isdisjoint(_LEADING) else [run[0].atom]
    run = run[len(kept) :]
    value, unit = _DOES.get(row.does, _first)(run, row)
    if row.does == "hour" and kept:
        value = _of_half(value, kept[0])
    symbols = frozenset(row.symbol.split()) | (_CARRIED & run[-1].symbols) | (_STROKES & run[0].symbols)
    if row.does == "speed" and (value <= 0 or any("WIND" in one.symbols for one in around)):
        symbols, value = _NOISE, 0.0
    if row.symbol == "TIME" and len(run) == _PAIR and run[-1].atom.text == "s" and value <= _HEAVIEST_BELL:
        symbols |= {"BELLS"}
    first = run[0].atom
    if symbols == _NOISE:
        unit = "%" if "PERCENT" in run[-1].symbols else ""
    named = first.named if symbols != _NOISE else None
    return [*kept, replace(first, symbols=symbols, end=run[-1].atom.end, value=value, unit=unit, named=named)]


_LEADING = frozenset(
    ("HEART", "RATE", "SPEED", "BEFORE_NOON", "AFTER_NOON", "AT_NIGHT", "NOISE_BEFORE", "PRICE")
)
"""Words that lead a figure and keep their own meaning."""
_PAIR, _HEAVIEST_BELL = 2, 90
"""Of a pair of dumbbells: `24s`."""
_NOISE = frozenset(("NOISE",))
_STROKES = frozenset(("R_SIGN",))
"""The sign of strokes a minute, which says that somebody rowed."""
_CARRIED = frozenset(("KILO", "MIDNIGHT", "NOON"))
"""Symbols of a unit that its figure has, too."""


def _first(run: Sequence[Span], row: Rule) -> tuple[float, str]:
    """The first figure, with its unit where that has one."""
    at = next((at for at, one in enumerate(run) if not one.symbols.isdisjoint(_FIGURES)), 0)
    end = next((end for end, one in enumerate(run[at : at + _PARTED], at) if one.unit), at)
    return _sum(run[: end + 1], row)


_PARTED = 3
"""Spans of a figure with its unit: `2 and a half litres`."""


def _sum(run: Sequence[Span], row: Rule) -> tuple[float, str]:
    """All figures by their units; one without a unit is of the next smaller."""
    kind = _KINDS.get(row.symbol, row.symbol)
    worth = _WORTH.get(kind, _NO_WORTH)
    total, last, unit = 0.0, 1.0, ""
    pending: float | None = None
    for one in run:
        if "HALF_OF" in one.symbols:
            pending = 0.5
        elif "QUARTERS" in one.symbols:
            pending = (1.0 if pending is None else pending) * _PARTS["QUARTER"]
        elif part := next((_PARTS[each] for each in _PARTS if each in one.symbols), 0.0):
            total, pending = (total, pending + part) if pending is not None else (total + last * part, None)
        elif one.unit:
            last, unit = worth.get(one.unit, 1.0), unit or one.unit
            total, pending = total + (1.0 if pending is None else pending) * last, None
        elif not one.symbols.isdisjoint(_FIGURES):
            pending = one.atom.value
    if pending is not None:
        total += pending * last / 60 if kind == "TIME" else pending
    return total, "min" if kind == "TIME" and unit == "m" else _KEPT_IN.get(unit, unit)


def worth(atom: Atom) -> float:
    """What one of its unit is worth in the one that its value is kept in."""
    kind = next((kind for kind in ("TIME", "DIST") if atom.has(kind)), "")
    return _WORTH.get(kind, _NO_WORTH).get(atom.unit, 1.0)


_KINDS = {"PACE": "TIME", "MASS STONES": "MASS"}
_NO_WORTH: Mapping[str, float] = {}
_FIGURES = frozenset(("NUM", "CLOCK"))
_PARTS = {"HALF": 0.5, "QUARTER": 0.25}


def _pace(run: Sequence[Span], row: Rule) -> tuple[float, str]:
    """A time for a way, or with a word that says that it is a pace."""
    way = run[-1].unit or ("mi" if "/mi" in run[-1].atom.text else "")
    value = run[0].atom.value if "CLOCK" in run[0].symbols else _sum(run[:-2], row)[0]
    return value, _WAYS.get(way, way)


def _erg(run: Sequence[Span], _row: Rule) -> tuple[float, str]:
    """A time for 100 or 500 metres or yards."""
    way = run[2].atom.value * METRES.get(run[-1].unit, 1.0)
    return run[0].atom.value * METRES["km"] / way, "km"


def _speed(run: Sequence[Span], _row: Rule) -> tuple[float, str]:
    """A speed as the pace that it means."""
    value = run[0].atom.value
    return (HOUR_S / value if value > 0 else 0.0), _WAYS.get(run[1].unit, run[1].unit)


def _hour(run: Sequence[Span], row: Rule) -> tuple[float, str]:
    """A time of day in hours."""
    first, last = run[0], run[-1]
    if "HALF_OF" in first.symbols:  # `half ten`
        return last.atom.value + 0.5, ""
    if not first.symbols & _FIGURES:
        return next((row.values[one] for one in row.values if one in first.symbols), 0.0), ""
    hours = _in_hours(first.atom, clock="CLOCK" in first.symbols)
    if "PM" in last.symbols or "AM" in last.symbols:
        return hours % 12 + (12 if "PM" in last.symbols else 0), ""
    if "HALF" in last.symbols:
        return hours + 0.5, ""
    return hours + (run[2].atom.value / 60 if len(run) > 3 else 0.0), ""


def _in_hours(atom: Atom, *, clock: bool) -> float:
    """A clock, or a figure with its minutes behind a point: `9.40am`."""
    minutes = atom.text.partition(".")[2]
    if clock:
        return atom.parts[0] + atom.parts[1] / 60
    return int(atom.value) + int(minutes) / 60 if len(minutes) == 2 and minutes.isdigit() else atom.value


def _of_half(hour: float, half: Atom) -> float:
    """An hour of the half of the day that is said before it: `오후 3시`, `밤 12시`."""
    if half.has("AT_NIGHT"):
        return hour + 12 if _FIRST_EVENING <= hour < 12 else hour % 12 if hour < 13 else hour
    noon = hour % 12 if hour < 13 else hour
    return noon if half.has("BEFORE_NOON") or hour > 12 else noon + 12


_FIRST_EVENING = 5


_DOES: Mapping[str, Callable[[Sequence[Span], Rule], tuple[float, str]]] = {
    "sum": _sum,
    "pace": _pace,
    "erg": _erg,
    "speed": _speed,
    "hour": _hour,
    "last": lambda run, _: (run[-1].atom.value * SECONDS["min"], "min"),
}
"""What rows do, but for taking the first figure."""
