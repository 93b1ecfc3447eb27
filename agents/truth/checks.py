"""Slots held against the words beside them: the day, what it is of, best or average, the unit, the direction.

A slot says where a number comes from, not that it was the right one. What none of these can judge is the
evaluator's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date

from agents.truth.conditions import of_other_days
from agents.truth.counts import is_one_of, miscounted
from agents.truth.directions import turned, unrelated
from agents.truth.labels import PLANNED, mislabelled, never_done, peers
from agents.truth.moments import Moment
from agents.truth.scene import Placed, Scene, is_of
from agents.truth.sheet import Sheet
from agents.truth.values import SeveralPartsError, Value
from agents.truth.words import Words
from storage.entities import DateRange

Judge = Callable[["Scene"], Iterator[tuple[Placed, str]]]


def misfits(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """The values of a sentence that its words do not fit, each with the reason."""
    told: set[int] = set()
    for judge in _JUDGES:
        for one, reason in judge(scene):
            if one.start not in told:
                told.add(one.start)
                yield one, reason


def nearest_fit(
    slots: Sequence[Placed], scene: Callable[[Sequence[Placed]], Scene], around: Sequence[Placed]
) -> Placed:
    """Of the slots that a bare number can be, the first that fits its sentence."""
    cited = {entry for one in around for entry in one.value.entries}
    counts = _is_counted(scene(around), slots[0])
    ranked = sorted(slots, key=lambda one: _remoteness(one.value, cited, counts=counts))
    for one in ranked[:_TRIED]:
        if not any(found is one for found, _ in misfits(scene([*around, one]))):
            return one
    return ranked[0]


def part_meant(scene: Scene, several: SeveralPartsError, at: int) -> str | None:
    """Which part of an entry a reference stands for that leaves it open: the one that the words are of."""
    parts = several.parts
    hours = "h" if several.reference.endswith(".h") else "s"
    native = {ref for ref, value in parts.items() if value.unit == hours}
    named = (
        scene.within(scene.subjects, scene.clause(at)),
        scene.subjects,
        scene.about(scene.sheet.query),
    )
    for names in (*({one.name for one in marks} for marks in named), scene.spoken):
        fit = [ref for ref, value in parts.items() if is_one_of(scene.sheet, value.measure, names)]
        if len(fit) == 1:
            return fit[0]
    return native.pop() if len(native) == 1 else None


def _is_counted(scene: Scene, one: Placed) -> bool:
    """Whether a word for days, entries or times stands behind a number."""
    behind = (one.end, one.end + _NEAR)
    units = (words.unit_words.get(unit, ()) for words in scene.tongues for unit in _UNITS_COUNTED)
    return any(scene.found(words, ways, behind) for ways in units for words in scene.tongues)


def _remoteness(value: Value, cited: set[str], *, counts: bool) -> tuple[bool, bool, bool]:
    """Single days before spans, counts only of what is counted; figures and entries cited before others."""
    is_span = value.kind == "day" and bool(value.days[1:])
    of_none = value.figure is None and not cited.intersection(value.entries)
    counted = value.role == "count" and not value.unit
    return is_span, not (counted or value.unit in _UNITS_COUNTED) if counts else counted, of_none


_TRIED = 40
_UNITS_COUNTED = ("days", "times")


# --- Days: a value stands with the day it is of -------------------------------------------------------------


def _misdated(scene: Scene) -> Iterator[tuple[Placed, str]]:
    glued = scene.tongues[0].glued
    told = [m for m in scene.moments if not (glued and scene.has(("than",), (m.end, m.end + 1)))]
    values = [v for v in scene.timed if not (_is_of_now(scene, v) or _is_the_same_on(scene, v, told))]
    named = [[m for m in told if start <= m.start < end] for start, end in scene.clauses]
    valued = [[v for v in values if start <= v.start < end] for start, end in scene.clauses]
    for at in range(len(named) if told else 0):
        meant = named[at] or _around(scene, at, named, valued)
        for one, days in _paired(scene, valued[at], meant):
            if not any(_is_all_of(scene.sheet, one.value, span) for moment in days for span in moment.spans):
                own = " to ".join(day.isoformat() for day in one.value.days)
                yield one, f"it is of {own}, not of {days[0].said}"


def _is_of_now(scene: Scene, one: Placed) -> bool:
    """Whether a word just before a value says that it is the present one."""
    return any("now" in mark.fits and one.start - mark.end == 1 for mark in scene.roles)


def _is_the_same_on(scene: Scene, one: Placed, told: Sequence[Moment]) -> bool:
    """Whether each of several days that are told has it: the 10 km of two races."""
    same = [v for v in peers(one.value, scene.sheet) if v.number == one.value.number]
    of_entry = one.value.figure is None and one.value.sides is None
    return of_entry and bool(told[1:]) and all(any(is_of(v, s) for v in same for s in m.spans) for m in told)


def _is_in(day: date, *spans: DateRange) -> bool:
    return any(one.start <= day <= one.end for one in spans)


def _is_all_of(sheet: Sheet, value: Value, span: DateRange) -> bool:
    """Whether a value is of some days, and a sum or count of all that they have of its measure."""
    own = value.span
    if own is None or value.role not in _WHOLE or not is_of(value, span):
        return is_of(value, span)
    days = [m.day for entry in sheet.entries for m in entry.measures if m.name == value.measure]
    sides = (own, span) if span.start < span.end else (span,)
    return all(_is_in(day, own) and _is_in(day, span) for day in days if _is_in(day, *sides))


_WHOLE = frozenset({"sum", "count"})


def _around(
    scene: Scene, at: int, named: Sequence[list[Moment]], valued: Sequence[list[Placed]]
) -> list[Moment]:
    """The days of a clause that names none: those told before, or just behind it."""
    before = next((_told_of(scene, days) for days in reversed(named[:at]) if days), list[Moment]())
    behind = named[at + 1] if at + 1 < len(named) and not _numbers(scene, at + 1) else []
    if behind and (at + 2 == len(named) or (len(valued[at]) == 1 and not before)):
        return behind
    if len(before) != 1 or not all(_is_of_an_entry(one.value) for one in valued[at]):
        return []
    start, end = scene.clauses[at]
    elsewhere = scene.has(_ASIDE, (max(0, start - 12), end)) or scene.has(("would",), (start, end))
    return [] if elsewhere else before


def _told_of(scene: Scene, moments: Sequence[Moment]) -> list[Moment]:
    """The days that a clause is of, without those beside it: "a week after the one of 5 May"."""
    start, _ = scene.clause(moments[0].start)
    beside = [m for m in moments if scene.has(_ASIDE, (max(start, m.start - _NEAR), m.start))]
    return [m for m in moments if m not in beside]


def _numbers(scene: Scene, at: int) -> list[Placed]:
    start, end = scene.clauses[at]
    return [one for one in scene.values if start <= one.start < end]


def _is_of_an_entry(value: Value) -> bool:
    return value.kind == "number" and value.dated and value.figure is None


_ASIDE = ("than", "from", "earlier", "to")
"""Words between a value and a day that is another's."""


