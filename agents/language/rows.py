"""What one phrase of an exercise says: the rows of each kind of phrase (`does` in data/rules/sets.yaml)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from agents.language.atoms import Atom
from agents.language.loads import Load, unit_of, weight_of
from agents.language.pieces import Piece
from agents.language.quantities import worth
from storage.entities import Certainty, WeightUnit

_NOTHING: Mapping[str, Certainty] = {}
OF_A_BAR: Mapping[str, Certainty] = {"weight_unit": "inferred"}
_INHERITED: Mapping[str, Certainty] = {"weight": "inherited", "weight_unit": "inherited"}
NO_LOAD: Load = (None, None)


@dataclass(frozen=True, slots=True)
class Row:
    """Sets that are alike."""

    load: float | None = None
    unit: WeightUnit | None = None
    reps: int | None = None
    sets: int | None = None
    rpe: float | None = None
    duration: float | None = None
    distance: float | None = None
    warmup: bool = False
    failed: bool = False
    """More was tried than was done."""
    certainty: Mapping[str, Certainty] = field(default_factory=lambda: _NOTHING)
    day: date = date.min

    @property
    def counted(self) -> bool:
        """Whether more than a load was told."""
        return self.reps is not None or self.duration is not None or self.distance is not None

    @property
    def of_a_bar(self) -> bool:
        """Whether its load is that of a bar without plates, in either unit."""
        return self.certainty is OF_A_BAR


@dataclass(frozen=True, slots=True)
class Phrase:
    """A piece with its figures by role."""

    piece: Piece
    loads: tuple[Load, ...]
    reps: tuple[int, ...]
    sets: int | None
    held: Load
    """Its first load, else the one that was told before."""
    day: date

    def row(self, load: Load | None = None, **told: int | float | None) -> Row:
        """A row of this phrase with its load and what is told besides."""
        value, unit = self.held if load is None else load
        certainty = _NOTHING if self.loads or value is None else _INHERITED
        certainty = OF_A_BAR if self.loads and self._is_bare() else certainty
        return Row(value, unit, day=self.day, certainty=certainty, **told)  # type: ignore[arg-type]

    def _is_bare(self) -> bool:
        return all(atom.has("BAR", "BARE_BAR") for atom in self.figures("load", "mass"))

    def figures(self, *roles: str) -> list[Atom]:
        """The figures in any of the roles."""
        return [atom for one, atom in self.piece.roles if one in roles]


def phrase(piece: Piece, load: Load | None, name: str) -> Phrase:
    """A piece of the exercise `name` with its figures; `load` is the one that was told before."""
    by_role = piece.roles
    written = [weight_of(atom, name) for role, atom in by_role if role in ("load", "mass", "sided")]
    units: set[WeightUnit] = {unit for _, unit in written if unit is not None}
    one = units.pop() if len(units) == 1 else None
    loads: list[Load] = [(value, unit or one) for value, unit in written]
    return Phrase(
        piece=piece,
        loads=tuple(loads),
        reps=tuple([int(atom.value) for role, atom in by_role if role in ("reps", "nreps", "each", "fold")]),
        sets=next((int(atom.value) for role, atom in by_role if role in ("sets", "nsets", "again")), None),
        held=loads[0] if loads else load or NO_LOAD,
        day=by_role[0][1].day,
    )


Rows = tuple[Row, ...]


def _set(one: Phrase) -> Rows:
    """Sets alike: load, repetitions or a time or a way, and how many."""
    time, way, rpe = one.figures("time"), one.figures("dist"), one.figures("rpe")
    return (
        one.row(
            reps=one.reps[0] if one.reps else None,
            sets=one.sets,
            rpe=rpe[0].value if rpe else None,
            duration=time[0].value if time else None,
            distance=way[0].value if way else None,
        ),
    )


def _trailing(one: Phrase) -> Rows:
    """`225x8x3 lb`: the unit behind the last figure is that of the load."""
    last = one.figures("setmass")[0]
    load = (one.loads[0][0], unit_of(last.unit))
    reps, sets = (one.reps[0], int(last.value)) if one.reps else (int(last.value), None)
    return (one.row(load, reps=reps, sets=sets),)


def _list(one: Phrase) -> Rows:
    """Each count is a set; where they are not as many as was announced, the sets that were announced."""
    planned = one.figures("planned")
    if planned and one.sets is not None and len(one.reps) != one.sets:
        return (one.row(reps=int(planned[0].value), sets=one.sets),)
    sets = one.figures("nsets")
    headed = sets and sets[0].value != len(one.reps) and not sets[0].text[:1].isdigit()
    first = (int(sets[0].value),) if headed else ()  # `sets: 9, 8, 6` names what is listed
    return tuple([one.row(reps=each, sets=1) for each in first + one.reps])


def _zip(one: Phrase) -> Rows:
    """A load for each count."""
    if len(one.loads) != len(one.reps):
        return tuple([one.row(load, reps=one.reps[0], sets=1) for load in one.loads])
    return tuple([one.row(load, reps=each, sets=1) for load, each in zip(one.loads, one.reps, strict=True)])


def _each_load(one: Phrase) -> Rows:
    warm = one.piece.first.has("WARMUP")
    reps = one.reps[0] if one.reps else None
    return tuple([replace(one.row(load, reps=reps, sets=1), warmup=warm) for load in one.loads])


def _failed_rep(one: Phrase) -> Rows:
    """`110kg failed at rep 3`: the repetitions before it."""
    done = int(next(atom.value for role, atom in one.piece.roles if role in ("nth", "count"))) - 1
    return (one.row(reps=done, sets=1),) if done > 0 else ()


def _times(one: Phrase) -> Rows:
    """How long each lasted; a bare number has the unit of the one that ends or begins them."""
    times = one.figures("lasting", "time")
    unit = worth(times[0] if times[-1].has("INT") else times[-1])
    return tuple(
        [Row(duration=atom.value * (unit if atom.has("INT") else 1), sets=1, day=one.day) for atom in times]
    )


_OFTEN = ("often", "nreps")
_READERS: dict[str, Callable[[Phrase], Rows]] = {
    "set": _set,
    "added": lambda one: _list(one) if len(one.reps) > 1 and one.sets is None else _set(one),
    "trailing": _trailing,
    "list": _list,
    "zip": _zip,
    "pairs": _zip,
    "loads": _each_load,
    "warm_set": _each_load,
    "ladder": _each_load,
    "tries": lambda one: tuple([one.row(load, reps=1, sets=1) for load in one.loads]),
    "complex": lambda one: tuple([one.row(reps=each, sets=one.sets) for each in one.reps]),
    "times": _times,
    "times_each": lambda one: (
        Row(duration=one.figures("time")[0].value, sets=int(one.figures(*_OFTEN)[0].value), day=one.day),
    ),
    "plus": lambda one: (one.row(reps=one.reps[-1], sets=1 if len(one.reps) > 1 else None),),
    "unloaded": lambda one: (Row(reps=one.reps[0], sets=one.sets, day=one.day),),
    "failed": _failed_rep,
    "count": lambda one: (one.row(sets=one.sets),),
}


def read_rows(one: Phrase) -> Sequence[Row]:
    """The rows that a phrase says."""
    return _READERS[one.piece.rule.does](one)
