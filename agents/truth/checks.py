"""Slots held against the words beside them: the day, what it is of, best or average, the unit, the direction.

A slot says where a number comes from, not that it was the right one. What none of these can judge is the
evaluator's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set

from agents.truth.directions import turned
from agents.truth.labels import mislabelled
from agents.truth.moments import Moment
from agents.truth.scene import Placed, Scene, is_of, same_thing
from agents.truth.sheet import Sheet
from agents.truth.values import Value
from agents.truth.words import Words
from storage.entities import DateRange

Judge = Callable[["Scene"], Iterator[tuple[Placed, str]]]


def misfits(
    text: str, placed: Sequence[Placed], sheet: Sheet, tongues: Sequence[Words]
) -> Iterator[tuple[Placed, str]]:
    """The values of a sentence that its words do not fit, each with the reason."""
    scene = Scene(text, placed, sheet, tongues)
    told: set[int] = set()
    for judge in _JUDGES:
        for one, reason in judge(scene):
            if one.start not in told:
                told.add(one.start)
                yield one, reason


def nearest_fit(
    slots: Sequence[Placed], text: str, around: Sequence[Placed], sheet: Sheet, tongues: Sequence[Words]
) -> Placed:
    """Of the slots that a bare number can be, the first that fits its sentence."""
    if len(slots) == 1:
        return slots[0]
    cited = {entry for one in around for entry in one.value.entries}
    ranked = sorted(slots, key=lambda one: _remoteness(one.value, cited))
    for one in ranked[:_TRIED]:
        if not any(found is one for found, _ in misfits(text, [*around, one], sheet, tongues)):
            return one
    return ranked[0]


def _remoteness(value: Value, cited: set[str]) -> tuple[bool, bool]:
    """Single days before spans; figures and what is of entries cited already before others."""
    is_span = value.kind == "day" and bool(value.days[1:])
    return is_span, value.figure is None and not cited.intersection(value.entries)


_TRIED = 40


# --- Days: a value stands with the day it is of -------------------------------------------------------------


def _misdated(scene: Scene) -> Iterator[tuple[Placed, str]]:
    moments = scene.moments
    if not moments:
        return
    clauses = [scene.clause(start) for start in scene.starts]
    named = [[m for m in moments if start <= m.start < end] for start, end in clauses]
    valued = [[v for v in scene.timed if start <= v.start < end] for start, end in clauses]
    for at, (start, _) in enumerate(clauses):
        meant = named[at] or _around(scene, at, start, named, valued)
        for one, days in _paired(scene, valued[at], meant):
            if not any(is_of(one.value, span) for moment in days for span in moment.spans):
                own = " to ".join(day.isoformat() for day in one.value.days)
                yield one, f"it is of {own}, not of {days[0].said}"


def _around(
    scene: Scene, at: int, start: int, named: Sequence[list[Moment]], valued: Sequence[list[Placed]]
) -> list[Moment]:
    """The days of a clause that names none: those told before, or just behind it."""
    before = next((days for days in reversed(named[:at]) if days), list[Moment]())
    behind = named[at + 1] if at + 1 < len(named) and not valued[at + 1] else []
    if behind and (at + 2 == len(named) or (len(valued[at]) == 1 and not before)):
        return behind
    if len(before) != 1 or not all(_is_of_an_entry(one.value) for one in valued[at]):
        return []
    end = max((one.end for one in valued[at]), default=start)
    compares = (
        next(
            words.found(scene.text[max(0, start - 12) : end], (*words.than, *words.from_, *words.earlier)),
            None,
        )
        for words in scene.tongues
    )
    return [] if any(found is not None for found in compares) else before


def _is_of_an_entry(value: Value) -> bool:
    return value.kind == "number" and value.dated and value.figure is None


def _paired(
    scene: Scene, values: Sequence[Placed], moments: Sequence[Moment]
) -> Iterator[tuple[Placed, Sequence[Moment]]]:
    """Each value with the days it can stand for: as many as there are in order; one for all; else any."""
    if len(values) == len(moments) > 1:
        yield from ((one, [moment]) for one, moment in zip(values, moments, strict=True))
    elif len(moments) == 1 and len(values) > 1:
        nearest = _lifted_with(scene, min(values, key=lambda one: abs(one.start - moments[0].start)), values)
        for one in values:
            low, high = sorted((one.start, moments[0].start))
            aside = any(
                scene.found(words, (*words.than, *words.from_), (low, high)) for words in scene.tongues
            )
            if one in nearest or (moments[0].start < one.start and not aside):
                yield one, moments
    elif moments:
        yield from ((one, moments) for one in values)


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
    named, logged = scene.subjects, scene.sheet.logged
    for start in scene.starts:
        _, end = scene.clause(start)
        here = {name for at, name in named if start <= at < end}
        values = [one for one in scene.values if start <= one.start < end and one.value.measure in logged]
        fit = [one for one in values if any(same_thing(one.value.measure, name) for name in here)]
        if here and values and (not fit or len(here) >= len(values)):
            for one in values:
                if one not in fit:
                    yield one, f"it is of {one.value.measure}, not of {', '.join(sorted(here))}"


# --- Units --------------------------------------------------------------------------------------------------


def _misunited(scene: Scene) -> Iterator[tuple[Placed, str]]:
    for one in scene.values:
        unit = one.value.unit
        named = _unit_behind(scene, one)
        if named is None or unit == "":
            continue
        fits = _COUNTABLE.get(unit, frozenset({unit}))
        if ".set" in one.slot:
            fits = _LIFTED
        if unit == "s" and not one.slot.endswith(".n"):
            fits = _TIMES
        if not named & fits:
            yield one, f"its unit is {unit}"


_TIMES, _LIFTED = frozenset({"s", "min", "h"}), frozenset({"reps", "sets", "times"})
_COUNTABLE: dict[str, frozenset[str]] = {
    "days": frozenset({"days", "times"}),
    "sets": frozenset({"sets", "times"}),
    "times": frozenset({"days", "times"}),
    "weeks": frozenset({"weeks", "times"}),
    "reps": frozenset({"reps", "times"}),
    "cups": frozenset({"cups", "times"}),
}
"""What else may be counted behind a number of that unit."""


def _unit_behind(scene: Scene, one: Placed) -> set[str] | None:
    """The units that the word behind a value can name; None where it names none."""
    named: set[str] = set()
    for words in scene.tongues:
        for unit, ways in words.unit_words.items():
            for match in words.found(scene.text, ways):
                gap = scene.text[one.end : match.start()] if match.start() >= one.end else "-"
                if gap in ("", " ", "-") and match.start() >= one.end:
                    named.add(unit)
                if "/" in one.value.unit and gap.strip() in words.per:
                    named.add(f"s/{unit}")
    return named or None


# --- Counts of entries --------------------------------------------------------------------------------------


def _miscounted(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """Entries that are counted hold one thing, and all of it in their days."""
    moments = scene.moments
    for one in scene.values:
        if not one.slot.lstrip().startswith("#") or one.value.span is None:
            continue
        start, end = scene.clause(one.start)
        near = [m for m in moments if start <= m.start < end] or moments
        spans = [span for m in near for span in m.spans if is_of(one.value, span)] or [one.value.span]
        counted = set(one.value.entries)
        if not any(_all_of(scene.sheet, name, spans[0]) == counted for name in _held(scene, start, end)):
            yield one, "these entries are not all of one thing in their days"


def _held(scene: Scene, start: int, end: int) -> Set[str]:
    """What can be counted in a clause: what it names, else anything."""
    every = scene.sheet.measures
    here = {name for at, name in scene.subjects if start <= at < end}
    return {one for one in every if any(same_thing(one, name) for name in here)} or every


def _all_of(sheet: Sheet, name: str, span: DateRange) -> set[str]:
    return {
        entry.id
        for entry in sheet.entries
        if span.start <= entry.day <= span.end and any(m.name == name for m in entry.measures)
    }


_JUDGES: tuple[Judge, ...] = (_misdated, mislabelled, _astray, _misunited, turned, _miscounted)
