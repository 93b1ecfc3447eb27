"""How unlikely a figure is in a role: nothing for the usual, more for the rare, None: it cannot be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from agents.language.atoms import Atom
from agents.language.fits import misfit
from agents.language.moves import bodyweight_moves, is_hold
from agents.language.pieces import Context, Roles
from agents.language.rules import Family, Rule

_Steps = tuple[tuple[float, float], ...]
"""Up to which value a figure costs how much."""
_REPS: _Steps = ((12, 0.0), (15, 0.1), (20, 0.2), (30, 0.5), (60, 1.0), (100, 1.2), (500, 2.5), (5000, 4.0))
_SETS: _Steps = (
    (5, 0.0), (6, 0.1), (8, 0.35), (9, 0.5), (10, 0.7), (12, 0.9), (20, 1.3), (30, 2.5), (100, 4.0),
)  # fmt: skip
_LOAD: _Steps = ((4.99, 2.4), (9.99, 1.4), (19.99, 0.7), (29.99, 0.15), (350, 0.0), (1e9, 1.5))
"""Of a bare number."""
_SAID = 0.3
"""What is left of a count's cost where its word is said: `20 reps`."""
_ODD, _STEP_OF_PLATES = 0.25, 2.5
_OF_A_BODY = 2.0
"""A bare number as the load of a move of the body's own weight."""
_AGAIN = 1.5
"""A bare number as a load right behind a load."""
_MANY = 1.5
"""What so many repetitions cost that only a count right before its name is one."""
_MISPLACED = 1.0
"""A row that stands behind a load or a count, elsewhere."""
_WEIGHED = ("MASS", "PLATESN", "SIDEMASS", "BAR", "BARE_BAR")
_LISTS = frozenset(("list", "times", "pairs", "results", "loads", "ladder", "zip", "tries", "spread"))


def count_cost(value: float) -> float:
    """How unlikely a count of repetitions is."""
    return _step(value, _REPS) or 0.0


def set_cost(value: float) -> float:
    """How unlikely a count of sets is."""
    return _step(value, _SETS) or 0.0


def unlikely(family: Family, rule: Rule, roles: Roles, context: Context) -> float | None:
    """The cost of a phrase's figures in their roles; None where one of them cannot be that."""
    match family:
        case "metrics":
            return misfit(rule, roles)
        case "marks":
            return _MISPLACED if _misplaced(rule, context) else 0.0
        case "sets":
            figures = _figures(rule, roles, context)
            return None if figures is None else figures + sum(_shape(rule, roles, context, figures))
        case _:
            return 0.0


def _misplaced(rule: Rule, context: Context) -> bool:
    """Whether what the row stands behind is not what was told last."""
    match rule.after:
        case "anything":
            return False
        case "load":
            return context.counted or not context.loaded
        case "count":
            return not context.counted


def _step(value: float, table: _Steps) -> float | None:
    for most, cost in table:
        if value <= most:
            return cost
    return None


def _figures(rule: Rule, roles: Roles, context: Context) -> float | None:
    """The cost of each figure; the second and later ones of a list cost half."""
    total = 0.0
    seen: set[str] = set()
    for role, atom in roles:
        weigh = _ROLES.get(role)
        cost = weigh(atom, rule, roles, context) if weigh is not None else 0.0
        if cost is None:
            return None
        if role in ("load", "mass") and not seen & {"load", "mass"} and _follows_a_load(atom, context):
            cost += _AGAIN
        total += cost / 2 if rule.does in _LISTS and role in seen else cost
        seen.add(role)
    return total


def _follows_a_load(atom: Atom, context: Context) -> bool:
    return context.loaded and not context.counted and atom.has("NUM")


def _load(atom: Atom, rule: Rule, roles: Roles, context: Context) -> float | None:
    if atom.has(*_WEIGHED):
        return 0.0
    if atom.has("BELLS"):
        return 2.0 if is_hold(context.name) else 0.4
    cost = (_step(atom.value, _LOAD) or 0.0) + (_ODD if atom.value % _STEP_OF_PLATES else 0.0)
    return cost + (_OF_A_BODY if not rule.added and context.name in bodyweight_moves() else 0.0)


def _reps(atom: Atom, rule: Rule, roles: Roles, context: Context) -> float | None:
    cost = _step(atom.value, _REPS)
    return cost if cost is None or not atom.has("REPSN") else cost * _SAID


