"""Which entries a correction may mean, the likeliest first."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from agents.offline.fixing.deleting import content_of
from agents.offline.fixing.places import pattern
from agents.offline.fixing.slots import field_of, holds, is_of_unit, named_rows, slot_for
from agents.offline.fixing.stated import Statement
from agents.offline.lexicon import plain
from agents.offline.questions.question_words import question_file
from agents.parser import ParserInput
from domains.registry import load
from storage.entities import Entry, Measure

_REACH = timedelta(days=1)
"""How far back a correction reaches that names neither day nor old value nor measure."""
_NAMED_REACH = timedelta(days=7)
"""How far back the name of a measure alone reaches."""
_NEAR = 4.0
"""A new value within this factor of the one it replaces is what one mistypes."""
_SCALES = {"distance_m": 1000.0, "duration_s": 60.0}


def targets(given: ParserInput, entries: Sequence[Entry], statement: Statement) -> list[Entry]:
    """The known one; else those with the old value, else with the measure named, else the latest that fit.

    Of them only those with a word of it that some have: `the shakeout was 5.5k not 5`.
    """
    if given.target_entry is not None:
        return list(entries)
    held = [entry for entry in entries if _is_worded(entry, given, statement)]
    if held and not statement.new and not statement.adds:
        return held
    if held and not statement.adds:
        fits = [entry for entry in held if slot_for(entry.measures, statement) is not None]
        return fits or held
    return _targets(given, entries, statement)


_SHORT = 3


def _is_worded(entry: Entry, given: ParserInput, statement: Statement) -> bool:
    """Whether it has a word of the correction that no measure is called: `the shakeout`, `the tempo`."""
    named = {word for measure in entry.measures for word in measure.name.split()}
    words = [word for word in content_of(statement) if len(word) > _SHORT and word not in named]
    if any(measure.distance_m or measure.duration_s for measure in entry.measures):
        words += [word for word in plain(given.text).split() if word in question_file("en").group_of]
    fits = not statement.names or bool(_names(entry) & set(statement.names))
    return fits and bool(entry.measures) and any(word in plain(entry.text).split() for word in words)


def _targets(given: ParserInput, entries: Sequence[Entry], statement: Statement) -> list[Entry]:
    if statement.day_selects:
        entries = [entry for entry in entries if entry.day == statement.day]
    measured = [entry for entry in entries if entry.measures]
    names = {*statement.names, *statement.old_names}
    if statement.old:
        found = [entry for entry in measured if any(_holds_old(one, statement) for one in entry.measures)]
        return [entry for entry in found if names & _names(entry)] if names else found
    recent = measured if statement.day_selects else _since(given, measured, _REACH)
    if statement.adds and not statement.deletes:
        fits = [entry for entry in recent if statement.day in (None, entry.day)]
        named = [entry for entry in fits if statement.addition and names & _names(entry)]
        return named or fits
    if names:
        found = [entry for entry in measured if names & _names(entry)]
        that_day = [entry for entry in found if entry.day == statement.day]
        if found or statement.old_names or statement.deletes or (statement.new and len(names) == 1):
            near = that_day or _since(given, found, _NAMED_REACH)
            return near or (found if statement.deletes and len(found) == 1 else [])
    if statement.day_selects:
        recent = recent if statement.new else list(entries)
    if len(names) == 1 and not statement.new:
        recent = _akin(recent, next(iter(names))) or recent
    return _unnamed(given, entries, statement, recent)


def _unnamed(
    given: ParserInput, entries: Sequence[Entry], statement: Statement, recent: list[Entry]
) -> list[Entry]:
    if statement.day is not None and not statement.new and not statement.day_selects:
        return _since(given, entries, _REACH)[:1]
    if statement.unit is not None and not statement.new:
        unit = statement.unit
        return [entry for entry in recent if any(is_of_unit(one, unit) for one in entry.measures)]
    if statement.deletes and pattern("training").search(plain(given.text)):
        return [
            entry for entry in recent if any(one.reps or one.distance_m for one in entry.measures)
        ] or recent
    if statement.new:
        fits = [entry for entry in recent if slot_for(entry.measures, statement) is not None]
        return sorted(fits, key=lambda entry: not _is_near(entry, statement))
    return recent


def _akin(entries: Sequence[Entry], name: str) -> list[Entry]:
    """Those with a measure that may be called so in truth: one with a word of it, else of its domain."""
    akin = [entry for entry in entries if any(shares_a_word(one, name) for one in _names(entry))]
    domain = next((one.name for one in load().domains.values() if name in one.names), None)
    return akin or [entry for entry in entries if any(one.domain == domain for one in entry.measures)]


def shares_a_word(one: str, other: str) -> bool:
    """Whether two names have a word in common: biceps curl and hammer curl."""
    return not set(one.split()).isdisjoint(other.split())


def _names(entry: Entry) -> set[str]:
    return {measure.name for measure in entry.measures}


def _holds_old(measure: Measure, statement: Statement) -> bool:
    return any(holds(measure, old) for old in statement.old)


def _since(given: ParserInput, entries: Sequence[Entry], reach: timedelta) -> list[Entry]:
    """Entries written or about a day within reach; all where the message tells which are in question."""
    if given.among:
        return list(entries)
    first = given.profile.local(given.now).date() - reach
    return [
        entry
        for entry in entries
        if entry.day >= first or given.profile.local(entry.logged_at).date() >= first
    ]


def _is_near(entry: Entry, statement: Statement) -> bool:
    """Whether a bare new value is like one that it would replace."""
    value = statement.new[0]
    slot = slot_for(entry.measures, statement)
    if value.slot is not None or slot is None:
        return True
    held = [field_of(entry.measures[at], slot) for at in named_rows(entry.measures, statement)]
    scaled = [one / _SCALES.get(slot, 1.0) for one in held if one]
    return any(one / _NEAR <= value.value <= one * _NEAR for one in scaled if one > 0)
