"""A question's frame, follow-ups completed, as the parts of a plan."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

from agents.language.days.dateforms import all_words
from agents.offline.asking.linked import link
from agents.offline.asking.periods import read_periods
from agents.offline.asking.subjects import (
    CARDIO,
    ENDURANCE,
    HOME,
    LOGGING,
    TRAINING,
    is_bout,
    is_logged,
    variants,
)
from agents.offline.frames.figures_asked import Figures
from agents.offline.frames.frames import Part, Where
from agents.offline.frames.names import GOES_FAR
from agents.offline.frames.questions import read_question
from agents.offline.frames.readings import Known
from agents.offline.nearest import terms_of
from agents.planner import PlannerInput
from agents.types import SUBJECT_GAP, Exchange, QueryType, SubQuery
from storage.entities import DateRange

_MOST_OPTIONS = 4
_TYPES = {
    "why": QueryType.INSIGHT,
    "effect": QueryType.INSIGHT,
    "advice": QueryType.RECOMMENDATION,
    "compare": QueryType.COMPARISON,
}
_OF_A_NIGHT = frozenset({"sleep", "sleep quality", "bed time", "wake time"})
_MOVED = ("distance", "pace", "speed")
_COUNTED = ("streak", "rest_days", "count", "frequency", "first")


def known_of(given: PlannerInput) -> Known:
    """What reading the question needs."""
    names = tuple([measure.name for measure in given.logged])
    return Known(
        given.now,
        given.domain_context.vocabulary,
        names,
        given.profile.date_order,
        given.domain_context.body_parts,
        given.profile.language,
    )


def understand(given: PlannerInput) -> list[Part]:
    """The question's parts, holes filled from the conversation, under the names that the log has."""
    known = known_of(given)
    earlier: Part | None = None
    for index, exchange in enumerate(given.conversation):
        earlier = _followed(
            read_question(exchange.question, known, _anchor(given, index)).parts[-1],
            given.conversation[:index],
            earlier,
        )
    parts = list(read_question(given.query, known, _anchor(given, len(given.conversation))).parts)
    if given.log_text:
        logged = tuple(
            dict.fromkeys(
                [name for part in read_question(given.log_text, known).parts for name in part.subjects]
            )
        )
        parts = [_about_the_log(part, logged) for part in parts]
    parts = _without_complaint([_of_that_day(part, given) for part in parts])
    followed = [_followed(part, given.conversation, earlier) for part in parts]
    return [_named(_of_all_training(part), given) for part in followed]


def _anchor(given: PlannerInput, index: int) -> DateRange | None:
    return next((e.date_range for e in reversed(given.conversation[:index]) if e.date_range), None)


def _of_that_day(part: Part, given: PlannerInput) -> Part:
    """A follow-up about the day that the last answer named first."""
    how = link(part.text, part.language)
    if how is None or part.linked or part.periods or not given.conversation:
        return part
    told = read_periods(given.conversation[-1].answer, given.now, given.profile.date_order)
    day = next((one.range.start for one in told if one.range.start == one.range.end), None)
    if day is None:
        return part
    day = how.from_day(day, part.subjects[0] if part.subjects else "")
    signs = part.signs - {"PRONOUN", "FOLLOWS"} | {"WHOLE"}
    statistic = "list" if part.statistic in ("sum", "average", "last") else part.statistic
    return replace(
        part, periods=(DateRange(start=day, end=day),), statistic=statistic, signs=signs, keywords=()
    )


def _without_complaint(parts: list[Part]) -> list[Part]:
    """In "my knee hurts, can I squat?" there is one question; what hurts is read from the whole question."""
    asked = [
        one for one in parts if one.subjects != ("pain",) or one.statistic is not None or one.aim != "figure"
    ]
    return asked if any(one.aim == "advice" for one in asked) else parts


def _about_the_log(part: Part, logged: tuple[str, ...]) -> Part:
    """A question that names nothing speaks of what was logged in the same breath."""
    if part.subjects or not logged or (part.keywords and not part.has("PRONOUN")):
        return part
    if part.aim in ("why", "effect", "advice") and not part.has("PRONOUN"):
        return part
    return replace(part, subjects=logged[:1], keywords=(), signs=part.signs - {"PRONOUN"})


