"""More, less, faster, dropped: words of a direction, held against the values they compare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from agents.truth.labels import peers
from agents.truth.scene import Placed, Scene, is_of
from agents.truth.things import Mark, same_thing
from agents.truth.values import Value

Pair = tuple[Placed, Value, Value]


def turned(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """Values whose comparison goes the other way than the words say."""
    for mark in scene.directions:
        if _is_denied(scene, mark):
            continue
        for one, subject, other in _governed(scene, mark):
            sense = _sense(scene, mark, subject)
            rise = ((subject.number or 0.0) - (other.number or 0.0)) * sense
            if sense and (rise == 0 or (rise > 0) != (mark.sign > 0)):
                yield one, f"\u201c{mark.said}\u201d: it is the other way round"


def unrelated(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """Ratios and shares between two values of which they are not, and values told from later to earlier."""
    for first, one, second in zip(scene.values, scene.values[1:], scene.values[2:], strict=False):
        sides = one.value.sides
        if not one.is_compared or sides is None or one.value.unit not in _RELATIVE:
            continue
        around = {first.value.number, second.value.number}
        if _pair([first, second]) and not around & {side.number for side in sides}:
            yield one, f"it is not of {first.value.shown} and {second.value.shown}"
    for first, second in pairwise(scene.values):
        ends = first.value.role == "last" or second.value.role == "first"
        later = _later((first.value, second.value)) if ends else None
        if later and later[0] is first.value and _pair([first, second]) and scene.is_course(first, second):
            yield second, f"it is of before {first.value.shown}, and told as after it"
        later = _later((first.value, second.value)) if _pair([first, second]) else None
        if later and _side(scene, first) - _side(scene, second) == (-2 if later[0] is first.value else 2):
            yield first, f"what is told as before is of after: {first.value.shown} and {second.value.shown}"


def _side(scene: Scene, one: Placed) -> int:
    """-1 where its clause is of before something, 1 where of since then."""
    bounds = scene.clause(one.start)
    return scene.has(("thereafter",), bounds) - scene.has(("until",), bounds)


_RELATIVE = frozenset({"", "%"})


def _is_denied(scene: Scene, mark: Mark) -> bool:
    bounds = scene.clause(mark.start)
    denials = (one for words in scene.tongues for one in scene.found(words, words["denies"], bounds))
    return any(one.end() <= mark.start or mark.end <= one.start() for one in denials)


_PACES = {"s": 1, "h": 1, "min": 1, "km/h": -1, "mph": -1}
"""Times and speeds, to whether more of them is slower, as of paces."""
_COMPARATIVES = frozenset({"faster", "slower", "better", "worse"})
_CHANGES = frozenset({"rose", "fell", "gained", "lost", "faster", "slower", "better", "worse"})


def _sense(scene: Scene, mark: Mark, value: Value) -> int:
    """1 where more of the value is what the word's sign means, -1 where less is, 0 where neither."""
    if mark.name in ("faster", "slower"):
        return 1 if value.unit.startswith("s/") else _PACES.get(value.unit, 0)
    if mark.name in _AMOUNTS | _BESIDE and value.unit == "s":
        return -1 if scene.is_raced(value) else 1
    return scene.sense(value) if mark.name in ("better", "worse") else 1


def _scopes(scene: Scene, mark: Mark) -> Iterator[tuple[int, int]]:
    """The stretches of the sentence in which a word may find what it compares, the nearest first.

    Behind its clause only where no value stands before it: "it was 5 and had dropped, then 6".
    """
    start, end = scene.clause(mark.start)
    yield start, end
    told = [
        one
        for one in scene.values
        if (start <= one.start < mark.start and not scene.is_limit(one) and _sense(scene, mark, one.value))
        or _is_end(scene, mark, one)
    ]
    behind = [one for one in scene.values if one.start >= end]
    touched = any(one.start - mark.end == 1 for one in scene.values)
    if touched or (told and behind):
        return
    if len({mark.sign for mark in scene.directions}) == 1:
        yield 0, len(scene.text)


