"""More, less, faster, dropped: words of a direction, held against the values they compare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agents.truth.clauses import Clause, Placed
from agents.truth.moments import Moment
from agents.truth.scene import Scene
from agents.truth.things import Mark, is_one_of
from agents.truth.values import PLANS, Value, is_of

Sides = tuple[Value, Value]
Word = Placed | Moment | Mark


def turned(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """Values whose comparison goes the other way than the words say."""
    pair = _alike([one for one in scene.values if one.value.sides is None])
    for mark in scene.directions:
        start, end = scene.clause(mark.start).bounds
        if any(scene.has(("denies",), bounds) for bounds in ((start, mark.start), (mark.end, end))):
            continue
        one, found = _judged(scene, mark, pair)
        if one and found and _is_about(scene, mark, found[0]) and _is_turned(scene, mark, *found):
            yield one, f"\u201c{mark.said}\u201d: it is the other way round"
    if pair and _goes_back(scene, *pair):
        yield pair[1], f"it is of before {pair[0].value.shown}, and told as after it"


def _judged(
    scene: Scene, mark: Mark, pair: tuple[Placed, Placed] | None
) -> tuple[Placed | None, Sides | None]:
    """What a word of a direction is said of: a change or difference of its clause, else the two values."""
    clause = scene.clause(mark.start)
    apart = [one for one in clause.slots if one.is_compared or one.value.role in _CHANGED]
    if apart:
        one = min(apart, key=lambda one: max(one.start - mark.end, mark.start - one.end))
        if one.value.sides is None:
            is_sure = (one.value.number or 0) < 0 and mark.sign != 0  # coaches tell the size of a change only
            return one, (one.value, replace(one.value, number=0.0)) if is_sure else None
        return one, _compared(scene, mark, clause, one) or _between(scene, mark, one, pair)
    if pair and len({m.sign for m in scene.directions}) == 1:
        return pair[1], _of_two(scene, mark, clause, *pair)
    return None, None


_CHANGED = frozenset({"change", "difference"})


def _is_about(scene: Scene, mark: Mark, value: Value) -> bool:
    """Whether no thing beside the word is of another value."""
    own = {m.name for m in scene.piece(mark.start).things} & scene.sheet.measures
    return not own or not value.measure or is_one_of(scene.sheet, value.measure, own)


def _goes_back(scene: Scene, first: Placed, second: Placed) -> bool:
    """Whether a course in time, and not a range, is told from the later value to the earlier."""
    sides = first.value, second.value
    if {side.role for side in sides} == {"min", "max"}:
        return False
    is_timed = [side.role for side in sides] == ["last", "first"] or _is_timed(scene, first, second)
    return is_timed and scene.is_course(first, second) and _later(sides) == sides


def _is_turned(scene: Scene, mark: Mark, subject: Value, other: Value) -> bool:
    sense = _sense(scene, mark, subject)
    rise = ((subject.number or 0.0) - (other.number or 0.0)) * sense
    if not mark.sign:
        return abs(rise) > _ALIKE * max(abs(subject.number or 0.0), abs(other.number or 0.0))
    return sense != 0 and rise * mark.sign <= 0


def _sense(scene: Scene, mark: Mark, value: Value) -> int:
    """1 where more of the value is what the word's sign means, -1 where less is, 0 where neither."""
    if mark.name in ("faster", "slower"):
        return 1 if value.unit.startswith("s/") else _PACES.get(value.unit, 0)
    if mark.name in ("ahead", "behind", "gained", "lost") and value.unit == "s":
        return -1 if scene.is_outing(value.measure) else 1
    return scene.sense(value) if mark.name in ("better", "worse") else 1


_PACES = {"s": 1, "h": 1, "min": 1, "km/h": -1, "mph": -1}
"""Times and speeds, to whether more of them is slower, as of paces."""


def _of_two(scene: Scene, mark: Mark, clause: Clause, first: Placed, second: Placed) -> Sides | None:
    """Of two values what is compared first; of a change without "than" the later."""
    sides = first.value, second.value
    if not mark.sign:
        piece = scene.piece(mark.start)
        return sides if (first in piece.slots) == (second in piece.slots) else None
    plans = [side for side in sides if side.role in PLANS]
    if mark.name in ("ahead", "behind") and len(plans) == 1:
        return sides if plans[0] is sides[1] else (sides[1], sides[0])
    found = _told(scene, mark, first, second) or _against(scene, mark, clause, sides)
    course = mark.name in _COURSES and mark.end <= first.start
    if found is not None or not course or scene.has(("than",), (0, len(scene.text))):
        return found
    return _first(sides, _side(sides, scene.piece(mark.start).days)) or _later(sides)


