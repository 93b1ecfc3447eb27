"""Slots held against the words of their clause: one table, which objects only to a contradiction.

The word is understood (days, a thing, what a number is of its series), what the slot stands for is known, and
the word can mean no other value of its clause. Everything else passes: it is the evaluator's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from operator import attrgetter

from agents.truth.clauses import Clause, Placed
from agents.truth.moments import Moment
from agents.truth.peers import is_newest, is_so, peers
from agents.truth.scene import Scene
from agents.truth.sheet import Sheet
from agents.truth.things import FOOD, LIFT, Mark, is_one_of
from agents.truth.turns import turned
from agents.truth.units import misunited
from agents.truth.values import PLANS, Value, is_of
from storage.entities import DateRange, Entry


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a word of a clause says of its values, with a test that each of those it can mean has to pass."""

    start: int
    end: int
    can_mean: Callable[[Placed], bool]
    fits: Callable[[Placed], bool]
    reason: Callable[[Value], str]


Row = Callable[[Scene, Clause], "list[Claimed]"]


def misfits(scene: Scene) -> Iterator[tuple[Placed | Mark, str]]:
    """The values of a sentence that its words contradict, each with the reason."""
    told: set[int] = set()
    for one, reason in _objections(scene):
        if one.start not in told:
            told.add(one.start)
            yield one, reason


def _objections(scene: Scene) -> Iterator[tuple[Placed | Mark, str]]:
    for row, parts in _ROWS:
        for clause in parts(scene):
            for word, one in _contradicted(row(scene, clause), clause.slots):
                yield one, word.reason(one.value)
    for judge in _JUDGES:
        yield from judge(scene)


def _contradicted(words: Sequence[Claimed], slots: Sequence[Placed]) -> Iterator[tuple[Claimed, Placed]]:
    """Words that fit no value, with the nearest of those that fit no word; and values that are exchanged.

    Words that touch are of one value: "on average weekly".
    """
    slots = [one for one in slots if any(word.can_mean(one) for word in words)]
    slots = [one for one in slots if not one.guessed] or slots
    fit = {(at, one.start) for at, word in enumerate(words) for one in slots if word.fits(one)}
    wrong = [one for one in slots if not any((at, one.start) in fit for at in range(len(words)))]
    touch = any(second.start - first.end <= 1 for first, second in pairwise(words))
    if len(words) == len(slots) and not touch:
        pairs = [(at, one) for at, one in enumerate(slots) if (at, one.start) not in fit]
        yield from ((words[at], one) for at, one in pairs if wrong or pairs[1:])
        return
    for at, word in enumerate(words):
        if wrong and not any((at, one.start) in fit for one in slots):
            yield word, min(wrong, key=lambda one: max(one.start - word.end, word.start - one.end))


# --- Days, things, and what a number is of its series -------------------------------------------------------


def _days(scene: Scene, clause: Clause, *, one: bool) -> list[Claimed]:
    """A value is of the days that are named; what something is compared with is of its own."""
    others = [span for moment in clause.days if scene.is_other(moment) for span in moment.spans]

    def fits(mark: Moment, one: Placed) -> bool:
        return any(_is_all_of(scene.sheet, one.value, span) for span in mark.spans)

    def can_mean(mark: Moment, one: Placed) -> bool:
        """A day is of no sum or mean, nothing measured is of a plan, and its own day comes before others."""
        value, piece = one.value, scene.piece(one.start)
        near = () if piece.start <= mark.start < piece.end else piece.days
        own = (*others, *(span for moment in near for span in moment.spans))
        apart = value.role in PLANS or any(is_of(value, span) for span in own)
        told = value.kind == "number" and (value.dated or not mark.is_a_day)
        return told and not apart and (fits(mark, one) or not scene.is_limit(one))

    return [
        Claimed(
            moment.start,
            moment.end,
            partial(can_mean, moment),
            partial(fits, moment),
            lambda value, said=moment.said: f"it is of {' to '.join(map(str, value.days))}, not of {said}",
        )
        for moment in clause.days
        if moment.is_a_day is one and not scene.is_other(moment)
    ]


def _things(scene: Scene, clause: Clause) -> list[Claimed]:
    """A value is of the thing that is named, or of one named before; a 5k is anything with a distance."""
    before = {*scene.spoken, *(mark.name for mark in scene.subjects)} - {LIFT, FOOD}
    marks = {mark.name: mark for mark in clause.things}
    named = marks.keys() - {LIFT, FOOD} or marks.keys()
    return [
        Claimed(
            mark.start,
            mark.end,
            lambda one: one.value.measure in scene.sheet.logged,
            lambda one, name=name: is_one_of(scene.sheet, one.value.measure, before | {name}),
            lambda value, said=mark.said: f"it is of {value.measure}, not of {said}",
        )
        for name, mark in marks.items()
        if name in named
    ]


def _series(scene: Scene, clause: Clause) -> list[Claimed]:
    if scene.has(("previous",), clause.bounds):
        return []
    marks = [mark for mark in clause.roles if not (mark.fits & _NEWEST or scene.is_other(mark))]
    return [_called(scene, clause, mark, _fits_series) for mark in marks]


