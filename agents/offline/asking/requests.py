"""From a reading to figure requests: which numbers would answer it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Literal

from agents.facts import SUMMED_BY_DAY
from agents.offline.answers.resting import asks_of_rest, by_rest
from agents.offline.answers.weekends import asks_of_weekends, by_weekends
from agents.offline.asking.cues import cues
from agents.offline.asking.mentions import METRICS
from agents.offline.asking.overviews import overview
from agents.offline.asking.readings import Reading
from agents.offline.asking.set_apart import split_days
from agents.offline.asking.shapes import Shape, fitting, shape_of
from agents.offline.asking.spans import asked_periods
from agents.offline.asking.subjects import ENDURANCE, GOES_FAR, LOGGING, TRAINING, body_share
from agents.offline.lexicon import plain
from agents.planner import LoggedMeasure
from agents.types import FigureRequest, Quantity, QueryType, Statistic
from domains.model import ActiveDomainContext
from domains.muscles import muscles_of
from storage.entities import DateRange

_WORSE_HIGH = frozenset({"pain", "stress"})
"""Ratings of which the worst is the highest."""
_FELT = frozenset({"sleep", "sleep quality", "mood", "energy", "stress", "kcal", "protein", "steps"})
_LATELY = timedelta(days=13)
"""How far back "lately" goes from today."""


def requests_for(  # noqa: PLR0911 - one return a kind of question
    reading: Reading, context: ActiveDomainContext, logged: Sequence[LoggedMeasure], today: date
) -> tuple[FigureRequest, ...]:
    """The figures that answer one part of a question; none for why, advice, or a plain list of a day."""
    if reading.statistic in ("load", "muscles", "neglected") and not reading.impossible:
        return (_of_training(reading, reading.statistic, today),)
    if reading.query_type is QueryType.RECOMMENDATION or reading.computes_nothing:
        return ()
    rated = tuple(name for name in reading.subjects if shape_of(name, context, logged) == "metrics")
    if rated and asks_of_rest(reading) and reading.statistic != "count":
        return tuple(by_rest(name, reading) for name in rated)
    if asks_of_weekends(reading):
        shapes = ((name, shape_of(name, context, logged)) for name in reading.subjects)
        return tuple(by_weekends(name, rated=shape == "metrics" and name != "pain") for name, shape in shapes)
    if reading.query_type is QueryType.INSIGHT:
        return split_days(reading, context, logged)
    vague = reading.statistic in (None, "list", "trend") and reading.quantity is None
    if reading.overview and vague and not reading.subjects and _one_day(reading):
        return ()  # all that was logged on it
    if reading.overview and vague and set(reading.subjects) <= {TRAINING}:
        return overview(reading, logged, today)
    if not reading.subjects and reading.query_type is QueryType.COMPARISON and reading.periods:
        return _compared_overview(reading, logged, today)
    if reading.statistic == "record" and reading.all_records and set(reading.subjects) <= GOES_FAR:
        named = reading.subjects if reading.distance_m is None else ()
        if named or not reading.subjects:
            return tuple(
                FigureRequest(statistic="record", measure=name, quantity="weight")
                for name in named or (TRAINING,)
            )
    if reading.beside is not None:
        return tuple(
            FigureRequest(
                statistic="list",
                measure=name,
                quantity=fitting(None, "list", shape_of(name, context, logged), name),
                around=reading.around,
                beside=reading.beside,
            )
            for name in reading.subjects or (LOGGING,)
        )
    reading = _eaten(_recently(reading, today), logged)
    return _of_subjects(reading, context, logged, today)


def _of_subjects(
    reading: Reading, context: ActiveDomainContext, logged: Sequence[LoggedMeasure], today: date
) -> tuple[FigureRequest, ...]:
    """For each subject, or for each kind of the only one."""
    if reading.kinds and len(reading.subjects) == 1:
        shape = shape_of(reading.subjects[0], context, logged)
        return tuple(_of_kind(reading, kind, shape, today) for kind in reading.kinds)
    found: list[FigureRequest] = []
    for name in reading.subjects or ((TRAINING,) if _over_all(reading) else ()):
        shape = shape_of(name, context, logged)
        for asked in _wanted(reading, shape):
            loads = shape == "sets" and asked == ("sum", "weight")
            statistic, quantity = _lifted(reading) if loads else asked
            suited = fitting(quantity, statistic, shape, name)
            if suited == "volume" and reading.quantity != "volume" and body_share(name, context):
                suited = "reps"  # "how many pull-ups this month" wants no tonnage
            if statistic == "weekdays" and shape == "metrics" and _ranked(reading):
                suited = "value"  # on which it is best, and not logged most
            found.append(_request(reading, name, statistic, suited, today))
    return tuple(found)


def _ranked(reading: Reading) -> bool:
    asked = cues(reading.language)
    return asked.ranked.search(plain(reading.text)) is not None


_TOLD_APART: dict[Shape, tuple[Statistic, Quantity]] = {
    "sets": ("record", "weight"),
    "bouts": ("average", "pace"),
    "metrics": ("average", "value"),
    "mixed": ("count", "days"),
}
"""By what kinds of sessions are compared where nothing else is said."""


def _of_kind(reading: Reading, kind: tuple[str, ...], shape: Shape, today: date) -> FigureRequest:
    statistic, quantity = _TOLD_APART[shape]
    if reading.statistic in ("count", "frequency") or reading.more_or_less:
        statistic, quantity = "count", "days"
    elif reading.statistic in ("sum", "average", "record", "min", "last") and shape != "mixed":
        quantity = reading.quantity or ("distance" if reading.statistic == "sum" else quantity)
        statistic = reading.statistic
    elif reading.quantity is not None and shape != "mixed":
        quantity = reading.quantity
    alone = replace(reading, query_type=QueryType.SIMPLE, words=kind, newest=None)
    name = reading.subjects[0]
    return _request(alone, name, statistic, fitting(quantity, statistic, shape, name), today)


_VAGUE = (None, "list", "last", "trend", "sum", "average")
"""What "lately" leaves open."""


def _recently(reading: Reading, today: date) -> Reading:
    """How something has been lately is its average over the last two weeks."""
    asked = cues(reading.language).lately.search(plain(reading.text))
    if not asked or not reading.subjects or not set(reading.subjects) <= _FELT or reading.periods:
        return reading
    if reading.query_type is not QueryType.SIMPLE or reading.statistic not in _VAGUE:
        return reading
    span = DateRange(start=today - _LATELY, end=today)
    return replace(reading, periods=(span,), statistic="average")


def _of_training(
    reading: Reading, statistic: Literal["load", "muscles", "neglected"], today: date
) -> FigureRequest:
    """Load looks at the last four weeks whatever is named, muscles at the last one where nothing is."""
    if statistic == "load":
        month = DateRange(start=today - timedelta(days=27), end=today)
        return FigureRequest(statistic="load", measure=TRAINING, quantity="volume", date_range=month)
    days = 27 if statistic == "neglected" else 6
    week = DateRange(start=today - timedelta(days=days), end=today)
    span = reading.periods[0] if reading.periods else week
    return FigureRequest(statistic=statistic, measure=TRAINING, quantity="hard_sets", date_range=span)


def _eaten(reading: Reading, logged: Sequence[LoggedMeasure]) -> Reading:
    """What somebody has been eating is what was eaten on the last days."""
    if reading.statistic != "list" or reading.periods or reading.words or reading.newest is not None:
        return reading
    if not reading.subjects or not set(reading.subjects) <= {"nutrition", "meal"}:
        return reading
    named = any(measure.name == "meal" for measure in logged)
    subjects = ("meal",) if named else reading.subjects
    return replace(reading, subjects=subjects, newest=_MEALS_SHOWN, listed=True)


_MEALS_SHOWN = 5


def _one_day(reading: Reading) -> bool:
    return bool(reading.periods) and reading.periods[0].start == reading.periods[0].end


def _over_all(reading: Reading) -> bool:
    """Streaks, rest days, and counts are about training when nothing else is named."""
    return (
        reading.statistic in ("streak", "rest_days", "gap", "frequency", "count", "most")
        or reading.quantity == "volume"
    )


def _compared_overview(
    reading: Reading, logged: Sequence[LoggedMeasure], today: date
) -> tuple[FigureRequest, ...]:
    """Two stretches of time with nothing else named: training days, the main distance, the nights."""
    names = {measure.name for measure in logged}
    moving = [measure.name for measure in logged if measure.domain in ENDURANCE][:1]
    found = [_request(reading, TRAINING, "count", "days", today)]
    found += [_request(reading, name, "sum", "distance", today) for name in moving]
    if "sleep" in names:
        found.append(_request(reading, "sleep", "average", "value", today))
    return tuple(found)


def _request(
    reading: Reading, name: str, statistic: Statistic, quantity: Quantity, today: date
) -> FigureRequest:
    current, versus = asked_periods(reading, today)
    if statistic == "trend" and current is not None and current.start == current.end:
        current = None  # one day has no trend
    return FigureRequest(
        statistic=statistic,
        measure=name,
        quantity=quantity,
        date_range=current,
        versus=versus,
        per=_per(reading, statistic)
        or ("week" if reading.statistic == "frequency" and statistic == "sum" else None),
        reps=reading.reps,
        load=reading.load,
        distance_m=reading.distance_m,
        at_least=reading.at_least,
        below=reading.below,
        unit=reading.unit,
        inclusive=reading.inclusive,
        strict=reading.strict,
        newest=reading.newest,
        words=_words_of(reading, name),
        around=reading.around,
    )


def _words_of(reading: Reading, name: str) -> tuple[str, ...]:
    """The words that narrow this subject: of a pain its place, of a run its kind, which no mood has."""
    pained = "pain" in reading.subjects and name != "pain"
    rated = name in METRICS - {"pain"} and not METRICS.issuperset(reading.subjects)
    return () if pained or rated else reading.words


def _per(reading: Reading, statistic: Statistic) -> Literal["day", "week", "month"] | None:
    """Daily steps on average are one figure, not one for every day."""
    return None if reading.per == "day" and statistic == "average" else reading.per


_COMPARED: dict[Shape, tuple[tuple[Statistic, Quantity], ...]] = {
    "sets": (("max", "weight"), ("sum", "volume"), ("count", "days")),
    "bouts": (("sum", "distance"), ("count", "days"), ("average", "pace")),
    "metrics": (("average", "value"),),
    "mixed": (("count", "days"),),
}


def _wanted(reading: Reading, shape: Shape) -> tuple[tuple[Statistic, Quantity | None], ...]:  # noqa: PLR0911 - one return a kind of question
    statistic, quantity = reading.statistic, reading.quantity
    if reading.query_type is QueryType.COMPARISON:
        return _compared(reading, shape)
    if reading.per in ("week", "month") and statistic in ("record", "min"):
        return ((statistic, None if shape == "metrics" else quantity),)
    if shape != "metrics" and _adds_up(reading):
        return (("sum", quantity),)
    vague = statistic is None or (statistic == "list" and not reading.listed)
    if shape == "metrics" and vague and cues(reading.language).day_rate.search(plain(reading.text)):
        return (("average", None),)
    if shape == "bouts" and vague and reading.periods and quantity in ("distance", "duration"):
        return (("sum", quantity),)
    if statistic is None or (statistic == "list" and not reading.periods and not reading.listed):
        return _unasked(reading, shape)
    if shape == "metrics":
        meant = _metric_statistic(statistic, reading)
        return ((meant, quantity if meant == statistic else None),)
    if quantity is None:
        return _done(reading, statistic, shape)
    return ((statistic, quantity),)


def _done(
    reading: Reading, statistic: Statistic, shape: Shape
) -> tuple[tuple[Statistic, Quantity | None], ...]:
    """What is wanted of runs, sessions and sets where no quantity is named."""
    asked = cues(reading.language)
    if statistic == "sum" and asked.how_many.search(plain(reading.text)):
        return (("sum", "reps"),) if shape == "sets" else (("count", "days"),)
    if shape == "bouts" and statistic in ("record", "min") and asked.timed.intersection(reading.words):
        return ((statistic, "pace"),)
    if shape == "bouts" and statistic == "trend":
        return (("trend", "pace"), ("trend", "distance"))
    return ((statistic, None),)


def _lifted(reading: Reading) -> tuple[Statistic, Quantity | None]:
    """Loads add up to a volume where all of it is asked for; else the most of it is meant."""
    if cues(reading.language).totalled.search(plain(reading.text)):
        return ("sum", "volume")
    return ("list", None) if _one_day(reading) else ("max", "weight")


def _adds_up(reading: Reading) -> bool:
    """Miles a week, or the week with the most: sums by period; sets when nothing else is asked of them."""
    if reading.quantity in ("sets", "hard_sets") and reading.statistic in (None, "list"):
        return True
    if reading.statistic == "frequency":
        return reading.quantity in ("distance", "duration", "volume")
    return reading.statistic == "record" and reading.per is not None


def _compared(reading: Reading, shape: Shape) -> tuple[tuple[Statistic, Quantity | None], ...]:  # noqa: PLR0911 - one return a kind of question
    statistic, quantity = reading.statistic, reading.quantity
    if reading.newest is not None:
        return (("list", quantity),)
    if reading.distance_m is not None and shape == "bouts" and statistic not in ("count", "sum"):
        return (("record", "pace"),) if reading.periods else (("list", "pace"),)
    if not reading.periods and len(reading.subjects) == 1 and not (reading.more_or_less or reading.around):
        return (("trend", quantity),)
    if not reading.periods and len(reading.subjects) > 1:
        if statistic == "trend":
            return (("trend", quantity),)
        if statistic in ("count", "frequency"):
            return (("count", "days"),)
        worked = reading.more_or_less and all(muscles_of(name) for name in reading.subjects)
        return (("sum", "hard_sets"),) if worked else (_COMPARED[shape][0],)
    vague = statistic in ("list", "trend", "last", "record") or (statistic == "sum" and quantity is None)
    if statistic is not None and not vague:
        return ((statistic, quantity),)
    if shape == "metrics":
        return _COMPARED[shape]
    fixed = tuple(pair for pair in _COMPARED[shape] if quantity in (None, pair[1]))
    return fixed or ((_compared_by(quantity), quantity),)


def _compared_by(quantity: Quantity | None) -> Statistic:
    if quantity in ("pace", "speed", "value"):
        return "average"
    return "max" if quantity in ("weight", "e1rm", "reps") else "sum"


def _unasked(reading: Reading, shape: Shape) -> tuple[tuple[Statistic, Quantity | None], ...]:
    """A thing is named, but not what about it."""
    marked = reading.below is not None or reading.at_least is not None
    if marked and shape != "mixed":
        return (("count", "value" if shape == "metrics" else "days"),)
    if reading.distance_m is not None and _asks_when(reading):
        return (("list", "distance"),)
    if reading.overview and shape != "mixed" and not reading.periods:
        return (("trend", None), ("last", None))
    if reading.periods or shape == "mixed":
        return (
            (("list", reading.quantity),)
            if shape != "metrics"
            else ((_metric_statistic("list", reading), None),)
        )
    if shape == "metrics" and "pain" in reading.subjects and _asks_when(reading):
        return (("count", "days"),)
    return (("last", None), ("record", reading.quantity)) if shape != "metrics" else (("last", "value"),)


def _asks_when(reading: Reading) -> bool:
    """Whether all days are meant ("when did my knee hurt"), not only the last one."""
    return cues(reading.language).dated.search(plain(reading.text)) is not None


def _metric_statistic(statistic: Statistic, reading: Reading) -> Statistic:  # noqa: PLR0911 - one return a kind of question
    """Nights and ratings are averaged over days, what was eaten adds up."""
    several = any(span.end > span.start for span in reading.periods)
    summed = bool((SUMMED_BY_DAY - {"sleep", "nap"}) & set(reading.subjects))
    asked = cues(reading.language)
    marked = reading.below is not None or reading.at_least is not None
    if summed and statistic == "count" and not marked and not asked.day_counted.search(plain(reading.text)):
        return "sum"
    if statistic == "sum" and "pain" in reading.subjects and asked.how_many.search(plain(reading.text)):
        return "count"
    cups = bool({"coffee", "alcohol", "water"} & set(reading.subjects))
    if summed and statistic == "list" and (_one_day(reading) or (cups and several)) and not marked:
        return "sum"
    if statistic == "weekdays" and {"bed time", "wake time"} & set(reading.subjects):
        return "average"
    if _WORSE_HIGH & set(reading.subjects) and asked.judged.search(plain(reading.text)):
        statistic = "record" if statistic == "min" else "min" if statistic == "record" else statistic
    if statistic == "list" and (reading.below is not None or reading.at_least is not None):
        return "count"
    if (
        statistic == "list"
        and several
        and "nutrition" not in reading.subjects
        and "meal" not in reading.subjects
    ):
        return "list" if {"pain"} & set(reading.subjects) else "average"
    if statistic == "frequency":
        return "count"
    if (
        statistic in ("sum", "average")
        and not several
        and {"body weight", "resting pulse"} & set(reading.subjects)
    ):
        return "last" if statistic == "sum" else statistic
    if statistic == "sum" and not summed:
        return "average" if several or not reading.periods else "list"
    return statistic
