"""Answers about the days on which something else was so: "average mood on days I ran"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from agents.facts import by_day
from agents.offline.answers.figures import mark_figure
from agents.offline.answers.marked import qualified
from agents.offline.answers.scope import Scope, trained
from agents.offline.answers.sides import SIDES
from agents.offline.questions.subjects import RESTING, TRAINING
from agents.types import Figure, FigureRequest


def on_its_days(scope: Scope, request: FigureRequest) -> tuple[Scope, FigureRequest, list[Figure]]:
    """The scope of those days alone, the request without what chose them, and the mark that they met."""
    by = request.split_by or ""
    alone = {"split_by": None, "at_least": None, "below": None, "unit": None}
    bare = request.model_copy(update=alone)
    if by in (RESTING, TRAINING):
        done = {sample.day for sample in trained(scope.entries)}
        days = {
            sample.day for sample in scope.samples(request.measure) if (sample.day in done) != (by == RESTING)
        }
        named = scope.wording.words.sentences[SIDES[RESTING][by == TRAINING]]
        on = f"{named} " if scope.wording.language == "ko" else f" {named}"
        return replace(scope, days=frozenset(days), on=on), bare, []
    marked = request.at_least is not None or request.below is not None
    picked = request.model_copy(
        update={"statistic": "list", "measure": by, "quantity": "value", "date_range": None, "split_by": None}
    )
    found, name = scope.samples(by), scope.wording.name(by)
    days = {sample.day for sample in found}
    figures: list[Figure] = []
    if marked:
        daily = by_day(scope.fitting(picked.model_copy(update=alone), None))
        mark = scope.mark(picked, daily.unit)
        days = {point.day for point in daily.points if scope.meets(picked, point.value, mark)}
        name, figures = qualified(scope, picked, found, name), [mark_figure(mark, daily.unit)]
    on = scope.wording.part("on_days_with", name=name)
    return replace(scope, days=frozenset(days), on=on), bare, figures


def of_chosen(scope: Scope, requests: Sequence[FigureRequest]) -> Scope:
    """The scope of some days of the week alone, or of all but what the requests leave out."""
    one = next((each for each in requests if each.weekdays or each.without), None)
    if one is None:
        return scope
    days, words = {entry.day for entry in scope.entries}, scope.wording
    days |= {measure.day for entry in scope.entries for measure in entry.measures}
    if one.weekdays:
        days = {day for day in days if day.weekday() in one.weekdays}
        named = [
            words.part("each_weekday", day=words.shown.weekday_names[day].title()) for day in one.weekdays
        ]
        scope = replace(scope, on=scope.on + words.part("on_each", days=", ".join(named)))
    if one.without:
        done = {sample.day for name in one.without for sample in scope.samples(name)}
        days -= done if one.without_days else set[date]()
        named = ", ".join(words.name(name) for name in one.without)
        key = "without_days" if one.without_days else "without"
        on = scope.on + words.part(key, name=named)
        scope = replace(scope, on=on, without=() if one.without_days else one.without)
    return replace(scope, days=frozenset(days))
