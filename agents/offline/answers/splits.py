"""Answers that set days against other days: bench on short nights, sleep after training."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import fmean, median

from agents.facts import MIN_GROUP, Series, Split, TooFew, by_day, correlate, figure, split
from agents.offline.answers.absence import nothing
from agents.offline.answers.explain import SHORT_NIGHT
from agents.offline.answers.figures import INTERVAL, count_figure
from agents.offline.answers.fits import TEXTS
from agents.offline.answers.scope import Scope
from agents.offline.answers.sides import SIDES, answer_sides
from agents.offline.questions.subjects import PRESSURES
from agents.types import Figure, FigureRequest, Finding


@dataclass(frozen=True, slots=True)
class Condition:
    """Which days are picked: those under a mark, or those after something was done."""

    name: str
    days: Mapping[date, bool]
    entries: tuple[str, ...]
    mark: float | None = None
    unit: str = ""
    daily: Series | None = None
    same_day: bool = False


def answer_split(scope: Scope, request: FigureRequest) -> list[Finding]:
    """Bench on nights under 6 h against the rest, when both sides have enough days."""
    if request.split_by in SIDES:
        return answer_sides(scope, request, request.split_by)
    bare = request.model_copy(update={"words": ()})
    told = request.words and request.measure in TEXTS  # the words say what hurts, not what is done
    whole = by_day(scope.fitting(request if told else bare, request.date_range))
    scope, request = (scope.called(request), bare) if told else (scope, request)
    if not whole.points or request.split_by is None:
        return nothing(scope, request)
    condition = condition_of(scope, request, whole, request.split_by)
    if condition is None:
        alone = {"measure": request.split_by, "date_range": None, "split_by": None}
        by = request.model_copy(update=alone)
        return nothing(scope.called(by) if by.words else scope, by)
    result = split(whole, condition.days.get)
    evidence = (*whole.entries, *condition.entries)
    if isinstance(result, TooFew):
        claim = scope.about(request, "split_few", condition_name=condition.name, n=result.n, of=MIN_GROUP)
        means, averages = _means(scope, request, whole, condition)
        claim = " ".join((claim, *means, *_so_far(scope, whole, averages)))
        figures = [
            count_figure(result.n, "days", "days on the smaller side", evidence),
            count_figure(MIN_GROUP, "days", "days needed", ()),
            *averages,
        ]
        found = scope.finding(claim, evidence, figures, "low")
    else:
        found = _told(scope, request, whole, condition, result)
    return [found, *_together(scope, request, whole, condition)]


def _together(scope: Scope, request: FigureRequest, whole: Series, condition: Condition) -> list[Finding]:
    """Whether more of the one goes with more of the other, day by day; nothing where it can't be said."""
    found = correlate(whole, condition.daily) if condition.daily else TooFew(0)
    if isinstance(found, TooFew):
        return []
    evidence = (*whole.entries, *condition.entries)
    faster = whole.quantity == "pace"  # more seconds are a lower pace
    ends = (
        ("r", found.r, "rank correlation"),
        ("low", found.low, "lower end"),
        ("high", found.high, "upper end"),
    )
    claim = scope.say(
        "correlation" if found.clear else "correlation_none",
        n=found.n,
        condition=condition.name,
        direction=scope.wording.part("higher" if (found.r > 0) != faster else "lower"),
        name=scope.named_with(request, whole),
        **{key: f"{value:+.2f}" for key, value, _ in ends},
    )
    figures = [
        *(count_figure(round(value, 4), "", what, evidence) for _, value, what in ends),
        count_figure(found.n, "days", "days with both", evidence, role="count"),
        INTERVAL,
    ]
    return [scope.finding(claim, evidence, figures, "medium" if found.clear else "low")]


def _means(
    scope: Scope, request: FigureRequest, whole: Series, condition: Condition
) -> tuple[list[str], list[Figure]]:
    """The plain averages of both sides, where there are days on them, however few."""
    said: list[str] = []
    figures: list[Figure] = []
    for side, key in ((True, "split_mean"), (False, "split_mean_rest")):
        points = tuple(point for point in whole.points if condition.days.get(point.day) is side)
        if not points:
            break  # what it was on the other days says nothing alone
        n, entries = len(points), tuple(entry for point in points for entry in point.entries)
        kind = "those" if side else "the other"
        mean = fmean(point.value for point in points)
        value = figure(whole, mean, f"average {request.measure} on {kind} days", role="average")
        name, picked = scope.named_with(request, whole), _picked(scope, condition)
        said.append(scope.say(key, name=name, value=value, condition=picked, n=n))
        figures += [value, count_figure(n, "days", f"{kind} days", entries)]
        if side and condition.mark is not None:
            figures.append(_mark(condition))
    return said, figures


