"""Parts of what a correction says that are read from several words together."""

from __future__ import annotations

import re

from agents.language.likely import dearer_first
from agents.offline.fixing.places import pattern
from agents.offline.fixing.stated import Addition, Statement, Value
from agents.offline.fixing.told import Told, is_said


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
    if any(is_said(atom, "is_") for atom in before) and not statement.deletes:
        statement.warmup = not any(is_said(atom, "is_not") for atom in before)
    else:
        statement.warmup_sets = True


_NEAR = 4
