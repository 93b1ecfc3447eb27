"""What is advised of a measure in general: a domain's range, and what that is at the person's body weight."""

from __future__ import annotations

from agents.facts import by_day, last, point_figure, series
from agents.offline.answers.figures import count_figure
from agents.offline.answers.scope import Scope
from agents.types import Finding
from domains.checks import FieldSpec
from units import KG_PER_LB


def guided(scope: Scope, name: str) -> list[Finding]:
    """The advised range as targets; first the general one, then that of this person. Nothing without one."""
    spec = scope.context.advised(name)
    if spec is None or spec.advised is None:
        return []
    key = f"guide_{name}" if f"guide_{name}" in scope.wording.words.advice else "guide"
    found = [_told(scope, key, spec, spec.advised)]
    return [*found, _of_body(scope, spec, spec.advised)] if spec.per_body_kg else found


def _of_body(scope: Scope, spec: FieldSpec, advised: tuple[float, float]) -> Finding:
    logged = scope.samples("body weight")
    weights = by_day(series(logged, "body weight", "value", scope.units(logged)))
    newest = last(weights)
    if newest is None:
        return scope.finding(scope.say("advice.guide_unweighed"), general=True)
    kilos = newest.value * (KG_PER_LB if weights.unit == "lb" else 1.0)
    own = (float(round(advised[0] * kilos)), float(round(advised[1] * kilos)))
    told = _told(scope, "guide_own", spec, own, scope.wording.amount(newest.value, weights.unit))
    weight = point_figure(weights, newest, "body weight", role="last")
    return told.model_copy(update={"evidence": newest.entries, "figures": (*told.figures, weight)})


def _told(scope: Scope, key: str, spec: FieldSpec, range_: tuple[float, float], weight: str = "") -> Finding:
    least, most = range_
    amounts = {"least": scope.wording.amount(least, ""), "most": scope.wording.amount(most, spec.unit)}
    claim = scope.say(f"advice.{key}", name=scope.wording.name(spec.name), weight=weight, **amounts)
    figures = [
        count_figure(end, spec.unit, f"{what} {spec.name} advised", (), role="target", measure=spec.name)
        for end, what in ((least, "least"), (most, "most"))
    ]
    return scope.finding(claim, (), figures, "medium", general=not weight)
