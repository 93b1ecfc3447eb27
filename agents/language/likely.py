"""How unlikely a figure is in a role: nothing for the usual, more for the rare, None: it cannot be.

What holds wherever a phrase stands is found out once, as its `Weight`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Literal, NamedTuple

from agents.language.atoms import Atom
from agents.language.fits import misfit
from agents.language.pieces import Context, Roles
from agents.language.rules import Family, Rule

_Steps = tuple[tuple[float, float], ...]
"""Up to which value a figure costs how much."""
_REPS: _Steps = ((12, 0.0), (15, 0.1), (20, 0.2), (30, 0.5), (60, 1.0), (100, 1.2), (500, 2.5), (5000, 4.0))
_SETS: _Steps = (
    (5, 0.0), (6, 0.1), (8, 0.35), (9, 0.5), (10, 0.7), (12, 0.9), (20, 1.3), (30, 2.5), (100, 4.0),
)  # fmt: skip
_LOAD: _Steps = ((4.99, 2.4), (9.99, 1.4), (19.99, 0.7), (29.99, 0.15), (350, 0.0), (700, 0.45), (1e9, 1.5))
"""Of a bare number."""
_SAID = 0.3
"""What is left of a count's cost where its word is said: `20 reps`."""
_ODD, _STEP_OF_PLATES = 0.25, 2.5
_BELLS, _HELD = 0.4, 1.6
"""A pair of dumbbells, which may be seconds; more where a hold is meant."""
_THOUSANDS, _MOST_KILOS = 0.6, 400
"""Kilograms by their first letter, which may be thousands: `80k`."""
_OF_A_BODY = 2.0
"""A bare number as the load of a move of the body's own weight."""
_UNLIKE = 2.5
"""So many times another load of one list nobody takes."""
_AGAIN = 1.5
"""A bare number as a load right behind a load."""
_MANY = 1.5
"""What so many repetitions cost that only a count right before its name is one."""
_MOST_EFFORT = 10
_OFF_SCALE = 0.6
"""An effort that no scale has, which is said then: `100kg x5 @15`."""
_REPS_FIRST = 0.55
"""What it costs to write repetitions first, as in data/rules/sets.yaml."""
_MISPLACED = 1.0
"""A row that stands behind a load or a count, elsewhere."""
_WEIGHED = ("MASS", "PLATESN", "SIDEMASS", "BAR", "BARE_BAR")
_LISTS = frozenset(("list", "times", "pairs", "loads", "ladder", "zip", "tries", "spread", "complex"))


def count_cost(value: float) -> float:
    """How unlikely a count of repetitions is."""
    return _step(value, _REPS) or 0.0


def set_cost(value: float) -> float:
    """How unlikely a count of sets is."""
    return _step(value, _SETS) or 0.0


class Weight(NamedTuple):
    """How unlikely a phrase is, by what it stands in."""

    figures: float = 0.0
    """The cost of its figures anywhere."""
    held: float = 0.0
    """What they cost more for a hold."""
    bare: float = 0.0
    """What they cost more for a move of the body's own weight."""
    again: bool = False
    """Whether its first load is a bare number."""
    needs_count: bool = False
    """Whether it cannot be before a count was told."""
    after: Literal["anything", "load", "count"] = "anything"
    timed: bool = False
    alone: bool = False
    """Whether it is a single count."""
    bare_load: bool = False
    """Whether it is a bare number as a load."""
    unfounded: bool = False
    """Whether it counts without a load."""
    lent: bool = False
    """Whether it is a count before its load: `85 triple, 90 triple` tells it of the load before it."""
    only_held: bool = False
    """Whether its bare numbers are times, as none but a hold's are."""
    shape: tuple[float, ...] = ()
    """What speaks against it as a list."""

    def within(self, context: Context) -> float | None:
        """The cost of the phrase there; None where one of its figures cannot be that."""
        if (self.needs_count and not context.counted) or (self.only_held and not context.hold):
            return None
        figures = self.figures
        if self.held and context.hold:
            figures += self.held
        if self.bare and context.unloaded:
            figures += self.bare
        if self.again and context.loaded and not context.counted:
            figures += _AGAIN
        return figures + sum(self._shaped(context, figures))

    def _shaped(self, context: Context, figures: float) -> list[float]:
        """What speaks for or against it besides its figures."""
        said: list[float] = []
        if self.timed and context.named and not context.hold:
            said.append(1.2)
        if self.alone and (context.unloaded or context.next_is_name):
            said.append(-1.2 if figures < _MANY else -2.0)
        if self.bare_load and context.next_is_name:
            said.append(0.4)
        if self.after != "anything" and _misplaced(self.after, context):
            said.append(_MISPLACED)
        if self.unfounded and not (context.loaded or context.unloaded):
            said.append(0.4)
        if self.lent and context.loaded and not context.counted:
            said.append(_MISPLACED)
        return [*said, *self.shape]


