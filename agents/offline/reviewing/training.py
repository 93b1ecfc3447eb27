"""Parts of a review about training: how much, records, courses, muscles, distances."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agents.facts import (
    Point,
    Series,
    TooFew,
    average,
    best,
    by_day,
    by_muscle,
    count_days,
    frequency,
    records,
    series,
    total,
    trend,
    working,
)
from agents.offline.answers.figures import count_figure
from agents.offline.charts.asked import AskedChart, course_of
from agents.offline.reviewing.reviewed import Reviewed, periods
from agents.reports.part import NOTHING, Draft, Part, of_all
from agents.types import Figure, Quantity
from storage.entities import DateRange, Measure
from units import DAYS

_FAR = 3
"""Sports whose way is told in overviews."""
_COURSES = 4
_LEAST_DAYS = 4
"""Days of an exercise from which its course is told."""
_RECORDS = 20
_LEAST_BOUTS = 3
_WEEKS_A_MONTH = DAYS["month"] / DAYS["week"]
_KINDS: tuple[Quantity, ...] = ("weight", "e1rm", "reps", "distance", "duration")
"""What records are of, the most telling first."""


def overview(r: Reviewed) -> Part | None:
    """The whole in figures, and the same days before."""
    if not r.inside:
        return None
    draft = r.draft("overview")
    now, before = r.span, r.before
    days = count_figure(len(r.inside), "", "entries", [one.id for one in reversed(r.inside)], role="count")
    draft.say(r.words.says["overview"], span=draft.span(now), entries=draft.slot(days))
    rows = [*_totals(r, weekly=not r.is_short), *_ways(r)[:_FAR], *_beside(r)]
    cells = [
        (named, draft.slot(of(now)), draft.slot(of(before)) if before else NOTHING)
        for named, of in rows
        if of(now) is not None
    ]
    r.table(draft, ("what", "now", "before"), cells)
    if before:
        draft.say(r.words.says["compared"], before=draft.span(before))
    return r.done(draft)


Of = Callable[[DateRange], Figure | None]
"""A figure of a stretch of days."""


def _of(whole: Series) -> Of:
    def of(span: DateRange) -> Figure | None:
        part = whole.within(span)
        value = total(part)
        return of_all(part, value, "sum") if value else None

    return of


def _mean(whole: Series) -> Of:
    def of(span: DateRange) -> Figure | None:
        part = whole.within(span)
        return of_all(part, average(part), "average")

    return of


def _totals(r: Reviewed, *, weekly: bool) -> list[tuple[str, Of]]:
    trained, heads = r.together("days", lambda _: True, "training"), r.words.heads

    def days(span: DateRange) -> Figure | None:
        part = trained.within(span)
        return of_all(part, count_days(part), "count", "days")

    def often(span: DateRange) -> Figure | None:
        part = trained.within(span)
        return of_all(part, frequency((p.day for p in part.points), span), "frequency", "days")

    return [
        (heads["trained"], days),
        *([(heads["a_week"], often)] if weekly else []),
        (heads["sets"], _of(r.together("sets", lambda _: True, "training"))),
        (heads["volume"], _of(r.together("volume", lambda _: True, "training"))),
    ]


def _ways(r: Reviewed) -> list[tuple[str, Of]]:
    """How far each sport went."""
    far = r.usual(lambda one: bool(one.distance_m))[:_FAR]
    return [
        (r.called(name), _of(r.together("distance", lambda m, n=name: m.name == n, name))) for name in far
    ]


def _beside(r: Reviewed) -> list[tuple[str, Of]]:
    return [(r.words.heads[key], _mean(r.value(key))) for key in r.beside]


def months(r: Reviewed) -> Part | None:
    """Month by month, or year by year."""
    spans = periods(r.span)
    if not r.inside or len(spans) < 2:
        return None
    draft = r.draft("months")
    columns = [*_totals(r, weekly=False), *_ways(r)[:1], *_beside(r)]
    rows = [(_period(r, draft, span), *(draft.slot(of(span)) for _, of in columns)) for span in spans]
    draft.table((r.words.heads["when"], *(named for named, _ in columns)), rows)
    r.draw(draft, AskedChart("calendar", span=r.span))
    return r.done(draft)


def _period(r: Reviewed, draft: Draft, span: DateRange) -> str:
    """A month by its name where that is clear, else its days."""
    months = [one.start.month for one in periods(r.span)]
    if span.start.month != span.end.month or months.count(span.start.month) > 1:
        return draft.span(span)
    return r.words.months[span.start.month - 1]


def records_broken(r: Reviewed) -> Part | None:
    """The bests of its days that beat all before, each with the one that it beat."""
    draft = r.draft("records")
    rows: list[tuple[str, ...]] = []
    broken = 0
    entries: list[str] = []
    for name in r.usual(lambda one: not one.warmup):
        found = r.scope.samples(name)
        units = r.scope.units(found)
        for quantity in _KINDS:
            whole = working(series([one for one in found if one.measure.name == name], name, quantity, units))
            fresh = [one for one in records(whole) if r.span.start <= one.day <= r.span.end]
            if not fresh or _tells_less(quantity, [one.measure for one in found]):
                continue
            broken += len(fresh)
            entries += [entry for one in fresh for entry in one.entries]
            rows.append(_record(r, draft, whole, fresh[-1]))
    if not rows:
        return None
    count = count_figure(broken, "", "records", entries[::-1], role="count")
    draft.say(r.words.says["records"], count=draft.slot(count))
    r.table(draft, ("what", "kind", "best", "day", "stood", "since"), rows[:_RECORDS])
    return r.done(draft)


def _tells_less(quantity: Quantity, found: Sequence[Measure]) -> bool:
    """Repetitions where there are loads, time where there is a way."""
    if quantity == "reps":
        return any(one.weight for one in found)
    return quantity == "duration" and any(one.distance_m for one in found)


def _record(r: Reviewed, draft: Draft, whole: Series, newest: Point) -> tuple[str, ...]:
    """Its name, what of it, how much, when, and what stood before these days, if anything."""
    earlier = tuple(one for one in whole.points if one.day < r.span.start)
    stood = best(Series(whole.name, whole.quantity, whole.unit, earlier))
    slot, held = draft.of_point(whole, newest), draft.of_point(whole, stood)
    kind = r.words.quantities[whole.quantity]
    return r.called(whole.name), kind, slot, draft.day(slot), held, draft.day(held)


def courses(r: Reviewed) -> Part | None:
    """Where the exercises go that are done most, each with its chart."""
    draft = r.draft("courses")
    for name in names_of_courses(r):
        home = r.scope.context.domain_of(name)
        asked = course_of(name, home.name if home else "", r.span)
        request = r.scope.resolved(asked.requests[0])
        whole = working(r.scope.fitting(request, r.span))
        if count_days(whole) >= _LEAST_DAYS:
            draft.say("### {name}", name=r.called(name))
            course(r, draft, whole)
            r.draw(draft, asked)
    return r.done(draft)


def names_of_courses(r: Reviewed) -> list[str]:
    """The exercises that are done most."""
    return r.usual(lambda one: not one.warmup, _LEAST_DAYS)[:_COURSES]


def course(r: Reviewed, draft: Draft, whole: Series) -> None:
    """First and last value, the best, and how fast it changes if that is clear."""
    daily = by_day(whole)
    says = r.words.says
    first, last = (draft.of_point(daily, point) for point in (daily.points[0], daily.points[-1]))
    ends = {"first": first, "last": last, "since": draft.day(first), "until": draft.day(last)}
    what = r.words.daily.get(whole.quantity) or r.words.quantities.get(whole.quantity, "")
    draft.say(says["ends" if what else "ends_plain"], what=what, **ends)
    change = trend(whole)
    if isinstance(change, TooFew):
        return
    n = draft.slot(count_figure(change.n, "days", "days with a value", ()))
    share = draft.slot(count_figure(95, "%", "interval", ()))
    if not change.clear:
        draft.say(says["unclear"], n=n)
        return
    monthly = (change.slope, *sorted((change.low, change.high), key=abs))
    rate, low, high = (draft.of_all(whole, value * _WEEKS_A_MONTH, "change") for value in monthly)
    key = "rises" if change.slope > 0 else "falls"
    draft.say(says[key], rate=rate, low=low, high=high, share=share, n=n)


def muscles(r: Reviewed) -> Part | None:
    """Hard sets of each muscle."""
    work = by_muscle(r.worked(), r.scope.worked, r.units)
    if not work:
        return None
    draft = r.draft("muscles")
    weeks = ((r.span.end - r.span.start).days + 1) / 7
    rows: list[tuple[str, ...]] = []
    for one in work:
        sets, name = sum(one.sets.values), r.scope.wording.muscle(one.muscle)
        often = NOTHING if r.is_short else draft.of_all(one.sets, sets / weeks, "frequency")
        rows.append((name, draft.of_all(one.sets, sets, "sum"), often))
    draft.say(r.words.says["muscles"])
    r.table(draft, ("muscle", "sets", "a_week"), rows)
    r.draw(draft, AskedChart("muscles", span=r.span))
    return r.done(draft)


def distances(r: Reviewed) -> Part | None:
    """Of each sport with a way: how often, how far, how fast."""
    names = r.usual(lambda one: bool(one.distance_m), _LEAST_BOUTS)
    if not names:
        return None
    draft = r.draft("distances")
    rows = [_sport(r, draft, name) for name in names]
    r.table(draft, ("what", "days", "distance", "longest", "day", "pace", "fastest"), rows)
    return r.done(draft)


def _sport(r: Reviewed, draft: Draft, name: str) -> Sequence[str]:
    found = [
        one for one in r.scope.samples(name, r.span) if one.measure.name == name and one.measure.distance_m
    ]
    units = r.scope.units(found)
    way = series(found, name, "distance", units)
    tempo: Quantity = "speed" if found[0].measure.domain == "cycling" else "pace"
    pace = series(found, name, tempo, units)
    longest = draft.of_point(way, best(way), "max")
    return (
        r.called(name),
        draft.of_all(way, count_days(way), "count", "days"),
        draft.of_all(way, total(way), "sum"),
        longest,
        draft.day(longest),
        draft.of_all(pace, average(pace), "average"),
        draft.of_point(pace, best(pace), "max"),
    )
