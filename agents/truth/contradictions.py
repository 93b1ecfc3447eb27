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

from agents.shown import TIME_OF_DAY
from agents.truth.clauses import Clause, Placed
from agents.truth.conditions import of_other_days
from agents.truth.denials import denied, uncaused, unreached
from agents.truth.moments import Moment
from agents.truth.peers import is_newest, is_passed, is_so
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

    def claimed(moment: Moment) -> Claimed:
        def fits(one: Placed) -> bool:
            of_all = (_is_all_of(scene.sheet, one.value, span) for span in moment.spans)
            return any(of_all) or any(_is_from_to(scene, one, span) for span in moment.spans)

        def has_its_own(one: Placed) -> bool:
            piece = scene.piece(one.start)
            days = (span for day in piece.days for span in day.spans)
            return not piece.start <= moment.start < piece.end and any(is_of(one.value, day) for day in days)

        def can_mean(one: Placed) -> bool:
            timed = one.value.kind == "number" and one.value.span is not None and not has_its_own(one)
            single = one.value.dated or one.value.role in _SIZES or not moment.is_a_day
            return timed and single and one.value.role not in PLANS and (fits(one) or not scene.limit(one))

        return Claimed(
            moment.start,
            moment.end,
            can_mean,
            fits,
            lambda value: f"it is of {' to '.join(map(str, value.days))}, not of {moment.said}",
        )

    named = (moment for moment in clause.days if moment.is_a_day is one)
    return [claimed(moment) for moment in named if not scene.is_other(moment)]


def _is_from_to(scene: Scene, one: Placed, span: DateRange) -> bool:
    """Whether they are the days between two entries: "a break of 7 days, between 24 Oct and 1 Nov"."""
    days = {entry.day for entry in scene.sheet.entries if entry.id in one.value.entries}
    return one.value.unit == "days" and days == {span.start, span.end}


def _told_by_days(scene: Scene, clause: Clause) -> list[Claimed]:
    """The night before, that day: so many days from another day or value that the text names."""
    return [
        Claimed(
            match.start(),
            match.end(),
            lambda one: one.value.kind == "number" and one.value.dated,
            partial(_is_so_far_from, scene, row.days),
            lambda value: f"it is of {' to '.join(map(str, value.days))}",
        )
        for words in scene.tongues
        for row in words.offsets
        for match in scene.found(words, row.words, clause.bounds)
        if not any(
            one.start <= match.start() < one.end or "(" in scene.text[match.end() : one.start][:_IN_BRACKETS]
            for one in scene.moments  # "the day after Halloween (1 Nov)" is spelt out
        )
    ]


_IN_BRACKETS = 30
"""Characters between such words and the day."""


def _is_so_far_from(scene: Scene, days: Sequence[int], one: Placed) -> bool:
    own = [span for moment in scene.piece(one.start).days for span in moment.spans]
    if any(is_of(one.value, span) for span in own):
        return True
    named = {span.start for moment in (*scene.moments, *scene.before) for span in moment.spans}
    others = (v.value for v in scene.values if v.value.dated and v.value.entries != one.value.entries)
    named |= {day for value in others for day in value.days}
    return not named or any((day - start).days in days for day in one.value.days for start in named)


def _things(scene: Scene, clause: Clause) -> list[Claimed]:
    """A value is of the thing that is named, or of one named before; a 5k is anything with a distance."""

    def claimed(mark: Mark) -> Claimed:
        def fits(one: Placed) -> bool:
            earlier = (m.name for m in scene.subjects if m.start < one.start)
            names = {*scene.spoken, *earlier} - {LIFT, FOOD} | {mark.name}
            return is_one_of(scene.sheet, one.value.measure, names)

        return Claimed(
            mark.start,
            mark.end,
            lambda one: one.value.measure in scene.sheet.logged,
            fits,
            lambda value: f"it is of {value.measure}, not of {mark.said}",
        )

    marks = {m.name: m for m in clause.things}
    named = marks.keys() - {LIFT, FOOD}
    return [claimed(mark) for name, mark in marks.items() if name in named or not named]


