"""Which chart somebody wants: from their words, or from what an answer was computed of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agents.offline.charts.speech import as_wish, chart_words
from agents.offline.lexicon import language_of, plain
from agents.offline.planner import plan
from agents.offline.questions.mentions import GOES_FAR
from agents.offline.questions.subjects import METRIC_DOMAINS, TRAINING
from agents.planner import PlannerInput
from agents.types import FigureRequest, Quantity, SubQuery
from domains.model import ActiveDomainContext
from storage.entities import DateRange

Course = Literal["figures", "calendar", "muscles"]


@dataclass(frozen=True, slots=True)
class AskedChart:
    """What is to be drawn. `requests` say of what, where it is no calendar or table of muscles."""

    course: Course
    requests: tuple[FigureRequest, ...] = ()
    span: DateRange | None = None
    text: str = ""
    """The person's words."""
    options: tuple[str, ...] = ()
    """Which of these is meant, where that is open."""

    @property
    def topics(self) -> tuple[str, ...]:
        """The measures it is about."""
        return tuple(dict.fromkeys(one.measure for one in self.requests))


def asked_in(text: str, given: PlannerInput) -> AskedChart | None:
    """The chart that a text wants ("bench 3m", "show me a chart of my sleep"); None: it names nothing."""
    language = language_of(text, given.profile.language)
    words, lowered = chart_words(language), plain(text)
    wish = text if _is_wish(text) else as_wish(text, language)
    planned = plan(given.model_copy(update={"query": wish}))
    if all(not (one.subjects or one.figures) for one in planned.sub_queries):
        course = plan(given.model_copy(update={"query": re.sub(words.drawn, words.course, plain(wish))}))
        moved = {*(course.ask[0].options if course.ask else ())} or {
            one.measure for part in course.sub_queries for one in part.figures
        }
        planned = course if moved and moved <= GOES_FAR else planned
    part = planned.sub_queries[0] if planned.sub_queries else None
    if planned.ask and planned.ask[0].options:
        return AskedChart("figures", text=text, options=planned.ask[0].options)
    if part is None:
        return None
    figures = tuple(one for each in planned.sub_queries for one in each.figures)
    span = part.date_range
    only_training = not part.subjects or set(part.subjects) == {TRAINING}
    if any(one.statistic == "muscles" for one in figures) or (
        only_training and re.search(words.muscles, lowered)
    ):
        return AskedChart("muscles", span=span, text=text)
    if only_training and re.search(words.calendar, lowered):
        return AskedChart("calendar", span=span, text=text)
    if not figures or only_training:
        return None
    return AskedChart("figures", _paired(figures, given.domain_context), span, text)


def _is_wish(text: str) -> bool:
    from agents.offline.questions.wishes import wish_in  # noqa: PLC0415 - only here

    found = wish_in(text)
    return found is not None and found[0] == "chart"


def asked_of(parts: Sequence[SubQuery], context: ActiveDomainContext) -> AskedChart | None:
    """The chart that belongs to an answer: to a trend, a comparison, days against other days; else None."""
    for part in parts:
        figures = tuple(one for one in part.figures if one.is_course)
        if figures:
            return AskedChart("figures", _paired(figures, context), part.date_range, part.question)
    return None


def course_of(name: str, domain: str, span: DateRange | None) -> AskedChart:
    """All of one measure, as the quantity that tells most of its kind."""
    quantity: Quantity = "value" if domain in METRIC_DOMAINS else "e1rm"
    if domain in GOES_FAR or name in GOES_FAR:
        quantity = "speed" if domain == "cycling" else "pace"
    request = FigureRequest(statistic="trend", measure=name, quantity=quantity, date_range=span)
    return AskedChart("figures", (request,), span)


def _paired(figures: tuple[FigureRequest, ...], context: ActiveDomainContext) -> tuple[FigureRequest, ...]:
    """A metric and something done are set against each other; of one thing its first figure is drawn."""
    first = tuple({one.measure: one for one in reversed(figures)}.values())[::-1]
    alike = len({one.measure.split()[-1] for one in first}) == 1  # both figures of blood pressure
    if len(first) == 2 and not alike and not any(one.versus or one.statistic == "split" for one in first):
        metric = [one for one in first if _is_metric(one.measure, context)]
        done = [one for one in first if one not in metric]
        if len(metric) == 2:
            done, metric = [metric[1]], [metric[0]]
        if metric and done:
            return (done[0].model_copy(update={"statistic": "split", "split_by": metric[0].measure}),)
    return tuple(one for one in first if one.quantity == first[0].quantity)


def _is_metric(name: str, context: ActiveDomainContext) -> bool:
    home = context.domain_of(name)
    return home is not None and (home.name in METRIC_DOMAINS or home.shape_of(name) == "metrics")
