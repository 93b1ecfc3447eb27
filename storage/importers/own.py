"""Our own export: `entries.json`, and `person.json` where it is there."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import cast

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

from storage.entities import ContextVersion, Entry, Preferences
from storage.goal import GoalRow
from storage.homes import at_home
from storage.importers.json_list import elements
from storage.importers.model import File, OwnExport, Problem, Reading
from storage.importers.pile import Pile
from storage.importers.tables import CONTROL, MOST_ROWS

ENTRIES = "entries.json"
PROFILE = "person.json"
MOST_ENTRIES = MOST_ROWS
"""For the same reason: what each holds once it is an entry."""
_LARGEST = 1e9
_LONGEST_NAME = 200
_LONGEST_TEXT = 100_000
_LONGEST_PROFILE = 32 * 1024 * 1024
"""Bytes; it lists what came from other apps."""


class Profile(BaseModel, extra="ignore"):
    """What is exported of a person besides entries. Later versions may know more."""

    format: str = "swealog"
    version: int = 1
    preferences: Preferences = Preferences()
    memory: ContextVersion | None = None
    imported: tuple[tuple[str, str, str], ...] = ()
    goals: tuple[GoalRow, ...] = ()
    """Also those that were deleted."""


def is_own(name: str) -> bool:
    """Whether it is the export's list of entries."""
    return name.rpartition("/")[2] == ENTRIES


def read_own(entries: File, profile: File | None) -> Reading:
    """All entries that can be read; others are problems. A deleted one is left out."""
    reading = Reading()
    found = Pile(Entry)
    for number, raw in enumerate(_objects(entries, reading), 1):
        if number > MOST_ENTRIES:
            reading.problems.append(Problem(entries.name, 0, "too_many_entries", f"{MOST_ENTRIES:,}"))
            break
        try:
            entry = Entry.model_validate(raw, strict=False)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(map(str, first["loc"]))
            why = f"{where}: {first['msg']}"
            reading.problems.append(Problem(entries.name, 0, "unread_entry", str(number), why))
            continue
        if not _is_sound(entry):
            reading.problems.append(Problem(entries.name, 0, "unsound_entry", str(number)))
        elif not entry.deleted:
            found.append(at_home(entry))
    about = _profile(profile, reading) if profile else None
    if about is None:
        reading.own = OwnExport(found)
    else:
        reading.own = OwnExport(found, about.preferences, about.memory, about.imported, about.goals)
    return reading


def _is_sound(entry: Entry) -> bool:
    """What types do not say: the file may have been written by anybody."""
    numbers = [
        number
        for m in entry.measures
        for number in (m.weight, m.rpe, m.distance_m, m.duration_s, m.value)
        if number is not None
    ]
    counts = [count for m in entry.measures for count in (m.sets, m.reps) if count is not None]
    names = [text for m in entry.measures for text in (m.name, m.domain)]
    return (
        entry.logged_at.tzinfo is not None
        and all(math.isfinite(number) and abs(number) < _LARGEST for number in numbers)
        and all(0 <= count < _LARGEST for count in counts)
        and all(0 < len(name) <= _LONGEST_NAME for name in names)
        and len(entry.text) <= _LONGEST_TEXT
        and 0 <= entry.confidence <= 1
    )


def _objects(file: File, reading: Reading) -> Iterator[object]:
    """The elements of the list, one at a time."""
    try:
        for element in elements(file):
            yield _plain(from_json(element))
    except (ValueError, RecursionError) as error:
        reading.problems.append(Problem(file.name, 0, "not_entries", detail=str(error)[:100]))


def _plain(value: object) -> object:
    """Strings without control characters, as those of every other file."""
    if isinstance(value, str):
        return CONTROL.sub("", value)
    if isinstance(value, list):
        return [_plain(each) for each in cast("list[object]", value)]
    if isinstance(value, dict):
        return {_plain(key): _plain(each) for key, each in cast("dict[object, object]", value).items()}
    return value


def _profile(file: File, reading: Reading) -> Profile | None:
    try:
        with file.open() as stream:
            content = stream.read(_LONGEST_PROFILE)  # what is longer is cut, and so no JSON
        return Profile.model_validate(_plain(from_json(content)), strict=False)
    except (ValueError, RecursionError):  # ValidationError is a ValueError
        reading.problems.append(Problem(file.name, 0, "unread_person"))
        return None
