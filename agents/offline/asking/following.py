"""Follow-ups: what "and in October?" leaves unsaid, taken from what was talked about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.offline.asking.readings import Reading
from agents.offline.asking.subjects import GOES_FAR
from agents.types import Exchange, QueryType


def follow(reading: Reading, conversation: Sequence[Exchange], earlier: Reading | None) -> Reading:
    """A follow-up completed with what was talked about; `earlier` is the last question as read again."""
    if not conversation or not reading.inherits:
        return reading
    before = conversation[-1]
    subjects = before.subjects or (earlier.subjects if earlier else ())
    if reading.distance_m is not None and not set(subjects) & GOES_FAR:
        return reading  # "fastest 10k?" is about no night and no weight
    periods = (before.date_range,) if before.date_range else (earlier.periods if earlier else ())
    quantity = before.quantity or (earlier.quantity if earlier else None)
    if quantity == "days" and _asks(reading):
        quantity = None  # days were counted; a best or an average is one of something else
    return replace(
        reading,
        subjects=reading.subjects or subjects,
        keywords=() if reading.subjects or subjects else reading.keywords,
        periods=reading.periods or periods,
        statistic=reading.statistic
        if _asks(reading)
        else before.statistic or (earlier.statistic if earlier else None),
        quantity=reading.quantity or quantity,
        query_type=earlier.query_type
        if earlier and not _asks(reading) and reading.query_type is QueryType.SIMPLE
        else reading.query_type,
        words=_words(reading, earlier),
        reps=reading.reps or (earlier.reps if earlier else None),
        distance_m=reading.distance_m or (earlier.distance_m if earlier else None),
        overview=reading.overview or bool(earlier and earlier.overview),
    )


def _words(reading: Reading, earlier: Reading | None) -> tuple[str, ...]:
    """Its own; those of before where it names nothing else ("and fried chicken" is another dish)."""
    if reading.subjects or earlier is None or reading.words:
        return reading.words
    dish = earlier.words and earlier.subjects == ("meal",)
    return (" ".join(reading.keywords),) if dish and reading.keywords else earlier.words


def _asks(reading: Reading) -> bool:
    """Whether it says itself what it wants to know, beyond naming a thing or a time."""
    return reading.statistic is not None and reading.statistic != "list"
