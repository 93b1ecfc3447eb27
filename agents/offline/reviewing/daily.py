"""Parts of a review about days: sleep, body weight, other metrics, streaks, goals, what is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import date

from agents.facts import (
    Series,
    average,
    by_day,
    count_days,
    days_of,
    gaps,
    highest,
    is_training,
    longest_streak,
    lowest,
    samples,
)
from agents.offline.answers.figures import count_figure
from agents.offline.charts.asked import course_of
from agents.offline.reviewing.reviewed import Reviewed
from agents.offline.reviewing.training import course, names_of_courses
from agents.reports.part import NOTHING, Draft, Part
from storage.entities import DateRange, Measure

_LEAST_DAYS = 5
"""Days of a metric from which it is told."""
_GAPS = 3
_SELDOM = 12
"""Names that are told beside each other at most."""
_TOLD_APART = ("sleep", "body weight")


def sleep(r: Reviewed) -> Part | None:
    """Nights: how long, the shortest and the longest."""
    return _metric(r, "sleep", "sleep")


def body_weight(r: Reviewed) -> Part | None:
    """Body weight from the first to the last."""
    return _metric(r, "body weight", "weight")


def _metric(r: Reviewed, name: str, part: str) -> Part | None:
    whole = by_day(r.value(name).within(r.span))
    if not whole.points:
        return None
    draft = r.draft(part)
    days, mean, low, high = _told_of(draft, whole)
    told = {"low": low, "high": high, "low_day": draft.day(low), "high_day": draft.day(high)}
    draft.say(r.words.says["metric"], mean=mean, days=days, **told)
    if len(whole.points) > 1:
        course(r, draft, whole)
    home = r.scope.context.domain_of(name)
    r.draw(draft, course_of(name, home.name if home else "", r.span))
    return r.done(draft)


def metrics(r: Reviewed) -> Part | None:
    """Other figures of days."""
    draft = r.draft("metrics")
    rows = [(r.called(name), *_told_of(draft, by_day(r.value(name).within(r.span)))) for name in _usual(r)]
    r.table(draft, ("what", "days", "mean", "lowest", "highest"), rows)
    return r.done(draft)


def _usual(r: Reviewed) -> list[str]:
    """Metrics that are told in one table, the most usual first."""
    counted = _days(r, lambda one: one.value is not None)
    return [name for name, days in counted.most_common() if days >= _LEAST_DAYS]


def _days(r: Reviewed, wanted: Callable[[Measure], bool]) -> Counter[str]:
    """On how many days each name was logged, but for what has a part of its own."""
    found = {
        (one.name, one.day)
        for entry in r.inside
        for one in entry.measures
        if wanted(one) and one.name not in _TOLD_APART and r.span.start <= one.day <= r.span.end
    }
    return Counter(name for name, _ in sorted(found))


def _told_of(draft: Draft, whole: Series) -> tuple[str, str, str, str]:
    """On how many days, the mean, the lowest and the highest."""
    return (
        draft.of_all(whole, count_days(whole), "count", "days"),
        draft.of_all(whole, average(whole), "average"),
        draft.of_point(whole, lowest(whole)),
        draft.of_point(whole, highest(whole)),
    )


def streaks(r: Reviewed) -> Part | None:
    """Days of training in a row, the longest breaks, and the days of the week."""
    work = r.together("days", lambda _: True, "training").within(r.span)
    days = days_of(work)
    if not days:
        return None
    draft = r.draft("streaks")
    entries = {day: [one.entry for one in work.samples if one.day == day] for day in days}
    run = longest_streak(days)
    if run is not None and run.length > 1:
        within = [entry for day in reversed(days) if run.start <= day <= run.end for entry in entries[day]]
        length = count_figure(run.length, "days", "longest streak", within, role="streak")
        held = draft.span(DateRange(start=run.start, end=run.end))
        draft.say(r.words.says["streak"], length=draft.slot(length), span=held)
    if not r.is_short:
        _breaks(r, draft, days)
        rows: list[tuple[str, str]] = []
        for at, named in enumerate(r.words.weekdays):
            those = [day for day in reversed(days) if day.weekday() == at]
            ids = [entry for day in those for entry in entries[day]]
            rows.append((named, draft.slot(count_figure(len(those), "days", f"weekday {at}", ids))))
        r.table(draft, ("weekday", "days"), rows)
    return r.done(draft)


def _breaks(r: Reviewed, draft: Draft, days: tuple[date, ...]) -> None:
    longest = sorted(gaps(days), key=lambda one: one.start - one.end)[:_GAPS]
    if not longest:
        draft.say(r.words.says["no_breaks"])
        return
    lengths = [((one.end - one.start).days + 1, one) for one in longest]
    breaks = [(one, count_figure(n, "days", f"break from {one.start}", ())) for n, one in lengths]
    r.table(draft, ("break", "days"), [(draft.span(one), draft.slot(length)) for one, length in breaks])


def goals(r: Reviewed) -> Part | None:
    """How far each goal is today."""
    if not r.goals:
        return None
    draft = r.draft("goals")
    rows: list[tuple[str, ...]] = []
    for one in r.goals:
        target, *more = one.figures
        now = more[0] if one.now is not None else None
        arrives = NOTHING
        if one.arrives is not None:
            what = f"arrival of {one.goal.name}"
            arrives = draft.slot(count_figure(one.n, "days", what, (), one.arrives, "projection"), ".day")
        how = r.words.courses[one.course]
        rows.append((r.called(one.goal.name), draft.slot(target), draft.slot(now), how, arrives))
    r.table(draft, ("goal", "target", "stands", "course", "arrives"), rows)
    return r.done(draft)


def missing(r: Reviewed) -> Part | None:
    """What the review does not see: days without an entry, words that could not be read."""
    if not r.inside:
        return None
    draft = r.draft("missing")
    logged = {one.day for one in r.inside}
    length = (r.span.end - r.span.start).days + 1
    says = r.words.says
    if length > len(logged):
        silent = draft.slot(count_figure(length - len(logged), "days", "days without an entry", ()))
        draft.say(says["silent"], silent=silent, days=draft.slot(count_figure(length, "days", "days", ())))
    unread = [one.id for one in reversed(r.inside) if not one.measures and one.kind == "log"]
    found = samples(r.inside, lambda one: "guessed" in one.certainty.values(), r.span)
    guessed = [one.entry for one in reversed(found)]
    for key, what, ids in (("unread", "entries without a figure", unread), ("guessed", "guesses", guessed)):
        if ids:
            draft.say(says[key], count=draft.slot(count_figure(len(set(ids)), "", what, ids, role="count")))
    if seldom := _seldom(r, draft):
        draft.say(says["seldom"], names=seldom)
    return r.done(draft)


def _seldom(r: Reviewed, draft: Draft) -> str:
    """What was logged and stands in no other part: words such as pain, figures of a few days."""
    told = {*_usual(r), *names_of_courses(r)}

    def is_seldom(one: Measure) -> bool:
        return one.name not in told and not (is_training(one) and (one.weight or one.reps or one.distance_m))

    counted = _days(r, is_seldom)
    named: list[str] = []
    for name, days in counted.most_common(_SELDOM):
        ids = [one.id for one in reversed(r.inside) if any(m.name == name for m in one.measures)]
        named.append(f"{r.called(name)} {draft.slot(count_figure(days, 'days', f'days of {name}', ids))}")
    return ", ".join(named)
