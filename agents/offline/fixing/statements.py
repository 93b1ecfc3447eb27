"""What a correction says: what to delete, which values are new and which were wrong, of which exercise."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.language.days.dates import DayMention, find_days
from agents.offline.fixing.hints import (
    addition,
    no_single_reps,
    read_counts,
    read_pace,
    read_texts,
    read_warmup,
    swaps,
    within,
)
from agents.offline.fixing.places import find_place, pattern
from agents.offline.fixing.stated import Statement, Value
from agents.offline.lexicon import plain
from agents.offline.reading.itemized import read_items
from agents.offline.reading.items import Item
from agents.offline.reading.words import catalogue_for
from agents.parser import ParserInput
from storage.entities import DistanceUnit, WeightUnit


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
        swaps=swaps(text, items),
    )
    statement.one_set = any(item.tag("sets") and item.text in ("set", "세트", "rep") for item in items)
    held = _without(text, [(place.start, place.end)] if place else [])
    for at, item in enumerate(items):
        if not held[item.start : item.end].strip():
            continue  # the place of a set
        _read(items, at, item, statement, wrong=within(item, wrong))
    read_texts(text, items, wrong, statement)
    statement.addition = addition(text, items, statement)
    read_counts(items, statement)
    no_single_reps(text, statement)
    statement.effort = any(item.tag("rpe", "rir") for item in items)
    read_pace(items, statement)
    read_warmup(text, items, statement)
    statement.unit = _unit(items, wrong)
    statement.distance_unit = _distance_unit(items, wrong)
    right = [
        one for one in mentions if deletes or not any(start <= one.start < end for start, end in wrong)
    ]  # "delete the bench from monday" takes nothing back
    statement.day = right[0].day if right else None
    statement.day_selects = bool(right) and _selects(text, items, right[0], statement)
    kept = [item for item in items if not within(item, wrong)]
    statement.structured = any(item.tag("x") for item in kept) and bool(statement.new)
    statement.kept_text = _without(text, wrong)
    return statement


def _selects(text: str, items: Sequence[Item], day: DayMention, statement: Statement) -> bool:
    """`monday's bench was 95`, `delete the log from monday`, `어제 벤치 95였어`: which log is meant."""
    if text[: day.end].endswith("'s") or text.startswith("'s", day.end) or statement.deletes:
        return True
    beside = next((item for item in items if item.start >= day.end and item.kind != "noise"), None)
    led = beside is not None and not text[day.end : beside.start].strip(" 의")
    valued = bool(statement.new or statement.old or statement.addition)
    return valued and led and beside is not None and beside.named is not None


def _without_asides(text: str) -> str:
    """`fat fingers. 225 lol`: what only says that it went wrong is no name of anything."""
    return pattern("asides").sub(lambda found: " " * len(found[0]), text)


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
            after = items[at + 1] if at + 1 < len(items) else item
            more = 1 if after.tag("more") else -1 if after.tag("less") else 0
            return Value(item.value, "weight", item.unit, more)
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
