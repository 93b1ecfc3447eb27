"""A metric's name and its figure: which figures fit, and the value and unit they mean."""

from __future__ import annotations

from dataclasses import dataclass

from agents.language.atoms import Atom
from agents.language.rules import Rule
from agents.language.said import Said, measured
from agents.language.tiling import Roles
from agents.offline.reading.phrases import Named, is_hangul
from storage.entities import Measure
from units import HOUR_S, KJ_PER_KCAL

_TAKEN = -0.6
"""What makes a phrase that fits cheaper than leaving its words out."""
_SCALES = frozenset((5, 10, 100))
BODY_WEIGHT = Named("body weight", "general", "metrics", "mass", "kg")
_PULSE = Named("resting pulse", "general", "metrics", "number", "bpm")
_LIGHTEST, _HEAVIEST = 25.0, 250.0
_LB = 2.2
_FEW = 4
"""Words of the sentence that a weight said alone stands in."""


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
_FEWEST = {"steps": 100, "resting pulse": 25}
_MOST = {"sleep quality": 100}


def misfit(rule: Rule, roles: Roles) -> float | None:
    """The cost of a phrase of metrics; None where a figure cannot be that."""
    check = _CHECKS.get(rule.does)
    if check is None:
        return _TAKEN
    cost = check(roles)
    return None if cost is None else _TAKEN + cost


def _named(roles: Roles) -> float | None:
    """Whether name and figure go together."""
    told = dict(reversed(roles))
    name, figure = told.get("name") or told.get("scale") or told.get("weight"), told.get("figure")
    if name is None or name.named is None or name.has("BED", "WAKE"):
        return None
    if figure is None:
        return 0.0 if told["percent"].unit == "%" else None
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
    if figure.has("MASS") and figure.value < _LIGHTEST * (_LB if figure.unit == "lb" else 1):
        return None
    bare = figure.has("NUM")
    least = max(fit.least, _FEWEST.get(named.name, 0))
    most = _MOST.get(named.name, fit.most)
    return 0.0 if not bare or least <= figure.value <= most else None


def _weighed(roles: Roles) -> float | None:
    told = dict(reversed(roles))
    figure = told.get("mass") or told["number"]
    if figure.has("MASS"):
        low, high = (_LIGHTEST, _HEAVIEST) if figure.unit == "kg" else (_LIGHTEST * _LB, _HEAVIEST * _LB)
        return 0.0 if low <= figure.value <= high else None
    return 0.0 if _LIGHTEST <= figure.value <= 2 * _HEAVIEST and figure.value % 1 else None


def _nightly(roles: Roles) -> float | None:
    """Whether so many hours may be a night's."""
    told = dict(reversed(roles))
    figure = told.get("hours") or told.get("number") or told["time"]
    hours = hours_of(figure)
    return 0.0 if hours is not None and 0 < hours <= _LONGEST_NIGHT else None


def _bare_night(roles: Roles) -> float | None:
    figure = roles[0][1]
    return 0.0 if figure.night and 2 <= figure.value / HOUR_S <= _LONGEST_NIGHT else None


def _clocks(roles: Roles) -> float | None:
    clocks = [atom for role, atom in roles if role in ("clock", "told")]
    bare = sum(0.3 for one in clocks if one.has("NUM"))
    return bare if all(hour_of(one) is not None for one in clocks) else None


def _rated_pain(roles: Roles) -> float | None:
    told = dict(reversed(roles))
    figure, of = told.get("figure"), told.get("of")
    if figure is None:
        return 0.05
    if not figure.has("NUM") or figure.value > (of.value if of is not None else 10):
        return None
    return 0.0 if of is None or of.value in _SCALES else None


def _change(roles: Roles) -> float | None:
    told = dict(reversed(roles))
    figure, later = told["figure"], told["later"]
    named = told["name"].named
    close = abs(figure.value - later.value) <= 0.3 * figure.value
    return 0.0 if named == BODY_WEIGHT._replace(unit=named.unit if named else "") and close else None


def _daily(roles: Roles) -> float | None:
    """One figure a day, each of which fits."""
    name, figures = roles[0][1], [atom for role, atom in roles if role == "figure"]
    if name.named is None or len({atom.day for atom in figures}) < len(figures):
        return None
    return 0.0 if all(_fitting(name.named, atom) is not None for atom in figures) else None


def _eaten(roles: Roles) -> float | None:
    """Whether words of a dish are there, and a verb on the side where its language has it."""
    dish = [atom for role, atom in roles if role in DISH]
    named = any(atom.has("FOOD") or (atom.has("WORD") and _is_word(atom)) for atom in dish)
    verb = next((atom for role, atom in roles if role == "ate"), None)
    behind = verb is None or not dish or (verb.start > dish[0].start) == is_hangul(verb.text)
    named = named and not dish[0].has("NO_DISH")
    return 0.0 if named and behind and not any(atom.has("NOT_FOOD") for atom in dish) else None


