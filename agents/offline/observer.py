"""The offline observer: what is worth remembering, and no more. The same data twice changes nothing.

A line is given again only when it says something new, or once a week when newer entries bear it out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

from agents.memory import INTEREST, TAUGHT, Category, GlobalContext, MemoryLine, parse
from agents.observer import ObserverInput, ObserverOutput
from agents.offline.learning.habits import EIGHT_WEEKS, MONTH, habits
from agents.offline.learning.teaching import said, shown
from agents.offline.lexicon import plain
from agents.types import ContextUpdate
from agents.vocabulary import ALIAS
from storage.entities import Confidence

REINFORCED_EVERY = timedelta(days=7)
NOISE = 0.25
"""By how much an average (hours of sleep, days a week) must move before it is news."""
_LOGS, _QUESTION = "logs", "question"


def observe(given: ObserverInput) -> ObserverOutput:
    """What to remember of what happened."""
    context = parse(given.current_context)
    updates = tuple(dict.fromkeys(u for u in _noticed(given) if _is_news(u, context, given)))
    return ObserverOutput(updates=updates, should_update=bool(updates))


def _noticed(given: ObserverInput) -> Iterator[ContextUpdate]:
    match given.trigger:
        case "user_correction":
            yield from _aliases(given)
        case "post_query":
            yield from _interests(given)
            if _covers(given, EIGHT_WEEKS):
                yield from habits(given.recent_entries, given.now, given.profile)
        case "periodic":
            yield from habits(given.recent_entries, given.now, given.profile)


def _is_news(update: ContextUpdate, context: GlobalContext, given: ObserverInput) -> bool:
    """Records and corrections at once; what is usual at most once a week, and an average when it moved."""
    old = context.find(update.category, update.key)
    if old is None:
        return True
    if old.confidence == "certain" and update.confidence != "certain":
        return False
    if update.source == TAUGHT and old.value != update.value:
        return True
    if update.source == _LOGS and all(entry.day <= old.last for entry in given.recent_entries):
        return False
    age = given.now.date() - old.last
    if old.value == update.value:
        return age >= _again_after(update, old)
    return age >= REINFORCED_EVERY and (_moved(update.value, old.value) or age >= MONTH)


def _again_after(update: ContextUpdate, old: MemoryLine) -> timedelta:
    """When the same words are worth saying again; what is taught on another day counts at once."""
    if update.source == TAUGHT and old.confidence == "tentative":
        return timedelta(days=1)
    return REINFORCED_EVERY


def _moved(new: str, old: str) -> bool:
    """Whether the first numbers of two values differ by more than noise; words always count."""
    numbers = [re.search(r"\d+(?:\.\d+)?", value) for value in (new, old)]
    if numbers[0] is None or numbers[1] is None:
        return True
    return abs(float(numbers[0][0]) - float(numbers[1][0])) >= NOISE or not new.startswith(numbers[0][0])


def _covers(given: ObserverInput, span: timedelta) -> bool:
    """Whether the newest entries reach back far enough to see what is usual."""
    oldest = min((entry.day for entry in given.recent_entries), default=given.now.date())
    return given.now.date() - oldest >= span


# --- What the user teaches and asks -----------------------------------------------------------------------


def _aliases(given: ObserverInput) -> Iterator[ContextUpdate]:
    """The user's own words for measures, told or shown by what was corrected."""
    told = said(given.correction or "")
    taught = [told] if told else list(shown(given.before, given.new_entries, given.vocabulary))
    for alias in taught:
        confidence: Confidence = "certain" if alias.sure else "tentative"
        yield _update("preference", f"{ALIAS}{alias.term}", alias.name, confidence, TAUGHT)


def _interests(given: ObserverInput) -> Iterator[ContextUpdate]:
    """What is asked about: tentative at first, likely when it is asked about again another week."""
    query = plain(given.query or "")
    names = {measure.name for entry in given.recent_entries for measure in entry.measures}
    for name in sorted(names):
        if re.search(rf"(?<![a-z]){re.escape(name)}", query):
            yield _update("insight", f"{INTEREST}{name}", "asks about it", "tentative", _QUESTION)


def _update(category: Category, key: str, value: str, confidence: Confidence, source: str) -> ContextUpdate:
    return ContextUpdate(category=category, key=key, value=value, confidence=confidence, source=source)
