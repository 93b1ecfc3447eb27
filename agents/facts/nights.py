"""How long somebody sleeps lately, as a line of the memory."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

from agents.facts.samples import Sample, series, units_of
from agents.facts.statistics import average, count_days
from agents.profile import Profile
from agents.shown import number
from storage.entities import DateRange

WINDOW = timedelta(days=27)
"""Four weeks, today included."""
MIN_NIGHTS = 7


def sleep_lately(nights: Iterable[Sample], today: date, profile: Profile) -> str | None:
    """Mean hours a night over four weeks, with the number of nights; None of too few."""
    whole = series([*nights], "sleep", "value", units_of((), profile))
    lately = whole.within(DateRange(start=today - WINDOW, end=today))
    hours, n = average(lately), count_days(lately)
    return None if hours is None or n < MIN_NIGHTS else f"{number(hours)} h a night over 4 weeks (n = {n})"
