"""Climbs by their grades: the hardest one, and how many there were."""

from __future__ import annotations

from agents.facts import Sample
from agents.facts.grades import hardest
from agents.offline.answers.closest import in_marks
from agents.offline.answers.figures import count_figure, ids, of_day
from agents.offline.answers.fits import CLIMBS
from agents.offline.answers.scope import Scope
from agents.types import FigureRequest, Finding

_COUNTS = frozenset(("sum", "count", "average", "frequency"))


def answer_climbs(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding] | None:
    """The hardest climb or the number of climbs; None where neither is asked for."""
    if request.measure not in CLIMBS or not found:
        return None
    if request.statistic == "record" and (top := hardest(found)):
        day = top[-1].day
        n = count_figure(len(top), "", "climbs of the hardest grade", ids(top), day, role="max")
        what = in_marks(top[-1].measure.text or "")
        return [scope.tell("hardest_climb", request, of_day(top, day), [n], what=what, day=day)]
    if request.statistic in _COUNTS:
        done = sum(one.measure.value or 1.0 for one in found)
        n = count_figure(done, "", f"number of {request.measure}", ids(found), found[-1].day, role="count")
        return [scope.tell("climbs", request, None, n=n, day=found[-1].day)]
    return None