def _followed(part: Part, conversation: tuple[Exchange, ...], earlier: Part | None) -> Part:
    """A follow-up with the holes of its frame filled; `earlier` is the last question as read again."""
    if not conversation or not part.leans:
        return part
    before = conversation[-1]
    subjects = before.subjects or (earlier.subjects if earlier else ())
    where, old = part.where, earlier.where if earlier else Where()
    if where.distance_m is not None and not set(subjects) & GOES_FAR:
        return part  # "fastest 10k?" is about no night and no weight
    asks = part.statistic not in (None, "list")
    quantity = before.quantity or (earlier.quantity if earlier else None)
    words = where.words
    if not part.subjects and not words and earlier is not None:
        dish = earlier.where.words and earlier.subjects == ("meal",) and part.keywords
        words = (" ".join(part.keywords),) if dish else old.words
    return replace(
        part,
        subjects=part.subjects or subjects,
        keywords=() if part.subjects or subjects else part.keywords,
        periods=part.periods
        or ((before.date_range,) if before.date_range else earlier.periods if earlier else ()),
        statistic=part.statistic if asks else before.statistic or (earlier.statistic if earlier else None),
        quantity=part.quantity or (None if quantity == "days" and asks else quantity),
        aim=earlier.aim if earlier and not asks and part.aim == "figure" else part.aim,
        where=replace(
            where, words=words, reps=where.reps or old.reps, distance_m=where.distance_m or old.distance_m
        ),
        signs=part.signs | ({"OVERVIEW"} if earlier and earlier.has("OVERVIEW") else set[str]()),
    )


def _of_all_training(part: Part) -> Part:
    """Sets of nothing named, here or before, are those of all training."""
    sets = part.quantity == "hard_sets" or (part.has("WHOLE") and part.quantity == "sets")
    return (
        replace(part, subjects=(TRAINING,), keywords=())
        if sets and not part.subjects and not part.has("PRONOUN")
        else part
    )


# Names as they were logged.


def _named(part: Part, given: PlannerInput) -> Part:
    """The subject as logged: the answer to "which one?", what alone can be meant, the only variant."""
    answer = next((one.answer for one in reversed(given.answers) if one.gap == SUBJECT_GAP), None)
    if answer is not None and (not part.subjects or options(part, given)):
        told = read_question(answer, known_of(given)).parts[0]
        unknown = () if told.subjects else (answer.strip().lower(),)
        return replace(part, subjects=told.subjects, keywords=unknown, signs=part.signs - {"PRONOUN"})
    part = _implied(part, given)
    if part.statistic is not None and part.where.beside is None and len(only := options(part, given)) == 1:
        return replace(part, subjects=only)
    return replace(part, subjects=_as_logged(part, given))


def _implied(part: Part, given: PlannerInput) -> Part:  # noqa: PLR0911 - one return a rule
    """What a question is about that names nothing: body weight, the log itself, the usual sport."""
    if part.has("PRONOUN") or part.computes_nothing or part.where.beside:
        return part
    part = _joined(part)
    if part.has("LOGGING") and part.statistic == "streak" and part.subjects == (TRAINING,):
        return replace(part, subjects=(LOGGING,), quantity="days")
    if (
        part.has("THEN_WHEN", "SPLIT_KO", "LINK_WORD", "ACTS_EN")
        and len(part.subjects) == 1
        and part.quantity in ("pace", "speed")
    ):
        bout = main_bout(given)
        if bout and bout[0] not in part.subjects and part.aim in ("figure", "compare"):
            return replace(part, subjects=(*bout, *part.subjects), aim="effect", keywords=())
    if part.subjects and set(part.subjects) <= _OF_A_NIGHT:
        return _waking(part, given.now.date())
    if part.subjects or part.keywords:
        return part
    names = {measure.name for measure in given.logged}
    lifts = any(measure.domain == "strength" for measure in given.logged)
    lifted = lifts and (
        (part.statistic is None and not part.periods) or part.statistic in ("record", "reached")
    )
    if "body weight" in names and part.has("BODILY") and not lifted:
        return replace(part, subjects=("body weight",), quantity=None)
    if part.statistic in _COUNTED and part.has("LOGGING"):
        return replace(part, subjects=(LOGGING,), quantity="days")
    if part.quantity in _MOVED or part.where.distance_m is not None:
        return replace(part, subjects=main_bout(given))
    return part


def _joined(part: Part) -> Part:
    """Yesterday and today are two days of one question."""
    spans = sorted(part.periods, key=lambda span: (span.start, span.end))
    if len(spans) < 2 or part.aim != "figure":
        return part
    if any(later.start - earlier.end != timedelta(days=1) for earlier, later in pairwise(spans)):
        return part
    return replace(part, periods=(DateRange(start=spans[0].start, end=spans[-1].end),))


