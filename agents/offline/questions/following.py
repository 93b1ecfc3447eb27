"""Follow-ups: the holes of a part's frame filled from what was talked about before."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from agents.dialogue import Exchange
from agents.offline.questions.frames import DATED, Part, Where
from agents.offline.questions.linked import link
from agents.offline.questions.mentions import GOES_FAR
from agents.offline.questions.periods import read_periods
from agents.offline.questions.subjects import TRAINING
from agents.planner import PlannerInput
from storage.entities import DateRange


def of_that_day(part: Part, given: PlannerInput) -> Part:
    """A follow-up about the day that the last answer named first, or about its week."""
    if (told := _before_that(part, given)) is not None:
        return told
    if (told := _of_one_time(part, given)) is not None:
        return told
    how = link(part.text, part.language)
    if how is None or part.linked or part.periods or not given.conversation:
        return part
    day = _day_told(given)
    if day is None:
        return part
    span = how.from_day(day, part.subjects[0] if part.subjects else "")
    signs = part.signs - {"PRONOUN", "FOLLOWS"} | {"WHOLE"}
    stated = part.statistic in ("sum", "average", "last") and how.unit == "day"
    statistic = "list" if stated or part.statistic == "last" else part.statistic
    if how.unit != "day" and not part.subjects:
        signs |= {"OVERVIEW"} if part.statistic in (None, "list") and part.quantity is None else set[str]()
    return replace(part, periods=(span,), statistic=statistic, signs=signs, keywords=())


def _of_one_time(part: Part, given: PlannerInput) -> Part | None:
    """After a time of its own ("when did I last run?"), "how far?" is of that day."""
    dated = bool(given.conversation) and given.conversation[-1].statistic in DATED
    named = part.subjects or part.keywords or part.periods or part.has("TOTAL") or not part.has("short")
    wants = part.statistic == "sum" or (part.quantity is not None and part.statistic in (None, "list"))
    day = _day_told(given) if dated and wants and not named else None
    if day is None or link(part.text, part.language):
        return None
    signs = part.signs - {"PRONOUN"} | {"FOLLOWS"}
    return replace(part, periods=(DateRange(start=day, end=day),), statistic="list", signs=signs)


def _before_that(part: Part, given: PlannerInput) -> Part | None:
    """After a last time, "and before that?" is the one before the day that was told."""
    if not part.has("PRIOR") or part.subjects or part.periods or not given.conversation:
        return None
    day = _day_told(given) if given.conversation[-1].statistic in _LAST else None
    if day is None or part.statistic not in (None, "list", "last", "previous"):
        return None
    signs = part.signs - {"PRONOUN"} | {"FOLLOWS"}
    until = DateRange(start=date(day.year - _YEARS, 1, 1), end=day)
    return replace(part, statistic="previous", quantity=None, periods=(until,), signs=signs, keywords=())


_LAST = ("last", "previous")
_QUOTED = re.compile(r"^• [^\n]*[“«].*$", re.MULTILINE)
"""Lines that quote entries: their days are not those of the answer."""
_YEARS = 50


def _day_told(given: PlannerInput) -> date | None:
    """The first day that the last answer names, else where the days it was asked about begin."""
    last = given.conversation[-1]
    told = read_periods(_QUOTED.sub("", last.answer), given.now, given.profile.date_order)
    days = (one.range.start for one in told if one.range.start == one.range.end)
    return next(days, last.date_range.start if last.date_range else None)


def without_complaint(parts: list[Part]) -> list[Part]:
    """In "my knee hurts, can I squat?" there is one question; what hurts is read from the whole question."""
    asked = [
        one for one in parts if one.subjects != ("pain",) or one.statistic is not None or one.aim != "figure"
    ]
    return asked if any(one.aim == "advice" for one in asked) else parts


def about_the_log(part: Part, logged: tuple[str, ...], day: date) -> Part:
    """A question that names nothing speaks of what was logged in the same breath, on that day."""
    its_own = part.has("LINKED") or (part.has("PRONOUN") and part.statistic in _OF_THAT_DAY)
    if its_own and not part.periods:
        part = replace(part, periods=(DateRange(start=day, end=day),))
    if part.subjects or not logged or (part.keywords and not part.has("PRONOUN")):
        return part
    if part.aim in ("why", "effect", "advice") and not part.has("PRONOUN"):
        return part
    return replace(part, subjects=logged[:1], keywords=(), signs=part.signs - {"PRONOUN"})


_OF_THAT_DAY = ("sum", "count", "average")
"""What "that" has of itself: its sets, its calories."""


def leans_on_a_log(part: Part) -> bool:
    """Whether it speaks of what was logged just before: "how fast was that?"."""
    return (part.leans or part.has("LINKED")) and not part.has("FOLLOWS")


def followed(part: Part, conversation: tuple[Exchange, ...], earlier: Part | None) -> Part:
    """A follow-up with the holes of its frame filled; `earlier` is the last question as read again."""
    if not conversation or not part.leans:
        return part
    before = conversation[-1]
    subjects = before.subjects or (earlier.subjects if earlier else ())
    where, old = part.where, earlier.where if earlier else Where()
    if where.distance_m is not None and not set(subjects) & GOES_FAR:
        return part  # "fastest 10k?" is about no night and no weight
    asks = part.statistic not in (None, "list")
    days = (before.date_range,) if before.date_range else earlier.periods if earlier else ()
    quantity = before.quantity or (earlier.quantity if earlier else None)
    words = where.words
    if not part.subjects and not words and earlier is not None:
        dish = earlier.where.words and earlier.subjects == ("meal",) and part.keywords
        words = (" ".join(part.keywords),) if dish else old.words
    return replace(
        part,
        subjects=part.subjects or subjects,
        keywords=() if part.subjects or subjects else part.keywords,
        periods=part.periods or (() if before.statistic == "previous" else days),
        statistic=part.statistic if asks else before.statistic or (earlier.statistic if earlier else None),
        quantity=part.quantity or (None if quantity == "days" and asks else quantity),
        aim=earlier.aim if earlier and not asks and part.aim == "figure" else part.aim,
        where=replace(
            where, words=words, reps=where.reps or old.reps, distance_m=where.distance_m or old.distance_m
        ),
        signs=part.signs | ({"OVERVIEW"} if earlier and earlier.has("OVERVIEW") else set[str]()),
    )


def of_all_training(part: Part) -> Part:
    """Sets of nothing named, here or before, are those of all training."""
    sets = part.quantity == "hard_sets" or (part.has("WHOLE") and part.quantity == "sets")
    return (
        replace(part, subjects=(TRAINING,), keywords=())
        if sets and not part.subjects and not part.has("PRONOUN")
        else part
    )
