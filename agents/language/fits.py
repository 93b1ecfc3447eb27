"""Which figures fit which metrics, and what else a phrase of metrics must have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agents.language.atoms import Atom
from agents.language.named import Named
from agents.language.pieces import Roles
from agents.language.rules import Rule, rules
from agents.language.tokens import is_hangul
from units import HOUR_S

DISH = frozenset(("first", "dish", "plain", "counted", "tally", "share", "food", "link", "helping", "drink"))
"""The roles of a dish's words."""
BODY_WEIGHT = Named("body weight", "general", "metrics", "mass", "kg")
NAME = ("name", "scale", "rated", "weight", "drunk", "nap")
"""The roles of a metric's name."""
_TAKEN = -0.6
"""What makes a phrase that fits cheaper than leaving its words out."""
_SCALES = frozenset((5, 10, 100))
_LIGHTEST, _LB = 25.0, 2.2
_LONGEST_NIGHT = 16.0
_MOST_DRINKS = 20


@dataclass(frozen=True, slots=True)
class _Fit:
    """What a type of metric may have as its figure: symbols, and how large a bare number is."""

    symbols: frozenset[str]
    least: float = 0.0
    most: float = 1e6


_FITS = {
    "scale": _Fit(frozenset(("NUM",)), most=10),
    "mass": _Fit(frozenset(("MASS", "NUM")), 30, 400),
    "grams": _Fit(frozenset(("GRAMS", "NUM")), most=1000),
    "number": _Fit(frozenset(("NUM", "BPM", "PERCENTN", "WATTS"))),
    "integer": _Fit(frozenset(("NUM", "K"))),
    "volume": _Fit(frozenset(("VOL", "NUM")), 0.1, 5000),
    "length": _Fit(frozenset(("SPAN", "NUM")), 20, 250),
    "duration": _Fit(frozenset(("TIME",))),
    "minutes": _Fit(frozenset(("TIME", "NUM")), 1, 300),
    "time": _Fit(frozenset(("HOUR", "CLOCK"))),
    "energy": _Fit(frozenset(("NUM", "KCAL", "K")), least=10),
}
_BY_UNIT = {"g": "grams", "min": "minutes"}
_BY_NAME = {
    "steps": (100, 1e6),
    "resting pulse": (25, 150),
    "body fat": (2, 75),
    "blood glucose": (1.5, 700),
    "oxygen saturation": (50, 100),
    "sleep quality": (0, 100),
}


def misfit(rule: Rule, roles: Roles) -> float | None:
    """The cost of a phrase of metrics; None where a figure cannot be that."""
    check = _CHECKS.get(rule.does)
    if check is None:
        return _TAKEN
    cost = check(dict(reversed(roles)), roles)
    return None if cost is None else _TAKEN + cost


def _named(told: Mapping[str, Atom], roles: Roles) -> float | None:
    """Whether name and figure go together."""
    del roles
    name = next((told[role] for role in NAME if role in told), None)
    if "amount" in told:
        return 0.0
    if name is None or name.named is None or name.has("BED", "WAKE"):
        return None
    if "percent" in told:
        return 0.0 if told["percent"].unit == "%" else None
    again = told["again"].named if "again" in told else name.named
    if again is None or again.domain != name.named.domain:
        return None
    return _figured(name.named, told)


def _figured(named: Named, told: Mapping[str, Atom]) -> float | None:
    figure, of = told.get("figure") or told["glasses"], told.get("of")
    if of is not None:
        return 0.0 if of.value in _SCALES and figure.value <= of.value and figure.has("NUM") else None
    if "cups" in told and named.kind == "volume":
        return 0.0 if figure.has("NUM") else None
    return 0.0 if fits(named, figure) else None


def fits(named: Named, figure: Atom) -> bool:
    """Whether it can be the metric's figure."""
    fit = _FITS.get(_BY_UNIT.get(named.unit, named.kind))
    cups = named.kind == "number" and figure.has("VOL") and figure.unit == "cup"
    share = figure.has("PERCENTN") and named.unit != "%"
    if fit is None or share or not (cups or figure.has(*fit.symbols)):
        return False
    if figure.has("MASS"):
        return figure.value >= _LIGHTEST * (_LB if figure.unit == "lb" else 1)
    least, most = _BY_NAME.get(named.name, (fit.least, fit.most))
    return not figure.has("NUM") or least <= figure.value <= most