def _waking(part: Part, today: date) -> Part:
    """A night belongs to the day on which it ends, "last night" to today."""
    nights = {word for words in all_words() for word in words.night_words}
    spans = [
        DateRange(start=today, end=today, description=one.description)
        if one.description.strip() in nights
        else one
        for one in part.periods
    ]
    return replace(part, periods=tuple(spans))


def main_bout(given: PlannerInput) -> tuple[str, ...]:
    """What somebody means who asks for miles or pace and does nearly always the same."""
    moving = [measure for measure in given.logged if measure.domain in ENDURANCE]
    moving = moving or [measure for measure in given.logged if measure.name in GOES_FAR]
    most = max(moving, key=lambda measure: measure.entries, default=None)
    nearly_always = most is not None and most.entries >= 0.75 * sum(measure.entries for measure in moving)
    return (most.name,) if most is not None and nearly_always else ()


def _as_logged(part: Part, given: PlannerInput) -> tuple[str, ...]:
    """The subjects under the names that the log has for them."""
    names = {measure.name for measure in given.logged}
    found: list[str] = []
    for name in [known for asked in part.subjects for known in _known_as(asked, part, given)]:
        others = () if name in names or name in HOME else _others(name, part, given)
        found.append(others[0] if len(others) == 1 else name)
    return tuple(dict.fromkeys(found))


def _known_as(name: str, part: Part, given: PlannerInput) -> tuple[str, ...]:
    """Cardio is whatever of it was logged, a press overhead, the most that was eaten one of calories."""
    names = {measure.name for measure in given.logged}
    if name == CARDIO:
        bouts = [
            m.name
            for m in given.logged
            if m.domain in ENDURANCE or (m.domain == "general" and is_bout(m.name, given.domain_context))
        ]
        return tuple(bouts[:_MOST_OPTIONS]) or (name,)
    if name == "press" and ("overhead press" in names or not variants("press", given.logged)):
        return ("overhead press",)
    if (
        name in ("meal", "nutrition")
        and part.statistic in ("record", "max", "min")
        and not part.where.words
        and "kcal" in names
    ):
        return ("kcal",)
    return (name,)


def _others(name: str, part: Part, given: PlannerInput) -> tuple[str, ...]:
    """Logged exercises that may be meant: those whose names hold this one, or the words it was asked by."""
    others = variants(name, given.logged)
    if not others:
        text = part.text.lower()
        asked = [
            term
            for term, canonical in given.domain_context.vocabulary.items()
            if canonical == name and term in text
        ]
        others = variants(max(asked, key=len), given.logged) if asked else ()
    lifts = (
        {measure.name for measure in given.logged if measure.domain == "strength"}
        if part.quantity in _MOVED
        else set[str]()
    )
    return tuple([other for other in others if other not in lifts])


def unclear(part: Part, given: PlannerInput) -> tuple[str, ...]:
    """Likely subjects where only the asker can tell which is meant."""
    if any(answer.gap == SUBJECT_GAP for answer in given.answers) or not given.logged:
        return ()
    if part.computes_nothing or part.linked or part.where.beside:
        return ()
    if part.aim in ("why", "effect") and terms_of(part.text):
        return ()  # the nearest entries answer it
    return options(part, given)


def options(part: Part, given: PlannerInput) -> tuple[str, ...]:
    """Likely subjects of a question that leaves its subject open; empty when it does not."""
    if len(part.subjects) == 1:
        name = part.subjects[0]
        several = variants(name, given.logged)
        settled = (
            name in HOME
            or name == TRAINING
            or len(several) < 2
            or is_logged(name, given.logged, given.domain_context)
        )
        return () if settled else several[:_MOST_OPTIONS]
    if part.subjects or part.keywords:
        return ()
    about_a_day = bool(part.periods) and part.statistic in (None, "list", "count", "frequency", "most")
    over_all = (
        part.statistic in ("streak", "rest_days", "gap", "frequency", "count", "most")
        or part.quantity == "volume"
    )
    whole = (
        about_a_day
        or over_all
        or part.aim == "advice"
        or (part.aim == "compare" and bool(part.periods))
        or part.has("OVERVIEW", "PRS")
    )
    if not part.has("PRONOUN") and whole:
        return ()
    if part.quantity in _MOVED:
        return tuple([m.name for m in given.logged if m.domain in ENDURANCE][:_MOST_OPTIONS])
    trained = [m.name for m in given.logged if m.domain not in ("general", "sleep", "nutrition", "mood")]
    others = [m.name for m in given.logged if m.name in ("sleep", "body weight")] if len(trained) < 2 else []
    return tuple([*trained[: _MOST_OPTIONS - 1], *others][:_MOST_OPTIONS])


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
            )
            for number, part in enumerate(parts, start=1)
        ]
    )
