"""What a question is about that names nothing: the weight on the scale, the log itself, the usual sport."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

from agents.language.days.dateforms import all_words
from agents.offline.asking.cues import cues
from agents.offline.asking.readings import Reading
from agents.offline.asking.subjects import ENDURANCE, GOES_FAR, LOGGING, TRAINING, worded
from agents.offline.lexicon import plain
from agents.planner import PlannerInput
from agents.types import QueryType
from storage.entities import DateRange

_COUNTED = ("streak", "rest_days", "count", "frequency", "first")
_OF_A_NIGHT = frozenset({"sleep", "sleep quality", "bed time", "wake time"})
_MOVED = ("distance", "pace", "speed")
_NEARLY_ALWAYS = 0.75


def implied(reading: Reading, given: PlannerInput) -> Reading:  # noqa: PLR0911 - one return a rule
    """The reading with the subject that can only be meant."""
    if reading.pronoun or reading.computes_nothing or reading.beside:
        return reading
    reading = _joined(reading)
    if reading.subjects == (TRAINING,) and reading.statistic == "streak" and _is_of_the_log(reading):
        return replace(reading, subjects=(LOGGING,), quantity="days")
    splits = cues(reading.language).split.search(plain(reading.text)) is not None
    if splits and len(reading.subjects) == 1 and reading.quantity in ("pace", "speed"):
        bout = main_bout(given)
        if bout and bout[0] not in reading.subjects:
            return replace(
                reading,
                subjects=(*bout, *reading.subjects),
                query_type=QueryType.INSIGHT,
                keywords=(),
                split=True,
            )
    if reading.subjects and set(reading.subjects) <= _OF_A_NIGHT:
        return _waking(reading, given)
    if reading.subjects or reading.keywords:
        return reading
    words, text = cues(reading.language), plain(reading.text)
    logged = {measure.name for measure in given.logged}
    if "body weight" in logged and words.bodily.search(text) and not _lifted(reading, given):
        return replace(reading, subjects=("body weight",), quantity=None)
    if reading.statistic in _COUNTED and words.logging.search(text):
        return replace(reading, subjects=(LOGGING,), quantity="days")
    if reading.quantity in _MOVED or reading.distance_m is not None:
        return replace(reading, subjects=main_bout(given))
    return reading


def _joined(reading: Reading) -> Reading:
    """Yesterday and today are two days of one question."""
    spans = sorted(reading.periods, key=lambda span: (span.start, span.end))
    compared = reading.query_type is not QueryType.SIMPLE
    if len(spans) < 2 or compared:
        return reading
    if any(later.start - earlier.end != timedelta(days=1) for earlier, later in pairwise(spans)):
        return reading
    return replace(reading, periods=(DateRange(start=spans[0].start, end=spans[-1].end),))


def _waking(reading: Reading, given: PlannerInput) -> Reading:
    """A night belongs to the day on which it ends, "last night" to today."""
    nights = {word for words in all_words() for word in words.night_words}
    today = given.now.date()
    periods = tuple(
        DateRange(start=today, end=today, description=one.description)
        if one.description.strip() in nights
        else one
        for one in reading.periods
    )
    return replace(reading, periods=periods)


def _is_of_the_log(reading: Reading) -> bool:
    """A streak of logging, where "streak" is the only word that could be of training."""
    words, text = cues(reading.language), plain(reading.text)
    others = [word for word, name in words.subjects.items() if name == TRAINING and word != "streak"]
    return words.logging.search(text) is not None and not any(worded(word).search(text) for word in others)


def _lifted(reading: Reading, given: PlannerInput) -> bool:
    """Whether "my heaviest weight" may be one on the bar."""
    lifts = any(measure.domain == "strength" for measure in given.logged)
    bare = reading.statistic is None and not reading.periods
    return lifts and (bare or reading.statistic in ("record", "reached"))


def main_bout(given: PlannerInput) -> tuple[str, ...]:
    """What somebody means who asks for miles or pace and does nearly always the same."""
    moving = [measure for measure in given.logged if measure.domain in ENDURANCE]
    moving = moving or [measure for measure in given.logged if measure.name in GOES_FAR]
    most = max(moving, key=lambda measure: measure.entries, default=None)
    if most is None or most.entries < _NEARLY_ALWAYS * sum(measure.entries for measure in moving):
        return ()
    return (most.name,)