def _weighed(told: Mapping[str, Atom], roles: Roles) -> float | None:
    """Whether a figure behind a word of a morning is what somebody weighs."""
    del roles
    figure = told.get("exact")
    sure = figure is None or figure.has("MASS") or figure.value % 1
    return 0.0 if sure and (figure is None or fits(BODY_WEIGHT, figure)) else None


def _beaten(told: Mapping[str, Atom], roles: Roles) -> float | None:
    """Whether they are of a heart and not its most, nor strokes or steps."""
    del roles
    beats = told["beats"]
    return None if beats.has("WIND") or (beats.has("WATTS") and beats.value < _LEAST_POWER) else 0.0


_LEAST_POWER = 40.0
"""Watts below which a `w` is the sign of a warm-up: `60x5w`."""


def _daily(told: Mapping[str, Atom], roles: Roles) -> float | None:
    """One figure a day, or what a figure has become; each fits. Or the two of blood pressure."""
    if "pressure" in told:
        return _PRESSED if is_pressure([atom for role, atom in roles if role == "number"]) else None
    if "number" in told:
        return _pressed(told["name"].named if "name" in told else None, roles)
    figures = [atom for role, atom in roles if role in ("figure", "later", "each")]
    named = next(told[role] for role in ("sleep", "drink", "name", "weight") if role in told).named
    if named is not None and named.name == PRESSURES[0].name and is_pressure(figures):
        return _PRESSED
    if named is None or not all(_fits_a_day(named, atom) for atom in figures):
        return None
    if "later" in told:
        return 0.0 if _has_become(named, figures[0], figures[-1]) else None
    apart = "each" in told or len({(atom.day, atom.night) for atom in figures}) == len(figures)
    return 0.0 if apart else None


_MOST_CHANGE = 0.3


def _has_become(named: Named, before: Atom, now: Atom) -> bool:
    """`92.3 -> 91.8`: the same figure twice on a day, and little between them."""
    alike = now.value and abs(before.value / now.value - 1) <= _MOST_CHANGE
    return before.day == now.day and named.unit != "g" and bool(alike)


_PRESSED, _LEAST_PRESSURE = -0.2, 30
"""Two figures that fit are seldom anything else; a lower one is lifted: `bp 225/5`."""
PRESSURES = (
    Named("systolic pressure", "heart", "metrics", "number", ""),
    Named("diastolic pressure", "heart", "metrics", "number", ""),
)


def is_pressure(figures: Sequence[Atom]) -> bool:
    """Whether they are the two of blood pressure, told of one moment, or of several."""
    pairs = list(zip(figures[::2], figures[1::2], strict=False))
    if not pairs or 2 * len(pairs) != len(figures):
        return False
    return all(one.day == other.day and one.value > other.value >= _LEAST_PRESSURE for one, other in pairs)


def _pressed(beside: Named | None, roles: Roles) -> float | None:
    """Whether two figures are a blood pressure: beside one of the heart, or where no exercise takes them."""
    of_the_heart = beside is None or beside.domain == PRESSURES[0].domain
    if not of_the_heart or not is_likely_pressure([atom for role, atom in roles if role == "number"]):
        return None
    return _ALONE if beside is None else 0.0


def is_likely_pressure(figures: Sequence[Atom]) -> bool:
    """Whether two figures are where blood pressures lie: `138/86`."""
    if len(figures) != len(PRESSURES):
        return False
    high, low = (atom.value for atom in figures)
    in_range = _SYSTOLIC[0] <= high <= _SYSTOLIC[1] and _DIASTOLIC[0] <= low <= _DIASTOLIC[1]
    return in_range and high - low >= _APART


_SYSTOLIC, _DIASTOLIC, _APART, _ALONE = (90, 210), (50, 125), 25, 2.0
"""Where they lie, how far apart they are, and what they cost without a word of it: more than a set."""


def _fits_a_day(named: Named, figure: Atom) -> bool:
    """Whether it can be a day's figure; a bare number of hours is a night's where several are told."""
    night = named.name == "sleep" and figure.has("NUM") and 0 < figure.value <= _LONGEST_NIGHT
    return night or fits(named, figure)


def _noted(told: Mapping[str, Atom], roles: Roles) -> float | None:
    """Whether a rating is one: no `meds, 131/84 after`."""
    del roles
    of = told.get("of")
    return 0.0 if of is None or (of.value in _SCALES and told["figure"].value <= of.value) else None


def _drunk(told: Mapping[str, Atom], roles: Roles) -> float | None:
    """Whether so many were drunk."""
    del roles
    return 0.0 if "number" not in told or 0 < told["number"].value <= _MOST_DRINKS else None