def _sets(atom: Atom, rule: Rule, roles: Roles, context: Context) -> float | None:
    cost = _step(atom.value, _SETS)
    if cost is None:
        return None
    return (cost * _SAID if atom.has("SETSN") else cost) + (1.0 if atom.has("ROUNDSN") else 0.0)


def _trailing(atom: Atom, rule: Rule, roles: Roles, context: Context) -> float | None:
    """A count whose unit is that of the load: `225x8x3 lb`."""
    has_unit = any(role == "load" and one.unit for role, one in roles)
    return None if has_unit or atom.value != int(atom.value) else _step(atom.value, _REPS)


def _effort(atom: Atom, rule: Rule, roles: Roles, context: Context) -> float | None:
    fits = 5 <= atom.value <= 10 and not (atom.value * 2) % 1
    return 0.0 if fits and (rule.does != "efforts" or context.counted) else None


_ROLES: Mapping[str, Callable[[Atom, Rule, Roles, Context], float | None]] = {
    "load": _load,
    "mass": _load,
    "reps": _reps,
    "nreps": _reps,
    "sets": _sets,
    "nsets": _sets,
    "setmass": _trailing,
    "rpe": _effort,
}


def _shape(rule: Rule, roles: Roles, context: Context, figures: float) -> Iterator[float]:
    """What speaks for or against a phrase besides its figures."""
    told = {role for role, _ in roles}
    own = context.name in bodyweight_moves()
    timed = bool(told & {"time", "dist"})
    if timed and context.name and not is_hold(context.name):
        yield 1.2
    if rule.does == "set" and len(roles) == 1 and "reps" in told and (own or context.next_is_name):
        yield -1.2 if figures < _MANY else -2.0
    if rule.does == "load" and roles[0][1].has("NUM") and context.next_is_name:
        yield 0.4
    if _misplaced(rule, context):
        yield _MISPLACED
    loaded = context.loaded or bool(told & {"load", "mass"})
    if rule.does in ("set", "list") and not (loaded or own or timed):
        yield 0.4
    if context.loaded and not context.counted and _lends_its_count(roles):
        yield _MISPLACED
    yield from _list_shape(rule, roles)


def _lends_its_count(roles: Roles) -> bool:
    """A count before its load: `85 triple, 90 triple` tells it of the load before it."""
    return len(roles) > 1 and roles[0][0] not in _LOADED and any(role in _LOADED for role, _ in roles)


_LOADED = frozenset(("load", "mass"))


def _list_shape(rule: Rule, roles: Roles) -> Iterator[float]:
    """What speaks against a list: units that differ, words said of some counts, a load like its counts."""
    if not roles:
        return
    first = roles[0]
    mixed = first[1].has("MASS") and any(role == "load" and atom.has("NUM") for role, atom in roles)
    if rule.does == "loads" and mixed:
        yield 1.0
    if rule.does == "spread":
        yield sum(2.0 for _, atom in roles if atom.has("NUM") and atom.value < _LIGHTEST)
    if rule.does in _PAIRED:
        yield _paired(roles)
    if rule.does != "list":
        return
    counts = [atom.value for role, atom in roles if role == "reps"]
    if any(role == "load" for role, _ in roles):
        yield sum(0.5 for one in counts if one > _MANY_LOADED)
    if max(counts, default=0.0) > max(_MANY_LOADED, _UNEVEN * min(counts, default=0.0)):
        yield _MISPLACED
    if len({atom.has("REPSN") for role, atom in roles if role == "reps"}) > 1:
        yield 0.6
    if first[0] == "load" and len({atom.value for _, atom in roles}) == 1:
        yield 0.5


_PAIRED = frozenset(("zip", "ladder"))
_LIGHTEST = 20
"""A smaller bare number among loads is a count."""
_UNEVEN = 6
"""So many times the least of a list nobody does."""
_MANY_LOADED = 30
"""More repetitions than most do with a load."""


def _paired(roles: Roles) -> float:
    """Whether there are as many loads as counts, or sets."""
    loads = sum(role == "load" for role, _ in roles)
    sets = next((atom.value for role, atom in roles if role in ("sets", "nsets")), None)
    counts = sum(role == "reps" for role, _ in roles) if sets is None else sets
    return -0.6 if loads == counts else 1.0
