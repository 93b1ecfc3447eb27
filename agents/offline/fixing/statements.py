"""What a correction says: what to delete, which values are new and which were wrong, of which exercise."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import get_args

from agents.language.days.dates import DayMention, find_days
from agents.language.lexicon import lexicon_for
from agents.language.likely import dearer_first
from agents.offline.fixing.places import Place, a_set, find_place, pattern
from agents.offline.fixing.stated import Addition, Statement, Value
from agents.offline.fixing.told import Told, is_said, told
from agents.offline.lexicon import plain
from agents.offline.questions.periods import days_of_month
from agents.parser import ParserInput
from storage.entities import DistanceUnit, WeightUnit


def read_statement(given: ParserInput) -> Statement:
    """Take the correction apart; `day` is only set when it is not in the future."""
    text = _without_asides(plain(given.text))
    now = given.profile.local(given.now)
    found = find_days(text, now, given.profile.date_order)
    numbered = () if found else days_of_month(text, now.date(), ())  # `glucose on the 12th was 6.2`
    found += [DayMention(one.range.start, one.start, one.end, one.phrase) for one in numbered]
    mentions = [one for one in found if one.day <= now.date()]
    said = told(text, lexicon_for(given.domain_context), [(one.start, one.end) for one in mentions])
    statement = _read_spans(said)
    statement.addition = addition(said, statement)
    read_counts(said, statement)
    no_single_reps(text, statement)
    statement.effort = any(atom.has("RPE", "RIR") for atom in said.atoms)
    read_warmup(said, statement)
    statement.unit = _unit(said)
    right = [one for one in mentions if statement.deletes or not _is_wrong_day(said, one)]
    statement.day = right[0].day if right else None
    statement.day_selects = bool(right) and _selects(said, right[0], statement)
    kept = [atom for atom in said.atoms if not said.is_wrong(atom)]
    statement.structured = any(atom.has("X") for atom in kept) and bool(statement.new)
    statement.kept_text = said.without(said.wrong)
    return statement


def _read_spans(said: Told) -> Statement:
    """What each span says by itself or with its neighbours."""
    deletes = pattern("delete").search(said.text) is not None and not said.rewritten
    place = find_place(said.text, deletes=deletes) or _place_of_a_lift(said, deletes=deletes)
    statement = Statement(
        deletes=deletes,
        adds=pattern("add").search(said.text) is not None,
        whole=pattern("whole").search(said.text) is not None,
        several_logs=deletes and pattern("several_logs").search(said.text) is not None,
        which=place.which if place else None,
        count=place.count if place else 1,
        things=place is not None and not place.of_sets,
        one_set=any(atom.has("SETS", "REPS") and is_said(atom, "one_set") for atom in said.atoms),
        every=pattern("every").search(said.text) is not None,
        top=pattern("top").search(said.text) is not None,
        swaps=swaps(said),
    )
    held = said.without([(place.start, place.end)] if place else [])
    for at, atom in enumerate(said.atoms):
        if held[atom.start : atom.end].strip():  # else the place of a set
            _read(said, at, statement)
    return statement


def _place_of_a_lift(said: Told, *, deletes: bool) -> Place | None:
    """`the last squat was 2 reps`, `12 on the last leg press set`, `delete the last squat set`."""
    for at, atom in enumerate(said.atoms):
        after = said.beside(at)
        told = after is not None and after.has("SETS")
        told = told or (not deletes and any(one.has("REPS") for one in said.atoms))
        if atom.named is None or not told:
            continue
        place = find_place(f"{said.text[: atom.start]}{a_set()}", deletes=False)
        if place is not None and place.end > atom.start:
            return replace(place, end=atom.start)
    return None


def _is_wrong_day(said: Told, day: DayMention) -> bool:
    """`not yesterday`; "sleep was from yesterday" and "delete the bench from monday" take nothing back."""
    return not _is_told(said, day) and any(start <= day.start < end for start, end in said.wrong)


def _is_told(said: Told, day: DayMention) -> bool:
    """`the sleep was (from) yesterday`: a verb stands before it."""
    before = [one for one in said.atoms if one.end <= day.start][-_BEFORE_A_DAY:]
    return any(is_said(one, "is") and not is_said(one, "is_not") for one in before if one.text.isascii())


_BEFORE_A_DAY = 2


def _selects(said: Told, day: DayMention, statement: Statement) -> bool:
    """`monday's bench was 95`, `the bench from monday was 95`, `어제 벤치 95였어`: which log is meant."""
    text = said.text
    if _is_told(said, day) and not text[day.end :].lstrip(" .!'s"):
        return False
    if pattern("became").match(text[day.end :].lstrip(" .")):
        return True
    if text[: day.end].endswith("'s") or text.startswith("'s", day.end) or statement.deletes:
        return True
    beside = next((atom for atom in said.atoms if atom.start >= day.end and not atom.has("NOISE")), None)
    valued = bool(statement.new or statement.old or statement.addition)
    if not valued or beside is None or beside.named is None:
        return False
    between = text[day.end : beside.start].strip()
    return not between or between in said.lexicon.particles


def _without_asides(text: str) -> str:
    """`fat fingers. 225 lol`: what only says that it went wrong is no name of anything."""
    return pattern("asides").sub(lambda found: " " * len(found[0]), text)


def _read(said: Told, at: int, statement: Statement) -> None:
    atom, wrong = said.atoms[at], said.is_wrong(said.atoms[at])
    if said.is_unknown(atom) and not wrong:
        statement.words.append(atom.text)
    if atom.named is not None:
        (statement.old_names if wrong else statement.names).append(atom.named.name)
        return
    count = next((reps for symbol, reps in _COUNTS.items() if atom.has(symbol)), None)
    value = said.value(at) if count is None else Value(count, "reps")
    before = said.beside(at, -1)
    if value is None or (statement.deletes and is_said(atom, "one") and before and said.is_unknown(before)):
        return  # `delete the banana one`
    if not wrong and _tells_which(said, at, value, statement):
        statement.where.append(value)
    else:
        (statement.old if wrong else statement.new).append(value)


def _tells_which(said: Told, at: int, value: Value, statement: Statement) -> bool:
    """`the 100kg set was …`, `delete the 100 one`, `the single was …`: not what it becomes."""
    before, after = said.beside(at, -1), said.beside(at)
    if said.atoms[at].has(*_COUNTS):
        return True
    if after is not None and is_said(after, "became") and before is not None and is_said(before, "leads"):
        return any(one.figure for one in said.atoms[at + 2 :])
    if after is None or not (is_said(after, "one") or after.has("SETS")) or is_said(after, "several_sets"):
        return False
    led = before is not None and is_said(before, "leads")
    return (led or statement.deletes) and (value.slot == "weight" or value.value >= _LIGHTEST)


_COUNTS = {"SINGLE": 1.0, "DOUBLE": 2.0, "TRIPLE": 3.0}
"""Sets that are called by their repetitions."""
_LIGHTEST = 20.0
"""What a bare number before "set" may weigh; less is a count."""


def _unit(said: Told) -> WeightUnit | DistanceUnit | None:
    """The last unit of a weight or a way that stands alone."""
    known: tuple[WeightUnit | DistanceUnit, ...] = (*get_args(WeightUnit), *get_args(DistanceUnit))
    told = [*said.lone_units()]
    return next((unit for one in reversed(told) for unit in known if unit == one), None)


def read_counts(said: Told, statement: Statement) -> None:
    """`it was a 4x8`: sets and repetitions, where nothing else is told."""
    chained = any(atom.has("X") for atom in said.atoms) and len(statement.new) == 2
    whole = all(not one.slot and one.value == int(one.value) for one in statement.new)
    if not chained or statement.names or not whole:
        return
    first, second = (value.value for value in statement.new)
    if max(first, second) <= _MOST_COUNTED:
        sets, reps = (first, second) if dearer_first(first, second) <= 0 else (second, first)
        statement.new = [Value(sets, "sets"), Value(reps, "reps")]


def no_single_reps(text: str, statement: Statement) -> None:
    """`drop the last two reps`, `delete 2 sets`: which is not told; `scratch that, 6 reps` is a new value."""
    verb = pattern("delete").search(text)
    if verb is None or not any(one.slot in ("reps", "sets") for one in statement.new):
        return
    if not re.search(r"[,.;:!\n-]", text[verb.end() :]) and not statement.old:
        statement.new, statement.which, statement.one_set = [], None, True


_MOST_COUNTED = 19
"""Beyond this one of two numbers is a load."""


def swaps(said: Told) -> bool:
    """`swap 5 and 8`, `sets and reps the wrong way round`; `swap bench for squat` is a change."""
    verb = pattern("swap").search(said.text)
    if verb is None or pattern("into").search(said.text, verb.end()):
        return False
    return not any(atom.named is not None for atom in said.atoms)


def addition(said: Told, statement: Statement) -> Addition | None:
    """`add another set of 5`, `one more set of 3 at 90kg`, `5회 1세트 추가`."""
    if not (pattern("more").search(said.text) or pattern("add").search(said.text)) or statement.deletes:
        return None
    counts = [one for one in statement.new if one.slot == "sets"]
    told = any(atom.has("SETS", "AGAIN", "LAST_SET") for atom in said.atoms)
    if not told or len(counts) > 1 or any(one.slot == "sets" for one in statement.old):
        return None
    sets = int(counts[0].value) if counts else 1
    if pattern("total").search(said.text) or not 0 < sets <= _MOST_ADDED:
        return None
    weight = next((one for one in statement.new if one.slot == "weight"), None)
    rest = [one for one in statement.new if one.slot in (None, "reps")]
    reps = next((one for one in rest if one.slot == "reps"), rest[0] if rest else None)
    load = next((one for one in rest if one is not reps and one.value > (reps.value if reps else 0)), None)
    return Addition(
        sets,
        int(reps.value) if reps and reps.value == int(reps.value) else None,
        weight.value if weight else load.value if load else None,
        weight.unit if weight else "",
    )


_MOST_ADDED = 20


def read_warmup(said: Told, statement: Statement) -> None:
    """`last set was a warmup`; in `delete the warm up sets` and `the warmup was 60` the word tells which."""
    word = next((at for at, atom in enumerate(said.atoms) if atom.has("WARMUP")), None)
    if word is None:
        return
    before = said.atoms[max(0, word - _NEAR) : word]
    if any(is_said(atom, "is") for atom in before) and not statement.deletes:
        statement.warmup = not any(is_said(atom, "is_not") for atom in before)
    else:
        statement.warmup_sets = True


_NEAR = 4