def _paired(
    scene: Scene, values: Sequence[Placed], moments: Sequence[Moment]
) -> Iterator[tuple[Placed, Sequence[Moment]]]:
    """Each value with the days it stands for: in order where there are as many; one for all; all for one."""
    own = [one for one in values if len(moments) != len(values) > 1 and _own_day(one, moments)]
    if own:
        values = [one for one in values if one not in own]
        moments = [m for m in moments if not any(_own_day(one, [m]) for one in own)]
    if len(values) == 1 and len(moments) > 1:
        moments = [m for m in moments if not _is_aside(scene, values[0], m)] or moments
    days = [moment for moment in moments if moment.is_a_day]
    mixed = bool(days) and len(days) < len(moments)
    if mixed and len(values) == 1:
        yield values[0], days
        yield values[0], [moment for moment in moments if not moment.is_a_day]
    elif len(values) == len(moments) > 1 and not mixed and not _is_before_all(values, moments):
        yield from ((one, [moment]) for one, moment in zip(values, moments, strict=True))
    elif len(moments) == 1 and len(values) > 1:
        yield from ((one, moments) for one in _of_the_day(scene, values, moments[0]))
    elif moments:
        yield from ((one, moments) for one in values)


def _of_the_day(scene: Scene, values: Sequence[Placed], moment: Moment) -> list[Placed]:
    """The values that a day stands for: the nearest, and those behind it."""
    nearest = _lifted_with(scene, min(values, key=lambda one: abs(one.start - moment.start)), values)
    nearest = [] if scene.has(("than",), (max(0, moment.start - _NEAR), moment.start)) else nearest
    behind = [one for one in values if moment.start < one.start and not _is_aside(scene, one, moment)]
    return [*nearest, *(one for one in behind if one not in nearest)]


