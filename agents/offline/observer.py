"""The offline observer: what is worth remembering, and no more. The same data twice changes nothing.

A line is given again only when it says something new, or once a week when newer entries bear it out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import timedelta

from agents.memory import RECOUNTED, TAUGHT, Category, GlobalContext, MemoryLine, parse
from agents.observer import ObserverInput, ObserverOutput
from agents.offline.learning.habits import EIGHT_WEEKS, MONTH, habits
from agents.offline.learning.milestones import milestones, remembered
from agents.offline.learning.teaching import said, shown
from agents.offline.lexicon import plain
from agents.recalling import RECORD, trained
from agents.types import ContextUpdate
from agents.vocabulary import ALIAS
from storage.entities import Confidence, Entry

REINFORCED_EVERY = timedelta(days=7)
NOISE = 0.25
"""By how much an average (hours of sleep, days a week) must move before it is news."""
_WEIGHT_UNITS = {"kg": "kg", "kgs": "kg", "kilo": "kg", "kilos": "kg", "킬로": "kg", "lb": "lb", "lbs": "lb",
                 "pound": "lb", "pounds": "lb", "파운드": "lb"}  # fmt: skip
_UNIT = "|".join(sorted(_WEIGHT_UNITS, key=len, reverse=True))
_UNIT_CORRECTIONS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b(?P<meant>{_UNIT}),? (?:and )?not (?:in )?(?:{_UNIT})",
        rf"\bnot (?:in )?(?:{_UNIT})[,;]? (?:but )?(?P<meant>{_UNIT})",
        rf"(?:{_UNIT})(?:가|이)? 아니(?:라|고),? (?P<meant>{_UNIT})",
        rf"\b(?:{_UNIT}) ?(?:→|->) ?(?P<meant>{_UNIT})",
        rf"\bi (?:always )?(?:mean|use|write|lift)(?: in)? (?P<meant>{_UNIT})",
    )
)
_LOGS, _QUESTION = "logs", "question"


def observe(given: ObserverInput) -> ObserverOutput:
    """What to remember of what happened."""
    context = parse(given.current_context)
    updates = tuple(dict.fromkeys(u for u in _noticed(given, context) if _is_news(u, context, given)))
    return ObserverOutput(
        updates=updates,
        insights_captured=tuple(f"{update.key}: {update.value}" for update in updates),
        should_update=bool(updates),
    )


def _noticed(given: ObserverInput, context: GlobalContext) -> Iterator[ContextUpdate]:
    match given.trigger:
        case "significant_log":
            yield from _records(given, context)
            yield from _pains(given.new_entries)
        case "user_correction":
            yield from _taught(given.correction or "")
            yield from _aliases(given)
            yield from _records(given, context)
            yield from _healed(given, context)
        case "post_query":
            yield from _interests(given)
            if _covers(given, EIGHT_WEEKS):
                yield from habits(given.recent_entries, given.now, given.profile)
        case "periodic":
            yield from _records(given, context)
            yield from _healed(given, context)
            yield from habits(given.recent_entries, given.now, given.profile)


def _is_news(update: ContextUpdate, context: GlobalContext, given: ObserverInput) -> bool:
    """Records and corrections at once; what is usual at most once a week, and an average when it moved."""
    old = context.find(update.category, update.key)
    if old is None or update.withdrawn:
        return True
    if old.confidence == "certain" and update.confidence != "certain":
        return False
    if update.source in (RECOUNTED, TAUGHT) and old.value != update.value:
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
    return MONTH if update.source == RECOUNTED else REINFORCED_EVERY


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


# --- Records ----------------------------------------------------------------------------------------------


def _records(given: ObserverInput, context: GlobalContext) -> Iterator[ContextUpdate]:
    """The better of memory and logs; a corrected day's records are taken back first."""
    entries = {entry.id: entry for entry in (*given.recent_entries, *given.new_entries)}
    found = {item.name: item for item in milestones(entries.values(), given.profile)}
    told = (*given.new_entries, *given.before) if given.trigger == "user_correction" else given.before
    corrected = {entry.day for entry in told}
    names = {line.key.removesuffix(RECORD) for line in context.lines if line.key.endswith(RECORD)}
    lately = trained(e for e in entries.values() if given.now.date() - e.day <= MONTH)
    fresh = trained(given.new_entries) if given.new_entries else lately
    for name in sorted(names | (set(found) & fresh)):
        line, held = context.find("fact", f"{name}{RECORD}"), remembered(context, name)
        if held is not None:
            held = held.without(corrected)
        best = found[name].joined(held) if name in found else held
        if line is not None and name not in found and best is not None and not best.bests and corrected:
            yield _update("fact", line.key, line.value, "certain", RECOUNTED, withdrawn=True)
            continue
        trained_again = name in found and (line is None or found[name].latest > line.last)
        if best is not None and (trained_again or line is None or best.text != line.value):
            yield _update("fact", best.key, best.text, "certain", RECOUNTED)


def _pains(entries: Iterable[Entry]) -> Iterator[ContextUpdate]:
    """Where it hurt and when last; fades by itself when it is not heard of again."""
    for entry in entries:
        for measure in entry.measures:
            if measure.name == "pain" and measure.text and measure.value != 0:
                value = f"last logged {measure.day}"
                yield _update("insight", f"{measure.text} pain", value, "tentative", RECOUNTED)


def _healed(given: ObserverInput, context: GlobalContext) -> Iterator[ContextUpdate]:
    """A pain whose log was taken back is none."""
    left = {(m.text, m.day) for e in given.recent_entries for m in e.measures if m.name == "pain"}
    for entry in given.before:
        for measure in entry.measures:
            line = context.find("insight", f"{measure.text} pain") if measure.name == "pain" else None
            said = f"last logged {measure.day}"
            if line is not None and line.value == said and (measure.text, measure.day) not in left:
                yield _update("insight", line.key, said, "tentative", RECOUNTED, withdrawn=True)


# --- What the user teaches and asks -----------------------------------------------------------------------


def _taught(correction: str) -> Iterator[ContextUpdate]:
    """A corrected unit is a preference."""
    text = plain(correction)
    for pattern in _UNIT_CORRECTIONS:
        if found := pattern.search(text):
            yield _update("preference", "weight unit", _WEIGHT_UNITS[found["meant"]], "certain", TAUGHT)
            break


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
            yield _update("insight", f"interest in {name}", "asks about it", "tentative", _QUESTION)


def _update(
    category: Category, key: str, value: str, confidence: Confidence, source: str, *, withdrawn: bool = False
) -> ContextUpdate:
    return ContextUpdate(
        category=category, key=key, value=value, confidence=confidence, source=source, withdrawn=withdrawn
    )