def weight_of(family: Family, rule: Rule, roles: Roles) -> Weight | None:
    """How unlikely a phrase is; None where one of its figures cannot be that."""
    match family:
        case "metrics":
            cost = misfit(rule, roles)
            return None if cost is None else Weight(cost)
        case "marks":
            return Weight(after=rule.after)
        case "sets":
            return _of_sets(rule, roles)
        case _:
            return _NOTHING


_NOTHING = Weight()


def _misplaced(after: str, context: Context) -> bool:
    """Whether what the row stands behind is not what was told last."""
    return (context.counted or not context.loaded) if after == "load" else not context.counted


def dearer_first(first: float, second: float) -> float:
    """How much dearer it is to read `first x second` as sets first than as repetitions first."""
    return set_cost(first) + count_cost(second) - set_cost(second) - count_cost(first) - _REPS_FIRST


def _step(value: float, table: _Steps) -> float | None:
    for most, cost in table:
        if value <= most:
            return cost
    return None


def _of_sets(rule: Rule, roles: Roles) -> Weight | None:
    """The cost of each figure, the second and later ones of a list half; and of what they are together."""
    total = held = bare = 0.0
    told: set[str] = set()
    again = False
    if len({atom.dead for _, atom in roles}) > 1:
        return None
    for role, atom in roles:
        weigh = _ROLES.get(role)
        cost = weigh(atom, roles) if weigh is not None else 0.0
        if cost is None:
            return None
        share = 0.5 if role in told and rule.does in _LISTS else 1.0
        total += cost * share
        if role in _LOADS:
            again = again or (told.isdisjoint(_LOADS) and "NUM" in atom.symbols)
            if not atom.has(*_WEIGHED):
                bells = "BELLS" in atom.symbols
                held += _HELD * share if bells else 0.0
                bare += 0.0 if bells or rule.added else _OF_A_BODY * share
        told.add(role)
    if rule.does == "warm_set" and roles[-1][1].value > _MOST_WARM:
        return None
    timed = not told.isdisjoint(_TIMED)
    held = 0.0 if "dist" in told else held  # `farmers 32s 4x40m`
    return Weight(
        total, held, bare, again, _needs_count(rule, roles), rule.after, timed,
        alone=rule.does == "set" and rule.after == "anything" and len(roles) == 1 and "reps" in told,
        bare_load=rule.does == "load" and roles[0][1].has("NUM"),
        unfounded=rule.does in ("set", "list") and not timed and told.isdisjoint(_LOADS),
        lent=len(roles) > 1 and roles[0][0] not in _LOADS and not told.isdisjoint(_LOADS),
        only_held="lasting" in told,
        shape=tuple(_list_shape(rule, roles)),
    )  # fmt: skip


