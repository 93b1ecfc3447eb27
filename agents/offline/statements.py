"""What a correction says: what to delete, which values are new and which were wrong, of which exercise."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from agents.offline.dates import find_days
from agents.offline.lexicon import plain
from agents.offline.places import find_place, pattern
from agents.offline.reading.items import Item, read_items
from agents.offline.reading.roles import counts
from agents.offline.reading.words import catalogue_for
from agents.parser import ParserInput
from storage.entities import DistanceUnit, WeightUnit

Slot = Literal["weight", "reps", "sets", "rpe", "distance_m", "duration_s", "value"]


@dataclass(frozen=True, slots=True)
class Value:
    """A number of the correction; `slot` where the words say what it is."""

    value: float
    slot: Slot | None
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Addition:
    """Sets that were left out: like the last one but for what is told."""

    sets: int
    reps: int | None = None
    weight: float | None = None
    unit: str = ""


@dataclass(slots=True)
class Statement:
    """A correction taken apart. `which` is a set's place: 0 the first, -1 the last, None unsaid."""

    deletes: bool = False
    adds: bool = False
    whole: bool = False
    which: int | None = None
    count: int = 1
    """How many sets from there: "the last two"."""
    one_set: bool = False
    """It speaks of a set, whichever that is."""
    every: bool = False
    top: bool = False
    warmup: bool | None = None
    """What they were, where that is what it says."""
    warmup_sets: bool = False
    """Only those that are warm-ups are meant."""
    swaps: bool = False
    swapped_slots: list[Slot] = field(default_factory=list[Slot])
    addition: Addition | None = None
    where: list[Value] = field(default_factory=list[Value])
    """Figures that tell which sets are meant: "the 100kg set"."""
    pace: float | None = None
    """Seconds per kilometre or mile."""
    effort: bool = False
    """It speaks of the RPE."""
    words: list[str] = field(default_factory=list[str])
    """What is right and means nothing by itself ("dumbbells")."""
    parts: list[str] = field(default_factory=list[str])
    old_parts: list[str] = field(default_factory=list[str])
    old_text: str = ""
    new_text: str = ""
    new: list[Value] = field(default_factory=list[Value])
    old: list[Value] = field(default_factory=list[Value])
    names: list[str] = field(default_factory=list[str])
    old_names: list[str] = field(default_factory=list[str])
    unit: WeightUnit | None = None
    distance_unit: DistanceUnit | None = None
    day: date | None = None
    structured: bool = False
    """It repeats a whole set (`100x5`), not just one value."""
    kept_text: str = ""
    """The text without what it says was wrong."""


def read_statement(given: ParserInput) -> Statement:
    """Take the correction apart; `day` is only set when it is not in the future."""
    text = _without_asides(plain(given.text))
    deletes = pattern("delete").search(text) is not None
    now = given.profile.local(given.now)
    mentions = [one for one in find_days(text, now, given.profile.date_order) if one.day <= now.date()]
    spans = [(one.start, one.end) for one in mentions]
    items = read_items(text, catalogue_for(given.domain_context), spans)
    wrong = _wrong_spans(text, items)
    place = find_place(text, deletes=deletes)
    statement = Statement(
        deletes=deletes,
        adds=pattern("add").search(text) is not None,
        whole=pattern("whole").search(text) is not None,
        which=place.which if place else None,
        count=place.count if place else 1,
        every=pattern("every").search(text) is not None,
        top=pattern("top").search(text) is not None,
        swaps=_swaps(text, items),
    )
    statement.one_set = any(item.tag("sets") and item.text in ("set", "세트", "rep") for item in items)
    held = _without(text, [(place.start, place.end)] if place else [])
    for at, item in enumerate(items):
        if not held[item.start : item.end].strip():
            continue  # the place of a set
        _read(items, at, item, statement, wrong=_within(item, wrong))
    _read_texts(text, items, wrong, statement)
    statement.addition = _addition(text, items, statement)
    _read_counts(items, statement)
    _no_single_reps(text, statement)
    statement.effort = any(item.tag("rpe", "rir") for item in items)
    _read_pace(items, statement)
    _read_warmup(text, items, statement)
    statement.unit = _unit(items, wrong)
    statement.distance_unit = _distance_unit(items, wrong)
    right = [one for one in mentions if not any(start <= one.start < end for start, end in wrong)]
    statement.day = right[0].day if right else None
    kept = [item for item in items if not _within(item, wrong)]
    statement.structured = any(item.tag("x") for item in kept) and bool(statement.new)
    statement.kept_text = _without(text, wrong)
    return statement


def _read_counts(items: Sequence[Item], statement: Statement) -> None:
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


