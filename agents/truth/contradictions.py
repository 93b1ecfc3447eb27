"""Slots held against the words of their clause: one table, which objects only to a contradiction.

The word is understood (days, a thing, what a number is of its series), what the slot stands for is known, and
the word can mean no other value of its clause. Everything else passes: it is the evaluator's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from operator import attrgetter

from agents.truth.clauses import Clause, Placed, gap
from agents.truth.denials import denied
from agents.truth.moments import Moment
from agents.truth.peers import is_newest, is_so
from agents.truth.scene import Scene
from agents.truth.sheet import Sheet
from agents.truth.things import FOOD, LIFT, Mark, is_one_of
from agents.truth.turns import turned
from agents.truth.units import misunited
from agents.truth.values import PLANS, Value, is_of
from storage.entities import DateRange


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a word of a clause says of its values, with a test that each of those it can mean has to pass."""

    mark: Moment | Mark
    can_mean: Callable[[Placed], bool]
    fits: Callable[[Placed], bool]
    reason: Callable[[Value], str]


Row = Callable[[Scene, Clause], "list[Claimed]"]


def misfits(scene: Scene) -> Sequence[tuple[Placed | Mark, str]]:
    """The values of a sentence that its words contradict, each with the first reason."""
    found: dict[int, tuple[Placed | Mark, str]] = {}
    for one, reason in _objections(scene):
        found.setdefault(one.start, (one, reason))
    return tuple(found.values())


def _objections(scene: Scene) -> Iterator[tuple[Placed | Mark, str]]:
    for row, parts in _ROWS:
        for clause in parts(scene):
            words = row(scene, clause) if clause.slots else ()
            for word, one in _contradicted(words, clause.slots) if words else ():
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
    touch = any(second.mark.start - first.mark.end <= 1 for first, second in pairwise(words))
    if len(words) == len(slots) and not touch:
        pairs = [(at, one) for at, one in enumerate(slots) if (at, one.start) not in fit]
        yield from ((words[at], one) for at, one in pairs if wrong or pairs[1:])
        return
    for at, word in enumerate(words):
        if wrong and not any((at, one.start) in fit for one in slots):
            yield word, min(wrong, key=lambda one: gap(word.mark, one))


# --- Days, things, and what a number is of its series -------------------------------------------------------


def _days(scene: Scene, clause: Clause, *, one: bool) -> list[Claimed]:
    """A value is of the days that are named; what something is compared with is of its own."""

    def fits(mark: Moment, one: Placed) -> bool:
        return any(_is_all_of(scene.sheet, one.value, span) for span in mark.spans)

    def can_mean(mark: Moment, one: Placed) -> bool:
        """A day is of no sum or mean, and nothing measured is of a plan."""
        told = one.value.kind == "number" and (one.value.dated or not mark.is_a_day)
        return told and one.value.role not in PLANS and (fits(mark, one) or not scene.is_bound(one))

    return [
        Claimed(
            moment,
            partial(can_mean, moment),
            partial(fits, moment),
            lambda value, said=moment.said: f"it is of {' to '.join(map(str, value.days))}, not of {said}",
        )
        for moment in clause.days
        if moment.is_a_day is one and not scene.is_other(moment)
    ]


def _things(scene: Scene, clause: Clause) -> list[Claimed]:
    """A value is of the thing that is named, or of one named before; a 5k is anything with a distance."""
    marks = {mark.name: mark for mark in clause.things}
    named = marks.keys() - {LIFT, FOOD} or marks.keys()
    before = {*scene.spoken, *(mark.name for mark in scene.subjects)} - {LIFT, FOOD}
    return [
        Claimed(
            mark,
            lambda one, name=name: _is_measured(scene, one.value, name),
            lambda one, name=name: is_one_of(scene.sheet, one.value.measure, before | {name}),
            lambda value, said=mark.said: f"it is of {value.measure}, not of {said}",
        )
        for name, mark in marks.items()
        if name in named
    ]


def _is_measured(scene: Scene, value: Value, name: str) -> bool:
    """Whether a thing can be what a value is of; a pain on a ride may only say how that felt."""
    felt = scene.is_listed("less_is_better", value) and scene.is_outing(name)
    return value.measure in scene.sheet.logged and not felt


def _series(scene: Scene, clause: Clause, *, newest: bool) -> list[Claimed]:
    marks = [mark for mark in clause.roles if bool(mark.fits & _NEWEST) is newest]
    marks = [mark for mark in marks if newest or not scene.is_other(mark)]
    return [_called(scene, clause, mark, is_newest if newest else _fits_series) for mark in marks]


