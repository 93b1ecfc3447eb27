"""Answers about change: trends, one period against another, a value a week."""

from __future__ import annotations

from dataclasses import replace

from agents.facts import (
    STATISTICS,
    Comparison,
    Point,
    Series,
    TooFew,
    Trend,
    best,
    by_day,
    clock,
    figure,
    first,
    highest,
    last,
    point_figure,
    trend,
    unbroken,
)
from agents.offline.answers.absence import nothing
from agents.offline.answers.computed import label, value_of_days
from agents.offline.answers.figures import INTERVAL, count_figure, days_figure, oldest_word
from agents.offline.answers.scope import Scope
from agents.types import Figure, FigureRequest, Finding, Level, Role, Statistic
from units import KILOGRAMS

_MANY = 8
"""Days from which a trend is more than a hint."""
_MOST_PERCENT = 500
_WORKED = ("e1rm", "weight", "pace", "distance", "volume", "reps")
"""What is begun anew after a break, so that its trend is the one since."""


def answer_trend(scope: Scope, request: FigureRequest) -> list[Finding]:
    """Whether it goes up or down, with slope, interval and n, or that it cannot be said yet."""
    whole = by_day(scope.fitting(request, request.date_range))
    whole = unbroken(whole) if whole.quantity in _WORKED else whole
    if not whole.points:
        return nothing(scope, request)
    name = scope.named_with(request, whole)
    change = trend(whole)
    key = "ends_few" if isinstance(change, TooFew) else "ends"
    ends, figures = _ends(scope, request, whole, key, name=name, n=change.n)
    figures.append(days_figure(change.n, request.measure, whole.entries))
    worst = _since_worst(scope, request, whole)
    if isinstance(change, TooFew):
        claim = ends.strip() or scope.say("trend_few", name=name, n=change.n)
        return [*worst, scope.finding(claim, whole.entries, figures, "medium")]
    figures += [
        figure(whole, change.slope, f"change of {request.measure} a week", role="change"),
        figure(whole, change.low, "lower end of the 95 % interval"),
        figure(whole, change.high, "upper end of the 95 % interval"),
        INTERVAL,
    ]
    claim = _trend_claim(scope, request, whole, change)
    sure: Level = "high" if change.n >= _MANY else "medium"
    return [*worst, scope.finding(claim + ends, whole.entries, figures, sure)]


def steadier(scope: Scope, request: FigureRequest) -> FigureRequest:
    """A trend of the heaviest set where that is clear, and the estimate, moved by its repetitions, is not."""
    if (request.statistic, request.quantity) != ("trend", "e1rm") or request.versus is not None:
        return request
    heaviest = request.model_copy(update={"quantity": "weight"})
    estimated = trend(by_day(scope.fitting(request, request.date_range)))
    lifted = trend(by_day(scope.fitting(heaviest, request.date_range)))
    unclear = isinstance(estimated, Trend) and not estimated.clear
    return heaviest if unclear and isinstance(lifted, Trend) and lifted.clear else request


def _trend_claim(scope: Scope, request: FigureRequest, whole: Series, change: Trend) -> str:
    pace = whole.quantity == "pace" and change.clear
    ways = ("trend_faster", "trend_slower") if pace else ("trend_down", "trend_up")
    ends = (("slope", change.slope), ("low", change.low), ("high", change.high))
    slowly = whole.quantity == "value" and whole.unit in KILOGRAMS and abs(change.slope) < 1
    return scope.say(
        ways[change.slope > 0] if change.clear else "trend_flat",
        name=scope.wording.name(request.measure) if pace else scope.named_with(request, whole),
        n=change.n,
        start=change.start,
        end=change.end,
        **{key: scope.wording.signed(value, whole.unit, finely=slowly) for key, value in ends},
    )