def _series(scene: Scene, clause: Clause) -> list[Claimed]:
    if scene.has(("previous",), clause.bounds):
        return []
    marks = [mark for mark in clause.roles if not (mark.fits & _NEWEST or scene.is_other(mark))]
    return [_called(scene, clause, mark, _fits_series) for mark in marks]


def _newest(scene: Scene, clause: Clause) -> list[Claimed]:
    return [_called(scene, clause, mark, is_newest) for mark in clause.roles if mark.fits & _NEWEST]


def _never(scene: Scene, clause: Clause) -> list[Claimed]:
    """Never more than a value: none of its kind is past it."""
    spans = [span for moment in clause.days for span in moment.spans]
    if not spans and scene.has(("since",), clause.bounds):
        return []
    return [
        Claimed(
            one.start,
            one.end,
            lambda other, one=one: other is one,
            lambda one: not is_passed(scene.sheet, one.value, scene.limit(one), spans),
            lambda value: "another one is past it",
        )
        for one in (clause.values if scene.has(("never",), clause.bounds) else ())
        if scene.limit(one)
    ]


def _called(
    scene: Scene, clause: Clause, mark: Mark, fits: Callable[[Scene, Placed, frozenset[str]], bool]
) -> Claimed:
    """What "best", "average" or "latest" says of a value."""

    def can_mean(one: Placed) -> bool:
        value = one.value
        if value.kind == "words":
            return one.slot.startswith("G") or ("mark" in mark.fits and value.role == "mark")
        if value.kind == "day" and not value.figure and _is_told(clause, value):
            return False
        if value.role in PLANS and mark.fits & PLANS:
            return True
        if (value.role in PLANS or value.kind == "day") and not mark.fits & _NEWEST:
            return fits(scene, one, mark.fits)
        whole = value.sides is None or one.is_set
        return whole and (value.unit != TIME_OF_DAY or fits(scene, one, mark.fits))

    def reason(value: Value) -> str:
        what = value.figure.what if value.figure else "the value of one entry"
        if mark.fits & _NEWEST:
            return f"\u201c{mark.said}\u201d: there is another one ({what})"
        return f"\u201c{mark.said}\u201d: it is the {value.role or 'value'} ({what})"

    return Claimed(
        mark.start,
        mark.end,
        can_mean,
        lambda one: one.value.kind == "words" or fits(scene, one, mark.fits),
        reason,
    )


def _is_told(clause: Clause, day: Value) -> bool:
    """Whether a number of the entry that a day is of stands in the clause, which then is what is meant."""
    return any(one.value.entries == day.entries for one in clause.values)


def _fits_series(scene: Scene, one: Placed, called: frozenset[str]) -> bool:
    value = one.value
    figure = value.figure
    if value.kind == "day" and figure is None:
        entries = [entry for entry in scene.sheet.entries if entry.id in value.entries]
        names = [mark.name for mark in scene.clause(one.start).things]
        parts = [(e, m) for e in entries for m in e.measures]
        parts = [(e, m) for e, m in parts if is_one_of(scene.sheet, m.name, names)] or parts
        fields = (scene.sheet.of_measure(e, m, name) for e, m in parts for name in _FIELDS)
        return any(is_so(scene, field, _meant(scene, called, field)) for field in fields if field)
    own = value if figure is None or value.kind == "number" else scene.sheet.of_figure(figure)
    fits = _meant(scene, called, own)
    if figure and fits & _SIZES and scene.is_silent_of("estimates", figure.what):
        return False
    if own.role in ("", "first", "last"):
        return own.role in fits or is_so(scene, own, fits)
    timed = own.is_time and own.role in _SIZES
    return own.role in fits or (bool(fits & _SIZES) and (timed or own.role in _OTHER))


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
    (_told_by_days, attrgetter("clauses")),
    (_things, attrgetter("pieces")),
    (_series, attrgetter("told")),
    (_newest, attrgetter("pieces")),
    (_never, attrgetter("pieces")),
)
"""With the parts of a sentence in which a word can be of any value."""


