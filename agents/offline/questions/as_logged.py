"""What a part names as it was logged: the usual sport, the only variant, who alone can tell which."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

from agents.language.days.dateforms import all_words
from agents.offline.nearest import telling_words
from agents.offline.questions.annotated import Known
from agents.offline.questions.frames import Part
from agents.offline.questions.mentions import GOES_FAR
from agents.offline.questions.question_rules import question_rules
from agents.offline.questions.reader import read_question
from agents.offline.questions.subjects import (
    BIG_THREE,
    CARDIO,
    ENDURANCE,
    HEART_RATE,
    HOME,
    LOGGING,
    METRIC_DOMAINS,
    PRESSURES,
    PULSE,
    RESTING_PULSE,
    STRENGTH,
    TRAINING,
    family_of,
    is_bout,
    is_logged,
    variants,
)
from agents.planner import PlannerInput
from agents.types import SUBJECT_GAP
from agents.vocabulary import spellings
from domains.registry import load
from storage.entities import DateRange
from units import METRES

_MOST_OPTIONS, _MOST_COMPARED = 4, 6
_OF_A_NIGHT = frozenset({"sleep", "sleep quality", "bed time", "wake time"})
_MOVED = ("distance", "pace", "speed")
_COUNTED = ("streak", "rest_days", "count", "frequency", "first")


def known_of(given: PlannerInput) -> Known:
    """What reading the question needs."""
    context = given.domain_context
    return Known(
        given.now,
        [domain.vocabulary for domain in context.domains],
        [measure.name for measure in given.logged],
        context.own if context.domains else context.vocabulary,
        given.profile.date_order,
        context.body_parts,
        given.profile.language,
    )


def as_logged(part: Part, given: PlannerInput) -> Part:
    """The subject as logged: the answer to "which one?", what alone can be meant, the only variant."""
    answer = next((one.answer for one in reversed(given.answers) if one.gap == SUBJECT_GAP), None)
    if answer is not None and (not part.subjects or options(part, given)):
        told = read_question(answer, known_of(given))[0]
        unknown = () if told.subjects else (answer.strip().lower(),)
        return replace(part, subjects=told.subjects, keywords=unknown, signs=part.signs - {"PRONOUN"})
    if part.has("PRONOUN") and part.unread and not part.subjects and not given.conversation:
        part = replace(part, signs=part.signs - {"PRONOUN"}, keywords=part.unread)  # it points to nothing
    part = _implied(part, given)
    if part.statistic is not None and part.where.beside is None and len(only := options(part, given)) == 1:
        return replace(part, subjects=only)
    return replace(part, subjects=_names_of(part, given))


def _implied(part: Part, given: PlannerInput) -> Part:
    """The part with what it means beyond its words: the usual sport, the night that ends today."""
    part = of_pressure(part, given)
    if (lifts := _of_lifts(part, given)) is not None:
        return lifts
    if part.has("PRONOUN") or part.computes_nothing or part.where.beside not in (None, "since"):
        return part
    part = _of_a_pulse(_joined(part), given)
    if part.has("LOGGING") and part.statistic == "streak" and part.subjects == (TRAINING,):
        return replace(part, subjects=(LOGGING,), quantity="days")
    if (
        part.has("THEN_WHEN", "SPLIT_KO", "LINK_WORD", "ACTS_EN")
        and len(part.subjects) == 1
        and part.quantity in ("pace", "speed")
    ):
        bout = main_bout(given)
        sport = question_rules().sports.get(part.subjects[0], part.subjects[0])
        if bout and bout[0] != sport and part.aim in ("figure", "compare"):
            return replace(part, subjects=(*bout, *part.subjects), aim="effect", keywords=())
    if part.subjects and set(part.subjects) <= _OF_A_NIGHT:
        return _waking(part, given.now.date())
    return part if part.subjects or part.keywords else _of_nothing_named(part, given)


def _of_lifts(part: Part, given: PlannerInput) -> Part | None:
    """Which of all exercises went up most; the best loads of a powerlifter's total."""
    any_of_all = part.has("WHICH_EXERCISE") and set(part.subjects) <= {TRAINING, STRENGTH}
    if any_of_all and part.statistic == "trend":
        trained = [measure.name for measure in given.logged if measure.domain == STRENGTH]
        return replace(part, subjects=tuple(trained[:_MOST_COMPARED]), aim="compare")
    names = BIG_THREE if _asks_for_the_total(part, given) else part.subjects
    if part.statistic == "sum" and set(names) == set(BIG_THREE) and part.quantity in (None, "weight"):
        return replace(part, subjects=names, statistic="record", quantity="weight")
    return None


def _asks_for_the_total(part: Part, given: PlannerInput) -> bool:
    """Whether a powerlifter says "my total" and no more."""
    bare = not (part.subjects or part.keywords or part.periods or part.quantity)
    named = bare and part.statistic == "sum" and part.has("WHATS_MY") and part.has("end.TOTAL")
    return named and {measure.name for measure in given.logged} >= set(BIG_THREE)


