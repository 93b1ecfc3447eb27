"""A metric's name and its figure: which figures fit, and the value and unit they mean."""

from __future__ import annotations

from dataclasses import dataclass

from agents.language.atoms import Atom
from agents.language.rules import Rule
from agents.language.said import Said, measured
from agents.language.tiling import Roles
from agents.offline.reading.phrases import Named
from storage.entities import Measure
from units import HOUR_S, KJ_PER_KCAL

_TAKEN = -0.6
"""What makes a phrase that fits cheaper than leaving its words out."""
_SCALES = frozenset((5, 10, 100))
BODY_WEIGHT = Named("body weight", "general", "metrics", "mass", "kg")
_PULSE = Named("resting pulse", "general", "metrics", "number", "bpm")
_LIGHTEST, _HEAVIEST = 30.0, 250.0
_LB = 2.2


@dataclass(frozen=True, slots=True)
class Fit:
    """What a type of metric may have as its figure: symbols, and how large a bare number is."""

    symbols: frozenset[str]
    least: float = 0.0
    most: float = 1e6


_FITS = {
    "scale": Fit(frozenset(("NUM",)), most=10),
    "mass": Fit(frozenset(("MASS", "NUM")), 30, 400),
    "grams": Fit(frozenset(("GRAMS", "NUM")), most=1000),
    "number": Fit(frozenset(("NUM", "BPM", "VOL"))),
    "integer": Fit(frozenset(("NUM", "K"))),
    "volume": Fit(frozenset(("VOL",))),
    "duration": Fit(frozenset(("TIME",))),
    "time": Fit(frozenset(("HOUR", "CLOCK"))),
    "energy": Fit(frozenset(("NUM", "KCAL")), least=10),
}
_FEWEST = {"steps": 20, "resting pulse": 25}


def misfit(rule: Rule, roles: Roles) -> float | None:
    """The cost of a phrase of metrics; None where a figure cannot be that."""
    check = _CHECKS.get(rule.does)
    if check is None:
        return _TAKEN
    cost = check(dict(reversed(roles)))
    return None if cost is None else _TAKEN + cost


def _named(told: dict[str, Atom]) -> float | None:
    """Whether name and figure go together."""
    name, figure = told.get("name") or told.get("scale"), told["figure"]
    if name is None or name.named is None:
        return None
    again = told.get("again")
    if again is not None and (again.named is None or again.named.name != name.named.name):
        return None
    of = told.get("of")
    if of is not None:
        return 0.0 if of.value in _SCALES and figure.value <= of.value and figure.has("NUM") else None
    if "cups" in told and name.named.kind == "volume":
        return 0.0 if figure.has("NUM") else None
    return _fitting(name.named, figure)


def _fitting(named: Named, figure: Atom) -> float | None:
    fit = _FITS.get("grams" if named.unit == "g" else named.kind)
    if fit is None or not figure.has(*fit.symbols):
        return None
    if named.kind == "number" and figure.has("VOL") and figure.unit != "cup":
        return None
    bare = figure.has("NUM")
    least = max(fit.least, _FEWEST.get(named.name, 0))
    return 0.0 if not bare or least <= figure.value <= fit.most else None


def _weighed(told: dict[str, Atom]) -> float | None:
    figure = told.get("mass") or told["number"]
    if figure.has("MASS"):
        low, high = (_LIGHTEST, _HEAVIEST) if figure.unit == "kg" else (_LIGHTEST * _LB, _HEAVIEST * _LB)
        return 0.0 if low <= figure.value <= high else None
    return 0.0 if _LIGHTEST <= figure.value <= 2 * _HEAVIEST and figure.value % 1 else None


def _nightly(told: dict[str, Atom]) -> float | None:
    """Whether so many hours may be a night's."""
    figure = told.get("hours") or told.get("number") or told["time"]
    hours = hours_of(figure)
    return 0.0 if hours is not None and 0 < hours <= _LONGEST_NIGHT else None


def _bare_night(told: dict[str, Atom]) -> float | None:
    figure = told["time"]
    return 0.0 if figure.night and 2 <= figure.value / HOUR_S <= _LONGEST_NIGHT else None


def _clocks(told: dict[str, Atom]) -> float | None:
    clocks = [atom for role, atom in told.items() if role in ("clock", "told")]
    bare = sum(0.3 for one in clocks if one.has("NUM"))
    return bare if all(hour_of(one) is not None for one in clocks) else None


def _rated_pain(told: dict[str, Atom]) -> float | None:
    figure, of = told.get("figure"), told.get("of")
    if figure is None:
        return 0.05
    if not figure.has("NUM") or figure.value > (of.value if of is not None else 10):
        return None
    return 0.0 if of is None or of.value in _SCALES else None


