"""Answers about a mark: on which days a value met it, when it did for the first time, what it is called."""

from __future__ import annotations

from agents.facts import (
    Point,
    Sample,
    Series,
    best,
    by_day,
    days_of,
    lowest,
    point_figure,
    series,
    single,
    working,
)
from agents.offline.answers.absence import unmeasured
from agents.offline.answers.figures import count_figure, days_figure, mark_figure
from agents.offline.answers.scope import Scope
from agents.types import Figure, FigureRequest, Finding, Quantity

_LISTED = 8
"""Days named one by one before a count must do."""
_IN: dict[str, tuple[Quantity, ...]] = {
    **dict.fromkeys(("kg", "lb"), ("value", "weight")),
    **dict.fromkeys(("km", "mi", "yd"), ("distance",)),
    "m": ("distance", "duration"),
    **dict.fromkeys(("h", "min"), ("value", "duration")),
    "s": ("duration",),
    "reps": ("reps",),
}
_ANY: tuple[Quantity, ...] = ("value", "weight", "distance", "duration", "reps")
_ADDED_UP = ("distance", "duration")
_SHOWN_AS_ASKED = ("kg", "lb", "km", "mi", "yd")


def against_mark(scope: Scope, request: FigureRequest, found: list[Sample]) -> Series:
    """The values that can be held against the mark: a rating, a way, a load."""
    units = scope.units(found)
    for quantity in _candidates(scope, request):
        if quantity in ("volume", "hard_sets", "sets"):
            whole = scope.fitting(request.model_copy(update={"quantity": quantity}), request.date_range)
        else:
            whole = series(found, request.measure, quantity, units)
        if whole.points:
            whole = single(working(whole))
            return _sessions(whole) if whole.quantity in _ADDED_UP else by_day(whole)
    return series(found, request.measure, request.quantity, units)


def _candidates(scope: Scope, request: FigureRequest) -> tuple[Quantity, ...]:
    unit = request.unit or ""
    if unit.startswith("s/"):
        return ("pace",)
    asked = () if request.quantity in ("days", "weight") else (request.quantity,)
    if unit in _IN:
        return (*_IN[unit], *(one for one in asked if one == "volume"))
    if request.quantity in ("days", "weight") and scope.body_share(request.measure):
        return ("reps", *_ANY)  # "more than 10 pull-ups"
    return (*asked, *(_ANY if not asked or request.quantity == "value" else ()))


def _sessions(whole: Series) -> Series:
    """What one message tells of a day is one session: its parts add up, holds do not."""
    together: dict[tuple[object, ...], list[Point]] = {}
    for number, point in enumerate(whole.points):
        held = point.sample is not None and point.sample.measure.domain == "strength"
        together.setdefault((point.day, point.entries, number if held else 0), []).append(point)
    points = tuple(
        Point(parts[0].day, sum(part.value for part in parts), parts[0].entries, parts[0].sample)
        for parts in together.values()
    )
    return Series(whole.name, whole.quantity, whole.unit, points)