def _is_before_all(values: Sequence[Placed], moments: Sequence[Moment]) -> bool:
    """Whether days come first, and then values of several things: "July beats June: 80 km in 4 rides"."""
    return moments[-1].end <= values[0].start and len({one.value.unit for one in values}) > 1


def _own_day(one: Placed, moments: Sequence[Moment]) -> bool:
    """Whether a day slot stands beside a value that is the day it is of."""
    return one.value.dated and any(
        m.spans == (one.value.span,) and max(m.start - one.end, one.start - m.end) <= _TOUCHING
        for m in moments
    )


_TOUCHING = 6


def _is_aside(scene: Scene, one: Placed, moment: Moment) -> bool:
    return scene.has(_ASIDE, (min(one.start, moment.start), max(one.start, moment.start)))


def _lifted_with(scene: Scene, one: Placed, values: Sequence[Placed]) -> list[Placed]:
    """The values of one set, `100 kg x 5`: those before `one` that only a sign of times parts from it."""
    held = [one]
    for before in reversed([value for value in values if value.end <= one.start]):
        if scene.text[before.end : held[-1].start].strip() not in _TIMES_SIGNS:
            break
        held.append(before)
    return held


_TIMES_SIGNS = frozenset({"x", "X", "\N{MULTIPLICATION SIGN}"})


# --- What it is of ------------------------------------------------------------------------------------------