def _ends(
    scope: Scope, request: FigureRequest, whole: Series, key: str = "ends", /, **told: object
) -> tuple[str, list[Figure]]:
    """Where it began and where it is."""
    oldest, newest, words = first(whole), last(whole), scope.wording
    if oldest is None or newest is None or oldest.day == newest.day:
        return "", []
    change = newest.value - oldest.value
    unmoved = words.amount(abs(change), whole.unit) == words.amount(0.0, whole.unit)
    sentence = scope.say(
        key,
        **told,
        moved="" if unmoved else f" ({words.signed(change, whole.unit)})",
        first=_end(scope, request, whole, oldest),
        first_day=oldest.day,
        last=_end(scope, request, whole, newest),
        last_day=newest.day,
    )
    return f" {sentence}", [
        point_figure(whole, oldest, f"{oldest_word(request)} {request.measure}", role="first"),
        point_figure(whole, newest, f"last {request.measure}", role="last"),
        figure(whole, change, f"change of {request.measure}", role="difference"),
    ]


def _end(scope: Scope, request: FigureRequest, whole: Series, point: Point) -> str:
    """The value, and the set an estimate comes from."""
    shown = scope.wording.amount(point.value, whole.unit)
    measure = point.sample.measure if point.sample else None
    if request.distance_m is not None and whole.quantity == "pace" and measure and measure.duration_s:
        return f"{clock(measure.duration_s)} ({shown})"
    if whole.quantity != "e1rm":
        return shown
    told = scope.sample(point, scope.units(scope.narrowed(request, None)))
    return scope.wording.part("estimated", value=shown, what=told)


def _since_worst(scope: Scope, request: FigureRequest, whole: Series) -> list[Finding]:
    """A pain is better or not than at its worst, whatever its trend."""
    top, newest = highest(whole), whole.points[-1]
    if request.measure != "pain" or top is None or top.day == newest.day:
        return []
    now = point_figure(whole, newest, "last pain", role="last")
    worst = point_figure(whole, top, "worst pain", role="max")
    key = "pain_less" if newest.value < top.value else "pain_same"
    return [scope.tell(key, request, value=now, worst=worst, day=now.day, worst_day=worst.day)]


def answer_comparison(scope: Scope, request: FigureRequest, *, again: bool = False) -> list[Finding]:
    """The same figure in two stretches of time; `again` leaves out what the sentence before has said."""
    later, earlier = request.date_range, request.versus
    if later is None or earlier is None:
        return answer_trend(scope, request)
    if again and request.statistic == "count" and later.start == later.end and earlier.start == earlier.end:
        return []  # no word of a day each
    whole = scope.fitting(request, None)
    if not whole.points:  # no pace of walks whose times alone are known
        bare = request.model_copy(update={"date_range": None})
        return [] if again and scope.samples(request.measure) else nothing(scope, bare)
    now, before = whole.within(later), whole.within(earlier)
    ours, theirs = _one(request, now), _one(request, before)
    if ours is None and theirs is None:
        return nothing(scope, request)
    unit = STATISTICS[request.statistic].unit_of(whole)
    figures = [
        Figure(
            value=round(value, 4),
            unit=unit,
            what=f"{request.statistic} {whole.quantity} of {request.measure}",
            entries=part.entries,
            role=_ROLES.get(request.statistic, "average"),
            measure=request.measure,
            span=span,
        )
        for value, part, span in ((ours, now, later), (theirs, before, earlier))
        if value is not None
    ]
    ends = (later.start, later.end, earlier.start, earlier.end) if request.around else ()
    figures += [count_figure(1, "", "end of a stretch", whole.entries, day) for day in ends]
    shown = {
        "name": _compared_name(scope, request, whole),
        "what": _statistic_name(scope, request, whole),
        "period": scope.wording.period(later),
        "versus": scope.wording.period(earlier),
        "now": _amount(scope, request, now, ours, unit),
        "before": _amount(scope, request, before, theirs, unit),
    }
    evidence = (*now.entries, *before.entries)
    if ours is None or theirs is None:
        key = "compare_none_now" if ours is None else "compare_none"
        return [scope.finding(scope.say(key, **shown), evidence, figures)]
    claim, more = _difference(scope, unit, Comparison(ours, theirs), shown, again=again)
    if not again:
        told, beside = _beside_it(scope, request, whole, before, now)
        claim, figures = claim + told, [*figures, *beside]
    figures += [Figure(value=round(v, 4), unit=u or unit, what=w, entries=evidence) for v, u, w in more]
    return [scope.finding(claim, evidence, figures)]


