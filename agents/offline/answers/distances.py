"""Distances that questions name ("10k"), and what is told of the bouts of about that length."""

from __future__ import annotations

from dataclasses import replace

from agents.facts import show
from agents.offline.answers.scope import Scope
from agents.types import FigureRequest
from storage.entities import DistanceUnit
from units import METRES

_ADDED = ("count", "sum", "frequency", "average")
_DATED = ("last", "first", "previous")
"""What says by the name alone which bouts it is of; the second only by whole ways: no `6.5 mi run`."""
_WHOLE = 1e-6


def distance_asked(metres: float, *, pool: bool = False) -> str:
    """The distance in the unit it was asked in."""
    units: tuple[DistanceUnit, ...] = ("m", "yd", "km", "mi") if pool else ("km", "mi", "m", "yd")
    fitting = (one for one in units if abs(metres / METRES[one] - round(metres / METRES[one])) < _WHOLE)
    unit = next(fitting, "mi")
    return show(metres / METRES[unit], unit)


def of_its_distance(scope: Scope, request: FigureRequest) -> Scope:
    """The scope in which what is counted or added up has the distance in its name: "10 km run"."""
    if request.distance_m is None or request.statistic not in (*_ADDED, *_DATED):
        return scope
    words, name = scope.wording, request.measure
    far = distance_asked(
        request.distance_m, pool=any(one.measure.domain == "swimming" for one in scope.samples(name))
    )
    if request.statistic in _DATED and not far.split()[0].isdecimal():
        return scope
    alias, one = (
        words.part("worded", word=far, name=called) for called in (words.name(name), words.one(name))
    )
    return replace(scope, wording=words.calling(name, alias, one))
