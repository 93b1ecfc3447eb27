"""What a pain goes together with: how it went, and the distance of the weeks around it."""

from __future__ import annotations

from datetime import timedelta

from agents.facts import Sample, point_figure, series
from agents.offline.answers.painful import told_pain
from agents.offline.answers.scope import Scope, count_figure
from agents.offline.answers.wording import fill
from agents.types import Finding
from storage.entities import DateRange

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
    figures.append(count_figure(days, "days", "days with pain", whole.entries, role="count"))
    return scope.finding(claim, whole.entries, figures, "medium")


def _words(sample: Sample) -> list[str]:
    text = (sample.measure.text or "").lower()
    return [text, *text.split()]
