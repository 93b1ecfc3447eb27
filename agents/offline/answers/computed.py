"""Statistics that have no answer of their own, in one general sentence built from the figure's label."""

from __future__ import annotations

from agents.facts import STATISTICS, Point, Sample, Series, by_day, figure
from agents.offline.answers.absence import nothing
from agents.offline.answers.figures import count_figure
from agents.offline.answers.scope import Scope
from agents.offline.lexicon import Language
from agents.offline.questions.question_rules import label_of
from agents.types import FigureRequest, Finding


def value_of_days(statistic: str, whole: Series) -> tuple[float, Point | None] | None:
    """The statistic of the days' values, and the point where it is one of them."""
    told = STATISTICS[statistic].of(by_day(whole)) if whole.points else None
    return (told.value, told) if isinstance(told, Point) else None if told is None else (float(told), None)


def label(statistic: str, language: Language) -> str:
    """What a statistic is called: by the words of its row, else by its name."""
    return label_of(statistic, language) or statistic.replace("_", " ")


def answer_computed(scope: Scope, request: FigureRequest, _: list[Sample]) -> list[Finding]:
    """The value with its label, and its day where it is that of one."""
    whole = scope.fitting(request, request.date_range)
    told = value_of_days(request.statistic, whole)
    if told is None:
        return nothing(scope, request)
    value, point = told
    day, days = point.day if point else None, len(by_day(whole).points)
    computed = figure(whole, value, f"{request.statistic} {whole.quantity} of {request.measure}", day)
    unit = STATISTICS[request.statistic].unit_of(whole)
    values = {
        "label": label(request.statistic, scope.wording.language),
        "name": scope.named_with(request, whole),
        "value": computed.model_copy(update={"unit": unit}),
        "n": count_figure(days, "days", f"days with {request.measure}", whole.entries),
        "day": day,
    }
    evidence = point.entries if point else whole.entries
    return [scope.tell("computed_on" if point else "computed", request, evidence, **values)]
