"""A message's questions understood: read once a turn, follow-ups filled, under the names of the log."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import cast

from agents.offline.lexicon import language_of, plain
from agents.offline.nearest import things_in
from agents.offline.questions.annotated import Known
from agents.offline.questions.as_logged import as_logged, as_written, known_of, of_pressure
from agents.offline.questions.doubts import sureness
from agents.offline.questions.figures_asked import Figures
from agents.offline.questions.following import (
    about_the_log,
    day_told,
    followed,
    leans_on_a_log,
    of_all_training,
    of_that_day,
    without_complaint,
)
from agents.offline.questions.frames import DATED, Part, Where
from agents.offline.questions.question_spans import spans_of
from agents.offline.questions.reader import read_question
from agents.planner import PlannerInput
from agents.session import current
from agents.types import QueryType, SubQuery
from storage.entities import DateRange

_TYPES = {
    "why": QueryType.INSIGHT,
    "effect": QueryType.INSIGHT,
    "advice": QueryType.RECOMMENDATION,
    "compare": QueryType.COMPARISON,
}


def understand(given: PlannerInput) -> list[Part]:
    """The question's parts, holes filled from the conversation, under the names that the log has."""
    known = known_of(given)
    earlier: Part | None = None
    for index, exchange in enumerate(given.conversation):
        part = _read_once(exchange.question, given, known, _anchor(given, index))[-1]
        earlier = followed(part, given.conversation[:index], earlier)
    parts = list(_read_once(given.query, given, known, _anchor(given, len(given.conversation))))
    log = given.log_text or given.just_logged
    leans = [bool(given.log_text) or leans_on_a_log(part) for part in parts]
    if log and any(leans):
        told = _told(log, given, known)
        parts = [about_the_log(part, *told) if on else part for part, on in zip(parts, leans, strict=True)]
    parts = without_complaint([_ahead(of_that_day(part, given), given.now.date()) for part in parts])
    filled = [followed(part, given.conversation, earlier) for part in parts]
    return [as_written(as_logged(of_all_training(part), given), given) for part in filled]


def _ahead(part: Part, today: date) -> Part:
    """Without the days gone by of what is yet to come: `will I hit 88 by christmas`."""
    if not part.has("FORECAST"):
        return part
    return replace(part, periods=tuple([one for one in part.periods if one.end >= today]))


def _told(log: str, given: PlannerInput, known: Known) -> tuple[tuple[str, ...], date, Where]:
    """What a log names, the day that it is of, and how the first thing is told apart: a place, a distance."""
    parts = [of_pressure(part, given) for part in _read_once(log, given, known, None)]
    names = tuple(dict.fromkeys([name for part in parts for name in part.subjects]))
    days = [one for part in parts for one in part.periods if one.start == one.end]
    first = next((part.where for part in parts if part.subjects), Where())
    timed = any(one.has("CLOCK", "F_MIN") for one in spans_of(plain(log), language_of(log), (), ())[0])
    unnamed = () if names else tuple(things_in(log))
    narrowed = Where(words=first.words or unnamed, distance_m=first.distance_m if timed else None)
    return names, days[0].start if days else given.now.date(), narrowed


def _read_once(text: str, given: PlannerInput, known: Known, anchor: DateRange | None) -> tuple[Part, ...]:
    """The parts of a text, kept for the turn while what is known stays the same."""
    session = current()
    kept = session.kept if session is not None else {}
    of = f"{anchor}\n{' '.join(given.domain_context.domains_loaded)}\n{len(known.logged)}\n{text}"
    if ("question", of) not in kept:
        kept["question", of] = read_question(text, known, anchor)
    return cast("tuple[Part, ...]", kept["question", of])


def _anchor(given: PlannerInput, index: int) -> DateRange | None:
    last = given.conversation[index - 1] if index else None
    if last is not None and last.statistic in DATED and (day := day_told(given, last)) is not None:
        return DateRange(start=day, end=day)  # "the day before that", after the best one
    return next((e.date_range for e in reversed(given.conversation[:index]) if e.date_range), None)


def sub_queries(parts: list[Part], given: PlannerInput) -> tuple[SubQuery, ...]:
    """The parts as the other agents know them."""
    return tuple(
        [
            SubQuery(
                id=number,
                question=part.text,
                query_type=_TYPES.get(part.aim, QueryType.SIMPLE),
                subjects=part.subjects,
                figures=Figures(part, given.domain_context, given.logged, given.now.date()).wanted(),
                date_range=part.periods[0] if part.periods else None,
                keywords=part.keywords,
                unread=part.unread,
                sure=_sure(parts, number - 1),
            )
            for number, part in enumerate(parts, start=1)
        ]
    )


def _sure(parts: list[Part], at: int) -> float:
    """How sure one is, no surer than the part before where that asks for no figure: it may lead to this."""
    before = parts[at - 1] if at else None
    lead = sureness(before) if before is not None and before.statistic in (None, "list") else 1.0
    return min(sureness(parts[at]), lead)