def _is_end(scene: Scene, mark: Mark, one: Placed) -> bool:
    """Whether it is what something went to: "down to"."""
    return 0 <= one.start - mark.end <= _NEXT and scene.has(("to",), (mark.start, one.start))


def _is_difference(value: Value) -> bool:
    """Whether it is a figure that code computed as the difference of two."""
    return value.figure is not None and value.role in _DIFFERENCES


def _is_change(scene: Scene, mark: Mark) -> bool:
    """Whether it is told of the time before: "faster", and not "faster than"."""
    compared = mark.name in _COMPARATIVES and scene.has(("than",), (mark.end, scene.clause(mark.start)[1]))
    return mark.name in _CHANGES and not compared


def _governed(scene: Scene, mark: Mark) -> list[Pair]:
    """What a word compares: of its own clause, else of those beside it that have no such word."""
    found = (list(_compared(scene, mark, bounds)) for bounds in _scopes(scene, mark))
    return next((pairs for pairs in found if pairs), list[Pair]())


def _compared(scene: Scene, mark: Mark, bounds: tuple[int, int]) -> Iterator[Pair]:
    """Values within bounds that stand for a comparison: what is compared, and with what."""
    values = [one for one in scene.values if bounds[0] <= one.start < bounds[1]]
    of = next((s.name for s in scene.subjects if 0 <= s.start - mark.end <= 1), None)
    of = of or next((one.value.measure for one in values if _is_end(scene, mark, one)), None)
    if of:  # "more sleep", "down to 60 kg"
        values = [v for v in values if same_thing(scene.sheet, v.value.measure or of, of)]
    units = {words.unit_at(scene.text, mark.end)[0] for words in scene.tongues}
    values = [v for v in values if v.value.unit and v.value.unit in units] or values  # "one more set"
    change = _is_change(scene, mark)
    for one in values:
        sides = one.value.sides if one.is_compared else None
        if sides is not None and not (change and {side.role for side in sides} & _PLANS):
            yield one, *_ordered(scene, one, sides, change=change)
    if len(values) == 1 and (before := _before(scene, values[0].value, bounds)) is not None:
        yield values[0], values[0].value, before
    pair = _pair([one for one in values if one.value.sides is None and not _is_difference(one.value)])
    if pair is not None and mark.name not in _AMOUNTS:
        yield from _of_two(scene, mark, *pair, bounds)


def _of_two(
    scene: Scene, mark: Mark, first: Placed, second: Placed, bounds: tuple[int, int]
) -> Iterator[Pair]:
    """Two values that are alike: of a change the later with the earlier, else what is said to be more."""
    change, beside = _is_change(scene, mark), mark.name in _BESIDE
    if beside and mark.start < first.end:
        return
    refers = _refers(scene, first, second)
    if change and scene.is_course(first, second):
        yield second, second.value, first.value
        return
    later = None if (refers and not change) or beside else _later((first.value, second.value))
    if not (change or refers or beside or scene.has(("than",), bounds)):
        return
    yield second, *(later or (first.value, second.value))


def _before(scene: Scene, value: Value, bounds: tuple[int, int]) -> Value | None:
    """What the only value of a sentence is compared with: its figure of days named, or the entry before."""
    sheet = scene.sheet
    if value.figure is not None:
        spans = [span for m in scene.moments if bounds[0] <= m.start < bounds[1] for span in m.spans]
        same = [
            f
            for f in sheet.figures
            if (f.what, f.unit, f.role) == (value.figure.what, value.unit, value.role)
        ]
        others = [sheet.of_figure(f) for f in same if f.span and value.span and f.span.end < value.span.start]
        named = [other for other in others if any(is_of(other, span) for span in spans)]
        return named[0] if len(named) == 1 else None
    if not value.dated or value.span is None or not scene.has(("previous",), bounds):
        return None
    earlier = [one for one in peers(value, sheet) if one.span and one.span.end < value.span.start]
    return max(earlier, key=lambda one: one.span.end if one.span else sheet.today, default=None)