def _astray(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """Values of another thing than the one that their clause names."""
    logged = scene.sheet.logged
    for bounds in scene.clauses:
        values = [one for one in scene.values if bounds[0] <= one.start < bounds[1]]
        values = [one for one in values if one.value.measure in logged]
        here = {one.name for one in scene.within(scene.subjects, bounds)}
        before = {one.name for one in scene.within(scene.subjects, (0, bounds[0]))}
        fit = [one for one in values if is_one_of(scene.sheet, one.value.measure, here | before)]
        fit += [one for one in values if one.value.unit == one.value.measure and one.value.role in PLANNED]
        if here and values and (not fit or len(here) >= len(values)):
            beside = _held_with(scene, scene.outings(bounds))
            for one in values:
                if one not in fit and (one.value.unit or not beside & set(one.value.entries)):
                    yield one, f"it is of {one.value.measure}, not of {', '.join(sorted(here))}"


def _held_with(scene: Scene, names: set[str]) -> set[str]:
    """The entries that hold one of these things."""
    return {e.id for e in scene.sheet.entries if any(m.name in names for m in e.measures)}


# --- Units --------------------------------------------------------------------------------------------------


def _misunited(scene: Scene) -> Iterator[tuple[Placed, str]]:
    for one in scene.values:
        unit = one.value.unit
        part = _part_named(scene, one)
        if part and unit and unit not in _PARTS[part] and ".set" not in one.slot:
            yield one, f"its unit is {unit}"
            continue
        if unit == "sets" and ".set" in one.slot and scene.has(("each_set",), scene.clause(one.start)):
            yield one, "it is a number of sets"
            continue
        named = _unit_behind(scene, one)
        if named is None or not (unit or _is_bare(one.value)):
            continue
        fits = _COUNTABLE.get(unit, frozenset({unit}))
        if ".set" in one.slot:
            fits = _LIFTED
        if unit == "s" and not one.slot.endswith(".n"):
            fits = _TIMES
        graded = any(one.value.measure in words["graded"] for words in scene.tongues)
        if not named & (fits if unit else {one.value.measure} | (frozenset() if graded else _UNPHYSICAL)):
            yield one, f"its unit is {unit or one.value.measure}"


def _part_named(scene: Scene, one: Placed) -> str | None:
    """What the words just before a value call it: a time, a pace, a distance."""
    start = max(0, one.start - _NEAR)
    for words in scene.tongues:
        for part, ways in words.quantities.items():
            for found in scene.found(words, ways, (start, one.start)):
                if not _STOPS & set(scene.text[found.end() : one.start]) and not scene.is_idle(found):
                    return part
    return None


_NEAR, _STOPS = 22, frozenset("\ue000,:()")
_PARTS = {
    "time": frozenset({"s", "h", "min", "days", "weeks", "", "reps", "sets", "times"}),
    "pace": frozenset({"s/km", "s/mi", "s/100m", "s/100yd", "km/h", "mph", "s/500m", "%"}),
    "distance": frozenset({"km", "mi", "m", "yd", "%"}),
    "rpe": frozenset[str](),
    "reps": frozenset({"reps"}),
}
"""The units of a part of a measure."""


def _is_bare(value: Value) -> bool:
    """Whether it has no unit because what it measures has none, such as a mood."""
    return bool(value.measure) and (value.figure is None or value.role in _MEASURED) and value.role != "count"


_MEASURED = frozenset({"sum", "max", "min", "average", "usual", "last", "first"})
_UNPHYSICAL = frozenset({"times", "cups"})
_TIMES, _LIFTED = frozenset({"s", "min", "h"}), frozenset({"reps", "sets", "times"})
_COUNTABLE = {unit: frozenset({unit, "times"}) for unit in ("days", "sets", "weeks", "reps", "cups")}
_COUNTABLE["times"] = frozenset({"days", "times"})
"""What else may be counted behind a number of that unit."""


def _unit_behind(scene: Scene, one: Placed) -> set[str] | None:
    """The units that the word behind a value can name; None where it names none."""
    named: set[str] = set()
    for words in scene.tongues:
        for unit, ways in words.unit_words.items():
            for match in words.found(scene.text, ways):
                gap = scene.text[one.end : match.start()] if match.start() >= one.end else "?"
                if (
                    gap in ("", " ", "-")
                    and match.start() >= one.end
                    and not (gap and _goes_on(match, words))
                ):
                    named.add(unit)
                if "/" in one.value.unit and gap.strip() in words["per"]:
                    named.add(f"s/{unit}")
    return named or None


def _goes_on(found: re.Match[str], words: Words) -> bool:
    """Whether it is only the beginning of a word, where words are glued."""
    return words.glued and not found[0].isascii() and found.string[found.end() : found.end() + 1].isalpha()


def _unasked(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """In a sentence that names no thing: values of another thing than question and sentences before."""
    if scene.subjects:
        return
    asked = {one.name for one in scene.about(scene.sheet.query)}
    logged = {one for one in scene.sheet.measures if is_one_of(scene.sheet, one, asked)}
    near = logged | scene.spoken | {one.name for one in scene.about(scene.text)} | _by_own_words(scene)
    for one in scene.values:
        value = one.value
        shortly = value.measure.split(" ")[-1] in scene.text.casefold()
        if not logged or shortly or is_one_of(scene.sheet, value.measure, near):
            continue
        if value.unit and value.unit in _units_of(scene.sheet, logged):
            yield one, f"it is of {value.measure}, which neither the question nor the sentence names"


def _by_own_words(scene: Scene) -> set[str]:
    """The measures whose own text stands in the sentence: the shoulder of a pain."""
    low = scene.text.casefold()
    measures = (measure for entry in scene.sheet.entries for measure in entry.measures)
    return {one.name for one in measures if one.text and one.text.casefold() in low}


def _units_of(sheet: Sheet, names: set[str]) -> set[str]:
    """The units of what was logged of some measures."""
    figures = {figure.unit for figure in sheet.figures if figure.measure in names}
    measures = [(entry, m) for entry in sheet.entries for m in entry.measures if m.name in names]
    fields = ("kg", "km", "time", "reps", "sets", "n")
    return figures | {
        v.unit for entry, m in measures for name in fields if (v := sheet.of_measure(entry, m, name))
    }


_JUDGES: tuple[Judge, ...] = (
    of_other_days,
    _misdated,
    mislabelled,
    never_done,
    _astray,
    _misunited,
    turned,
    unrelated,
    miscounted,
    _unasked,
)