def _mark(condition: Condition) -> Figure:
    return count_figure(round(condition.mark or 0.0, 2), condition.unit, "the mark", (), role="mark")


def _so_far(scope: Scope, whole: Series, averages: list[Figure]) -> list[str]:
    """Which way few days point: what it was on those days against the others."""
    sides = [one.value for one in averages if one.role == "average"]
    apart = sides[0] - sides[-1] if sides else 0.0
    if not apart:
        return []
    more = (apart > 0) != (whole.quantity == "pace")
    return [scope.say("split_so_far", direction=scope.wording.part("higher" if more else "lower"))]


def _picked(scope: Scope, condition: Condition) -> str:
    """Which days are picked, in words."""
    words = scope.wording
    if condition.mark is None:
        return words.part("on_it" if condition.same_day else "after_it", condition=condition.name)
    return words.part(
        "below_mark", condition=condition.name, mark=words.amount(condition.mark, condition.unit)
    )


def _size(effect: float) -> str:
    """Cohen's words (1988) for an effect."""
    marks = ((0.8, "large"), (0.5, "medium"), (0.2, "small"))
    return next((name for mark, name in marks if abs(effect) >= mark), "tiny")


_AT_TIMES = ("alcohol", "pain")
"""What is there on some days and none on the others, whatever its amount."""
_FELT = ("mood", "energy", "stress", "motivation", "pain", *PRESSURES)
"""What is noted on the day itself, of the day."""


def condition_of(scope: Scope, request: FigureRequest, whole: Series, by: str) -> Condition | None:
    """None when nothing was ever logged of it. Something done counts for the night, or the day, after."""
    name = scope.wording.name(by)
    marked = scope.fitting(FigureRequest(statistic="list", measure=by, quantity="value"), None)
    asked = request.below is not None or request.at_least is not None
    if not marked.points or (by in _AT_TIMES and not asked):
        found = scope.narrowed(
            FigureRequest(statistic="list", measure=by, quantity="days", words=request.words), None
        )
        found = [sample for sample in found if sample.measure.value != 0]
        same = (request.measure in _FELT or by in _FELT) and request.beside is None
        done = {sample.day + timedelta(days=0 if same else 1) for sample in found}
        entries = tuple(dict.fromkeys(sample.entry for sample in found))
        if request.words:
            name = scope.wording.part("worded", name=scope.wording.one(by), word=request.words[0])
        if not done:
            return None
        return Condition(name, {p.day: p.day in done for p in whole.points}, entries, same_day=same)
    daily = by_day(marked)
    mark = scope.mark(request, marked.unit) if asked else _default_mark(by, daily)
    days = {point.day: point.value < mark for point in daily.points}
    return Condition(name, days, marked.entries, mark, marked.unit, daily)


def _default_mark(name: str, daily: Series) -> float:
    """The usual mark of a short night; anything else is cut at the person's own middle."""
    middle = median(daily.values)
    return min(max(SHORT_NIGHT, middle - 1), middle) if name == "sleep" else middle


def _told(
    scope: Scope, request: FigureRequest, whole: Series, condition: Condition, result: Split
) -> Finding:
    """Both averages, how far they are apart, and whether that is more than chance."""
    words, evidence, of = scope.wording, (*whole.entries, *condition.entries), f"average {request.measure}"
    picked = figure(whole, result.picked, f"{of} on those days", role="average")
    rest = figure(whole, result.rest, f"{of} on the other days", role="average")
    apart = {"difference": result.difference, "low": result.low, "high": result.high}
    claim = scope.say(
        "split",
        name=scope.named_with(request, whole),
        picked=picked,
        n=result.n_picked,
        condition=_picked(scope, condition),
        rest=rest,
        m=result.n_rest,
        **{key: words.signed(value, whole.unit) for key, value in apart.items()},
    )
    figures = [
        picked,
        rest,
        figure(whole, result.difference, "difference", role="difference"),
        figure(whole, result.low, "lower end of the 95 % interval"),
        figure(whole, result.high, "upper end of the 95 % interval"),
        count_figure(result.n_picked, "days", "those days", evidence),
        count_figure(result.n_rest, "days", "other days", evidence),
        _mark(condition),
        INTERVAL,
    ]
    if result.effect is not None:
        size = words.part(f"effect_{_size(result.effect)}")
        claim += " " + scope.say("split_effect", effect=f"{result.effect:+.1f}", size=size)
        figures.append(count_figure(round(result.effect, 4), "", "effect size", evidence))
    claim += " " + scope.say("split_clear" if result.clear else "split_unclear")
    return scope.finding(claim, evidence, figures, "medium" if result.clear else "low")