def _pair(values: Sequence[Placed]) -> tuple[Placed, Placed] | None:
    """The two values that are alike, if there are just two of them."""
    groups: dict[tuple[str, str], list[Placed]] = {}
    for one in values:
        groups.setdefault((one.value.unit, one.value.measure), []).append(one)
    pairs = [group for group in groups.values() if len(group) > 1]
    return (pairs[0][0], pairs[0][1]) if len(pairs) == 1 and len(pairs[0]) == 2 else None


_APART = ("than", "from", "since", "apart")
"""Words beside a day that is not the one of what is compared."""
_AROUND, _NEXT, _PARTICLE = 16, 4, 2
_PLANS = frozenset({"target", "projection"})
_DIFFERENCES = frozenset({"", "change", "difference"})
_AMOUNTS = frozenset({"gained", "lost"})
_BESIDE = frozenset({"ahead", "behind"})


def _by_particle(scene: Scene, one: Placed, sides: tuple[Value, Value]) -> tuple[Value, Value] | None:
    """The side behind which a particle of comparison stands is what the other is compared with."""
    if not scene.tongues[0].glued:
        return None
    before = (v for v in scene.values if v.end <= one.start)
    than = [v.value for v in before if scene.has(("than",), (v.end, v.end + _PARTICLE))]
    told = [_tells(side, than) for side in sides]
    return None if told[0] == told[1] else sides if told[1] else (sides[1], sides[0])


def _refers(scene: Scene, first: Placed, second: Placed) -> bool:
    """Whether a word between two values, or behind one, compares them."""
    return scene.has(("than",), (first.end, len(scene.text) if scene.tongues[0].glued else second.start))


def _ordered(scene: Scene, one: Placed, sides: tuple[Value, Value], *, change: bool) -> tuple[Value, Value]:
    """Of a change the later is compared with the earlier; else what was told just before with the other."""
    later = _later(sides) if change else None
    if later is not None:
        return later
    told = _by_particle(scene, one, sides) or _of_its_clause(scene, one, sides)
    if told is not None:
        return told
    first, second = sides
    before = [other.value for other in scene.placed if other.end <= one.start]
    behind = [other.value for other in scene.placed if other.start >= one.end]
    for said, told in ((behind, (second, first)), (before, (first, second))):
        spoken = [_tells(side, said) for side in (first, second)]
        if spoken[0] != spoken[1]:
            return told if spoken[0] else (told[1], told[0])
    told = [v for v in scene.values if v.end <= one.start]
    told = [v for v in told if _tells(first, [v.value]) != _tells(second, [v.value])]
    if told[1:] and scene.is_course(told[0], told[1]):
        told = told[1:]
    return (first, second) if not told or _tells(first, [told[0].value]) else (second, first)


def _later(sides: Sequence[Value]) -> tuple[Value, Value] | None:
    """The later side first; None where their days do not tell."""
    first, second = sides
    if first.span is None or second.span is None or first.span.end == second.span.end:
        return None
    return (first, second) if first.span.end > second.span.end else (second, first)


def _of_its_clause(scene: Scene, one: Placed, sides: tuple[Value, Value]) -> tuple[Value, Value] | None:
    """The side first that is of the days that a difference's clause names before it: "in May 5 more"."""
    start, end = scene.clause(one.start)
    if any("now" in mark.fits for mark in scene.within(scene.roles, (start, one.start))):
        return _later(sides)
    moments = [m for m in scene.moments if start <= m.start < end]
    past = 3 if scene.tongues[0].glued else 0
    moments = [m for m in moments if not scene.has(_APART, (max(start, m.start - _AROUND), m.end + past))]
    moments = [m for m in moments if not scene.has(("than",), (one.end, m.start))]
    timed = [any(is_of(side, span) for m in moments for span in m.spans) for side in sides]
    if timed[0] == timed[1]:
        return None
    return sides if timed[0] else (sides[1], sides[0])


def _tells(side: Value, said: Sequence[Value]) -> bool:
    """Whether values told before or behind a difference tell this side of it."""
    return any(
        (value.kind == "number" and value.number == side.number and value.unit == side.unit)
        or (value.kind == "day" and value.span is not None and value.span == side.span)
        for value in said
    )
