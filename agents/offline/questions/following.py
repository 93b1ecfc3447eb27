"""Follow-ups: the holes of a part's frame filled from what was talked about before."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from datetime import date, timedelta

from agents.dialogue import Exchange
from agents.offline.questions.frames import DATED, Part, Where
from agents.offline.questions.linked import Link, link
from agents.offline.questions.mentions import GOES_FAR
from agents.offline.questions.periods import read_periods
from agents.offline.questions.subjects import PRESSURES, TRAINING
from agents.planner import PlannerInput
from storage.entities import DateRange


def of_that_day(part: Part, given: PlannerInput) -> Part:
    """A follow-up about the day that the last answer named first, or about its week."""
    if part.periods or part.linked or not given.conversation:
        return part
    ways = (_since_that, _beside_that, _of_one_time, _of_the_day)
    tries = (way(part, given, given.conversation[-1]) for way in ways)
    return next((told for told in tries if told is not None), part)


def _since_that(part: Part, given: PlannerInput, last: Exchange) -> Part | None:
    """`has it hurt since?`: from the day after the one that was told."""
    day = day_told(given, last) if part.has("end.SINCE_THEN") else None
    if day is None:
        return None
    span = DateRange(start=min(day + timedelta(days=1), given.now.date()), end=given.now.date())
    return replace(part, periods=(span,), subjects=part.subjects or last.subjects, keywords=())


def _beside_that(part: Part, given: PlannerInput, last: Exchange) -> Part | None:
    """The first time after the day that was told; "and before that?" is the last time before it."""
    signs = part.signs - {"PRONOUN"} | {"FOLLOWS"}
    day = day_told(given, last)
    if day is None or part.statistic not in (None, "list", "last", "previous", "first"):
        return None
    if part.has("DAY_AFTER_IT") and part.statistic == "first":
        since = DateRange(start=day + timedelta(days=1), end=given.now.date())
        return replace(part, periods=(since,), signs=signs)
    told = last.statistic in _LAST or (last.statistic == "list" and _of_a_day(last))
    if not told or not part.has("PRIOR") or part.subjects:
        return None
    until = DateRange(start=date(day.year - _YEARS, 1, 1), end=day)
    return replace(part, statistic="previous", quantity=None, periods=(until,), signs=signs, keywords=())


def _of_one_time(part: Part, given: PlannerInput, last: Exchange) -> Part | None:
    """After a time of its own ("when did I last run?"), "how far?" is of that day."""
    bare = part.statistic == "sum" and part.quantity is None and not (part.subjects or part.keywords)
    if bare and part.has("ALL_TOLD"):
        return replace(part, statistic="count", quantity="days", signs=part.signs | {"FOLLOWS"})
    named = part.subjects or part.keywords or part.has("TOTAL") or not part.has("short")
    wants = part.statistic == "sum" or (part.quantity is not None and part.statistic in (None, "list"))
    day = day_told(given, last) if wants and not named and _of_a_day(last) else None
    if day is None or link(part.text, part.language):
        return None
    signs = part.signs - {"PRONOUN"} | {"FOLLOWS"}
    return replace(part, periods=(DateRange(start=day, end=day),), statistic="list", signs=signs)


def _of_the_day(part: Part, given: PlannerInput, last: Exchange) -> Part | None:
    """Of the day that was told, or of the week, the night, the day beside it."""
    bare = not (part.subjects or part.keywords)
    how = link(part.text, part.language) or (Link() if part.aim == "why" and bare else None)
    day = day_told(given, last)
    if how is None or day is None:
        return None
    subjects = part.subjects or (last.subjects if part.quantity else ())
    span = how.from_day(day, subjects[0] if subjects else "")
    signs = part.signs - {"PRONOUN", "FOLLOWS"} | {"WHOLE"}
    stated = part.statistic in ("sum", "average") and how.unit == "day"
    newest = part.statistic == "last" and not part.has("AGO")
    statistic = "list" if stated or newest else part.statistic
    if how.unit != "day" and not subjects:
        signs |= {"OVERVIEW"} if part.statistic in (None, "list") and part.quantity is None else set[str]()
    return replace(part, subjects=subjects, periods=(span,), statistic=statistic, signs=signs, keywords=())


_LAST = ("last", "previous")
_QUOTED = re.compile(r"^• [^\n]*[“«].*$", re.MULTILINE)
"""Lines that quote entries: their days are those of the answer where it names no other."""
_DAY = r"[^\s()]+ [^\s()]+\(\w+\)"
_SPAN = re.compile(rf"\((?:[^()]|\([^()]*\))*\u2013(?:[^()]|\([^()]*\))*\)|{_DAY}\u2013{_DAY}")
_YEARS = 50


def _of_a_day(last: Exchange) -> bool:
    """Whether an answer is of one day, or quotes the entries that it may be in."""
    span = last.date_range
    quotes = last.statistic in (None, "list") and _QUOTED.search(last.answer) is not None
    return last.statistic in DATED or quotes or (span is not None and span.start == span.end)


def day_told(given: PlannerInput, last: Exchange) -> date | None:
    """The first day that the last answer names or quotes an entry of, else its only one."""
    answer = _SPAN.sub("", last.answer)
    for text in (_QUOTED.sub("", answer), answer):
        told = read_periods(text, given.now, given.profile.date_order)
        if days := [one.range.start for one in told if one.range.start == one.range.end]:
            return days[0]
    span = last.date_range
    return span.start if span and span.start == span.end else None


def without_complaint(parts: list[Part]) -> list[Part]:
    """In "my knee hurts, can I squat?" there is one question; what hurts is read from the whole question."""
    asked = [
        one for one in parts if one.subjects != ("pain",) or one.statistic is not None or one.aim != "figure"
    ]
    return asked if any(one.aim == "advice" for one in asked) else parts


def about_the_log(part: Part, logged: tuple[str, ...], day: date, told: Where) -> Part:
    """A question that names nothing speaks of what was logged in the same breath, on that day."""
    its_own = part.has("LINKED") or (part.has("PRONOUN") and part.statistic in _OF_THAT_DAY)
    if its_own and not part.periods and not part.has("COMPARE"):
        part = replace(part, periods=(DateRange(start=day, end=day),))
    if not logged and told.words and part.has("PRONOUN") and not part.subjects:
        return replace(part, keywords=told.words, signs=part.signs - {"PRONOUN", "FOLLOWS"})
    if part.subjects or not logged or (part.keywords and not part.has("PRONOUN")):
        return part
    if part.aim in ("why", "effect", "advice") and not part.has("PRONOUN"):
        return part
    best = part.statistic in ("record", "min") and part.quantity is None
    distance = part.where.distance_m or (told.distance_m if best else None)
    where = replace(part.where, words=part.where.words or told.words, distance_m=distance)
    compared = part.aim == "compare" and part.quantity is None and logged != PRESSURES
    nearest = logged[-1:] if compared else logged[:1]
    return replace(part, subjects=nearest, keywords=(), where=where, signs=part.signs - {"PRONOUN"})


_OF_THAT_DAY = ("sum", "count", "average")
"""What "that" has of itself: its sets, its calories."""


def leans_on_a_log(part: Part) -> bool:
    """Whether it speaks of what was logged just before: "how fast was that?"."""
    return (part.leans or part.has("LINKED")) and not part.has("FOLLOWS")


def followed(part: Part, conversation: tuple[Exchange, ...], earlier: Part | None) -> Part:
    """A follow-up with the holes of its frame filled; `earlier` is the last question as read again."""
    if not conversation or not part.leans or (part.linked and part.has("WHAT_HAPPENED")):
        return part
    if earlier and earlier.aim == "effect" and len(part.subjects) == 1 and part.has("THEN_WHEN", "SPLIT_KO"):
        felt = earlier.subjects[-1 if part.language == "ko" else 0]  # "and after rides?"
        return replace(earlier, subjects=(felt, *part.subjects), where=part.where)
    return _filled(part, conversation, earlier)


def _filled(part: Part, conversation: tuple[Exchange, ...], earlier: Part | None) -> Part:
    before = conversation[-1]
    own = part.has("BODILY") and not part.has("PRONOUN", "FOLLOWS")
    if own and before.quantity in ("value", "days") and not part.subjects:
        return part  # "lowest weight", after beers
    subjects = before.subjects or (earlier.subjects if earlier else ())
    spoken = earlier.keywords if earlier and part.quantity in (None, "days") else ()
    keywords = () if part.subjects or subjects else part.keywords or spoken
    where, old = part.where, earlier.where if earlier and not part.has("MILEAGE") else Where()
    old = replace(old, distance_m=None) if part.quantity == "distance" else old  # it is what is asked for
    if _moves(part) and not (subjects := tuple(one for one in subjects if one in GOES_FAR)):
        return part  # "fastest 10k?", "how many km?" and "am I getting faster?" are about no night, no weight
    asks = part.statistic not in (None, "list")
    days = (before.date_range,) if before.date_range else earlier.periods if earlier else ()
    if asks and part.aim == "figure" and earlier and earlier.aim == "compare":
        days = ()  # "and the lowest?" is of neither side
    quantity = before.quantity or (earlier.quantity if earlier else None)
    told = None if before.statistic == "split" else before.statistic  # which needs what it is split by
    words = where.words
    if not part.subjects and not words and earlier is not None:
        dish = earlier.where.words and earlier.subjects == ("meal",) and part.keywords
        words = (" ".join(part.keywords),) if dish else old.words
    if not part.subjects and earlier is not None and not part.keywords:
        where = _narrowed(where, old, keeps_mark=not asks or part.statistic in ("count", "frequency"))
    return replace(
        part,
        subjects=part.subjects or subjects,
        keywords=keywords,
        periods=_periods(part, days, conversation),
        statistic=part.statistic if asks else told or (earlier.statistic if earlier else None),
        quantity=part.quantity or (None if quantity == "days" and asks else quantity),
        aim="figure"
        if part.aim == "compare" and part.statistic == "trend" and not part.periods
        else earlier.aim
        if earlier and _asks_the_same(part, earlier, asks=asks)
        else part.aim,
        where=replace(
            where, words=words, reps=where.reps or old.reps, distance_m=where.distance_m or old.distance_m
        ),
        signs=part.signs | ({"OVERVIEW"} if earlier and earlier.has("OVERVIEW") else set[str]()),
    )


def _moves(part: Part) -> bool:
    """Whether it asks of what has a distance or a pace, and points to nothing said before."""
    far = part.quantity == "distance" and part.has("HOW_FAR", "HOW_MANY", "MILEAGE", "TOTAL")
    fast = part.quantity in ("pace", "speed") and not part.has("PRONOUN")
    return part.where.distance_m is not None or far or fast


def _asks_the_same(part: Part, earlier: Part, *, asks: bool) -> bool:
    """Whether a follow-up wants of its thing what was wanted before; what was done is no advice."""
    past = earlier.aim == "advice" and part.has("DID", "HAVE_I")
    return not asks and part.aim == "figure" and not past


def _narrowed(where: Where, old: Where, *, keeps_mark: bool) -> Where:
    """What narrows a follow-up about the same thing: its own, else what narrowed the question before."""
    own = {one.name: getattr(where, one.name) for one in fields(Where)}
    said = {name: value for name, value in own.items() if value != getattr(Where(), name)}
    return replace(old if keeps_mark else replace(old, mark=None, ranks=()), **said)


def _periods(
    part: Part, days: tuple[DateRange, ...], conversation: tuple[Exchange, ...]
) -> tuple[DateRange, ...]:
    """Its own days, those of before, or both where they are compared: "more than in October?"."""
    if conversation[-1].statistic == "previous":
        return part.periods
    if part.has("ASKS_WHEN", "LAST", "FIRST") and days and days[0].start == days[0].end:
        return part.periods  # "when did I last take it?", after "did I take it yesterday?"
    if part.aim == "compare" and len(part.periods) == 1 and days and days[0] != part.periods[0]:
        return (days[0], *part.periods)
    if part.aim == "compare" and len(conversation) > 1 and not part.periods:
        one, other = conversation[-2:]  # "so which was better?"
        if one.date_range and one.date_range != other.date_range and one.subjects == other.subjects:
            return (one.date_range, *days)
    return part.periods or (() if part.has("LATELY") else days)


def of_all_training(part: Part) -> Part:
    """Sets of nothing named, here or before, are those of all training, and so is the best day."""
    best = part.statistic in ("record", "min") and part.quantity is None
    if best and part.has("A_DAY") and set(part.subjects) <= {TRAINING} and not part.has("PRONOUN", "FOLLOWS"):
        return replace(part, subjects=(TRAINING,), keywords=(), quantity="volume")
    sets = part.quantity == "hard_sets" or (part.has("WHOLE") and part.quantity == "sets")
    return (
        replace(part, subjects=(TRAINING,), keywords=())
        if sets and not part.subjects and not part.has("PRONOUN")
        else part
    )
