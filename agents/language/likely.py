"""How unlikely a figure is in a role: nothing for what is usual, more for what is rare, None for what cannot be."""

from __future__ import annotations

from agents.language.atoms import Atom
from agents.language.metric_figures import misfit
from agents.language.rules import Family, Rule
from agents.language.tiling import Context, Roles
from agents.offline.reading.lexicons import bodyweight_moves, is_hold

_REPS = ((12, 0.0), (15, 0.1), (20, 0.2), (30, 0.5), (60, 1.0), (100, 1.2), (500, 2.5), (5000, 4.0))
_SETS = ((5, 0.0), (6, 0.1), (8, 0.35), (10, 0.4), (12, 0.9), (20, 1.3), (30, 2.5), (100, 4.0))


def _step(value: float, table: tuple[tuple[int, float], ...]) -> float | None:
    return next((cost for most, cost in table if value <= most), None)


def _load(atom: Atom, context: Context) -> float | None:
    value = atom.value
    if atom.has("MASS"):
        return 0.0
    own = context.owner is not None and context.owner.named is not None and context.owner.named.name in bodyweight_moves()
    cost = 0.0 if value >= 30 else 0.15 if value >= 20 else 0.7 if value >= 10 else 1.4 if value >= 5 else 2.4
    if value > 350:
        cost += 1.5
    if value % 2.5:
        cost += 0.25
    return cost + (1.2 if own else 0.0)


def unlikely(family: Family, rule: Rule, roles: Roles, context: Context) -> float | None:
    """The cost of a phrase's figures in their roles; None where one of them cannot be that."""
    if family == "metrics":
        return misfit(rule, roles)
    if family != "sets":
        return 0.0
    total = 0.0
    listed = {"list": 1, "loads": 1, "ladder": 1}.get(rule.does, 0)
    first: dict[str, bool] = {}
    has_load = context.loaded
    for role, atom in roles:
        cost: float | None
        match role:
            case "load" | "mass":
                cost = _load(atom, context)
                has_load = True
            case "reps" | "nreps":
                cost = _step(atom.value, _REPS)
                if atom.has("REPSN") and cost is not None:
                    cost *= 0.3
            case "sets" | "nsets":
                cost = _step(atom.value, _SETS)
                if atom.has("SETSN") and cost is not None:
                    cost *= 0.3
            case "rpe":
                cost = 0.0 if 5 <= atom.value <= 10 and (atom.value * 2) % 1 == 0 else None
            case _:
                cost = 0.0
        if cost is None:
            return None
        total += cost * (0.5 if listed and first.get(role) else 1.0)
        first[role] = True
    own = context.owner is not None and context.owner.named is not None and context.owner.named.name in bodyweight_moves()
    timed = any(role in ("time", "dist") for role, _ in roles)
    if timed and context.owner is not None and context.owner.named is not None and not is_hold(context.owner.named.name):
        total += 0.8
    if rule.does in ("set", "list") and not has_load and not own and not timed:
        total += 0.4
    return total
