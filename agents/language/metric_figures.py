"""A metric's name and its figure to its value and unit."""

from __future__ import annotations

from collections.abc import Sequence

from agents.language.atoms import Atom
from agents.language.fits import BODY_WEIGHT, NAME, PRESSURES, hour_of, is_pressure
from agents.language.named import Named
from agents.language.said import Said, measured
from storage.entities import Measure
from units import HOUR_S, KJ_PER_KCAL

_HEART_RATE = Named("heart rate", "heart", "metrics", "number", "bpm")
_POWER = Named("power", "cycling", "metrics", "number", "W")
_RESTING = Named("resting pulse", "heart", "metrics", "number", "bpm")
SLEEP_QUALITY = Named("sleep quality", "sleep", "metrics", "scale", "/5")


def figured(one: Said) -> list[Measure]:
    """A name and its figure."""
    amount = one.one("amount")
    if amount is not None:
        named = None if one.is_beside(1, "STEPS") else amount.named  # `만보 10,230보`
        return [] if named is None else [measured(amount, named, amount.amount, None)]
    name, figure = one.one(*NAME), one.one("figure", "percent", "glasses")
    if name is None or figure is None or name.named is None or _is_elses(one, name):
        return []
    if figure.value == 0 and figure.text.isalpha() and name.has("M_SCALE"):
        return [measured(name, name.named, None, None, figure.text)]  # `zero motivation`
    of = one.one("of")
    if of is not None and name.has("SLEEP"):
        return [measured(figure, SLEEP_QUALITY, *_rated(SLEEP_QUALITY, figure.value, of))]
    value, unit = value_of(name.named, figure, of, cups=one.one("cups") is not None)
    fold = one.one("fold")
    value *= fold.value if fold is not None else 1
    value += _HALF if one.one("half") is not None else 0.0
    return [measured(figure, name.named, value, unit)]


def daily(one: Said) -> list[Measure]:
    """A figure each of several days or meals, what a figure has become, or the two of blood pressure."""
    name = one.one("name", "drink", "sleep", "weight")
    named = name.named if name is not None else PRESSURES[0] if one.one("pressure") is not None else None
    figures = one.all("later") or one.all("figure") or one.all("number") or one.all("each")
    if one.all("number") and one.one("pressure") is None:
        return [*_pressed(one.all("number")), *figured(one)]
    if named is None:
        return []
    if named.name == PRESSURES[0].name and is_pressure(figures):
        return _pressed(figures)
    of = one.one("of")
    hours = named.kind == "duration"
    told = [(atom.value, "h") if hours and atom.has("NUM") else value_of(named, atom, of) for atom in figures]
    return [measured(atom, named, *each) for atom, each in zip(figures, told, strict=True)]


def _pressed(figures: Sequence[Atom]) -> list[Measure]:
    """Both pressures of each time that they were taken."""
    both = zip(figures, PRESSURES * (len(figures) // len(PRESSURES)), strict=True)
    return [measured(atom, each, atom.value, None) for atom, each in both]


def value_of(
    named: Named, figure: Atom, of: Atom | None = None, *, cups: bool = False
) -> tuple[float, str | None]:
    """The value and unit that a figure means for a metric."""
    value = figure.value * (1000 if figure.has("K") and named.kind == "energy" else 1)
    bare = figure.has("NUM")
    told: dict[str, tuple[float, str | None]] = {
        "scale": _rated(named, value, of),
        "mass": (round(value, 2), "g" if named.unit == "g" else None if bare else figure.unit),
        "duration": _lasting(named, value, bare=bare),
        "time": (round(hour_of(figure) or 0.0, 2), "h"),
        "energy": (round(value / KJ_PER_KCAL, 2) if figure.unit == "kj" else value, "kcal"),
        "volume": (value, ("cup" if cups else None) if bare else figure.unit),
        "length": (value, ("in" if value < _NARROWEST else "cm") if bare else figure.unit),
    }
    return told.get(named.kind, (value * 1000 if figure.has("K") else value, named.unit or None))


_HALF, _NARROWEST = 0.5, 55
"""Of a cup or bottle more; centimetres around a grown-up, fewer are inches."""


def _lasting(named: Named, value: float, *, bare: bool) -> tuple[float, str | None]:
    """Minutes or hours; of a bare number nobody has said which."""
    if named.unit == "min":
        return (value, None) if bare else (value / 60, "min")
    return round(value / HOUR_S, 2), "h"


def _rated(named: Named, value: float, of: Atom | None) -> tuple[float, str | None]:
    """A rating with its scale; of a hundred it becomes one of ten."""
    if value > _TEN or (of is not None and of.value > _TEN):
        return value / _TEN, "/10"
    if of is not None:
        return value, f"/{of.value:g}"
    return value, "/10" if named.unit == "/5" and value > _FIVE else None


_FIVE, _TEN = 5, 10


def _is_elses(one: Said, name: Atom) -> bool:
    """`squats bw 40`, calories of a bout: what is told of training."""
    if name.has("M_ENERGY"):
        return one.is_spent
    figure = one.one("figure")
    if not name.has("BODYWEIGHT") or figure is None or figure.start < name.start:
        return False
    lifted = next((atom for atom in one.before() if atom.figure or atom.has("EX")), None)
    return lifted is not None and not lifted.figure


def beaten(one: Said) -> list[Measure]:
    """Beats a minute, of training or at rest; or watts."""
    named = _RESTING if one.one("resting") is not None else _HEART_RATE
    if one.first.has("WATTS"):
        named = _POWER
        if not any(atom.has("BOUT", "POWER") for atom in one.sentence()):
            return []  # `a 60w bulb`
    return [measured(one.first, named, one.first.value, named.unit)]


def weighed(one: Said) -> list[Measure]:
    """A load or number that only a person can weigh."""
    figure = one.one("exact") or one.first
    return [measured(figure, BODY_WEIGHT, figure.value, figure.unit or None, sure=False)]