def _between(scene: Scene, mark: Mark, one: Placed, pair: tuple[Placed, Placed] | None) -> Sides | None:
    """Of a difference of two values that are told against each other."""
    if pair is None or not one.value.sides or any(p.value not in one.value.sides for p in pair):
        return None
    return _told(scene, mark, *pair)


def _told(scene: Scene, mark: Mark, first: Placed, second: Placed) -> Sides | None:
    """What goes from one value to the other, or is told as against it."""
    if scene.is_course(first, second):
        return second.value, first.value
    if scene.tongues[0].glued:
        than = [scene.is_than(one.end) for one in (first, second)]
        if than[0] == than[1]:
            return None
        return (second.value, first.value) if than[0] else (first.value, second.value)
    is_against = scene.has(("than", "versus"), (first.end, second.start))
    return (first.value, second.value) if is_against else None


def _alike(values: Sequence[Placed]) -> tuple[Placed, Placed] | None:
    """The two values of one kind, where there are just two."""
    groups: dict[tuple[str, str], list[Placed]] = {}
    for one in values:
        if one.value.role in _CHANGED:
            continue
        groups.setdefault((one.value.unit, one.value.measure), []).append(one)
    pairs = [group for group in groups.values() if len(group) > 1]
    return (pairs[0][0], pairs[0][1]) if len(pairs) == 1 and len(pairs[0]) == 2 else None


def _compared(scene: Scene, mark: Mark, clause: Clause, one: Placed) -> Sides | None:
    """Of a difference: what is compared first, then what with; None where the words do not tell."""
    sides = one.value.sides
    if sides is None:
        return None
    plans = [side for side in sides if side.role in PLANS]
    if mark.name in _CHANGES and not plans:
        return _later(sides)
    if mark.name == "behind" and len(plans) == 1:  # nobody is short of what was done
        return (sides[1], sides[0]) if plans[0] is sides[0] else sides
    found = _against(scene, mark, clause, sides, one.end)
    if found is not None or scene.has(("than",), (one.end, clause.end)):
        return found
    named = [m for m in clause.days if not _is_other(scene, mark, m, one.end)]
    told = [v.value for v in scene.placed if v.end <= one.start]
    return _first(sides, _side(sides, named) or _side(sides, told))


def _against(scene: Scene, mark: Mark, clause: Clause, sides: Sides, at: int = 0) -> Sides | None:
    """By the days or value that a clause names as what something is compared with."""
    told: list[tuple[Word, Value | Word]] = [(m, m) for m in (*clause.days, *clause.roles)]
    told += [(one, one.value) for one in clause.slots if at and not one.is_compared]
    other = _side(sides, [each for one, each in told if _is_other(scene, mark, one, at)])
    if other is None:
        ends = clause.end if at else len(scene.text)
        return _later(sides) if scene.has(("previous",), (max(at, mark.end), ends)) else None
    return (sides[1], sides[0]) if other is sides[0] else sides


def _is_other(scene: Scene, mark: Mark, one: Word, at: int) -> bool:
    if scene.tongues[0].glued:
        return scene.is_than(one.end)
    behind = mark.name in ("ahead", "behind") and one.start >= mark.end
    return one.start >= at and (behind or scene.has(("than",), (max(at, mark.start), one.start)))


def _is_timed(scene: Scene, first: Placed, second: Placed) -> bool:
    """Whether days or "at first" and "now" stand beside two values."""
    words = (*scene.moments, *scene.roles)
    return any(first.end <= one.start < second.start for one in words)


def _first(sides: Sides, subject: Value | None) -> Sides | None:
    """The sides with what is compared first."""
    if subject is None:
        return None
    return sides if subject is sides[0] else (sides[1], sides[0])


def _later(sides: Sides) -> Sides | None:
    """The later side first; None where their days do not tell."""
    first, second = sides
    if first.span is None or second.span is None or first.span.end == second.span.end:
        return None
    return (first, second) if first.span.end > second.span.end else (second, first)


def _side(sides: Sides, told: Sequence[Value | Word]) -> Value | None:
    """The one side that what is told stands for."""
    fit = [side for side in sides if any(_tells(side, each) for each in told)]
    return fit[0] if len(fit) == 1 else None


def _tells(side: Value, told: Value | Word) -> bool:
    if isinstance(told, Mark):
        return side.role in told.fits
    if isinstance(told, Moment):
        return side.span is not None and any(is_of(side, span) for span in told.spans)
    if isinstance(told, Placed):
        return _tells(side, told.value)
    if told.kind == "day":
        return told.span is not None and told.span == side.span
    return told.kind == "number" and (told.number, told.unit) == (side.number, side.unit)


_ALIKE = 0.05
"""By what share two values may differ of which it is said that nothing changed."""
_CHANGES = frozenset({"rose", "fell", "gained", "lost"})
_COURSES = frozenset({"more", "less", "rose", "fell", "faster", "slower", "better", "worse"})