def _called(
    scene: Scene, clause: Clause, mark: Mark, fits: Callable[[Scene, Placed, frozenset[str]], bool]
) -> Claimed:
    """What "best", "average" or "latest" says of a value."""

    def can_mean(one: Placed) -> bool:
        value = one.value
        if value.kind == "words" or one.slot.startswith("#"):
            return one.slot.startswith("G")
        is_day = value.kind == "day" and not value.figure
        if is_day and any(v.value.entries == value.entries for v in clause.values):
            return False  # a number of its entry is what is meant
        if (value.role in PLANS or value.kind == "day") and not mark.fits & (_NEWEST | PLANS):
            return fits(scene, one, mark.fits)
        return value.sides is None or one.is_set

    def reason(value: Value) -> str:
        what = value.figure.what if value.figure else "the value of one entry"
        told = "there is another one" if mark.fits & _NEWEST else f"it is the {value.role or 'value'}"
        return f"\u201c{mark.said}\u201d: {told} ({what})"

    holds = partial(fits, scene)
    return Claimed(mark, can_mean, lambda one: one.value.kind == "words" or holds(one, mark.fits), reason)


def _fits_series(scene: Scene, one: Placed, called: frozenset[str]) -> bool:
    value = one.value
    figure = value.figure
    if value.kind == "day" and figure is None:
        parts = [(e, m) for e in scene.sheet.entries if e.id in value.entries for m in e.measures]
        fields = (scene.sheet.of_measure(e, m, name) for e, m in parts for name in _FIELDS)
        return any(is_so(scene, field, _meant(scene, called, field)) for field in fields if field)
    own = value if figure is None or value.kind == "number" else scene.sheet.of_figure(figure)
    fits = _meant(scene, called, own)
    if figure and fits & _SIZES and scene.is_silent_of("estimates", figure.what):
        return False
    if own.role in ("", "first", "last"):
        return is_so(scene, own, fits)
    sizes = _OTHER | _SIZES if own.is_time else _OTHER
    told = [each.value for each in scene.values if each.value.role == own.role]
    if told[2:] and fits & _SIZES:  # the lightest of three weeks that are told
        return own.number in [end(v.number or 0 for v in told) for end in (min, max)]
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
    (partial(_days, one=False), attrgetter("pieces")),
    (_things, attrgetter("pieces")),
    (partial(_series, newest=False), attrgetter("pieces")),
    (partial(_series, newest=True), attrgetter("pieces")),
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
    """`100 kg x 5` is one set, of one entry; `128 over 82` stand so in theirs."""
    for one, other in pairwise(scene.values):
        between = scene.text[one.end : other.start].strip()
        is_one = bool(set(one.value.entries) & set(other.value.entries))
        if between in ("x", "\u00d7") and not is_one:
            yield one, f"it is of another set than {other.value.shown}"
        if between in _OVER and is_one and (one.value.number or 0) < (other.value.number or 0):
            yield one, f"it goes below {other.value.shown}"


_OVER = ("/", "over", "zu")


def _joined_with_another(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """`{E1.time} of sleep`, "ran {E2.km}": what stands right beside a thing is of it."""
    for mark in scene.subjects:
        measured = (one for one in scene.values if _is_measured(scene, one.value, mark.name))
        beside = [one for one in measured if scene.touches(mark, one)]
        fits = any(is_one_of(scene.sheet, one.value.measure, [mark.name]) for one in beside)
        if mark.name in scene.sheet.measures and not fits:
            yield from ((one, f"it is of {one.value.measure}, not of {mark.said}") for one in beside)


def _miscounted(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """Entries that are counted hold one thing; where a thing or days are named, they are all of it."""
    counts = [one for one in scene.values if one.slot.lstrip().startswith("#")]
    for one in counts:
        clause, sheet, value = scene.clause(one.start), scene.sheet, one.value
        named = [span for m in scene.piece(one.start).days for span in m.spans if is_of(value, span)]
        starts = (value.days[0], min(entry.day for entry in sheet.entries))
        spans = named or [*sheet.asked, *(DateRange(start=start, end=sheet.today) for start in starts)]
        told = [mark.name for mark in clause.things]
        names = [name for name in sheet.measures if is_one_of(sheet, name, told)] or sheet.measures
        held = [[_all_of(sheet, name, span) for name in names] for span in spans]
        whole = [each for alike in held for each in (*alike, set[str].intersection(*alike))]
        some, counted = scene.has(("qualities",), clause.bounds), set(value.entries)
        if not any(counted <= each if some else counted == each for each in whole):
            yield one, "these entries are not all of one thing in their days"


def _all_of(sheet: Sheet, name: str, span: DateRange) -> set[str]:
    """The entries of some days that have a measure."""
    near = (entry for entry in sheet.entries if span.start <= entry.day <= span.end)
    return {entry.id for entry in near if any(m.name == name for m in entry.measures)}


_JUDGES: tuple[Callable[[Scene], Iterator[tuple[Placed | Mark, str]]], ...] = (
    misunited, _torn, _miscounted, _joined_with_another, denied, turned,
)  # fmt: skip