def count_marked(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """Days on which the value was under the mark, or reached it."""
    whole = against_mark(scope, request, found)
    if not whole.points:
        return [unmeasured(scope, request, whole)]
    mark, words = scope.mark(request, whole.unit), scope.wording
    hits = [point for point in whole.points if scope.meets(request, point.value, mark)]
    days, of = {point.day for point in hits}, len(days_of(whole))
    named = [f"{words.day(point.day)} {words.amount(point.value, whole.unit)}" for point in hits[-_LISTED:]]
    evidence, name = [entry for point in hits for entry in point.entries], request.measure
    figures = [
        mark_figure(mark, whole.unit),
        *(point_figure(whole, point, name) for point in hits[-_LISTED:]),
    ]
    values = {
        "n": count_figure(len(days), "days", f"days of {name} that meet the mark", evidence),
        "of": days_figure(of, name, whole.entries),
        "mark": mark_shown(scope, request, whole.unit),
        "listed": f": {', '.join(named)}" if named and len(hits) <= _LISTED else "",
    }
    return [scope.tell(_count_key(request), request, evidence or whole.entries, figures, **values)]


def _count_key(request: FigureRequest) -> str:
    if request.below is not None:
        return "count_at_most" if request.inclusive else "count_below"
    return "count_over" if request.strict else "count_above"


def reached(scope: Scope, request: FigureRequest, found: list[Sample]) -> list[Finding]:
    """Whether the mark was ever met, and when first."""
    whole = against_mark(scope, request, found)
    if not whole.points:
        return [unmeasured(scope, request, whole)]
    mark, name = scope.mark(request, whole.unit), request.measure
    if name == "body weight" and request.at_least is not None and whole.values[0] > mark:
        known = {"below": request.at_least, "at_least": None, "inclusive": True}
        request = request.model_copy(update=known)  # it is to be come down to
    hit = next((point for point in whole.points if scope.meets(request, point.value, mark)), None)
    down, race = request.below is not None, request.distance_m is not None
    point = hit or (lowest(whole) if down else best(whole)) or whole.points[-1]
    claim = scope.about(
        request,
        _reached_key(request, hit=hit is not None),
        value=scope.wording.amount(point.value, whole.unit, race=race),
        day=point.day,
        what=scope.sample(point, scope.units(found)),
        mark=mark_shown(scope, request, whole.unit),
    )
    what = f"first {name} at the mark" if hit else f"best {name}"
    figures = [point_figure(whole, point, what), mark_figure(mark, whole.unit)]
    if hit is None and down and name == "body weight":
        left = count_figure(whole.values[-1] - mark, whole.unit, "left to the mark", whole.entries[:1])
        claim, figures = f"{claim} {scope.say('left_to_mark', difference=left)}", [*figures, left]
    short = hit is None and not down and mark > point.value
    if short and whole.quantity in ("weight", "reps", "distance", "duration"):
        told, more = _missing(scope, whole, mark - point.value, found)
        claim, figures = f"{claim} {told}", [*figures, *more]
    return [scope.finding(claim, [entry for one in figures for entry in one.entries], figures)]


def _reached_key(request: FigureRequest, *, hit: bool) -> str:
    if not hit and request.strict and request.below is None:
        return "not_passed"
    return f"{'' if hit else 'not_'}reached{'_below' if request.below is not None else ''}"


def _missing(scope: Scope, whole: Series, short: float, found: list[Sample]) -> tuple[str, list[Figure]]:
    """How much the best is short of the mark; of a load also what its repetitions are worth."""
    units, figures = (
        scope.units(found),
        [count_figure(short, whole.unit, "short of the mark", whole.entries[:1])],
    )
    told = scope.say("short_by", difference=figures[0])
    estimate = best(series(found, whole.name, "e1rm", units)) if whole.quantity == "weight" else None
    if estimate is not None and estimate.sample is not None and (estimate.sample.measure.reps or 0) > 1:
        value = point_figure(whole, estimate, f"best estimated 1RM, {whole.name}", role="max")
        what = scope.sample(estimate, units)
        told += " " + scope.say("short_estimated", value=value, what=what, day=estimate.day)
        figures.append(value)
    return told, figures


def mark_shown(scope: Scope, request: FigureRequest, unit: str) -> str:
    """The mark as it was asked."""
    number = request.at_least if request.at_least is not None else request.below
    if number is not None and request.unit in _SHOWN_AS_ASKED and unit:
        return scope.wording.amount(number, request.unit)
    return scope.wording.amount(scope.mark(request, unit), unit, race=request.distance_m is not None)


def qualified(scope: Scope, request: FigureRequest, found: list[Sample], name: str) -> str:
    """The name with the mark that narrows it: "run of more than 10 mi"."""
    if (request.at_least is None) == (request.below is None):
        return name
    whole = against_mark(scope, request, found)
    if not whole.points:
        return name
    key = f"{_count_key(request)}_named"
    return scope.wording.part(key, name=name, mark=mark_shown(scope, request, whole.unit))
