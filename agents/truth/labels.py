"""Best, average, total, latest: words that say what a number is of its series, held against what it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from agents.facts.shown import TIME_OF_DAY
from agents.truth.scene import Placed, Scene, is_of
from agents.truth.sheet import Sheet
from agents.truth.things import Mark, same_thing
from agents.truth.values import Value
from agents.types import Figure


def mislabelled(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """Values that are not what the words beside them call them."""
    for mark, one in _labelled(scene):
        value = one.value
        if value.unit == TIME_OF_DAY:
            continue
        if mark.fits & _TOPS and _is_estimate(scene, one):
            yield one, f"\u201c{mark.said}\u201d: none of the entries has it, it is computed ({_what(one)})"
        elif value.kind == "day" or mark.fits & _TIMES:
            if not _is_of_its_time(scene, mark, one):
                yield one, f"\u201c{mark.said}\u201d: there is another one ({_what(one)})"
        elif _is_judged(one, scene.sheet) and not _fits(scene, mark, one):
            yield (
                one,
                f"\u201c{mark.said}\u201d: it is the {value.role or 'value of one entry'} ({_what(one)})",
            )


def never_done(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """Targets and estimates that are told as what one did."""
    for one in scene.values:
        bounds = scene.clause(one.start)
        told_done = scene.has(("done",), bounds) and not scene.has(("would",), bounds)
        planned = one.value.role in PLANNED and not _is_called(scene, one)
        if told_done and (planned or _is_estimate(scene, one)):
            yield one, f"none of the entries has it, it was never done ({_what(one)})"


_TIMES, PLANNED = frozenset({"last", "now"}), frozenset({"target", "projection"})


def _is_called(scene: Scene, one: Placed) -> bool:
    """Whether its clause calls it what it is: a goal."""
    return any(one.value.role in mark.fits for mark in scene.within(scene.roles, scene.clause(one.start)))


def _is_estimate(scene: Scene, one: Placed) -> bool:
    """Whether the highest load is one that was never lifted, and neither sentence nor question says so."""
    figure = one.value.figure
    if figure is None or figure.unit not in _LOADS or not figure.entries:
        return False
    told = any(words.found_in((scene.text, scene.sheet.query), words["derived"]) for words in scene.tongues)
    loads = {v.number for v in peers(one.value, scene.sheet)}
    told = told or any(
        v.value.figure is None and set(v.value.entries) & set(figure.entries) for v in scene.values
    )
    return not told and bool(loads) and figure.value not in loads and figure.role in _EXTREMES


_LOADS, _TOPS = frozenset({"kg", "lb"}), frozenset({"max", "record", "best"})


def _is_judged(one: Placed, sheet: Sheet) -> bool:
    value = one.value
    if value.kind != "number" or (value.sides is not None and ".set" not in one.slot):
        return False
    counted = value.role == "count" or (value.unit in _COUNTED and _has_load(value, sheet))
    return value.figure is not None or not counted


def _has_load(value: Value, sheet: Sheet) -> bool:
    """Whether repetitions are of something that is judged by its load."""
    measures = (measure for entry in sheet.entries for measure in entry.measures)
    return any(one.name == value.measure and one.weight is not None for one in measures)


def _fits(scene: Scene, mark: Mark, one: Placed) -> bool:
    value = one.value
    fits = _meant(scene, mark.fits, value)
    role = value.role
    if role in _EXTREMES and value.is_time:
        role = "max" if "max" in fits else "min" if "min" in fits else role
    if role and (role not in _SINGLE or role in fits):
        return role in fits or (role in _OTHER and bool(fits & _SIZES))
    return (not role and value.figure is not None) or _is_so(value, fits, _within(scene, one))


def _meant(scene: Scene, fits: frozenset[str], value: Value) -> frozenset[str]:
    """The fastest has the shortest time and pace, and the highest speed."""
    for name, high in (("best", True), ("worst", False), ("fast", True), ("slow", False)):
        if name in fits:
            sense = scene.sense(value, paced=name in _PACED)
            ends = _ENDS[sense * (1 if high else -1)]
            return ends | _BOTH if value.figure and value.is_time else ends
    return fits


def _labelled(scene: Scene) -> Iterator[tuple[Mark, Placed]]:
    """Words that say what a number is of its series, each with the value that it stands for."""
    ofs = [scene.within(scene.roles, bounds) for bounds in scene.clauses]
    for at, marks in enumerate(ofs):
        for mark in marks:
            here = _values(scene, mark, at)
            following = next((n for n in range(at + 1, len(ofs)) if ofs[n] or _values(scene, mark, n)), at)
            if not here and not ofs[following] and not any(one.start < mark.start for one in scene.values):
                here = _values(scene, mark, following)
            behind = [one for one in here if one.start >= mark.end]
            if behind[1:] and scene.is_course(*behind[:2]):
                behind = behind[1:]  # "the longest grew from 8 to 10"
            if here and mark.fits & _BESIDE:
                yield mark, min(here, key=lambda one: max(one.start - mark.end, mark.start - one.end))
            elif here:
                touching = [one for one in here if 0 <= mark.start - one.end <= 1]
                far = not behind or behind[0].start - mark.end > _FAR
                yield mark, (touching or behind or here[-1:])[0] if far else behind[0]


_FAR = 12
_BESIDE = frozenset({"last", "first", "now"})


def _values(scene: Scene, mark: Mark, at: int) -> list[Placed]:
    start, end = scene.clauses[at]
    days = bool(mark.fits & {"last"})
    values = [
        one
        for one in scene.placed
        if start <= one.start < end
        and (
            one.value.kind == "number"
            or (one.value.role == "mark" and "mark" in mark.fits)
            or one.slot.startswith("G")
            or (days and one.value.kind == "day")
        )
    ]
    return [one for one in values if not scene.is_limit(one)] or values


def _within(scene: Scene, one: Placed) -> Sheet:
    """The sheet with the entries of the days that the clause of a value names."""
    start, end = scene.clause(one.start)
    moments = [m for m in scene.moments if start <= m.start < end] or scene.before
    spans = [span for m in moments for span in m.spans if len(one.value.days) == 1]
    spans = [span for span in spans if span.start != span.end and is_of(one.value, span)]
    if not spans:
        return scene.sheet
    kept = (e for e in scene.sheet.entries if any(span.start <= e.day <= span.end for span in spans))
    return replace(scene.sheet, entries=tuple(kept))


def _what(one: Placed) -> str:
    return one.value.figure.what if one.value.figure else one.slot


_SIZES = frozenset({"max", "record", "min"})
_OTHER = frozenset({"count", "streak", "change", "frequency", "difference"})
_COUNTED = frozenset({"reps", "sets"})
_EXTREMES = ("max", "min", "record")
_SINGLE = frozenset({"first", "last"})
"""Roles of the value of one entry, which may be the highest, too."""
_PACED = frozenset({"fast", "slow"})
_BOTH = frozenset({"max", "min", "record"})
_ENDS = {1: frozenset({"max", "record"}), -1: frozenset({"min", "record"}), 0: _BOTH}


# --- The newest ---------------------------------------------------------------------------------------------


def _is_of_its_time(scene: Scene, mark: Mark, one: Placed) -> bool:
    """Whether a value that is called the latest or present one is the newest of its kind."""
    value = one.value
    if value.sides is not None and ".set" not in one.slot:
        return True
    if value.figure is not None and value.kind == "number":
        return _figure_is(scene, one, value.figure, mark.fits)
    if not value.entries or value.span is None or value.figure is not None or _is_qualified(scene, mark):
        return True
    if "now" in mark.fits and _is_lift(value, scene.sheet) and _is_so(value, frozenset({"max"}), scene.sheet):
        return True
    sheet = _within(scene, one)
    start, end = scene.clause(one.start)
    beside = [v.value for v in scene.values if start <= v.start < end and v.value.entries == value.entries]
    names = {value.measure} if value.measure else {m.name for m in scene.within(scene.subjects, (start, end))}
    days = _days_of(sheet, names or {v.measure for v in beside})
    return not days or value.span.end >= max(days)


def _is_qualified(scene: Scene, mark: Mark) -> bool:
    """Whether it is the last of some only: "last long run", "last run of more than 10 miles"."""
    bounds = scene.clause(mark.start)
    if "now" in mark.fits or _is_limited(scene, bounds):
        return "now" not in mark.fits
    thing = next((one.start for one in scene.within(scene.subjects, bounds) if one.start >= mark.end), None)
    between = scene.text[mark.end : thing].split() if thing is not None else []
    return (
        len(between) == 1
        and "\ue000" not in between[0]
        and not (scene.tongues[0].glued or scene.has(("qualified",), (mark.end, thing or 0)))
    )


def _is_limited(scene: Scene, bounds: tuple[int, int]) -> bool:
    """Whether a clause names a bound, and no value of the day that it tells."""
    limits = [one.end() for words in scene.tongues for one in scene.found(words, words["limits"], bounds)]
    done = [one.start for one in scene.values if not scene.is_limit(one)]
    return any(not any(at - end in (0, 1) for at in done) for end in limits)


def _is_lift(value: Value, sheet: Sheet) -> bool:
    """Whether it is of an exercise, of which one can still do what one once did."""
    measures = (measure for entry in sheet.entries for measure in entry.measures)
    return any(one.name == value.measure and one.reps is not None for one in measures)


def _days_of(sheet: Sheet, names: set[str]) -> list[date]:
    """The days of measures; of names that no entry has none."""
    return [
        measure.day
        for entry in sheet.entries
        for measure in entry.measures
        if any(same_thing(sheet, measure.name, name) for name in names)
    ]


def _figure_is(scene: Scene, one: Placed, figure: Figure, fits: frozenset[str]) -> bool:
    """Whether a figure may be called the latest: it is one; or the present one: none is of later days."""
    sheet = scene.sheet
    if figure.role in PLANNED and "now" in fits:
        return _is_called(scene, one)
    if figure.role in _PLANS or (figure.role in _OTHER and "last" in fits):
        return True
    if "last" in fits and figure.role != "last":
        return False
    if figure.role == "first":
        return False
    marks = scene.within(scene.roles, scene.clause(one.start))
    told = any(figure.role in _meant(scene, mark.fits, one.value) for mark in marks)
    if figure.day is not None and not told and not _is_lift(one.value, sheet):
        return figure.day >= max(_days_of(sheet, {figure.measure}), default=figure.day)
    peers = [one for one in sheet.figures if one.measure == figure.measure and one.unit == figure.unit]
    ends = [one.span.end for one in peers if one.span is not None and one.role == figure.role]
    return figure.span is None or not ends or figure.span.end >= max(ends)


_PLANS = frozenset({"target", "projection", "mark", ""})


def _is_so(value: Value, fits: frozenset[str], sheet: Sheet) -> bool:
    """Whether an entry's own value is the highest, lowest or first of its measure among those shown."""
    if value.number is None or not value.measure:
        return True
    alike = peers(value, sheet)
    numbers = [other.number for other in alike if other.number is not None]
    told = (one for one in sheet.figures if set(one.entries) & set(value.entries))
    if not numbers or any(one.role in fits and one.value == value.number for one in told):
        return True
    extremes = {"max": max(numbers), "min": min(numbers)}
    if fits & _SIZES:
        return any(value.number == extremes[name] for name in ("max", "min") if name in fits)
    if "first" in fits and value.span is not None:
        return value.span.start <= min(other.span.start for other in alike if other.span is not None)
    return not fits & {"average", "sum"} or len(numbers) == 1


def peers(value: Value, sheet: Sheet) -> Sequence[Value]:
    """The values of the same part of the measure; times of the same distance."""
    found = [
        (measure.distance_m, entry.id, other)
        for entry in sheet.entries
        for measure in entry.measures
        if measure.name == value.measure
        for name in _FIELD_OF.get(value.unit, ("n",))
        if (other := sheet.of_measure(entry, measure, name)) is not None and other.unit == value.unit
    ]
    far = {one for one, key, _ in found if key in value.entries} if value.unit == "s" else set[float | None]()
    return [other for one, _, other in found if not far or one in far]


_FIELD_OF: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("kg", "lb"), ("kg",)),
    **dict.fromkeys(("km", "mi", "m", "yd"), ("km",)),
    **dict.fromkeys(("s", "h"), ("time",)),
    "reps": ("reps",),
    "sets": ("sets",),
    **dict.fromkeys(("s/km", "s/mi"), ("pace",)),
}