def of_pressure(part: Part, given: PlannerInput) -> Part:
    """Blood pressure is both of its figures; it is also `bp`, of somebody who logs it and no bench press."""
    logged = {measure.name for measure in given.logged}
    if _PRESSURE not in logged and not part.has("pair"):
        other = (_GLUCOSE,) if _GLUCOSE in logged else ()
        read = part.has("READING") and part.subjects == (_PRESSURE,)
        return replace(part, subjects=other, keywords=() if other else part.keywords) if read else part
    if part.has("BP") and (part.has("READING", "pair") or _BENCH not in logged):
        part = replace(
            part, subjects=tuple([_PRESSURE if name == _BENCH else name for name in part.subjects])
        )
    if part.subjects != (_PRESSURE,) or part.statistic not in _OF_BOTH or part.has("UPPER"):
        return part
    return replace(part, subjects=PRESSURES)


_BENCH, _PRESSURE, _GLUCOSE = "bench press", PRESSURES[0], "blood glucose"
_OF_BOTH = (None, "list", "last", "previous", "first", "average", "sum", "trend", "record", "min", "max")


def _of_a_pulse(part: Part, given: PlannerInput) -> Part:
    """The average pulse, of the sports that are named; at rest where no other was logged."""
    logged = {measure.name for measure in given.logged}
    bouts = [name for name in part.subjects if name in GOES_FAR or is_bout(name, given.domain_context)]
    if HEART_RATE in part.subjects and (bouts or HEART_RATE not in logged):
        named = [PULSE if name == HEART_RATE else name for name in part.subjects]
        part = replace(part, subjects=tuple(named))
    if PULSE not in part.subjects:
        return part
    homes = [(name, given.domain_context.domain_of(name)) for name in bouts]
    pulses = [f"{name if home is None else home.name} {PULSE}" for name, home in homes]
    if not bouts:
        pulses = [next((one for one in (PULSE, HEART_RATE, RESTING_PULSE) if one in logged), PULSE)]
    told = [pulses if name == PULSE else [] if name in bouts else [name] for name in part.subjects]
    subjects = tuple(dict.fromkeys([name for names in told for name in names]))
    wanted = part.statistic or (None if part.periods or RESTING_PULSE in pulses else "average")
    return replace(part, subjects=subjects, quantity=None, statistic=wanted)


def _of_nothing_named(part: Part, given: PlannerInput) -> Part:
    """What a question is about that names nothing: body weight, the log itself, the usual sport."""
    names = {measure.name for measure in given.logged}
    lifts = any(measure.domain == "strength" for measure in given.logged)
    lifted = lifts and (
        (part.statistic is None and not part.periods) or part.statistic in ("record", "reached")
    )
    if "body weight" in names and part.has("BODILY") and not lifted:
        return replace(part, subjects=("body weight",), quantity=None)
    if part.statistic in _COUNTED and part.has("LOGGING"):
        return replace(part, subjects=(LOGGING,), quantity="days")
    far = part.where.mark is not None and part.where.mark.unit in METRES
    if far and part.statistic == "list" and part.has("start.HAVE_I"):  # `did I do over 10 miles`
        return replace(part, subjects=main_bout(given), statistic="reached", quantity="distance")
    if part.where.distance_m in _RACES and "run" in names:
        return replace(part, subjects=("run",))
    if part.quantity in _MOVED or part.where.distance_m is not None or (far and part.where.ranked):
        usual = main_bout(given) or (_bouts(given) if part.statistic == "sum" else ())
        return replace(part, subjects=usual)
    return part


_RACES = (5000.0, 10000.0)
"""Metres that somebody who runs runs: `fastest 5 km`, of whoever rides as well."""


def _bouts(given: PlannerInput) -> tuple[str, ...]:
    """What goes far of all that was logged: `how many km this month` is told of each sport."""
    known = load().domains
    far = [one for one in given.logged if one.domain in ENDURANCE and known[one.domain].measure(one.name)]
    return tuple(one.name for one in far[:_MOST_COMPARED])


def _joined(part: Part) -> Part:
    """Yesterday and today are two days of one question."""
    spans = sorted(part.periods, key=lambda span: (span.start, span.end))
    if len(spans) < 2 or part.aim != "figure":
        return part
    if any(later.start - earlier.end != timedelta(days=1) for earlier, later in pairwise(spans)):
        return part
    if part.statistic == "average" and all(span.end > span.start for span in spans):
        return replace(part, aim="compare")  # "average sleep in October and in November" wants two
    return replace(part, periods=(DateRange(start=spans[0].start, end=spans[-1].end),))


def _waking(part: Part, today: date) -> Part:
    """A night belongs to the day on which it ends, "last night" to today."""
    nights = {word for words in all_words() for word in words.night_words}
    ends = {"start": today, "end": today}
    spans = (
        one.model_copy(update=ends) if one.description.strip() in nights else one for one in part.periods
    )
    return replace(part, periods=tuple(spans))