def _amount(scope: Scope, request: FigureRequest, part: Series, value: float | None, unit: str) -> str:
    """A value as it is told; of a distance with the time of the fastest."""
    amount = scope.wording.amount(value or 0.0, unit)
    return _time(part, amount) if request.distance_m is not None and part.quantity == "pace" else amount


def _beside_it(
    scope: Scope, request: FigureRequest, whole: Series, before: Series, now: Series
) -> tuple[str, list[Figure]]:
    """The days nearest to the event that parts the two, and that the later one is not over."""
    sides = replace(whole, points=(*before.points[-1:], *now.points[:1]))
    told, figures = _ends(scope, request, sides) if request.around else ("", [])
    if request.date_range and request.date_range.end > scope.today:
        told += " " + scope.say("unfinished")
    return told, figures


def _time(part: Series, pace: str) -> str:
    """The time of the fastest, with its pace."""
    top = best(part)
    measure = top.sample.measure if top and top.sample else None
    return f"{clock(measure.duration_s)} ({pace})" if measure and measure.duration_s else pace


def _difference(
    scope: Scope, unit: str, pair: Comparison, shown: dict[str, str], *, again: bool
) -> tuple[str, list[tuple[float, str, str]]]:
    """The sentence, and its further numbers as (value, unit or "" for that of the series, what)."""
    words = scope.wording
    if shown["now"] == shown["before"]:
        return words.say("compare_same_more" if again else "compare_same", **shown), []
    figures = [(pair.difference, "", "difference")]
    percent, share, pace = "", pair.percent, unit.startswith("s/")
    if share is not None and not pace and 0.5 <= abs(share) <= _MOST_PERCENT:
        percent = words.part("percent", value=f"{share:+.0f}")
        figures.append((share, "%", "difference in per cent"))
    way = (("faster", "slower") if pace else ("less", "more"))[pair.difference > 0]
    difference = words.part(way, value=words.amount(abs(pair.difference), unit))
    key = "compare_more" if again else "compare"
    return words.say(key, **shown, difference=difference, percent=percent), figures


_ROLES: dict[Statistic, Role] = {
    "count": "count",
    "frequency": "count",
    "sum": "sum",
    **dict.fromkeys(("max", "record", "last", "reached"), "max"),
}
"""What the figure of `_one` is."""


def _statistic_name(scope: Scope, request: FigureRequest, whole: Series) -> str:
    words = scope.wording.words
    if request.statistic not in _COMPARED:
        return label(request.statistic, scope.wording.language)
    if request.statistic == "count":
        return words.what["days"]
    return (words.totals if request.statistic == "sum" else words.what)[whole.quantity]


def _compared_name(scope: Scope, request: FigureRequest, whole: Series) -> str:
    """The subject with what is compared of it, where the name alone does not tell."""
    name = scope.wording.name(request.measure)
    if whole.quantity == "value" and request.statistic in _COMPARED and request.statistic != "count":
        return name
    return scope.wording.part("trend_what", name=name, what=_statistic_name(scope, request, whole))


def _one(request: FigureRequest, part: Series) -> float | None:
    if not part.points:
        return None
    if request.statistic not in _COMPARED:
        told = value_of_days(request.statistic, part)
        return told[0] if told else None
    value = STATISTICS[_COMPARED[request.statistic]].of(part)
    return value.value if isinstance(value, Point) else value


_COMPARED = {
    **{name: "average" for name, one in STATISTICS.items() if one.compute is None},
    **dict.fromkeys(("average", "min", "first"), "average"),
    **dict.fromkeys(("count", "frequency"), "count"),
    **dict.fromkeys(("max", "record", "last", "reached"), "record"),
    "sum": "sum",
}
"""What is compared of two stretches of time; of other statistics they themselves."""