def _needs_count(rule: Rule, roles: Roles) -> bool:
    """Whether it can only stand behind counts: efforts of each set, and one that no scale has."""
    efforts = [atom for role, atom in roles if role == "rpe"]
    return bool(efforts) and (rule.does == "efforts" or any(_is_off_scale(atom) for atom in efforts))


_MOST_WARM = 30
"""Repetitions before the sets that count; more are the next load."""
_LOADS = frozenset(("load", "mass"))
_LIGHTEST_SIDE = 15
"""What hangs on a side where it is no count of it."""
_TIMED = frozenset(("time", "dist"))


def _load(atom: Atom, roles: Roles) -> float | None:
    if atom.has(*_WEIGHED) or _in_one_unit(roles):
        return 0.0
    if atom.has("BELLS"):
        return _BELLS
    if atom.has("K"):
        return _THOUSANDS if atom.value <= _MOST_KILOS else None
    return (_step(atom.value, _LOAD) or 0.0) + (_ODD if atom.value % _STEP_OF_PLATES else 0.0)


def _in_one_unit(roles: Roles) -> bool:
    """`12/10/8kg`: whether the unit of the last load is that of them all."""
    loads = [atom for role, atom in roles if role in _LOADS]
    last = loads[-1] if len(loads) > 1 else None
    return last is not None and last.has("MASS") and all(_alike(one, last) for one in loads)


def _alike(one: Atom, last: Atom) -> bool:
    return last.value / _UNLIKE <= one.value <= last.value * _UNLIKE


def _reps(atom: Atom, roles: Roles) -> float | None:
    if atom.value > _MOST_LOADED and any(role in _LOADS for role, _ in roles):
        return None  # `squat 225 275 315`
    cost = (_step(atom.value, _REPS) or 0.0) * (_SAID if atom.has("REPSN") else 1.0)
    return cost + (_MISPLACED if _is_light(roles) else 0.0)


def _is_light(roles: Roles) -> bool:
    """So few repetitions with so light a load as nobody does: `curls 12x3` are sets."""
    shape = [(role, atom.has("INT"), atom.value) for role, atom in roles]
    return (
        [one[:2] for one in shape] == [("load", True), ("reps", True)]
        and shape[0][2] <= _LIGHTEST
        and shape[1][2] <= _FEW
    )


def _sets(atom: Atom, roles: Roles) -> float | None:
    cost = _step(atom.value, _SETS)
    if cost is None:
        return None
    return (cost * _SAID if atom.has("SETSN") else cost) + (1.0 if atom.has("ROUNDSN") else 0.0)


def _trailing(atom: Atom, roles: Roles) -> float | None:
    """A count whose unit is that of the load: `225x8x3 lb`."""
    has_unit = any(role == "load" and one.unit for role, one in roles)
    return None if has_unit or atom.value != int(atom.value) else _step(atom.value, _REPS)


def _effort(atom: Atom, roles: Roles) -> float | None:
    if _is_off_scale(atom):
        return _OFF_SCALE
    return 0.0 if 5 <= atom.value <= _MOST_EFFORT and not (atom.value * 2) % 1 else None


def _is_off_scale(atom: Atom) -> bool:
    return _MOST_EFFORT < atom.value <= 2 * _MOST_EFFORT and not atom.value % 1


_ROLES: Mapping[str, Callable[[Atom, Roles], float | None]] = {
    "load": _load,
    "mass": _load,
    "reps": _reps,
    "nreps": _reps,
    "sided": lambda atom, _: None if atom.value < _LIGHTEST_SIDE else 0.0,
    "none": lambda atom, _: None if atom.value else 0.0,
    "sets": _sets,
    "nsets": _sets,
    "setmass": _trailing,
    "rpe": _effort,
}


def _list_shape(rule: Rule, roles: Roles) -> Iterator[float]:
    """What speaks against figures told in a row."""
    against = _SHAPES.get(rule.does)
    return against(roles) if roles and against is not None else iter(())


