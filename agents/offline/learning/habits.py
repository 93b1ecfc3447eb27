"""What is usual for a person: training days and time, frequency, sleep, and what follows short nights.

Each is said only when there is enough to say it, as a line for the memory (which is data, so always English).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta

from agents.facts import is_training, number, samples
from agents.facts.nights import sleep_lately
from agents.memory import Category
from agents.profile import Profile
from agents.types import ContextUpdate
from storage.entities import Confidence, Entry

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTH, EIGHT_WEEKS, QUARTER = timedelta(days=28), timedelta(days=56), timedelta(days=91)
MIN_WEEKS = 3
MIN_SESSIONS = 8
MIN_GROUP = 4
SHORT_NIGHT_H = 6.0
USUAL = 0.6
"""The share of weeks or sessions from which something is usual."""
_TIMES = ((5, 11, "in the morning"), (11, 15, "at midday"), (15, 18, "in the afternoon"),
          (18, 24, "in the evening"))  # fmt: skip
_HARD = re.compile(
    r"\b(?:heavy|tired|exhausted|sluggish|weak|drained|fatigued|no energy|rough|tough)\b"
    r"|무겁|무거|피곤|지치|지쳤|힘들|기운이 없"
)


def habits(entries: Sequence[Entry], now: datetime, profile: Profile) -> list[ContextUpdate]:
    """Everything usual that the entries show. `now` is on the user's clock."""
    today = now.date()
    trained = training_days(entries)
    found = [
        usual_weekdays(trained, today),
        usual_frequency(trained, today),
        usual_time(entries, profile, today),
        average_sleep(entries, today, profile),
        short_nights(entries, today),
    ]
    return [update for update in found if update is not None]


def training_days(entries: Iterable[Entry]) -> frozenset[date]:
    """The days on which something was trained."""
    return frozenset(sample.day for sample in samples(entries, is_training))


def usual_weekdays(trained: frozenset[date], today: date) -> ContextUpdate | None:
    """The weekdays trained in 60 % of the last eight weeks, or of as many as there are (three or more)."""
    days = [day for day in trained if today - EIGHT_WEEKS < day <= today]
    weeks = {day.isocalendar()[:2] for day in days}
    if len(weeks) < MIN_WEEKS:
        return None
    span = (today - min(days)).days // 7 + 1
    counts = Counter(day.weekday() for day in days)
    usual = [WEEKDAYS[weekday] for weekday in range(7) if counts[weekday] >= USUAL * span]
    return _line("pattern", "training days", ", ".join(usual), "likely") if usual else None


def usual_frequency(trained: frozenset[date], today: date) -> ContextUpdate | None:
    """Training days a week over four weeks, to the nearest half, when the weeks are covered."""
    days = [day for day in trained if today - MONTH < day <= today]
    if len({day.isocalendar()[:2] for day in days}) < MIN_WEEKS:
        return None
    weekly = round(len(days) / 4 * 2) / 2
    return _line("pattern", "training frequency", f"about {number(weekly)} days a week", "likely")


def usual_time(entries: Iterable[Entry], profile: Profile, today: date) -> ContextUpdate | None:
    """When training is logged on the day itself; that is close to when it is done."""
    hours = [
        local.hour
        for entry in entries
        if entry.day > today - EIGHT_WEEKS
        and (local := profile.local(entry.logged_at)).date() == entry.day
        and any(is_training(measure) for measure in entry.measures)
    ]
    for start, end, words in _TIMES:
        inside = sum(start <= hour < end for hour in hours)
        if len(hours) >= MIN_SESSIONS and inside >= USUAL * len(hours):
            return _line("pattern", "training time", words, "likely")
    return None


def average_sleep(entries: Iterable[Entry], today: date, profile: Profile) -> ContextUpdate | None:
    """Mean hours a night over four weeks, with the number of nights."""
    nights = samples(entries, lambda measure: measure.name == "sleep" and measure.value is not None)
    said = sleep_lately(nights, today, profile)
    return None if said is None else _line("fact", "average sleep", said, "certain")


def short_nights(entries: Sequence[Entry], today: date) -> ContextUpdate | None:
    """How often training felt hard after short nights and after others; said when it differs by 30 points."""
    since = today - QUARTER
    slept = {
        m.day: m.value for e in entries for m in e.measures
        if m.name == "sleep" and m.value is not None and m.day > since
    }  # fmt: skip
    hard = {day: False for day in training_days(entries) if day in slept}
    for entry in entries:
        if entry.day in hard and _HARD.search(entry.text.lower()):
            hard[entry.day] = True
    short = [felt for day, felt in hard.items() if slept[day] < SHORT_NIGHT_H]
    other = [felt for day, felt in hard.items() if slept[day] >= SHORT_NIGHT_H]
    if min(len(short), len(other)) < MIN_GROUP or _share(short) - _share(other) < 0.3:
        return None
    confidence: Confidence = "likely" if min(len(short), len(other)) >= 10 else "tentative"
    value = (
        f"after less than {SHORT_NIGHT_H:g} h of sleep training felt hard {sum(short)} of {len(short)} times,"
        f" otherwise {sum(other)} of {len(other)}"
    )
    return _line("insight", "short nights and hard training", value, confidence)


def _share(felt: Sequence[bool]) -> float:
    return sum(felt) / len(felt)


def _line(category: Category, key: str, value: str, confidence: Confidence) -> ContextUpdate:
    return ContextUpdate(category=category, key=key, value=value, confidence=confidence, source="logs")
