"""Which number is the weight, which the repetitions, which the sets (the rules of docs/notation.md)."""

from __future__ import annotations

from typing import NamedTuple

from agents.language.style import Style

LIGHTEST_BARE = 20.0
"""A bare number from here on is a load, below a count."""
MOST_SETS = 12
MOST_LIKELY_SETS = 6
MOST_REPS = 40
"""Beyond this even the first of two counts is a load."""


class Roles(NamedTuple):
    """What a chain says; `guessed` when another reading is nearly as likely, and which."""

    weight: float | None = None
    unit: str = ""
    reps: int | None = None
    sets: int | None = None
    guessed: str = ""
    other: tuple[float | None, int, int] | None = None
    """The weight, repetitions and sets of the other reading."""
    inferred: bool = False
    """Told by how the writer writes."""


MASS = frozenset(("kg", "lb"))


def pair(  # noqa: PLR0911 - one return a rule
    values: tuple[float, ...], units: tuple[str, ...], *, weight_elsewhere: bool, bodyweight: bool
) -> Roles:
    """`A x B`: loads are large and counts small; a unit or a load elsewhere decides first."""
    (a, b), (unit_a, unit_b) = values, _moved(values, units)
    if unit_a in MASS:
        return Roles(a, unit_a, int(b))
    if unit_b in MASS:
        return Roles(b, unit_b, int(a))
    if {unit_a, unit_b} & {"sets", "reps"}:
        return _counted(a, b, unit_a, unit_b, bare=not weight_elsewhere and not bodyweight)
    if (not weight_elsewhere or a > MOST_REPS) and not bodyweight:
        if a >= LIGHTEST_BARE and b <= max(a, 30):
            return Roles(a, "", int(b))
        if b >= 2 * LIGHTEST_BARE and a <= LIGHTEST_BARE:
            return Roles(b, "", int(a))
    if a != int(a):
        return Roles(a, "", int(b))
    if not weight_elsewhere and not bodyweight and a != b and min(a, b) > MOST_LIKELY_SETS:
        return _light(int(a), int(b))
    return counts(int(a), int(b))


def _light(a: int, b: int) -> Roles:
    """`15x10` of a weighted exercise: too many sets either way, so more likely a light load."""
    return Roles(a, "", b, None, f"{a} for {b} reps|{b} sets of {a}", (None, a, b))


def counts(a: int, b: int) -> Roles:
    """Two counts: sets x reps, unless the first is too large for that and typical for repetitions (12x3)."""
    if a >= 10 and b <= 6 and a > b:
        return Roles(reps=a, sets=b)
    if a > MOST_SETS and b <= MOST_SETS:
        return Roles(reps=a, sets=b)
    if 6 <= a <= 9 and b <= 4:
        return Roles(sets=a, reps=b, guessed=f"{a} sets of {b}|{b} sets of {a}", other=(None, a, b))
    return Roles(sets=a, reps=b)


def settled(roles: Roles, name: str, style: Style) -> Roles:
    """The reading that the writer chose, now or once, or has always meant; else as it is."""
    if roles.other is None or roles.reps is None:
        return roles
    weight, reps, sets = roles.other
    other = Roles(weight, roles.unit, reps, sets)
    this = roles._replace(guessed="", other=None)
    if style.answer in roles.guessed.split("|"):
        return this if roles.guessed.startswith(style.answer) else other
    if roles.weight is not None and roles.sets is None and style.lifts(name, roles.weight):
        return this._replace(inferred=True)
    if roles.weight is not None or roles.sets is None:
        return roles
    order = style.order_of(name, roles.sets, roles.reps)
    if order is None:
        return roles
    return (this if order == "sets first" else other)._replace(inferred=not style.answer)


def _counted(a: float, b: float, unit_a: str, unit_b: str, *, bare: bool) -> Roles:
    """One of two numbers says what it counts: `8 x 3 sets`, `100 x 5 reps`, `3 sets x 8`."""
    if unit_b == "sets" and unit_a != "reps" and bare and a >= LIGHTEST_BARE:
        return Roles(weight=a, sets=int(b))
    if unit_b == "reps" and unit_a != "sets" and bare and a >= LIGHTEST_BARE:
        return Roles(weight=a, reps=int(b))
    if unit_a == "reps" or unit_b == "sets":
        return Roles(reps=int(a), sets=int(b))
    return Roles(sets=int(a), reps=int(b))


def _told(values: tuple[float, ...], units: tuple[str, ...]) -> Roles | None:
    """`12 reps x 3 sets x 40 kg`: each number says itself what it is."""
    if "sets" not in units and "reps" not in units:
        return None
    stated = next((at for at, unit in enumerate(units) if unit in MASS), None)
    places = dict(zip(units, range(len(units)), strict=True))
    left = [at for at in range(3) if at not in places.values() or units[at] == ""]
    load = stated if stated is not None else max(left, key=lambda at: values[at], default=None)
    if load is None:
        return None
    left = [at for at in left if at != load]
    sets, reps = places.get("sets"), places.get("reps")
    if left:
        sets = left[0] if sets is None else sets
        reps = left[0] if reps is None else reps
    if sets is None or reps is None or len({sets, reps, load}) < 3:
        return None
    unit = units[load] if units[load] in MASS else ""
    return Roles(values[load], unit, int(values[reps]), int(values[sets]))


def triple(values: tuple[float, ...], units: tuple[str, ...]) -> Roles:
    """`A x B x C`: the load has a unit or is the largest; after it reps x sets, before it sets x reps."""
    told = _told(values, units)
    if told is not None:
        return told
    units = _moved(values, units)
    stated = [place for place, unit in enumerate(units) if unit in MASS]
    heaviest = stated[0] if stated else _load_of(values)
    others = [value for place, value in enumerate(values) if place != heaviest]
    weight, unit = values[heaviest], units[heaviest]
    first, second = int(others[0]), int(others[1])
    clear = bool(stated) or weight >= LIGHTEST_BARE or weight >= 2 * max(others) or weight != int(weight)
    if heaviest == 0:
        reps, sets, other = first, second, (weight, second, first)
        options = f"{weight:g} for {reps} reps, {sets} sets|{first} sets of {second} at {weight:g}"
    else:
        sets, reps, other = first, second, (values[0], int(values[1]), int(values[2]))
        turned = f"{values[0]:g} for {int(values[1])} reps, {int(values[2])} sets"
        options = f"{sets} sets of {reps} at {weight:g}|{turned}"
    if clear:
        return Roles(weight, unit, reps, sets)
    return Roles(weight, unit, reps, sets, options, other)


def _load_of(values: tuple[float, ...]) -> int:
    """The place of the load: half a kilo is no count, the middle one of small numbers repetitions."""
    halves = [place for place, value in enumerate(values) if value != int(value)]
    if len(halves) == 1:
        return halves[0]
    heaviest = max(range(3), key=lambda place: (values[place], -place))
    if heaviest == 1 and values[1] < LIGHTEST_BARE:
        return 0 if values[0] > values[2] else 2
    return heaviest


def _moved(values: tuple[float, ...], units: tuple[str, ...]) -> tuple[str, ...]:
    """In `100x5 kg` the unit is the load's although it stands at the end."""
    last = len(values) - 1
    if units[last] in MASS and not any(units[:last]):
        heaviest = max(range(len(values)), key=lambda place: values[place])
        if heaviest != last and values[heaviest] >= LIGHTEST_BARE and values[heaviest] > 2 * values[last]:
            return tuple(units[last] if place == heaviest else "" for place in range(len(values)))
    return units
