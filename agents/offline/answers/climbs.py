"""The hardest climb, by the grades of climbs."""

from __future__ import annotations

from agents.facts import CLIMBS, Sample
from agents.facts.grades import hardest
from agents.offline.answers.closest import in_marks
from agents.offline.answers.figures import count_figure, ids, of_day
from agents.offline.answers.scope import Scope
from agents.types import FigureRequest, Finding


def answer_hardest(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """The hardest climb; nothing where none is asked for, or none has a grade."""
    asked = request.measure in CLIMBS and request.statistic == "record"
    top = hardest(found) if asked else []
    if not top:
        return []
    day = top[-1].day
    n = count_figure(len(top), "", "climbs of the hardest grade", ids(top), day, role="max")
    what = in_marks(top[-1].measure.text or "")
    return [scope.tell("hardest_climb", request, of_day(top, day), [n], what=what, day=day)]
