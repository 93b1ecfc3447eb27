"""Parts of a review about days: sleep, body weight, other metrics, streaks, goals, what is missing."""

from __future__ import annotations

from collections import Counter
from datetime import date

from agents.facts import (
    average,
    by_day,
    count_days,
    days_of,
    gaps,
    highest,
    longest_streak,
    lowest,
    samples,
)
from agents.offline.answers.figures import count_figure
from agents.offline.charts.asked import course_of
from agents.offline.reviewing.reviewed import Reviewed
from agents.offline.reviewing.training import course
from agents.reports.part import NOTHING, Draft, Part, of_all, of_point
from agents.types import Figure
from storage.entities import DateRange

_LEAST_DAYS = 5
"""Days of a metric from which it is told."""
_GAPS = 3
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
    mean = draft.slot(of_all(whole, average(whole), "average"))
    low, high = (draft.slot(of_point(whole, point)) for point in (lowest(whole), highest(whole)))
    days = draft.slot(of_all(whole, count_days(whole), "count", "days"))
    draft.say(
        r.words.says["metric"], mean=mean, days=days, low=low, high=high,
        low_day=low.replace("}", ".day}"), high_day=high.replace("}", ".day}"),
    )  # fmt: skip
    if len(whole.points) > 1:
        course(r, draft, whole)
    home = r.scope.context.domain_of(name)
    r.draw(draft, course_of(name, home.name if home else "", r.span))
    return r.done(draft)


def metrics(r: Reviewed) -> Part | None:
    """Other figures of days."""
    counted = Counter(
        name
        for name, _ in {
            (one.name, one.day)
            for entry in r.inside
            for one in entry.measures
            if one.value is not None and one.name not in _TOLD_APART and r.span.start <= one.day <= r.span.end
        }
    )
    draft = r.draft("metrics")
    rows = [_row(r, draft, name) for name, days in counted.most_common() if days >= _LEAST_DAYS]
    if not rows:
        return None
    draft.table([r.words.heads[key] for key in ("what", "days", "mean", "lowest", "highest")], rows)
    return r.done(draft)


def _row(r: Reviewed, draft: Draft, name: str) -> tuple[str, ...]:
    whole = by_day(r.value(name).within(r.span))
    return (
        r.called(name),
        draft.slot(of_all(whole, count_days(whole), "count", "days")),
        draft.slot(of_all(whole, average(whole), "average")),
        draft.slot(of_point(whole, lowest(whole))),
        draft.slot(of_point(whole, highest(whole))),
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
    if run is not None:
        within = [entry for day in reversed(days) if run.start <= day <= run.end for entry in entries[day]]
        length = count_figure(run.length, "days", "longest streak", within, role="streak")
        held = draft.span(DateRange(start=run.start, end=run.end))
        draft.say(r.words.says["streak"], length=draft.slot(length), span=held)
    _breaks(r, draft, days)
    rows: list[tuple[str, str]] = []
    for at, named in enumerate(r.words.weekdays):
        those = [day for day in reversed(days) if day.weekday() == at]
        ids = [entry for day in those for entry in entries[day]]
        rows.append((named, draft.slot(count_figure(len(those), "days", f"weekday {at}", ids))))
    draft.table((r.words.heads["weekday"], r.words.heads["days"]), rows)
    return r.done(draft)


def _breaks(r: Reviewed, draft: Draft, days: tuple[date, ...]) -> None:
    longest = sorted(gaps(days), key=lambda one: one.start - one.end)[:_GAPS]
    if not longest:
        draft.say(r.words.says["no_breaks"])
        return
    rows = [
        (
            draft.span(one),
            draft.slot(count_figure((one.end - one.start).days + 1, "days", f"break from {one.start}", ())),
        )
        for one in longest
    ]
    draft.table((r.words.heads["break"], r.words.heads["days"]), rows)


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
            there = Figure(
                value=one.n,
                unit="days",
                what=f"arrival of {one.goal.name}",
                day=one.arrives,
                role="projection",
            )
            arrives = draft.slot(there, ".day")
        how = r.words.courses[one.course]
        rows.append((r.called(one.goal.name), draft.slot(target), draft.slot(now), how, arrives))
    draft.table([r.words.heads[key] for key in ("goal", "target", "stands", "course", "arrives")], rows)
    return r.done(draft)


def missing(r: Reviewed) -> Part | None:
    """What the review does not see: days without an entry, words that could not be read."""
    if not r.inside:
        return None
    draft = r.draft("missing")
    logged = {one.day for one in r.inside}
    length = (r.span.end - r.span.start).days + 1
    silent = count_figure(length - len(logged), "days", "days without an entry", ())
    draft.say(
        r.words.says["silent"],
        silent=draft.slot(silent),
        days=draft.slot(count_figure(length, "days", "days", ())),
    )
    unread = [one.id for one in reversed(r.inside) if not one.measures and one.kind == "log"]
    if unread:
        count = count_figure(len(unread), "", "entries without a figure", unread, role="count")
        draft.say(r.words.says["unread"], count=draft.slot(count))
    guessed = samples(r.inside, lambda one: "guessed" in one.certainty.values(), r.span)
    if guessed:
        ids = [one.entry for one in reversed(guessed)]
        draft.say(
            r.words.says["guessed"],
            count=draft.slot(count_figure(len(set(ids)), "", "guesses", ids, role="count")),
        )
    return r.done(draft)
