"""Reading a question: its parts, subjects, what is wanted of them, over which days, and follow-ups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from agents.offline.answers.glossary import meanings
from agents.offline.asking.cues import Cues, cues
from agents.offline.asking.kinds import kind_alone, kinds_of, own_words
from agents.offline.asking.linked import link, turned_round
from agents.offline.asking.marks import race, without_race
from agents.offline.asking.mentions import METRICS, is_lifted, keywords_of, meant, specific
from agents.offline.asking.particulars import beside_event, in_figures, particulars
from agents.offline.asking.paths import find_path
from agents.offline.asking.readings import Known, Reading
from agents.offline.asking.spelling import spelled
from agents.offline.asking.subjects import GOES_FAR, TRAINING, Mention, find_subjects
from agents.offline.asking.wanted import blank, statistic_of, wanted_of
from agents.offline.days.dates import PeriodMention
from agents.offline.days.periods import impossible_period, read_periods
from agents.offline.lexicon import Language, language_of, plain
from agents.types import QueryType
from storage.entities import DateRange


def split_parts(text: str, language: Language) -> list[str]:
    """The questions of a message, each as its own text."""
    fronted = cues(language).fronted.search(text)
    parts = [f"{fronted['asked'].strip()} {fronted['when']}" if fronted else text]
    for pattern in (*cues(language).splits, *(cues("en").splits if language != "en" else ())):
        parts = [piece for part in parts for piece in pattern.split(part)]
    cleaned = [part.strip(" \t\n,;.?!") for part in parts]
    whole = _merged([part for part in cleaned if len(part) > 1], language)
    return [piece for part in whole for piece in turned_round(part, language)] or [text.strip()]


def _merged(parts: list[str], language: Language) -> list[str]:
    """A rest such as "which improved more" belongs to the two things named before it."""
    merged: list[str] = []
    for part in parts:
        words = cues(language)
        if merged and words.goal_told.search(plain(merged[-1])) and words.meeting.search(plain(part)):
            merged[-1] = f"{part} {merged[-1]}"
        elif merged and words.together.search(plain(part)):
            merged[-1] = f"{merged[-1]}, {part}"
        else:
            merged.append(part)
    return merged


def read_question(text: str, known: Known, anchor: DateRange | None = None) -> list[Reading]:
    """Every part of a message; one without subject or days of its own takes those of the part before."""
    language = language_of(text, known.language)
    if not find_path(text):
        text = in_figures(text)
        text = spelled(text, language, (measure.name for measure in known.logged))
    readings: list[Reading] = []
    for part in [text.strip()] if find_path(text) else split_parts(text, language):
        if meanings(part, language) or cues(language).generally.search(plain(part)):
            readings.append(Reading(part, language, QueryType.SIMPLE, whole=True, asks_meaning=True))
            continue
        if readings and readings[-1].statistic in _DATED and cues(language).asks_day.search(plain(part)):
            continue
        reading = _read_part(part, known, anchor, language)
        if readings:
            reading = _inherit_within(reading, readings[-1])
            readings[-1] = _lent(readings[-1], reading)
        readings.append(reading)
        if (goal := _goal(reading)) is not None:
            readings.append(goal)
    return readings


def _goal(reading: Reading) -> Reading | None:
    """Whoever asks how far the goal weight is also wants what was written of the goal."""
    named = cues(reading.language).goal.search(plain(reading.text))
    if named is None or not reading.subjects or reading.query_type is not QueryType.SIMPLE:
        return None
    return Reading(
        named.group(), reading.language, QueryType.SIMPLE, statistic="list", keywords=(named.group(),)
    )


_DATED = ("record", "min", "max", "last", "first", "reached")
"""What is answered with its day."""


def _lent(earlier: Reading, later: Reading) -> Reading:
    """What "best and worst mood" and "fastest 5k and longest ride in May" say only at their end."""
    if earlier.whole or earlier.follow_up or earlier.pronoun or earlier.statistic is None:
        return earlier
    if earlier.keywords or later.statistic is None:
        return earlier
    return replace(
        earlier,
        subjects=earlier.subjects or later.subjects,
        periods=earlier.periods or later.periods,
    )


def _read_part(part: str, known: Known, anchor: DateRange | None, language: Language) -> Reading:
    words = cues(language)
    where = find_path(part)
    told = blank(part, [where] if where else [])
    lowered = plain(told)
    days = _dated(told, known, anchor, words)
    bare = days.bare
    wanted = wanted_of(bare, words)
    mentions = _mentioned(bare, known, words, sets=wanted.of_sets)
    pronoun = not mentions and words.pronouns.search(bare) is not None
    by_mark = wanted.mark is not None and wanted.statistic in (None, "list", "average")
    split = _splits(bare, words, mentions, marked=by_mark)
    mark, load = wanted.mark, wanted.load
    reading = Reading(
        text=part,
        language=language,
        query_type=_kind(blank(bare, [mark.span] if mark else []), words, split=split),
        subjects=specific(mentions),
        statistic=wanted.statistic,
        quantity=wanted.quantity,
        periods=tuple(period.range for period in days.periods),
        reps=wanted.reps,
        distance_m=wanted.distance,
        at_least=mark.at_least if mark else None,
        below=mark.below if mark else None,
        inclusive=mark is not None and mark.inclusive,
        strict=mark is not None and mark.strict,
        unit=load[1] if load else mark.unit if mark else None,
        load=load[0] if load else None,
        newest=wanted.newest,
        keywords=()
        if mentions or pronoun
        else keywords_of(without_race(bare) if wanted.distance else bare, language),
        follow_up=words.follow_up.search(lowered) is not None,
        pronoun=pronoun,
        listed=wanted.newest is not None or words.listed.search(bare) is not None,
        whole=words.whole.search(lowered) is not None,
        impossible=days.impossible,
        path=part[where[0] : where[1]] if where else None,
        split=split,
        elliptic=words.elliptic.search(lowered) is not None,
    )
    if wanted.statistic == "reached" and not mark and (far := race(bare)) is not None:
        reading = replace(reading, at_least=far, unit="m")  # "have I ever run a half?"
    if len(days.periods) == 1 and words.against.search(lowered[: days.periods[0].start]):
        reading = replace(reading, currently=True)
    return _refined(reading, blank(bare, [mark.span] if mark else []), mentions, known)


@dataclass(frozen=True)
class _Dated:
    """The days of a part, and what is left of it without their words."""

    bare: str
    periods: Sequence[PeriodMention]
    impossible: str | None


def _dated(told: str, known: Known, anchor: DateRange | None, words: Cues) -> _Dated:
    """Words of a date ("in the last month") must be no cues ("last")."""
    bare = plain(told)
    if (event := beside_event(bare, words)) is not None:
        told = blank(told, [event.span("side")])  # "the day before the race" is not the day before today
    periods = read_periods(told, known.now, known.order, anchor)
    if (rest := words.last_rest.search(bare)) is not None:  # "my last day off" is no yesterday
        periods = [one for one in periods if one.end <= rest.start() or one.start >= rest.end()]
    impossible = impossible_period(told, known.now, words.language, known.order, anchor)
    if words.comparison.search(bare) and len(periods) == 1:
        periods = _two_sides(periods[0], known, words) or periods
    bare = blank(bare, [(period.start, period.end) for period in periods])
    return _Dated(bare.replace(impossible, " ") if impossible else bare, periods, impossible)


def _mentioned(bare: str, known: Known, words: Cues, *, sets: bool) -> list[Mention]:
    found = find_subjects(bare, known.vocabulary, known.logged, words.language, muscles_first=sets)
    if not sets and any(one.muscle for one in found) and words.comparison.search(bare):
        # Beside one muscle "back" is another.
        found = find_subjects(bare, known.vocabulary, known.logged, words.language, muscles_first=True)
    return meant(found, bare, words)


def _refined(reading: Reading, bare: str, mentions: Sequence[Mention], known: Known) -> Reading:
    """The reading with what is said of its subject beyond the name."""
    words = cues(reading.language)
    reading = _about_training(_nuanced(reading, bare, words), bare, words)
    if reading.subjects == ("kcal",) and (burned := words.spent.search(bare)) is not None:
        return replace(reading, subjects=(), statistic=None, quantity=None, keywords=(burned.group(),))
    if _left_out(reading, bare, words):
        skipped = (one.text for one in mentions)
        return replace(
            reading,
            subjects=(),
            statistic="list",
            keywords=tuple(dict.fromkeys([*words.skip_words, *skipped])),
        )
    left = keywords_of(blank(bare, [(one.start, one.end) for one in mentions]), reading.language)
    reading = replace(reading, unread=tuple(left))
    more = particulars(
        bare,
        reading.subjects,
        mentions,
        words,
        left=left,
        places=known.places,
        logged=[one.name for one in known.logged],
    )
    if more.subjects != reading.subjects or more.around:
        reading = replace(reading, keywords=())
    reading = replace(
        reading, subjects=more.subjects, words=more.words, around=more.around, beside=more.beside
    )
    return _of_a_kind(reading, bare, mentions, words, left)


def _of_a_kind(
    reading: Reading, bare: str, mentions: Sequence[Mention], words: Cues, left: Sequence[str]
) -> Reading:
    """Only sessions of the kind that is named, or of each of those that are compared."""
    if (
        reading.around
        or reading.pronoun
        or reading.query_type
        in (
            QueryType.INSIGHT,
            QueryType.RECOMMENDATION,
        )
    ):
        return reading
    done = any(is_lifted(one) or one.name in _DONE for one in mentions) and set(reading.subjects) - METRICS
    if mentions and not done:
        return reading
    compared = reading.query_type is QueryType.COMPARISON
    named = kinds_of(bare, mentions, words, compared=compared)
    if reading.follow_up and (kind := kind_alone(bare, words)) is not None:
        return replace(reading, words=kind, keywords=())  # "and easy?" is of what was talked about
    if not named:
        own = own_words(bare, mentions, left) if len(reading.subjects) == 1 and not reading.words else ()
        return replace(reading, words=own) if own else reading
    rest = " ".join(blank(bare, [(one.start, one.end) for one in named]).split())
    statistic, quantity = statistic_of(rest, words, reading.language)
    if reading.distance_m is None and reading.newest is None:
        reading = replace(reading, statistic=statistic, quantity=quantity)
    reading = replace(reading, subjects=reading.subjects or (TRAINING,), keywords=())
    if len(named) > 1 and compared:
        return replace(reading, kinds=tuple(one.kind for one in named), words=())
    return replace(reading, words=next(one.kind for one in named))


_DONE = frozenset({*GOES_FAR, TRAINING})


def _about_training(reading: Reading, bare: str, words: Cues) -> Reading:
    """Load, volume, muscles and the best day are about all training when nothing else is named."""
    if reading.pronoun or reading.follow_up or reading.subjects not in ((), (TRAINING,)):
        return reading
    if reading.statistic in ("record", "min") and reading.quantity is None and words.a_day.search(bare):
        return replace(reading, subjects=(TRAINING,), keywords=(), quantity="volume")
    if reading.statistic in ("load", "muscles", "neglected") or reading.quantity == "volume":
        return replace(reading, subjects=(TRAINING,), keywords=())
    return reading


def _left_out(reading: Reading, bare: str, words: Cues) -> bool:
    """Whether it asks when something was left out, which only the words of a log tell."""
    if reading.query_type is not QueryType.SIMPLE or not words.skipping.search(bare):
        return False
    return reading.statistic in ("last", "list", "first", "count", "frequency", "sum", None)


def of_all_training(reading: Reading) -> Reading:
    """Sets of nothing named, here or before, are those of all training."""
    sets = reading.quantity == "hard_sets" or (reading.whole and reading.quantity == "sets")
    if not sets or reading.subjects or reading.pronoun:
        return reading
    return replace(reading, subjects=(TRAINING,), keywords=())


def _nuanced(reading: Reading, bare: str, words: Cues) -> Reading:
    """The finer points: by week or month, as an overview, against the present, all records."""
    which = words.which.search(bare)
    per: Literal["day", "week", "month"] | None = next(
        (name for name, pattern in words.per.items() if pattern.search(bare)), None
    )
    if which:
        per = "week" if which["week"] else "month"
    return replace(
        reading,
        per=per,
        overview=words.overview.search(bare) is not None,
        currently=reading.currently or words.currently.search(bare) is not None,
        all_records=words.all_records.search(bare) is not None,
        more_or_less=words.more_or_less.search(bare) is not None,
    )


def _two_sides(whole: PeriodMention, known: Known, words: Cues) -> list[PeriodMention]:
    """The two times of "compare September to October", which is no stretch from one to the other."""
    sides = words.sides.search(plain(whole.phrase))
    if sides is None:
        return []
    found = [read_periods(sides[name], known.now, known.order) for name in ("one", "other")]
    if any(len(one) != 1 for one in found):
        return []
    return [PeriodMention(one[0].range, whole.start, whole.end, one[0].phrase) for one in found]


def _splits(text: str, known: Cues, mentions: Sequence[Mention], *, marked: bool) -> bool:
    """Whether it sets one thing against another: in words, or by a mark ("bench under 6 h of sleep")."""
    if known.why.search(text) or len({mention.name for mention in mentions}) < _PAIR:
        return False
    lifted = any(is_lifted(mention) for mention in mentions)
    measured = any(mention.name in METRICS for mention in mentions)
    return known.split.search(text) is not None or (marked and lifted and measured)


_PAIR = 2


def _kind(text: str, known: Cues, *, split: bool) -> QueryType:
    if known.why.search(text):
        return QueryType.INSIGHT
    if known.recommendation.search(text):
        return QueryType.RECOMMENDATION
    if split:
        return QueryType.INSIGHT
    if known.comparison.search(text):
        return QueryType.COMPARISON
    return QueryType.SIMPLE


def _inherit_within(later: Reading, earlier: Reading) -> Reading:
    """What "what did I eat Tuesday and how much protein" leaves unsaid in its second half."""
    if later.over_all:
        return later
    if link(later.text, later.language) is not None and not later.periods:
        return replace(later, linked=True, pronoun=False, follow_up=False, keywords=())
    return replace(
        later,
        subjects=later.subjects or (() if later.keywords else earlier.subjects),
        words=later.words or (() if later.subjects or later.keywords else earlier.words),
        periods=later.periods
        or (earlier.periods if later.query_type is not QueryType.RECOMMENDATION else ()),
    )