def _loads_shape(roles: Roles) -> Iterator[float]:
    """Units that differ; loads to warm up with that may be counts, or do not rise."""
    loads = [atom.value for role, atom in roles if role == "load"]
    if len(loads) == len(roles) and (min(loads) < _LIGHTEST or loads != sorted(loads)):
        yield 2 * _MISPLACED
    if roles[0][1].has("MASS") and any(role == "load" and atom.has("NUM") for role, atom in roles):
        yield 1.0


def _spread_shape(roles: Roles) -> Iterator[float]:
    """Loads that are counts."""
    bare = [atom.value for _, atom in roles if atom.has("NUM")]
    yield sum(2.0 if one < _LIGHTEST else 0.4 for one in bare if one < _LIGHT)


def _complex_shape(roles: Roles) -> Iterator[float]:
    """A sign of a load between counts."""
    if any(_is_added(one, other) for one, other in pairwise(roles)):
        yield _MISPLACED


def _counts_shape(roles: Roles) -> Iterator[float]:
    """Counts far apart or too many for a load, words said of some of them, a load like its counts."""
    first = roles[0]
    counts = [atom.value for role, atom in roles if role == "reps"]
    if any(role == "load" for role, _ in roles):
        yield sum(0.5 for one in counts if one > _MANY_LOADED)
    if max(counts, default=0.0) > max(_MANY_LOADED, _UNEVEN * min(counts, default=0.0)):
        yield _MISPLACED
    if any(atom.has("TIMESN") for _, atom in roles):
        yield 1.0
    if len({atom.has("REPSN") for role, atom in roles if role == "reps"}) > 1:
        yield 0.6
    if first[0] == "load" and len({atom.value for _, atom in roles}) == 1:
        yield 0.5


def _is_a_count(atom: Atom, first: Atom) -> bool:
    """`60kg 4x4, 15 burpees`: a small bare number behind a load with its unit is no load."""
    return first.has("MASS") and atom.has("NUM") and atom.value < min(_LIGHTEST, first.value / _UNLIKE)


def _is_added(before: tuple[str, Atom], after: tuple[str, Atom]) -> bool:
    """`4x5 +10`: a sign that touches only the figure behind it tells of a load."""
    return after[1].glued and after[1].start - before[1].end == len(" +")


_FEW = 4
_LIGHTEST, _LIGHT = 20, 60
"""A smaller bare number among loads is a count, or may be one."""
_UNEVEN = 6
"""So many times the least of a list nobody does."""
_MANY_LOADED, _MOST_LOADED = 30, 200
"""More repetitions than most do with a load, and than anybody does."""


def _paired_shape(roles: Roles) -> Iterator[float]:
    """Whether there are as many loads as counts, or sets; a load that is a count."""
    loads = sum(role == "load" for role, _ in roles)
    sets = next((atom.value for role, atom in roles if role in ("sets", "nsets")), None)
    counts = sum(role == "reps" for role, _ in roles) if sets is None else sets
    yield -0.6 if loads == counts else 1.0
    yield sum(2.0 for role, atom in roles if role == "load" and _is_a_count(atom, roles[0][1]))


def _pairs_shape(roles: Roles) -> Iterator[float]:
    """Loads that are like their counts, or far apart: `100 5 5 5`."""
    loads = [atom.value for role, atom in roles if role == "load" and not atom.has("BAR", "BARE_BAR")]
    counts = [atom.value for role, atom in roles if role == "reps"]
    if loads and (min(loads) < max([_LIGHTEST, *counts]) or max(loads) > _UNLIKE * min(loads)):
        yield 2 * _MISPLACED


_SHAPES: Mapping[str, Callable[[Roles], Iterator[float]]] = {
    "pairs": _pairs_shape,
    "loads": _loads_shape,
    "spread": _spread_shape,
    "complex": _complex_shape,
    "zip": _paired_shape,
    "ladder": _paired_shape,
    "list": _counts_shape,
}
