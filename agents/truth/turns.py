"""More, less, faster, dropped: words of a direction, held against the values they compare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.truth.clauses import Clause, Placed, gap
from agents.truth.moments import Moment
from agents.truth.scene import Scene
from agents.truth.things import Mark
from agents.truth.values import PLANS, Value, is_of

Sides = tuple[Value, Value]
"""What a word is said of, and what that is compared with."""
Word = Moment | Mark | Value


def turned(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """Values whose comparison goes the other way than the words say."""
    pair = _alike([one for one in scene.values if one.value.sides is None])
    for mark in scene.directions:
        clause = scene.clause(mark.start)
        apart = [one for one in clause.slots if one.is_compared]
        one = min(apart, key=lambda one: gap(mark, one)) if apart else pair[1] if pair else None
        found = _of_difference(scene, mark, clause, one) if apart and one else None
        if pair and not apart and len({m.sign for m in scene.directions}) == 1:
            found = _of_two(scene, mark, clause, *pair)
        if one and found and _is_turned(scene, mark, *found):
            yield one, f"\u201c{mark.said}\u201d: it is the other way round"
    if pair and _goes_back(scene, *pair):
        yield pair[1], f"it is of before {pair[0].value.shown}, and told as after it"


def _alike(values: Sequence[Placed]) -> tuple[Placed, Placed] | None:
    """The two values of one kind, where there are just two."""
    groups: dict[tuple[str, str], list[Placed]] = {}
    for one in values:
        if one.value.role not in _CHANGED:
            groups.setdefault((one.value.unit, one.value.measure), []).append(one)
    several = [group for group in groups.values() if len(group) > 1]
    return (several[0][0], several[0][1]) if [len(group) for group in several] == [2] else None


def _goes_back(scene: Scene, first: Placed, second: Placed) -> bool:
    """Whether a course in time is told from the later value to the earlier."""
    sides = first.value, second.value
    words = (one.start for one in (*scene.moments, *scene.roles))
    roles = [side.role for side in sides]
    timed = roles == ["last", "first"] or any(first.end <= at < scene.piece(second.start).end for at in words)
    return timed and {*roles} != {"min", "max"} and scene.is_course(first, second) and _later(sides) == sides


def _is_turned(scene: Scene, mark: Mark, subject: Value, other: Value) -> bool:
    one, two = subject.number or 0.0, other.number or 0.0
    if not mark.sign:
        return abs(one - two) > _ALIKE * max(abs(one), abs(two))
    sense = _sense(scene, mark, subject)
    return sense != 0 and (one - two) * sense * mark.sign <= 0


def _sense(scene: Scene, mark: Mark, value: Value) -> int:
    """1 where more of the value is what the word's sign means, -1 where less is, 0 where neither."""
    if mark.name in ("faster", "slower"):
        return 1 if value.is_time or value.unit == "h" else -1 if value.unit in _SPEEDS else 0
    if mark.name in (*_PLACES, "gained", "lost") and value.unit == "s":
        return -1 if scene.is_outing(value.measure) else 1
    return scene.sense(value) if mark.name in ("better", "worse") else 1


def _of_two(scene: Scene, mark: Mark, clause: Clause, first: Placed, second: Placed) -> Sides | None:
    """By how two values are told, or what one of them is compared with; ahead of both, by their days."""
    sides = first.value, second.value
    found = _told(scene, first, second) or _against(scene, mark, clause, sides)
    if found and mark.name in _CHANGES and not scene.is_course(first, second):
        return _later(sides) or found
    if found or mark.end > first.start:
        return found
    return _of_side(sides, scene.piece(mark.start).days) or _later(sides)


def _of_difference(scene: Scene, mark: Mark, clause: Clause, one: Placed) -> Sides | None:
    """Of a change the later side; else by what it is compared with."""
    sides = one.value.sides
    if sides is None or mark.name in _CHANGES:
        return _later(sides) if sides else None
    return _against(scene, mark, clause, sides, one.end)


def _told(scene: Scene, first: Placed, second: Placed) -> Sides | None:
    """What goes from one value to the other, or is told as against it."""
    sides = first.value, second.value
    if scene.is_course(first, second):
        return sides[1], sides[0]
    if scene.tongues[0].glued:
        return _ordered(sides, [not scene.is_than(one.end) for one in (first, second)])
    return sides if scene.has(("than", "versus"), (first.end, second.start)) else None


def _against(scene: Scene, mark: Mark, clause: Clause, sides: Sides, at: int = 0) -> Sides | None:
    """By the days or value that a clause names as what something is compared with, such as a goal."""
    if mark.name in _PLACES and (found := _ordered(sides, [one.role not in PLANS for one in sides])):
        return found
    told: list[tuple[Moment | Mark | Placed, Word]] = [(m, m) for m in (*clause.days, *clause.roles)]
    told += [(one, one.value) for one in clause.slots if at and not one.is_compared]
    after = mark.end if mark.name in _PLACES else len(scene.text)
    others = [each for one, each in told if one.start >= after or scene.is_other(one)]
    if other := _of_side(sides, others):
        return other[1], other[0]
    return _later(sides) if scene.has(("previous",), (max(at, mark.end), len(scene.text))) else None


def _ordered(sides: Sides, fits: Sequence[bool]) -> Sides | None:
    """The side first that fits; None where both do or neither."""
    return None if fits[0] == fits[1] else sides if fits[0] else (sides[1], sides[0])


def _later(sides: Sides) -> Sides | None:
    """The later side first; None where their days do not tell."""
    one, other = (side.days[-1:] for side in sides)
    return _ordered(sides, [one > other, other > one]) if one and other else None


def _of_side(sides: Sides, told: Sequence[Word]) -> Sides | None:
    """The one side first that what is told stands for."""
    return _ordered(sides, [any(_tells(side, each) for each in told) for side in sides])


def _tells(side: Value, told: Word) -> bool:
    if isinstance(told, Mark):
        return side.role in told.fits
    if isinstance(told, Moment):
        return side.span is not None and any(is_of(side, span) for span in told.spans)
    return told.kind == "number" and (told.number, told.unit) == (side.number, side.unit)


_ALIKE = 0.05
"""By what share two values may differ of which it is said that nothing changed."""
_CHANGES = frozenset({"rose", "fell", "gained", "lost"})
_CHANGED = frozenset({"change", "difference"})
_PLACES = frozenset({"ahead", "behind"})
_SPEEDS = ("km/h", "mph")