def _is_word(atom: Atom) -> bool:
    return len(atom.text) >= (2 if is_hangul(atom.text) else 3) and not atom.has("LIGHT", "SEP")


DISH = frozenset(("first", "dish", "plain", "counted"))
"""The roles of a dish's words."""
_LONGEST_NIGHT = 16.0
_CHECKS = {
    "set": _named, "weighed": _weighed, "slept": _nightly, "night": _bare_night, "between": _clocks, "bed": _clocks,
    "wake": _clocks, "pain": _rated_pain, "changed": _change, "daily": _daily, "meal": _eaten,
    "course": _eaten,
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


def value_of(
    named: Named, figure: Atom, of: Atom | None = None, *, cups: bool = False
) -> tuple[float, str | None]:
    """The value and unit that a figure means for a metric."""
    match named.kind:
        case "scale":
            return figure.value, f"/{of.value:g}" if of is not None else _scale(named, figure.value)
        case "mass":
            unit = "g" if named.unit == "g" else None if figure.has("NUM") else figure.unit
            return round(figure.value, 2), unit
        case "duration":
            return (
                (figure.value / 60, "min") if named.unit == "min" else (round(figure.value / HOUR_S, 2), "h")
            )
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
    name, figure = one.one("name", "scale", "weight"), one.one("figure", "percent")
    if name is None or figure is None or name.named is None or _is_elses(one, name):
        return []
    value, unit = value_of(name.named, figure, one.one("of"), cups=one.one("cups") is not None)
    return [measured(figure, name.named, value, "/100" if one.one("percent") else unit)]


def daily(one: Said) -> list[Measure]:
    """A figure each of several days."""
    named = one.first.named
    return [measured(atom, named, *value_of(named, atom)) for atom in one.all("figure")] if named else []


def _is_elses(one: Said, name: Atom) -> bool:
    """`squats bw 40`, `Exercise: bench | Weight: 60kg`, calories of a bout: what is told of training."""
    if name.has("M_ENERGY"):
        return one.is_spent
    figure = one.one("figure")
    if not name.has("BODY_WEIGHT") or figure is None or figure.start < name.start:
        return False
    labelled = one.one("is") is not None and one.all("is")[0].has("COLON")
    if labelled and any(atom.has("EX") and atom.line == name.line for atom in one.atoms):
        return True
    lifted = next((atom for atom in one.before() if atom.figure or atom.has("EX")), None)
    return name.has("BODYWEIGHT") and lifted is not None and not lifted.figure


def changed(one: Said) -> list[Measure]:
    """`75kg에서 73kg`: the weight that it is now."""
    name, later = one.one("name"), one.one("later")
    if name is None or later is None or name.named is None:
        return []
    return [measured(name, name.named, *value_of(name.named, later))]


def amount_of(one: Said) -> list[Measure]:
    """A word that holds its figure."""
    atom = one.first
    return (
        [] if atom.named is None or atom.amount is None else [measured(atom, atom.named, atom.amount, None)]
    )


def pulse(one: Said) -> list[Measure]:
    """`HR 58 resting`."""
    return [measured(one.first, _PULSE, atom.value, "bpm") for atom in one.all("pulse")]


def weighed(one: Said) -> list[Measure]:
    """A load or number that only a person can weigh, said alone or of the morning."""
    figure = one.first
    around = [atom for atom in one.clause() if atom is not figure]
    if any(atom.figure or atom.has("X", "EX", "BOUT") for atom in around):
        return []
    words = [atom for atom in around if _is_talk(atom)]
    morning = any(atom.has("MORNING", "WAKE") for atom in around) and len(words) <= 1
    if not morning and (words or not _is_alone(one, figure)):
        return []
    return [measured(figure, BODY_WEIGHT, figure.value, figure.unit or None, sure=False)]


def _is_alone(one: Said, figure: Atom) -> bool:
    """Whether nothing but a few words stands beside a load."""
    if not figure.has("MASS") or any(piece.family in ("sets", "bouts") for piece in one.pieces):
        return False
    if any(atom.has("EX", "BOUT", "X", "PLATES", "UP_TO") for atom in one.atoms):
        return False
    beside = one.sentence()
    talk = [atom for atom in beside if _is_talk(atom)]
    return len(talk) <= _FEW and not any(atom.has("INT", "METRIC") for atom in beside)


def _is_talk(atom: Atom) -> bool:
    return atom.has("WORD") and not atom.has("LIGHT", "MORNING", "SEP")