def _newest(scene: Scene, clause: Clause) -> list[Claimed]:
    return [_called(scene, clause, mark, is_newest) for mark in clause.roles if mark.fits & _NEWEST]


def _called(
    scene: Scene, clause: Clause, mark: Mark, fits: Callable[[Scene, Placed, frozenset[str]], bool]
) -> Claimed:
    """What "best", "average" or "latest" says of a value."""

    def can_mean(one: Placed) -> bool:
        value = one.value
        if value.kind == "words" or one.slot.startswith("#"):
            return one.slot.startswith("G")
        if (
            value.kind == "day"
            and not value.figure
            and any(v.value.entries == value.entries for v in clause.values)
        ):
            return False  # a number of its entry is what is meant
        if (value.role in PLANS or value.kind == "day") and not mark.fits & (_NEWEST | PLANS):
            return fits(scene, one, mark.fits)
        return value.sides is None or one.is_set

    return Claimed(
        mark.start,
        mark.end,
        can_mean,
        lambda one: one.value.kind == "words" or fits(scene, one, mark.fits),
        lambda value: (
            f"\u201c{mark.said}\u201d does not fit it: "
            f"{value.figure.what if value.figure else 'the value of one entry'}"
        ),
    )


def _fits_series(scene: Scene, one: Placed, called: frozenset[str]) -> bool:
    value = one.value
    figure = value.figure
    if value.kind == "day" and figure is None:
        parts = ((e, m) for e in scene.sheet.entries if e.id in value.entries for m in e.measures)
        fields = (scene.sheet.of_measure(e, m, name) for e, m in parts for name in _FIELDS)
        return any(is_so(scene, field, _meant(scene, called, field)) for field in fields if field)
    own = value if figure is None or value.kind == "number" else scene.sheet.of_figure(figure)
    fits = _meant(scene, called, own)
    if figure and fits & _SIZES and scene.is_silent_of("estimates", figure.what):
        return False
    if own.role in ("", "first", "last"):
        return is_so(scene, own, fits)
    sizes = _OTHER | _SIZES if own.is_time else _OTHER
    return own.role in fits or bool(fits & _SIZES and own.role in sizes)


def _meant(scene: Scene, fits: frozenset[str], value: Value) -> frozenset[str]:
    """The fastest has the shortest time and pace, and the highest speed."""
    for name, high in (("best", 1), ("worst", -1), ("fast", 1), ("slow", -1)):
        if name in fits:
            return _ENDS[high * scene.sense(value, paced=name in ("fast", "slow"))]
    return fits


_NEWEST = frozenset({"last", "now"})
_SIZES = frozenset({"max", "record", "min"})
_OTHER = frozenset({"count", "streak", "change", "frequency", "difference"})
_ENDS = {1: frozenset({"max", "record"}), -1: frozenset({"min", "record"}), 0: _SIZES}
_FIELDS = ("kg", "km", "time", "pace", "reps", "n")


_ROWS: tuple[tuple[Row, Callable[[Scene], Sequence[Clause]]], ...] = (
    (partial(_days, one=True), attrgetter("clauses")),
    (partial(_days, one=False), attrgetter("clauses")),
    (_things, attrgetter("pieces")),
    (_series, attrgetter("told")),
    (_newest, attrgetter("pieces")),
)
"""With the parts of a sentence in which a word can be of any value."""


def _is_all_of(sheet: Sheet, value: Value, span: DateRange) -> bool:
    """Whether a value is of some days, and a sum or count of all that they have of its measure."""
    own = value.span
    if own is None or value.role not in ("sum", "count") or not is_of(value, span):
        return is_of(value, span)
    days = [m.day for entry in sheet.entries for m in entry.measures if m.name == value.measure]
    both = DateRange(start=max(own.start, span.start), end=min(own.end, span.end))
    return not any(
        side.start <= day <= side.end and not both.start <= day <= both.end
        for day in days
        for side in (own, span)
    )