def main_bout(given: PlannerInput) -> tuple[str, ...]:
    """What somebody means who asks for miles or pace and does nearly always the same."""
    moving = [measure for measure in given.logged if measure.domain in ENDURANCE]
    moving = moving or [measure for measure in given.logged if measure.name in GOES_FAR]
    most = max(moving, key=lambda measure: measure.entries, default=None)
    nearly_always = most is not None and most.entries >= 0.75 * sum(measure.entries for measure in moving)
    return (most.name,) if most is not None and nearly_always else ()


def _names_of(part: Part, given: PlannerInput) -> tuple[str, ...]:
    """The subjects under the names that the log has for them."""
    names = {measure.name for measure in given.logged}
    found: list[str] = []
    asked = [name for name in part.subjects if name != "alcohol" or not _drinks_another(part, given)]
    for name in [known for one in asked for known in _known_as(one, part, given)]:
        others = () if name in names or name in HOME else _others(name, part, given)
        found.append(others[0] if len(others) == 1 else name)
    return tuple(dict.fromkeys(found))


def _drinks_another(part: Part, given: PlannerInput) -> bool:
    """Whether what is drunk has a name of its own: `how much tea do I drink`."""
    others = [name for name in part.subjects if name not in ("alcohol", "drinks")]
    homes = [given.domain_context.domain_of(name) for name in others] if part.has("DRINKING") else []
    return any(home is not None and home.name == "drinks" for home in homes)


def _is_of_all_kinds(part: Part) -> bool:
    """Whether all kinds of a thing are meant, and not all repetitions of it."""
    return part.has("FAMILY") and not part.has("ALL_REPS")


def _known_as(name: str, part: Part, given: PlannerInput) -> tuple[str, ...]:
    """All kinds of it, what was logged of cardio, a press overhead, the most that was eaten of calories."""
    names = {measure.name for measure in given.logged}
    if _is_of_all_kinds(part) and name not in HOME and (family := family_of(name, given.logged)):
        return (family,)
    if name == CARDIO:
        bouts = [
            m.name
            for m in given.logged
            if m.domain in ENDURANCE or (m.domain != "strength" and is_bout(m.name, given.domain_context))
        ]
        return tuple(bouts[:_MOST_OPTIONS]) or (name,)
    if name == STRENGTH and not any(measure.domain == STRENGTH for measure in given.logged):
        return (TRAINING,)
    if (
        name == "alcohol"
        and part.aim == "figure"
        and part.has("DRINKING")
        and part.has("WHAT", "WHICH", "LIST")
        and not part.where.words
    ):
        name = "drinks"
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
        asked = [term for term in spellings(given.domain_context.vocabulary, name) if term in text]
        others = variants(max(asked, key=len), given.logged) if asked else ()
    moved = part.quantity in _MOVED
    lifts = {measure.name for measure in given.logged if moved and measure.domain == "strength"}
    return tuple([other for other in others if other not in lifts])


def unclear(part: Part, given: PlannerInput) -> tuple[str, ...]:
    """Likely subjects where only the asker can tell which is meant."""
    if any(answer.gap == SUBJECT_GAP for answer in given.answers) or not given.logged:
        return ()
    if part.computes_nothing or part.linked or part.where.beside:
        return ()
    return () if _may_be_written(part, given) else options(part, given)


def _may_be_written(part: Part, given: PlannerInput) -> bool:
    """Whether entries may answer a part that names nothing: by its words, its day, what was said before."""
    if part.subjects and part.aim not in ("why", "effect"):
        return False
    days = part.periods[:1]
    one_day = any(part.aim == "why" or one.start == one.end for one in days)
    return one_day or bool(_named_in(part.text))


def as_written(part: Part, given: PlannerInput) -> Part:
    """A part that only entries can answer, with the words to find them by.

    Those of the talk before are among them, unless it has words and days of its own.
    """
    open_ = options(part, given) and _may_be_written(part, given)
    if part.subjects or part.computes_nothing or not (part.keywords or open_):
        return part
    own = part.keywords or tuple(_named_in(part.text))
    stands = bool(part.periods) or part.has("HOW_MUCH", "HOW_MANY", "HOW_OFTEN", "LAST", "FIRST", "AGO")
    alone = own and stands and not part.has("FOLLOWS", "PRONOUN", "LINKED")
    if alone or not given.conversation:
        return replace(part, keywords=own)
    return replace(part, keywords=tuple(dict.fromkeys([*own, *_named_in(given.conversation[-1].question)])))


def _named_in(text: str) -> list[str]:
    """The words that say what a text is about, without the figures of its days."""
    return [word for word in telling_words(text) if word[0].isalpha()]


def options(part: Part, given: PlannerInput) -> tuple[str, ...]:
    """Likely subjects of a question that leaves its subject open; empty when it does not."""
    if len(part.subjects) == 1:
        name = part.subjects[0]
        if _is_of_all_kinds(part) and family_of(name, given.logged):
            return ()
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
        return _bouts(given)[:_MOST_OPTIONS]
    trained = [m.name for m in given.logged if m.domain not in METRIC_DOMAINS]
    others = [m.name for m in given.logged if m.name in ("sleep", "body weight")] if len(trained) < 2 else []
    return tuple([*trained[: _MOST_OPTIONS - 1], *others][:_MOST_OPTIONS])