def _change(told: dict[str, Atom]) -> float | None:
    figure, later = told["figure"], told["later"]
    named = told["name"].named
    close = abs(figure.value - later.value) <= 0.3 * figure.value
    return 0.0 if named == BODY_WEIGHT._replace(unit=named.unit if named else "") and close else None


_LONGEST_NIGHT = 16.0
_CHECKS = {
    "set": _named, "weighed": _weighed, "slept": _nightly, "night": _bare_night, "between": _clocks, "bed": _clocks,
    "wake": _clocks, "pain": _rated_pain, "changed": _change,
}  # fmt: skip


def hours_of(figure: Atom) -> float | None:
    """A stretch of time in hours: `7h`, `7:40`, a bare `7`."""
    if figure.has("TIME"):
        return figure.value / HOUR_S
    if figure.has("CLOCK"):
        return figure.parts[0] + figure.parts[1] / 60 if len(figure.parts) == 2 else None
    return figure.value


def hour_of(atom: Atom) -> float | None:
    """A time of day in hours, where it can be one."""
    if atom.has("HOUR"):
        return atom.value
    if atom.has("CLOCK"):
        valid = len(atom.parts) == 2 and atom.parts[0] < 25 and atom.parts[1] < 60
        return atom.parts[0] + atom.parts[1] / 60 if valid else None
    return atom.value if atom.value <= 24 and atom.value == int(atom.value) else None


def value_of(named: Named, figure: Atom, of: Atom | None = None, *, cups: bool = False) -> tuple[float, str | None]:
    """The value and unit that a figure means for a metric."""
    match named.kind:
        case "scale":
            return figure.value, f"/{of.value:g}" if of is not None else _scale(named, figure.value)
        case "mass":
            unit = "g" if named.unit == "g" else None if figure.has("NUM") else figure.unit
            return round(figure.value, 2), unit
        case "duration":
            return (figure.value / 60, "min") if named.unit == "min" else (round(figure.value / HOUR_S, 2), "h")
        case "time":
            return round(hour_of(figure) or 0.0, 2), "h"
        case "energy":
            return (round(figure.value / KJ_PER_KCAL, 2) if figure.unit == "kj" else figure.value), "kcal"
        case "volume":
            return figure.value, "cup" if cups and figure.has("NUM") else figure.unit
        case _:
            return (figure.value * 1000 if figure.has("K") else figure.value), named.unit or None


def _scale(named: Named, value: float) -> str | None:
    return "/10" if named.unit == "/5" and value > 5 else None


def figured(one: Said) -> list[Measure]:
    """A name and its figure."""
    name, figure = one.one("name", "scale"), one.one("figure")
    if name is None or figure is None or name.named is None or _of_a_lift(one, name):
        return []
    value, unit = value_of(name.named, figure, one.one("of"), cups=one.one("cups") is not None)
    return [measured(name, name.named, value, unit)]


def _of_a_lift(one: Said, name: Atom) -> bool:
    """`squats bw 40`: beside an exercise without figures so far body weight is its load."""
    if not name.has("BODYWEIGHT"):
        return False
    for atom in one.before():
        if atom.figure:
            return False
        if atom.has("EX"):
            return True
    return False


def changed(one: Said) -> list[Measure]:
    """`75kg에서 73kg`: the weight that it is now."""
    name, later = one.one("name"), one.one("later")
    if name is None or later is None or name.named is None:
        return []
    return [measured(name, name.named, *value_of(name.named, later))]


def amount_of(one: Said) -> list[Measure]:
    """A word that holds its figure."""
    atom = one.first
    return [] if atom.named is None or atom.amount is None else [measured(atom, atom.named, atom.amount, None)]


def pulse(one: Said) -> list[Measure]:
    """`HR 58 resting`."""
    return [measured(one.first, _PULSE, atom.value, "bpm") for atom in one.all("pulse")]


def weighed(one: Said) -> list[Measure]:
    """A load or number that only a person can weigh, said alone or of the morning."""
    figure = one.first
    around = [atom for atom in one.clause() if atom is not figure]
    if any(atom.has("EX", "BOUT") for atom in one.atoms) or any(atom.figure or atom.has("X") for atom in around):
        return []
    morning = any(atom.has("MORNING", "WAKE") for atom in around)
    words = [atom for atom in around if atom.has("WORD") and not atom.has("LIGHT", "MORNING")]
    alone = figure.has("MASS") and not words and not any(atom.has("METRIC") for atom in around)
    if not (alone or (morning and len(words) <= 1)):
        return []
    return [measured(figure, BODY_WEIGHT, figure.value, figure.unit or None, sure=False)]