def _torn(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """`100 kg x 5` is one set: load and repetitions are of one entry."""
    for one, other in pairwise(scene.values):
        between = scene.text[one.end : other.start].strip()
        if between in ("x", "\u00d7") and not set(one.value.entries) & set(other.value.entries):
            yield one, f"it is of another set than {other.value.shown}"


def _joined_with_another(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """`{E1.time} of sleep`, "ran {E2.km}": what stands right beside a thing is of it."""
    for mark in scene.subjects:
        names = {other.name for other in scene.about(mark.said)} | {mark.name}
        touching = (one for one in scene.values if scene.touches(mark, one))
        beside = [one for one in touching if one.value.measure in scene.sheet.logged]
        fits = any(is_one_of(scene.sheet, one.value.measure, names) for one in beside)
        if mark.name in scene.sheet.measures and not fits:
            yield from ((one, f"it is of {one.value.measure}, not of {mark.said}") for one in beside)


def _miscounted(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """Entries that are counted hold one thing; where a thing or days are named, they are all of it."""
    counts = [one for one in scene.values if one.slot.lstrip().startswith("#")]
    for one in counts:
        clause, sheet, value = scene.clause(one.start), scene.sheet, one.value
        named = [span for m in scene.piece(one.start).days for span in m.spans if is_of(value, span)]
        if scene.piece(one.start).days and not named:
            continue
        starts = (value.days[0], min(entry.day for entry in sheet.entries))
        spans = named or [*sheet.asked, *(DateRange(start=start, end=sheet.today) for start in starts)]
        told = [mark.name for mark in clause.things]
        names = {name for name in sheet.measures if is_one_of(sheet, name, told)}
        some = scene.has(("qualities",), clause.bounds) or not (names or named)
        counted = set(value.entries)
        held = [[_all_of(scene, name, span) for name in names or sheet.measures] for span in spans]
        whole = [each for alike in held for each in (*alike, set[str].intersection(*alike))]
        if not any(counted <= each if some else counted == each for each in whole):
            yield one, "these entries are not all of one thing in their days"


def _all_of(scene: Scene, name: str, span: DateRange) -> set[str]:
    """The entries of some days that have a measure; of pains and meals those that the sentence names."""
    near = (entry for entry in scene.sheet.entries if span.start <= entry.day <= span.end)
    held = [(entry.id, m.text or "") for entry in near for m in entry.measures if m.name == name]
    low = scene.text.casefold()
    return {key for key, said in held if said and said.casefold() in low} or {key for key, _ in held}


_LONG = 5
_LONG_WORD = re.compile(r"[^\W\d_\ue000]{5,}")


def _of_other_days(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """Of two like figures of different days, such as night shifts: a word that only the other's have."""
    texts = {entry.id: entry.text.casefold() for entry in scene.sheet.entries}
    for clause in scene.clauses:
        one = next((each for each in clause.values if each.value.figure), None)
        if one is None or scene.has(("denies",), clause.bounds):
            continue
        value = one.value
        words = (found[0] for found in _LONG_WORD.finditer(scene.text, clause.start, clause.end))
        stems = {word.casefold()[: max(_LONG, len(word) - 2)]: word for word in words}
        for figure in scene.sheet.figures:
            alike = (figure.role, figure.measure, figure.unit) == (value.role, value.measure, value.unit)
            if not alike or len(figure.entries) < 2 or set(value.entries) & set(figure.entries):
                continue
            own, other = ([texts[key] for key in each.entries if key in texts] for each in (value, figure))
            lacks = [stem for stem in stems if own and not any(stem in text for text in own)]
            told = [stem for stem in lacks if other and all(stem in text for text in other)]
            tells_own = any(all(s in text for text in own) and not any(s in t for t in other) for s in stems)
            if told and not tells_own:
                yield one, f"none of its days has \u201c{stems[told[0]]}\u201d"


def _denied(scene: Scene) -> Iterator[tuple[Mark, str]]:
    """What is said not to be there is in no entry of those days: "never squatted in October"."""
    for piece in scene.pieces:
        spans = [moment.spans[0] for moment in piece.days]
        for mark in scene.denied(piece) if spans or not scene.moments else ():
            held = (entry.day for entry in scene.sheet.entries if _has(scene, entry, mark))
            day = next((day for day in held if all(span.start < day <= span.end for span in spans)), None)
            if day is not None:
                yield mark, f"there is one of {day}"


def _has(scene: Scene, entry: Entry, mark: Mark) -> bool:
    """Whether an entry has something of a thing, and says so or has a way; of pains the one that is named."""
    said = {*scene.text.casefold().split(), mark.said.casefold()}
    of_it = (m for m in entry.measures if m.value != 0 and is_one_of(scene.sheet, m.name, [mark.name]))
    is_it = mark.said in entry.text
    return any(is_it or not m.text or any(m.text.casefold() in word for word in said) for m in of_it)


def _unreached(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """A target is reached where a value of its measure is."""
    for one in scene.values:
        target, bounds = one.value, scene.clause(one.start).bounds
        told = scene.has(("reached",), bounds) and not scene.has(("denies", "open"), bounds)
        shares = not scene.tongues[0].glued and any(0 <= one.start - v.end < _SHARE for v in scene.values)
        if target.role not in PLANS or not told or shares:
            continue
        real = (each for each in scene.sheet.computed if not scene.is_silent_of("estimates", each.what))
        values = [*map(scene.sheet.of_figure, real), *peers(target, scene.sheet)]
        kind = (target.measure, target.unit)
        known = [v.number or 0.0 for v in values if (v.measure, v.unit) == kind and v.role != "change"]
        less = target.is_time or scene.sense(target) <= 0
        goal = target.number or 0.0
        if known and (min(known) > goal if less else max(known) < goal):
            yield one, "no value shown has reached it"


_SHARE = 12
"""Characters between a value and the goal that it is a part of: 40 of your 60 km."""
_JUDGES: tuple[Callable[[Scene], Iterator[tuple[Placed | Mark, str]]], ...] = (
    misunited, _torn, _miscounted, _joined_with_another, _denied, _unreached, turned, _of_other_days,
)  # fmt: skip
