"""How unlikely a figure is in a role: nothing for what is usual, more for what is rare, None for what cannot be."""

from __future__ import annotations

from agents.language.atoms import Atom
from agents.language.fits import misfit
from agents.language.moves import bodyweight_moves, is_hold
from agents.language.rules import Family, Rule
from agents.language.tiling import Context, Roles

_REPS = ((12, 0.0), (15, 0.1), (20, 0.2), (30, 0.5), (60, 1.0), (100, 1.2), (500, 2.5), (5000, 4.0))
_SETS = ((5, 0.0), (6, 0.1), (8, 0.35), (9, 0.5), (10, 0.7), (12, 0.9), (20, 1.3), (30, 2.5), (100, 4.0))


def count_cost(value: float) -> float:
    """How unlikely a count of repetitions is."""
    return _step(value, _REPS) or 0.0


def set_cost(value: float) -> float:
    """How unlikely a count of sets is."""
    return _step(value, _SETS) or 0.0


_MANY = 1.5
"""What so many repetitions cost that only a count right before its name is one."""


def _step(value: float, table: tuple[tuple[int, float], ...]) -> float | None:
    for most, cost in table:
        if value <= most:
            return cost
    return None


def _load(atom: Atom, context: Context) -> float | None:
    value = atom.value
    if atom.has("MASS", "PLATESN", "SIDEMASS", "BAR", "BARE_BAR"):
        return 0.0
    if atom.has("BELLS"):
        return (
            2.0
            if context.owner is not None
            and context.owner.named is not None
            and is_hold(context.owner.named.name)
            else 0.4
        )
    own = (
        context.owner is not None
        and context.owner.named is not None
        and context.owner.named.name in bodyweight_moves()
    )
    cost = 0.0 if value >= 30 else 0.15 if value >= 20 else 0.7 if value >= 10 else 1.4 if value >= 5 else 2.4
    if value > 350:
        cost += 1.5
    if value % 2.5:
        cost += 0.25
    return cost + (2.0 if own else 0.0)


_ADDED = Context(None, loaded=False)


def _has_unit(roles: Roles) -> bool:
    return any(role == "load" and atom.unit for role, atom in roles)


def unlikely(family: Family, rule: Rule, roles: Roles, context: Context) -> float | None:
    """The cost of a phrase's figures in their roles; None where one of them cannot be that."""
    if family == "metrics":
        return misfit(rule, roles)
    if family == "marks":
        return 0.0 if context.counted or rule.pattern != "X count" else 1.0
    if family != "sets":
        return 0.0
    total = 0.0
    listed = {"list": 1, "times": 1, "pairs": 1, "results": 1, "loads": 1, "ladder": 1, "zip": 1}.get(
        rule.does, 0
    )
    first: dict[str, bool] = {}
    has_load, has_load_told = context.loaded, False
    for role, atom in roles:
        cost: float | None
        match role:
            case "load" | "mass":
                cost = _load(
                    atom,
                    _ADDED
                    if rule.does == "added" or rule.pattern.endswith(("PLUS) load", "PLUS load"))
                    else context,
                )
                if (
                    cost is not None
                    and context.loaded
                    and not context.counted
                    and not has_load_told
                    and atom.has("NUM")
                ):
                    cost += 1.5
                has_load = has_load_told = True
            case "reps" | "nreps":
                cost = _step(atom.value, _REPS)
                if atom.has("REPSN") and cost is not None:
                    cost *= 0.3
            case "sets" | "nsets":
                cost = _step(atom.value, _SETS)
                if atom.has("SETSN") and cost is not None:
                    cost *= 0.3
                if atom.has("ROUNDSN") and cost is not None:
                    cost += 1.0
            case "setmass":
                cost = (
                    None
                    if atom.value != int(atom.value)
                    or (rule.does == "trailing" and first.get("load") is None)
                    or _has_unit(roles)
                    else _step(atom.value, _REPS)
                )
            case "rpe":
                cost = 0.0 if 5 <= atom.value <= 10 and (atom.value * 2) % 1 == 0 else None
            case _:
                cost = 0.0
        if cost is None:
            return None
        total += cost * (0.5 if listed and first.get(role) else 1.0)
        first[role] = True
    own = (
        context.owner is not None
        and context.owner.named is not None
        and context.owner.named.name in bodyweight_moves()
    )
    timed = any(role in ("time", "dist") for role, _ in roles)
    if (
        timed
        and context.owner is not None
        and context.owner.named is not None
        and not is_hold(context.owner.named.name)
    ):
        total += 1.2
    if rule.does == "set" and len(roles) == 1 and roles[0][0] == "reps" and (own or context.next_is_name):
        total -= 1.2 if total < _MANY else 2.0
    if rule.does == "load" and roles[0][1].has("NUM") and context.next_is_name:
        total += 0.4
    if (
        rule.does == "loads"
        and roles[0][1].has("MASS")
        and any(role == "load" and atom.has("NUM") for role, atom in roles)
    ):
        total += 1.0
    if rule.pattern.startswith("X reps") and (context.counted or not context.loaded):
        total += 1.0
    if rule.does == "efforts" and not context.counted:
        return None
    if rule.does == "list" and len({atom.has("REPSN") for role, atom in roles if role == "reps"}) > 1:
        total += 0.6
    if rule.does == "list" and len({atom.value for _, atom in roles}) == 1 and roles[0][0] == "load":
        total += 0.5
    if rule.does in ("set", "list") and not has_load and not own and not timed:
        total += 0.4
    return total
