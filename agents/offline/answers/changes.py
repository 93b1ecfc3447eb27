"""Answers about change: trends, one period against another, a value a week."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.facts import (
    STATISTICS,
    Break,
    Comparison,
    Point,
    Series,
    TooFew,
    Trend,
    best,
    break_in,
    by_day,
    clock,
    count_days,
    figure,
    first,
    highest,
    last,
    point_figure,
    trend,
)
from agents.offline.answers.absence import nothing
from agents.offline.answers.computed import label, value_of_days
from agents.offline.answers.figures import INTERVAL, count_figure, days_figure, oldest_word
from agents.offline.answers.scope import Scope
from agents.offline.answers.two_days import answer_two_days, of_two_days
from agents.types import Figure, FigureRequest, Finding, Level, Role, Statistic
from units import KILOGRAMS

_MANY = 8
"""Days from which a trend is more than a hint."""
_MOST_PERCENT = 500
_WORKED = ("e1rm", "weight", "pace", "distance", "volume", "reps")


def answer_trend(scope: Scope, request: FigureRequest) -> list[Finding]:
    """Whether it goes up or down, with slope, interval and n, or that it cannot be said yet."""
    whole = by_day(scope.fitting(request, request.date_range))
    if not whole.points:
        return nothing(scope, request)
    name = scope.named_with(request, whole)
    if whole.quantity in _WORKED and (broken := break_in(whole)) is not None:
        return [answer_broken(scope, request, name, whole, broken)]
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
    top = best(whole)
    if not change.clear and request.quantity == "e1rm" and top and top not in (first(whole), last(whole)):
        # Light days pull the line about; the best says more.
        ends += " " + scope.say("best_between", value=_end(scope, request, whole, top), day=top.day)
        figures.append(point_figure(whole, top, f"best {request.measure}", role="max"))
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


def too_few(scope: Scope, request: FigureRequest) -> bool:
    """Whether a trend was asked for of a single value, so that there is nothing to tell but that."""
    if request.statistic != "trend" or request.versus is not None:
        return False
    whole = by_day(scope.fitting(request, request.date_range))
    return len(whole.points) == 1


def answer_too_few(scope: Scope, requests: Sequence[FigureRequest]) -> Finding:
    """One sentence for everything of which there is a single value."""
    entries = [entry for one in requests for entry in scope.fitting(one, one.date_range).entries]
    named = [scope.called(one) if one.words else scope for one in requests]
    names = dict.fromkeys(each.wording.name(one.measure) for each, one in zip(named, requests, strict=True))
    n = count_figure(1, "days", "days with each", entries, role="count")
    key, listed = "trend_few_each" if len(names) > 1 else "trend_few", ", ".join(names)
    return scope.tell(key, requests[0], None, (), "medium", name=next(iter(names)), list=listed, n=n)


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


def answer_improved(scope: Scope, requests: Sequence[FigureRequest]) -> list[Finding]:
    """Which of several gained most from its first day to its best, in per cent; [] where none can be told."""
    gains: list[Figure] = []
    for one in requests:
        whole = by_day(scope.fitting(one, one.date_range))
        top = best(whole)
        if one.statistic != "trend" or whole.quantity not in _WORKED or len(whole.points) < 2 or not top:
            return []
        start = whole.points[0]
        ratio = start.value / top.value if whole.quantity == "pace" else top.value / start.value
        value, held = round(ratio * 100 - 100), (*start.entries, *top.entries)
        gains.append(Figure(value=value, unit="%", what="gain", entries=held, measure=one.measure))
    ranked = sorted(gains, key=lambda gain: -gain.value)
    if len({one.measure for one in ranked}) < 2:
        return []
    words, key = scope.wording, ("improved_most", "improved_alike")[ranked[0].value == ranked[1].value]
    told = [f"{words.name(one.measure)} {words.signed(one.value, one.unit)}" for one in ranked]
    claim = scope.say(key, name=words.name(ranked[0].measure), list=", ".join(told))
    return [scope.finding(claim, [entry for one in ranked for entry in one.entries], ranked, "medium")]


def answer_comparison(scope: Scope, request: FigureRequest, *, again: bool = False) -> list[Finding]:
    """The same figure in two stretches of time; `again` leaves out what the sentence before has said."""
    later, earlier = request.date_range, request.versus
    if later is None or earlier is None:
        return answer_trend(scope, request)
    if of_two_days(request):
        told = answer_two_days(scope, request)
        if told or (again and request.statistic == "count"):
            return told  # no word of a day each
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


def answer_broken(scope: Scope, request: FigureRequest, name: str, whole: Series, broken: Break) -> Finding:
    """The drop or the jump with its days, then the trend since, as far as it can be said."""
    since, measure = broken.since, request.measure
    key = "broke_down" if broken.after.value < broken.before.value else "broke_up"
    before = point_figure(whole, broken.before, f"last {measure} before the break", role="last")
    after = point_figure(whole, broken.after, f"first {measure} after the break", role="first")
    newest = point_figure(whole, since.points[-1], f"last {measure}", role="last")
    days = {"before_day": before.day, "after_day": after.day}
    claim = scope.about(request, key, name=name, before=before, after=after, **days)
    n = count_figure(count_days(since), "days", "days since the break", since.entries)
    figures, change, slope = [before, after, newest, n], trend(since), ""
    if not isinstance(change, TooFew):
        slope = scope.wording.signed(change.slope, whole.unit)
        figures.append(figure(since, change.slope, f"change of {measure} a week since", role="change"))
    claim += " " + scope.say(_since(whole, change), value=newest, day=newest.day, slope=slope)
    return scope.finding(claim, whole.entries, figures, "medium")


def _since(whole: Series, change: Trend | TooFew) -> str:
    if isinstance(change, TooFew):
        return "since_few"
    if not change.clear:
        return "since_flat"
    ways = ("since_faster", "since_slower") if whole.quantity == "pace" else ("since_down", "since_up")
    return ways[change.slope > 0]
