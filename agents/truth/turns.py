"""More, less, faster, dropped: words of a direction, held against the values they compare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agents.truth.clauses import Clause, Placed, gap
from agents.truth.moments import Moment
from agents.truth.scene import Scene
from agents.truth.things import Mark, is_one_of
from agents.truth.values import PLANS, Value, is_of

Sides = tuple[Value, Value]
Word = Moment | Mark | Value


def turned(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """Values whose comparison goes the other way than the words say."""
    pair = _alike([one for one in scene.values if one.value.sides is None])
    for mark in scene.directions:
        clause = scene.clause(mark.start)
        beside = (clause.start, mark.start), (mark.end, clause.end)
        if any(scene.has(("denies",), bounds) for bounds in beside):
            continue
        one, found = _judged(scene, mark, clause, pair)
        if one and found and _is_about(scene, mark, found[0]) and _is_turned(scene, mark, *found):
            yield one, f"\u201c{mark.said}\u201d: it is the other way round"
    if pair and _goes_back(scene, *pair):
        yield pair[1], f"it is of before {pair[0].value.shown}, and told as after it"


def _judged(
    scene: Scene, mark: Mark, clause: Clause, pair: tuple[Placed, Placed] | None
) -> tuple[Placed | None, Sides | None]:
    """What a word of a direction is said of: a difference of its clause, else the two values."""
    apart = [one for one in clause.slots if one.is_compared or one.value.role in _CHANGED]
    if apart:
        one = min(apart, key=lambda one: gap(mark, one))
        sides = one.value.sides
        if sides is None:
            is_sure = (one.value.number or 0) < 0 and mark.sign  # coaches tell the size of a change only
            return one, (one.value, replace(one.value, number=0.0)) if is_sure else None
        if pair and all(each.value in sides for each in pair) and (found := _told(scene, *pair)):
            return one, found
        return one, _of_difference(scene, mark, clause, one.end, sides)
    if pair and len({m.sign for m in scene.directions}) == 1:
        return pair[1], _of_two(scene, mark, clause, *pair)
    return None, None


def _is_about(scene: Scene, mark: Mark, value: Value) -> bool:
    """Whether no thing beside the word is of another value."""
    own = {m.name for m in scene.piece(mark.start).things} & scene.sheet.measures
    return not own or is_one_of(scene.sheet, value.measure, own)


def _goes_back(scene: Scene, first: Placed, second: Placed) -> bool:
    """Whether a course in time is told from the later value to the earlier."""
    sides = first.value, second.value
    roles = [side.role for side in sides]
    words = (one.start for one in (*scene.moments, *scene.roles))
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
        return 1 if value.unit.startswith("s/") else _PACES.get(value.unit, 0)
    if mark.name in (*_PLACES, "gained", "lost") and value.unit == "s":
        return -1 if scene.is_outing(value.measure) else 1
    return scene.sense(value) if mark.name in ("better", "worse") else 1


_PACES = {"s": 1, "h": 1, "min": 1, "km/h": -1, "mph": -1}
"""Times and speeds, to whether more of them is slower, as of paces."""


def _of_two(scene: Scene, mark: Mark, clause: Clause, first: Placed, second: Placed) -> Sides | None:
    """Of two values what is compared first; of a change without "than" the later."""
    sides = first.value, second.value
    found = (
        _to_goal(scene, mark, sides) or _told(scene, first, second) or _against(scene, mark, clause, sides)
    )
    if found and mark.name in _CHANGES and not scene.is_course(first, second):
        return _later(sides) or found
    if found or mark.end > first.start:
        return found
    return _of_side(sides, scene.piece(mark.start).days) or _later(sides)


def _to_goal(scene: Scene, mark: Mark, sides: Sides) -> Sides | None:
    """What was done is ahead of a goal or short of it, never the goal."""
    return _ordered(sides, [one.role not in PLANS for one in sides]) if mark.name in _PLACES else None


def _told(scene: Scene, first: Placed, second: Placed) -> Sides | None:
    """What goes from one value to the other, or is told as against it."""
    sides = first.value, second.value
    if scene.is_course(first, second):
        return _ordered(sides, [False, True])
    if scene.tongues[0].glued:
        return _ordered(sides, [not scene.is_than(one.end) for one in (first, second)])
    return sides if scene.has(("than", "versus"), (first.end, second.start)) else None


def _alike(values: Sequence[Placed]) -> tuple[Placed, Placed] | None:
    """The two values of one kind, where there are just two."""
    groups: dict[tuple[str, str], list[Placed]] = {}
    for one in values:
        if one.value.role not in _CHANGED:
            groups.setdefault((one.value.unit, one.value.measure), []).append(one)
    several = [group for group in groups.values() if len(group) > 1]
    return (several[0][0], several[0][1]) if [len(group) for group in several] == [2] else None


def _of_difference(scene: Scene, mark: Mark, clause: Clause, at: int, sides: Sides) -> Sides | None:
    """What is compared first, then what with; None where the words do not tell."""
    if mark.name in _CHANGES:
        return _later(sides)
    found = _to_goal(scene, mark, sides) or _against(scene, mark, clause, sides, at)
    days = [
        day
        for day in clause.days
        if not _is_other(scene, mark, day, at)
        and not any(_tells(v.value, day) for v in scene.piece(day.start).values if not v.is_compared)
    ]
    found = found or _of_side(sides, days)
    if found or days or scene.has(("than",), (max(at, mark.end), clause.end)):
        return found
    return _of_side(sides, [one.value for one in scene.placed if one.end < at])


def _against(scene: Scene, mark: Mark, clause: Clause, sides: Sides, at: int = 0) -> Sides | None:
    """By the days or value that a clause names as what something is compared with."""
    told: list[tuple[Moment | Mark | Placed, Word]] = [(m, m) for m in (*clause.days, *clause.roles)]
    told += [(one, one.value) for one in clause.slots if at and not one.is_compared]
    if other := _of_side(sides, [each for one, each in told if _is_other(scene, mark, one, at)]):
        return other[1], other[0]
    return _later(sides) if scene.has(("previous",), (max(at, mark.end), len(scene.text))) else None


def _is_other(scene: Scene, mark: Mark, one: Moment | Mark | Placed, at: int) -> bool:
    opens = one.end <= mark.start and scene.is_other(one)  # "Compared with May, …"
    than = one.start >= at and scene.has(("than",), (max(at, mark.start), one.start))
    return opens or than or (mark.name in _PLACES and one.start >= mark.end)


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