def _slept(told: Mapping[str, Atom], roles: Roles) -> float | None:
    """Whether so many hours may be a night's; hours alone only where the night is said."""
    if "clock" in told:
        return _clocks(told, roles)
    figure = told.get("hours") or told.get("number") or told["time"]
    hours = hours_of(figure)
    if hours is None or not 0 < hours <= _LONGEST_NIGHT:
        return None
    if "time" in told:
        return 0.4 if figure.night and hours >= 2 else None
    return 0.2 if figure.has("NUM") else 0.0


def _clocks(told: Mapping[str, Atom], roles: Roles) -> float | None:
    del told
    clocks = [atom for role, atom in roles if role in ("clock", "told")]
    bare = sum(0.3 for one in clocks if one.has("NUM"))
    return bare if all(hour_of(one) is not None for one in clocks) else None


def _pain(told: Mapping[str, Atom], roles: Roles) -> float | None:
    del roles
    figure, of = told.get("figure"), told.get("of")
    if figure is None:
        return 0.05 if "ache" not in told or told["ache"].what("part") else None
    most = of.value if of is not None else 10
    fitting = figure.has("NUM") and figure.value <= most and (of is None or most in _SCALES)
    cost = (0.0 if "part" in told else 0.15) + (0.0 if of is not None else 0.2)
    return cost if fitting else None


def _eaten(told: Mapping[str, Atom], roles: Roles) -> float | None:
    """Whether words of a dish are there, and a verb on the side where its language has it."""
    dish = [atom for role, atom in roles if role in DISH]
    verb = told.get("ate")
    if len(dish) == 1 and dish[0].has("VOL") and verb is not None and verb.start < dish[0].start:
        return 0.0
    if not any(_is_food(atom) for atom in dish) or dish[0].has("NO_DISH"):
        return None
    behind = verb is None or (verb.start > dish[0].start) == is_hangul(verb.text)
    short = "food" in told and is_hangul(told["food"].text) and roles[-1][0] == "food"
    return (_SHORT if short else 0.0) if behind and not any(atom.has("NOT_FOOD") for atom in dish) else None


def _listed(told: Mapping[str, Atom], roles: Roles) -> float | None:
    """The same of food without a verb, of which one word has to be known."""
    return _eaten(told, roles) if "food" in told else None


def _is_food(atom: Atom) -> bool:
    long = len(atom.text) >= (2 if is_hangul(atom.text) else 3)
    return atom.has("FOOD") or (atom.has("PLAIN") and long and not atom.has("LIGHT", "SEP"))


_SHORT = 0.3
"""In Korean the count or a verb comes behind a dish."""

_CHECKS = {
    "weighed": _weighed, "beaten": _beaten, "set": _named, "daily": _daily, "slept": _slept, "bed": _clocks,
    "wake": _clocks, "pain": _pain, "meal": _eaten, "course": _eaten, "foods": _listed, "drunk": _drunk,
    "noted": _noted, "meal_with": _drunk, "served": _eaten, "paired": _named,
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
    hour, _, minutes = atom.text.partition(".")
    if len(minutes) == 2 and hour.isdecimal() and minutes < "60" and int(hour) <= 24:
        return int(hour) + int(minutes) / 60  # `lights out 10.30`
    told = atom.text if atom.text[:1].isdecimal() else f"{atom.value:g}"  # `up at 430`, `at six thirty`
    if told.isdecimal() and len(told) in _TYPED:
        hour, minutes = told[:-2], told[-2:]
        return int(hour) + int(minutes) / 60 if int(hour) <= 24 and minutes < "60" else None
    return atom.value if atom.value <= 24 and atom.value == int(atom.value) else None


_TYPED = (3, 4)
"""Figures of an hour and its minutes that were typed without a sign."""


def told_in(atoms: Sequence[Atom]) -> frozenset[str]:
    """Which phrases of metrics may stand among the spans, by what is made of them."""
    known, found = rules("metrics"), set[str]()
    for at in range(len(atoms)):
        for number, end in known.automaton.ends(atoms, at, _LONGEST):
            rule = known.rows[number]
            does = _ALIKE.get(rule.does, rule.does)
            if does not in found:
                places = known.roles(number, atoms, at, end)
                roles = tuple([(role, atoms[place]) for role, place in places or ()])
                if places is not None and misfit(rule, roles) is not None:
                    found.add(does)
    return frozenset(found)


_ALIKE = {"foods": "meal", "course": "meal", "climbed": "set"}
_LONGEST = 12
"""Spans of a phrase that tells enough."""