def _no_single_reps(text: str, statement: Statement) -> None:
    """`drop the last two reps`: of which set is not told; `scratch that, 6 reps` is a new value."""
    verb = pattern("delete").search(text)
    if verb is None or not any(one.slot == "reps" for one in statement.new):
        return
    if not re.search(r"[,.;:!\n-]", text[verb.end() :]) and not statement.old:
        statement.new, statement.which, statement.one_set = [], None, True


_MOST_COUNTED = 19
"""Beyond this one of two numbers is a load."""


def _read_pace(items: Sequence[Item], statement: Statement) -> None:
    """`pace was 5:10`: the time follows from it."""
    paced = next((item for item in items if item.kind == "pace"), None)
    if paced is None and any(item.tag("pace") for item in items):
        paced = next((item for item in items if item.kind in ("clock", "time")), None)
        statement.new = [one for one in statement.new if one.slot != "duration_s"]
    statement.pace = paced.value if paced is not None else None


def _within(item: Item, spans: list[tuple[int, int]]) -> bool:
    return any(start <= item.start < end for start, end in spans)


def _without_asides(text: str) -> str:
    """`fat fingers. 225 lol`: what only says that it went wrong is no name of anything."""
    return pattern("asides").sub(lambda found: " " * len(found[0]), text)


def _swaps(text: str, items: Sequence[Item]) -> bool:
    """`swap 5 and 8`, `sets and reps the wrong way round`; `swap bench for squat` is a change."""
    verb = pattern("swap").search(text)
    if verb is None or pattern("into").search(text, verb.end()):
        return False
    return not any(item.named is not None for item in items)


def _addition(text: str, items: Sequence[Item], statement: Statement) -> Addition | None:
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


def _read_warmup(text: str, items: Sequence[Item], statement: Statement) -> None:
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


def _read_texts(text: str, items: Sequence[Item], wrong: list[tuple[int, int]], statement: Statement) -> None:
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
            (statement.old_parts if _within(item, wrong) else statement.parts).append(part)
    if len(wrong) == 1:
        start, end = wrong[0]
        lead = pattern("old").match(text, start)
        statement.old_text = text[lead.end() if lead else start : end].strip(" ,.!")
        before = text[:start].strip(" ,.!") or text[end:].strip(" ,.!")
        opening = re.match(rf"(?:(?:{pattern('openings').pattern})[\s,]*)+", before)
        statement.new_text = before[opening.end() if opening else 0 :].strip(" ,.!")


def _side(item: Item) -> str | None:
    return next((one.what for one in item.meanings if one.kind == "side"), None)


def _wrong_spans(text: str, items: Sequence[Item]) -> list[tuple[int, int]]:
    """Stretches that tell what was wrong: after "not" up to the next clause, in Korean before "아니고"."""
    spans: list[tuple[int, int]] = []
    for found in pattern("old").finditer(text):
        end = next(
            (
                item.start
                for item in items
                if item.start >= found.end()
                and (item.kind in ("comma", "stop", "line") or item.text in ("but", "to", "it"))
            ),
            len(text),
        )
        spans.append((found.start(), end))
    for found in pattern("old_before").finditer(text):
        before = [item for item in items if item.end <= found.start() + 1 and item.start < found.start()]
        begin = next((item.end for item in reversed(before) if item.kind in ("comma", "stop", "line")), 0)
        figures = [item for item in before if item.data and item.start >= begin]
        names = [item for item in before if item.named is not None and item.start >= begin]
        if figures:
            spans.append((figures[-1].start, found.end()))
        elif names:
            spans.append((names[-1].start, found.end()))
        elif before and before[-1].start >= begin:
            spans.append((before[-1].start, found.end()))
    return spans + _changed_from(text, items)


def _changed_from(text: str, items: Sequence[Item]) -> list[tuple[int, int]]:
    """The A of `change A to B`, `A → B`, `A를 B로 바꿔`, where exactly two names or two figures stand."""
    verb = pattern("change").search(text)
    verb_after = pattern("change_after").search(text)
    begin = verb.end() if verb is not None else 0
    spans: list[tuple[int, int]] = []
    for kind in (_is_name, _is_figure):
        said = [item for item in items if item.start >= begin and kind(item)]
        if len(said) != 2:
            continue
        one, other = said
        between = text[one.end : other.start]
        led = verb is not None and pattern("into").search(between) is not None
        if led or verb_after is not None or _ARROW.fullmatch(between):
            spans.append((one.start, one.end))
    return spans


_ARROW = re.compile(r" {0,3}(?:→|-?>) {0,3}")


def _is_name(item: Item) -> bool:
    return item.named is not None


