"""Parts of what a correction says that are read from several words together."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.offline.fixing.places import pattern
from agents.offline.fixing.stated import Addition, Statement, Value
from agents.offline.reading.items import Item
from agents.offline.reading.roles import counts


def within(item: Item, spans: list[tuple[int, int]]) -> bool:
    """Whether it begins in one of these stretches."""
    return any(start <= item.start < end for start, end in spans)


def read_counts(items: Sequence[Item], statement: Statement) -> None:
    """`it was a 4x8`: sets and repetitions, where nothing else is told."""
    chained = any(item.tag("x") for item in items) and len(statement.new) == 2
    if (
        not chained
        or statement.names
        or any(one.slot or one.value != int(one.value) for one in statement.new)
    ):
        return
    one, other = (int(value.value) for value in statement.new)
    if max(one, other) <= _MOST_COUNTED:
        roles = counts(one, other)
        statement.new = [Value(float(roles.sets or 1), "sets"), Value(float(roles.reps or 1), "reps")]


def no_single_reps(text: str, statement: Statement) -> None:
    """`drop the last two reps`, `delete 2 sets`: which is not told; `scratch that, 6 reps` is a new value."""
    verb = pattern("delete").search(text)
    if verb is None or not any(one.slot in ("reps", "sets") for one in statement.new):
        return
    if not re.search(r"[,.;:!\n-]", text[verb.end() :]) and not statement.old:
        statement.new, statement.which, statement.one_set = [], None, True


_MOST_COUNTED = 19
"""Beyond this one of two numbers is a load."""


def read_pace(items: Sequence[Item], statement: Statement) -> None:
    """`pace was 5:10`: the time follows from it."""
    paced = next((item for item in items if item.kind == "pace"), None)
    if paced is None and any(item.tag("pace") for item in items):
        paced = next((item for item in items if item.kind in ("clock", "time")), None)
        statement.new = [one for one in statement.new if one.slot != "duration_s"]
    statement.pace = paced.value if paced is not None else None


def swaps(text: str, items: Sequence[Item]) -> bool:
    """`swap 5 and 8`, `sets and reps the wrong way round`; `swap bench for squat` is a change."""
    verb = pattern("swap").search(text)
    if verb is None or pattern("into").search(text, verb.end()):
        return False
    return not any(item.named is not None for item in items)


def addition(text: str, items: Sequence[Item], statement: Statement) -> Addition | None:
    """`add another set of 5`, `one more set of 3 at 90kg`, `5회 1세트 추가`."""
    if not (pattern("more").search(text) or pattern("add").search(text)) or statement.deletes:
        return None
    at = next((at for at, item in enumerate(items) if item.tag("sets", "again", "last_set")), None)
    counts = [one for one in statement.new if one.slot == "sets"]
    if at is None or len(counts) > 1 or any(one.slot == "sets" for one in statement.old):
        return None
    sets = int(counts[0].value) if counts else 1
    if _TOTAL.search(text) or not 0 < sets <= _MOST_ADDED:
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


_TOTAL = re.compile(r"\b(?:it was|were|in total|total|altogether|so|not)\b|총|모두")
_MOST_ADDED = 20


def read_warmup(text: str, items: Sequence[Item], statement: Statement) -> None:
    """`last set was a warmup`; in `delete the warm up sets` and `the warmup was 60` the word tells which."""
    word = next((at for at, item in enumerate(items) if item.tag("warmup")), None)
    if word is None:
        return
    said = items[max(0, word - 4) : word]
    is_one = any(item.text in _IS for item in said)
    if is_one and not statement.deletes:
        statement.warmup = not any(item.text in ("not", "wasn't", "weren't", "isn't") for item in said)
    else:
        statement.warmup_sets = True


_IS = frozenset(("was", "were", "is", "are", "as", "wasn't", "weren't", "isn't", "은", "는", "이", "가"))


def read_texts(text: str, items: Sequence[Item], wrong: list[tuple[int, int]], statement: Statement) -> None:
    """Places of the body and words of a note, right and wrong."""
    for at, item in enumerate(items):
        part = next((one.what for one in item.meanings if one.kind == "part"), None)
        side = next((one.what for one in item.meanings if one.kind == "side"), None)
        beside = items[at + 1] if at + 1 < len(items) else None
        if side is not None and (beside is None or not beside.has("part")):
            part = side
        elif part is not None and at and (led := _side(items[at - 1])):
            part = f"{led} {part}"
        if part is not None:
            (statement.old_parts if within(item, wrong) else statement.parts).append(part)
    if len(wrong) == 1:
        start, end = wrong[0]
        lead = pattern("old").match(text, start)
        statement.old_text = text[lead.end() if lead else start : end].strip(" ,.!")
        before = text[:start].strip(" ,.!") or text[end:].strip(" ,.!")
        opening = re.match(rf"(?:(?:{pattern('openings').pattern})[\s,]*)+", before)
        statement.new_text = before[opening.end() if opening else 0 :].strip(" ,.!")


def _side(item: Item) -> str | None:
    return next((one.what for one in item.meanings if one.kind == "side"), None)
