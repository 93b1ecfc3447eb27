"""Two subjects set against each other: whose best is higher, of which there is more, which improved more."""

from __future__ import annotations

from agents.facts import Point, Series, best, by_day, count_days, first, point_figure, total, working
from agents.offline.answers.scope import Scope, count_figure, oldest_word
from agents.types import Figure, FigureRequest, Finding

_MEASURED = frozenset({"max", "record"})
_COUNTED = frozenset({"sum", "count"})
_SAME = 0.005


def answer_pair(
    scope: Scope, one: FigureRequest, other: FigureRequest
) -> tuple[list[Finding], list[Finding]]:
    """What to say before and after what is said of each by itself."""
    if one.versus is not None or one.statistic != other.statistic or one.quantity != other.quantity:
        return [], []
    if one.statistic == "trend":
        return _improved(scope, (one, other)), []
    if one.statistic in _COUNTED:
        return _more(scope, (one, other)), []
    return [], _between(scope, one, other) if one.statistic in _MEASURED else []


def _between(scope: Scope, one: FigureRequest, other: FigureRequest) -> list[Finding]:
    """How far apart the bests are, where both are measured alike."""
    wholes = [scope.fitting(request, request.date_range) for request in (one, other)]
    tops = [best(whole) for whole in wholes]
    if tops[0] is None or tops[1] is None or wholes[0].unit != wholes[1].unit:
        return []
    gap, unit = tops[0].value - tops[1].value, wholes[0].unit
    evidence = (*tops[0].entries, *tops[1].entries)
    key = "more" if gap >= 0 else "less"
    claim = scope.say(
        "between",
        difference=scope.wording.part(key, value=scope.wording.amount(abs(gap), unit)),
        name=scope.wording.name(one.measure),
        other=scope.wording.name(other.measure),
    )
    what = f"{one.measure} against {other.measure}"
    return [
        scope.finding(claim, evidence, [Figure(value=round(gap, 4), unit=unit, what=what, entries=evidence)])
    ]


def _more(scope: Scope, pair: tuple[FigureRequest, FigureRequest]) -> list[Finding]:
    """Of which there is more in all: sets, distance, days."""
    words, counted = scope.wording, pair[0].statistic == "count"
    wholes = [scope.fitting(request, request.date_range) for request in pair]
    if any(not whole.points for whole in wholes) or wholes[0].unit != wholes[1].unit:
        return []
    unit = "days" if counted else wholes[0].unit
    values = [float(count_days(whole)) if counted else total(whole) for whole in wholes]
    order = (0, 1) if values[0] >= values[1] else (1, 0)
    names = [words.name(pair[at].measure) for at in order]
    shown = [words.amount(values[at], unit) for at in order]
    key = "as_much" if shown[0] == shown[1] else "more_of"
    claim = scope.say(
        key,
        name=names[0],
        other=names[1],
        value=shown[0],
        less=shown[1],
        period=words.period(pair[0].date_range),
    )
    figures = [
        Figure(
            value=round(values[at], 4),
            unit=unit,
            what=f"{pair[at].statistic} of {pair[at].measure}",
            entries=wholes[at].entries,
        )
        for at in order
    ]
    return [scope.finding(claim, [*wholes[0].entries, *wholes[1].entries], figures)]


def _improved(scope: Scope, pair: tuple[FigureRequest, FigureRequest]) -> list[Finding]:
    """Which went further from its first day to its best since, as a share of where it began."""
    words = scope.wording
    told: list[tuple[float, str, str]] = []
    figures: list[Figure] = []
    evidence: list[str] = []
    for request in pair:
        whole = by_day(working(scope.fitting(request, request.date_range)))
        start, top = first(whole), best(whole)
        if start is None or top is None:
            return []
        name = words.name(request.measure)
        if len(whole.points) == 1:
            claim = scope.say("improved_few", name=name)
            return [
                scope.finding(claim, whole.entries, [count_figure(1, "days", "days", whole.entries)], "low")
            ]
        share, more = _gain(scope, whole, start, top)
        told.append((share, name, more))
        evidence += [*start.entries, *top.entries]
        figures += [
            point_figure(whole, start, f"{oldest_word(request)} {request.measure}", role="first"),
            point_figure(whole, top, f"best {request.measure}", role="max"),
            Figure(
                value=round(top.value - start.value, 4),
                unit=whole.unit,
                what="improvement",
                entries=top.entries,
            ),
            Figure(value=round(share, 4), unit="%", what="improvement in per cent", entries=top.entries),
        ]
    told.sort(reverse=True)
    listed = "; ".join(f"{name} {more}" for _, name, more in told)
    best_share = told[0][0]
    key = "improved_none" if best_share < _SAME else "improved_more"
    return [scope.finding(scope.say(key, name=told[0][1], list=listed), evidence, figures, "medium")]


def _gain(scope: Scope, whole: Series, start: Point, top: Point) -> tuple[float, str]:
    words, gain = scope.wording, top.value - start.value
    share = gain / start.value * 100 if start.value else 0.0
    text = words.part(
        "improved",
        before=words.amount(start.value, whole.unit),
        start=words.day(start.day),
        now=words.amount(top.value, whole.unit),
        day=words.day(top.day),
        difference=words.part("more", value=words.amount(gain, whole.unit)),
        percent=words.part("percent", value=f"{share:+.0f}"),
    )
    return share, text
