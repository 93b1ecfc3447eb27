"""More, less, faster, dropped: words of a direction, held against the values they compare."""

from __future__ import annotations

from collections.abc import Iterator

from agents.truth.scene import Placed, Scene
from agents.truth.values import Value


def turned(scene: Scene) -> Iterator[tuple[Placed, str]]:
    """Values whose comparison goes the other way than the words say."""
    said = _direction(scene)
    if said is None:
        return
    word, sign = said
    for one, subject, other in _compared(scene, change=sign in _CHANGES):
        rise = (subject.number or 0.0) - (other.number or 0.0)
        if sign in _PACES and not subject.unit.startswith("s"):
            rise = -rise  # a speed that is higher is faster
        if rise == 0 or (rise > 0) != (sign > 0):
            yield one, f"\u201c{word}\u201d: it is the other way round"


_UP, _DOWN, _ROSE, _FELL, _SLOWER, _FASTER = 1, -1, 2, -2, 3, -3
"""Signs of what is more and what is less; of paces, slower is more."""
_CHANGES, _PACES = (_ROSE, _FELL, _SLOWER, _FASTER), (_SLOWER, _FASTER)


def _direction(scene: Scene) -> tuple[str, int] | None:
    """The word of a direction in a sentence that has them of one direction only, and denies nothing."""
    whole = (0, len(scene.text))
    if any(scene.found(words, words.denies, whole) for words in scene.tongues):
        return None
    found = [
        (match.start(), match[0], sign)
        for words in scene.tongues
        for sign, wanted in (
            (_UP, words.more), (_DOWN, words.less), (_ROSE, words.rose), (_FELL, words.fell),
            (_FASTER, words.faster), (_SLOWER, words.slower),
        )
        for match in scene.found(words, wanted, whole)
    ]  # fmt: skip
    if not found or len({sign > 0 for _, _, sign in found}) > 1:
        return None
    changes = [item for item in found if item[2] in _CHANGES]
    _, said, sign = min(changes or found)
    return said, sign


def _compared(scene: Scene, *, change: bool) -> Iterator[tuple[Placed, Value, Value]]:
    """Values that stand for a comparison: what is compared, and with what."""
    plain = [one for one in scene.values if one.value.sides is None]
    for one in scene.values:
        sides = one.value.sides
        if sides is None or ".." in one.slot or ".set" in one.slot or sides[0].number is None:
            continue
        yield one, *_ordered(scene, one, sides, change=change)
    alike = [one for one in plain if plain and one.value.unit == plain[0].value.unit]
    if len(plain) == len(alike) == 2 and alike[0].value.measure == alike[1].value.measure:
        first, second = alike
        refers = _refers(scene, first, second)
        whole = (0, len(scene.text))
        if change or refers or any(scene.found(words, words.than, whole) for words in scene.tongues):
            later = None if refers and not change else _later((first.value, second.value))
            pair = later or (first.value, second.value)
            if scene.tongues[0].glued and not change:
                pair = _by_particle(scene, first, second)
            yield second, *pair


def _by_particle(scene: Scene, first: Placed, second: Placed) -> tuple[Value, Value]:
    """The value before the particle of comparison is what the other is compared with."""
    words = scene.tongues[0]
    behind = [words.found(scene.text[one.end : one.end + 12], words.than) for one in (first, second)]
    if next(behind[0], None) is not None:
        return second.value, first.value
    return first.value, second.value


def _refers(scene: Scene, first: Placed, second: Placed) -> bool:
    """Whether a word between two values, or behind one, compares them."""
    bounds = (first.end, len(scene.text) if scene.tongues[0].glued else second.start)
    return any(scene.found(words, words.than, bounds) for words in scene.tongues)


def _ordered(scene: Scene, one: Placed, sides: tuple[Value, Value], *, change: bool) -> tuple[Value, Value]:
    """Of a change the later is compared with the earlier; else what was told just before with the other."""
    later = _later(sides) if change else None
    if later is not None:
        return later
    first, second = sides
    if _speaks_of(scene, one, second) and not _speaks_of(scene, one, first):
        return second, first
    return first, second


def _later(sides: tuple[Value, Value]) -> tuple[Value, Value] | None:
    """The later side first; None where their days do not tell."""
    first, second = sides
    if first.span is None or second.span is None or first.span.end == second.span.end:
        return None
    return (first, second) if first.span.end > second.span.end else (second, first)


def _speaks_of(scene: Scene, one: Placed, side: Value) -> bool:
    """Whether the words before a difference have told this side of it already, in its sentence."""
    before = [other.value for other in scene.placed if other.end <= one.start]
    return any(
        (value.kind == "number" and value.number == side.number and value.unit == side.unit)
        or (value.kind == "day" and value.span is not None and value.span == side.span)
        for value in before[-2:]
    )