def _is_figure(item: Item) -> bool:
    return item.data


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    letters = list(text)
    for start, end in spans:
        letters[start:end] = " " * (end - start)
    return "".join(letters)


def _read(items: Sequence[Item], at: int, item: Item, statement: Statement, *, wrong: bool) -> None:
    if item.kind == "words" and not item.meanings and not wrong:
        statement.words.append(item.text)
    if statement.swaps and item.tag("sets", "reps") and not (at and items[at - 1].data):
        statement.swapped_slots.append("sets" if item.text.startswith("set") else "reps")
    if item.named is not None:
        (statement.old_names if wrong else statement.names).append(item.named.name)
        return
    value = _value(items, at)
    if value is not None and _tells_which(items, at, value, statement):
        statement.where.append(value)
    elif value is not None:
        (statement.old if wrong else statement.new).append(value)


def _tells_which(items: Sequence[Item], at: int, value: Value, statement: Statement) -> bool:
    """`the 100kg set was …`, `delete the 100 one`: which set is meant, not what it becomes."""
    after = items[at + 1] if at + 1 < len(items) else None
    if after is None or not (after.text == "one" or after.tag("sets")) or after.text in ("sets", "세트"):
        return False
    led = at > 0 and items[at - 1].text in ("the", "my", "that")
    return (led or statement.deletes) and (value.slot == "weight" or value.value >= _LIGHTEST)


_LIGHTEST = 20.0
"""What a bare number before "set" may weigh; less is a count."""


def _value(items: Sequence[Item], at: int) -> Value | None:  # noqa: PLR0911 - one return a kind
    item = items[at]
    match item.kind:
        case "mass":
            return Value(item.value, "weight", item.unit)
        case "distance":
            return Value(item.value, "distance_m", item.unit)
        case "k":
            return Value(item.value * 1000, "distance_m", "km")
        case "time" | "clock":
            return Value(item.value, "duration_s", item.unit)
        case "energy" | "grams" | "volume" | "bpm":
            return Value(item.value, "value", item.unit)
        case "number":
            return _number(items, at)
        case _:
            return None


def _number(items: Sequence[Item], at: int) -> Value | None:
    """A bare number, by what stands beside it: `4 sets`, `rpe was 9`; "oh" and "the second one" are none."""
    item = items[at]
    after = items[at + 1] if at + 1 < len(items) else None
    if _is_no_value(items[at - 1] if at else None, item):
        return None
    if after is not None and pattern("more").fullmatch(after.text):
        after = items[at + 2] if at + 2 < len(items) else None  # `two more sets`
    if after is not None and after.tag("sets", "reps"):
        return Value(item.value, "sets" if after.tag("sets") else "reps")
    near = items[max(0, at - 3) : at]
    label = next((one for one in reversed(near) if one.tag("sets", "reps", "rpe")), None)
    if label is None or any(one.data for one in near):
        return Value(item.value, None)
    if label.tag("rpe"):
        return Value(item.value, "rpe")
    return Value(
        item.value, "sets" if label.text.startswith("sets") else "reps" if label.tag("reps") else None
    )


def _is_no_value(before: Item | None, item: Item) -> bool:
    """`oh`, `set 3`, `the wrong one`."""
    if item.text == "oh" or (before is not None and before.text in ("set", "/")) or _is_place(before, item):
        return True
    return item.text == "one" and before is not None and (before.text in _POINTS or before.data)


_POINTS = frozenset(("that", "this", "the", "wrong", "which"))


def _is_place(before: Item | None, item: Item) -> bool:
    places = ("last", "first", "second", "third")
    return (
        item.text == "one"
        and before is not None
        and any(pattern(place).fullmatch(before.text) for place in places)
    )


def _lone_units(items: Sequence[Item], wrong: list[tuple[int, int]]) -> Iterator[str]:
    """Units that stand alone: `kg not lb`, `that was in pounds`, `miles not km`."""
    for item in items:
        if item.kind == "words" and not any(start <= item.start < end for start, end in wrong):
            yield from (meaning.what for meaning in item.meanings if meaning.kind == "unit")


def _unit(items: Sequence[Item], wrong: list[tuple[int, int]]) -> WeightUnit | None:
    found = next((unit for unit in reversed([*_lone_units(items, wrong)]) if unit in ("kg", "lb")), None)
    return None if found is None else "kg" if found == "kg" else "lb"


def _distance_unit(items: Sequence[Item], wrong: list[tuple[int, int]]) -> DistanceUnit | None:
    for unit in _lone_units(items, wrong):
        match unit:
            case "km" | "mi" | "yd" | "m":
                return unit
            case _:
                continue
    return None
