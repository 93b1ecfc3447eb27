"""What a pain goes together with: how it went, and the distance of the weeks around it."""

from __future__ import annotations

from datetime import date, timedelta

from agents.facts import Sample, Series, figure, point_figure, series, total
from agents.offline.answers.painful import told_pain
from agents.offline.answers.scope import Scope, count_figure, ids, trained
from agents.offline.answers.wording import fill
from agents.offline.asking.subjects import ENDURANCE
from agents.types import Finding
from storage.entities import DateRange

_STRAINS = 1.3
"""Times the usual week from which a distance goes with a pain."""
_TIRES = 1.8
"""Times the usual week from which it goes with anything else."""
_WEEKS = 4
_FEW_WEEKS = 2
_COURSE = timedelta(days=42)
_LISTED = 5


def pain_course(scope: Scope, question: str, asked: DateRange) -> Finding | None:
    """When it hurt and how much, over the last six weeks; of the place that is asked about, where one is."""
    span = DateRange(start=asked.end - _COURSE, end=asked.end)
    places = set(told_pain(question, scope.context))
    hurt = [s for s in scope.samples("pain", span) if s.measure.value != 0]
    if places:
        parts = scope.context.body_parts
        hurt = [s for s in hurt if any(parts.get(word) in places for word in _words(s)) or not s.measure.text]
    rated = [sample for sample in hurt if sample.measure.value is not None]
    if len({sample.day for sample in rated}) < 2:
        return None
    whole = series(rated, "pain", "value", scope.units(rated))
    words = scope.wording
    told = [f"{words.day(p.day)} {words.amount(p.value, whole.unit)}" for p in whole.points[-_LISTED:]]
    days = len({point.day for point in whole.points})
    name = words.name("pain")
    if len(places) == 1:
        name = words.part("worded", word=words.place(next(iter(places))), name=name)
    claim = fill(words.words.why["pain_course"], name=name, n=days, list=", ".join(told))
    figures = [point_figure(whole, point, "pain") for point in whole.points[-_LISTED:]]
    figures.append(count_figure(days, "days", "days with pain", whole.entries))
    return scope.finding(claim, whole.entries, figures, "medium")


def _words(sample: Sample) -> list[str]:
    text = (sample.measure.text or "").lower()
    return [text, *text.split()]


def distance_up(scope: Scope, subject: str, asked: DateRange) -> Finding | None:
    """The asked days and the week before them against the four weeks before that, by the week."""
    until = min(asked.end, scope.today)
    recent = DateRange(start=asked.start - timedelta(days=7), end=until)
    since = recent.start - timedelta(weeks=_WEEKS)
    work = [sample for sample in trained(scope.entries) if sample.measure.domain in ENDURANCE]
    names = dict.fromkeys(sample.measure.name for sample in work)
    for name in [subject] if subject in names else names:
        done = [sample for sample in work if sample.measure.name == name]
        whole = series(done, name, "distance", scope.units(done))
        inside = whole.within(recent)
        before = whole.within(DateRange(start=since, end=recent.start - timedelta(days=1)))
        begun = whole.points[0].day if whole.points else None
        least = _STRAINS if subject == "pain" else _TIRES
        if found := _more(scope, name, recent, inside=inside, before=before, first=begun, least=least):
            return found
    return None


def _more(
    scope: Scope,
    name: str,
    recent: DateRange,
    *,
    inside: Series,
    before: Series,
    first: date | None,
    least: float,
) -> Finding | None:
    if not inside.points or not before.points or first is None:
        return None
    start = max(first, recent.start - timedelta(weeks=_WEEKS))
    weeks = (recent.start - start).days / 7
    if weeks < _FEW_WEEKS:
        return None
    now = total(inside) / (((recent.end - recent.start).days + 1) / 7)
    usual = total(before) / weeks
    if now < usual * least:
        return None
    words = scope.wording
    claim = fill(
        words.words.why["distance_up"],
        name=words.name(name),
        now=words.amount(now, inside.unit),
        before=words.amount(usual, before.unit),
        period=words.period(recent),
    )
    figures = [figure(inside, now, "distance a week then"), figure(before, usual, "distance a week before")]
    figures += [
        count_figure(1, "", "end of a stretch", inside.entries, day) for day in (recent.start, recent.end)
    ]
    return scope.finding(claim, ids(list(inside.samples)), figures, "medium")
