"""When something will be reached: what the trend means if it goes on, and how unsure that is; no promise."""

from __future__ import annotations

import re

from agents.facts import TooFew, best, by_day, last, trend
from agents.offline.answers.figures import INTERVAL, count_figure
from agents.offline.answers.scope import Scope
from agents.offline.lexicon import plain
from agents.offline.questions.question_spans import signs_in
from agents.types import FigureRequest, Finding, Quantity, SubQuery

_MARK = re.compile(
    r"(?<![\d.,:])(\d{1,4}(?:\.\d+)?)\s?(?:kg|kilos?|lbs?|pounds|킬로|키로)?(?![\d:]|[.,]\d|\s?(?:k|km|mi|m)\b)"
)
_FARTHEST = 104
"""Weeks: what is farther off than two years is not told."""


def forecast(scope: Scope, part: SubQuery) -> list[Finding]:
    """For "when will I squat 120": nothing where the question asks for no such thing, or it is reached."""
    text = plain(part.question)
    asks = "FORECAST" in signs_in(text, scope.wording.language)
    mark = _MARK.search(text) if asks else None
    if mark is None:
        return []
    asked = next((one for one in part.figures if one.quantity in _KINDS), None) or _usual(scope, part)
    return _told(scope, asked, float(mark[1])) if asked else []


def _usual(scope: Scope, part: SubQuery) -> FigureRequest | None:
    """What a mark of the only thing named is about, where the question says it by no figure."""
    if len(part.subjects) != 1:
        return None
    (name,) = part.subjects
    found = scope.samples(name)
    rated = any(one.measure.value is not None for one in found)
    lifted = any(one.measure.weight is not None for one in found)
    quantity: Quantity | None = "value" if rated else "weight" if lifted else None
    return FigureRequest(statistic="trend", measure=name, quantity=quantity) if quantity else None


_KINDS: tuple[Quantity, ...] = ("weight", "e1rm", "value")


def _told(scope: Scope, asked: FigureRequest, mark: float) -> list[Finding]:
    name, quantity = asked.measure, asked.quantity
    request = FigureRequest(statistic="trend", measure=name, quantity=quantity)
    whole = by_day(scope.fitting(request, None))
    newest, top = last(whole), best(whole)
    if newest is None or top is None or (quantity != "value" and top.value >= mark):
        return []
    change = trend(whole)
    asked_for = count_figure(mark, whole.unit, "the mark asked about", whole.entries, role="mark")
    away = mark - (newest.value if quantity == "value" else top.value)
    towards = not isinstance(change, TooFew) and change.clear and (change.slope > 0) == (away > 0)
    weeks = away / change.slope if towards and not isinstance(change, TooFew) else 0.0
    if isinstance(change, TooFew) or not towards or not 0 < weeks <= _FARTHEST:
        return [scope.tell("forecast_open", request, None, (), "low", mark=asked_for)]
    bounds = sorted((away / change.low, away / change.high))
    rounded = [max(1, round(value)) for value in (weeks, *bounds)]
    figures = [count_figure(value, "weeks", "weeks to the mark", whole.entries) for value in rounded]
    told = dict(zip(("weeks", "low", "high"), rounded, strict=True))
    return [
        scope.tell("forecast", request, whole.entries, [*figures, INTERVAL], "low", mark=asked_for, **told)
    ]
