"""Series as lines of a chart: few enough dots, records marked; and what there is to see, in words."""

from __future__ import annotations

from collections.abc import Sequence

from agents.charts.spec import ChartSpec, Dot, Line, Row
from agents.facts import Point, Series, by_day, gaps
from agents.facts import records as records_of
from agents.offline.answers.scope import Scope
from agents.offline.charts.speech import chart_words

SEVEN_DAYS = 7
MOST_DOTS = 400
"""Dots that a phone's screen tells apart."""
_ENTRIES = 2
_LONGEST_NAME = 60


def as_line(name: str, whole: Series, average: Sequence[Point], records: bool) -> Line:
    """One dot a day; of more than fit the highest and lowest of each stretch, and every record."""
    best = {point.day for point in (records_of(whole) if records else ())}
    dots = [
        Dot(day=p.day, value=p.value, entries=p.entries[:_ENTRIES], record=p.day in best)
        for p in by_day(whole).points
    ]
    smooth = [Dot(day=point.day, value=point.value) for point in average]
    kept = thinned(dots)
    return Line(
        name=name[:_LONGEST_NAME],
        dots=tuple(kept),
        average=tuple(thinned(smooth)),
        gaps=gaps([dot.day for dot in dots]),
    )


def thinned(dots: Sequence[Dot]) -> list[Dot]:
    """At most about `MOST_DOTS`, the first and last among them."""
    if len(dots) <= MOST_DOTS:
        return list(dots)
    size = 2 * len(dots) / MOST_DOTS
    kept: set[int] = {0, len(dots) - 1}
    for part in range(MOST_DOTS // 2):
        places = range(int(part * size), min(int((part + 1) * size), len(dots)))
        if places:
            kept.add(max(places, key=lambda at: dots[at].value))
            kept.add(min(places, key=lambda at: dots[at].value))
    marked = [at for at, dot in enumerate(dots) if dot.record]
    kept.update(marked[-MOST_DOTS // 4 :])
    return [dots[at] for at in sorted(kept)]


def shown_in(spec: ChartSpec, scope: Scope) -> str:
    """What is to be seen, in a sentence: the alternative text."""
    words = chart_words(scope.wording.language)
    values = {
        "kind": words.kinds[spec.kind],
        "title": ", ".join(filter(None, (spec.title, spec.subtitle))),
        "span": scope.wording.span(spec.span),
    }
    dots = [dot for line in spec.lines for dot in line.dots]
    if spec.kind == "grid":
        return words.alt_rows.format(**values, list=", ".join(_total(row, scope) for row in spec.rows))
    if spec.kind == "calendar":
        return words.alt_days.format(**values, n=len(dots))
    if len(spec.lines) > 1:
        each = [
            _line(line.dots, words.alt_line, words.alt_line_one, spec, scope, name=line.name)
            for line in spec.lines
        ]
        return words.alt_rows.format(**values, list="; ".join(each))
    return _line(dots, words.alt, words.alt_one, spec, scope, **values)


def _line(dots: Sequence[Dot], many: str, one: str, spec: ChartSpec, scope: Scope, **values: str) -> str:
    """Where a line begins and ends, and its lowest and highest."""
    amounts = {
        "first": dots[0],
        "last": dots[-1],
        "low": min(dots, key=lambda dot: dot.value),
        "high": max(dots, key=lambda dot: dot.value),
    }
    shown = {key: scope.wording.amount(dot.value, spec.unit) for key, dot in amounts.items()}
    return (many if len(dots) > 1 else one).format(**values, **shown, n=len(dots))


def _total(row: Row, scope: Scope) -> str:
    return f"{row.name} {scope.wording.amount(sum(row.values), '')}"