def _is_all_of(sheet: Sheet, value: Value, span: DateRange) -> bool:
    """Whether a value is of some days, and a sum or count of all that they have of its measure."""
    own = value.span
    if own is None or value.role not in ("sum", "count") or not is_of(value, span):
        return is_of(value, span)
    days = [m.day for entry in sheet.entries for m in entry.measures if m.name == value.measure]
    sides = (own, span) if span.start < span.end else (span,)
    both = max(own.start, span.start), min(own.end, span.end)
    return all(both[0] <= day <= both[1] for day in days if any(one.start <= day <= one.end for one in sides))


def _torn(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """`100 kg x 5` is one set: load and repetitions are of one entry."""
    for one, other in pairwise(scene.values):
        between = scene.text[one.end : other.start].strip()
        if between in _TIMES and not set(one.value.entries) & set(other.value.entries):
            yield one, f"it is of another set than {other.value.shown}"


_TIMES = ("x", "\u00d7")


def _joined_with_another(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """`{E1.time} of sleep`, "ran {E2.km}": what stands right beside a thing is of it."""
    measures, logged = scene.sheet.measures, scene.sheet.logged
    for mark in scene.subjects:
        names = {other.name for other in scene.about(mark.said)} | {mark.name}
        beside = [one for one in scene.values if scene.touches(mark, one) and one.value.measure in logged]
        if mark.name in measures and not any(is_one_of(scene.sheet, v.value.measure, names) for v in beside):
            yield from ((one, f"it is of {one.value.measure}, not of {mark.said}") for one in beside)


# --- Counts -------------------------------------------------------------------------------------------------


def _miscounted(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """Entries that are counted hold one thing; where a thing or days are named, they are all of it."""
    for one in scene.values:
        if not one.slot.lstrip().startswith("#") or one.value.span is None:
            continue
        clause = scene.clause(one.start)
        moments = scene.piece(one.start).days
        named = [span for m in moments for span in m.spans if is_of(one.value, span)]
        days = [entry.day for entry in scene.sheet.entries]
        if moments and not named:
            continue
        until, first = scene.sheet.today, one.value.span.start
        since = (DateRange(start=start, end=until) for start in (first, min(days)))
        spans = named or [*scene.sheet.asked, *since]
        every, told = scene.sheet.measures, [mark.name for mark in clause.things]
        names = {name for name in every if is_one_of(scene.sheet, name, told)}
        some = scene.has(("qualities",), clause.bounds) or not (names or named)
        counted = set(one.value.entries)
        held = [_all_of(scene, name, span) for name in names or every for span in spans]
        held += [
            set[str].intersection(*(_all_of(scene, name, span) for name in names or every)) for span in spans
        ]
        if not any(counted <= all_ if some else counted == all_ for all_ in held):
            yield one, "these entries are not all of one thing in their days"


def _all_of(scene: Scene, name: str, span: DateRange) -> set[str]:
    """The entries of some days that have a measure; of pains and meals those that the sentence names."""
    near = (entry for entry in scene.sheet.entries if span.start <= entry.day <= span.end)
    held = [(entry.id, m.text or "") for entry in near for m in entry.measures if m.name == name]
    low = scene.text.casefold()
    return {key for key, said in held if said and said.casefold() in low} or {key for key, _ in held}


_JUDGES: tuple[Callable[[Scene], Iterator[tuple[Placed | Mark, str]]], ...] = (
    misunited, _torn, _miscounted, _joined_with_another, denied, unreached, uncaused, turned,
    of_other_days,
)  # fmt: skip
