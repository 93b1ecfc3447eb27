"""The sets of an exercise as they are being read, and what is said of their loads."""

from __future__ import annotations

from typing import Literal

from agents.language.style import Style
from agents.offline.reading.ahead import own_counts
from agents.offline.reading.lexicons import bodyweight_moves, equipment_of, is_hold
from agents.offline.reading.pieces import Piece
from agents.offline.reading.rows import Row
from storage.entities import WeightUnit
from units import KG_PER_LB

_BARS = frozenset(("barbell", "trap bar"))
"""What plates are put on both ends of."""
_HELD = frozenset(("dumbbell", "kettlebell", "cable", "bodyweight"))
"""What is held or drawn by one side: so much of a side is the load."""


class Loads:
    """Finished rows, the row at hand, and loads that are said by other things than a number."""

    def __init__(self, name: str, plates_in: WeightUnit, style: Style) -> None:
        self.name = name
        self.style = style
        self.loaded: tuple[float, WeightUnit | None] | None = None
        self.unit: WeightUnit | None = None
        """Said of loads to come: `up to 180 kg: 100x5, …`."""
        self.bodyweight = name in bodyweight_moves()
        self.hold = is_hold(name)
        self.plates_in: WeightUnit = plates_in
        self.rows: list[Row] = []
        self.doubts: list[str] = []
        self.row = Row()
        self.warm: Literal["", "set", "clause", "open"] = ""
        self.override = False
        self.reload = False
        self.problems: list[str] = []
        self.spare: Piece | None = None
        """A count that fitted no slot: `only got 3 on the last set`."""
        self.awaits = 0
        """Loads of a list whose repetitions were not said yet."""
        self.each: int | None = None
        """Repetitions that each load of a list is for."""
        self.alone = False
        """Whether a line began and no figures came on it yet."""
        self.sided = False
        """Whether "per side" came just before."""
        self.every = False
        """Whether "all" came just before: repetitions of each load said so far."""
        self.marked = False
        """Whether a colon or bracket came since the last figures."""
        self.begun = False
        """Whether a comma or break came right before."""
        self.fresh = True
        """Whether a comma or break came since the last figures."""

    def close(self) -> None:
        """Finish the set at hand."""
        row = self.row
        self.row = Row()
        if self.each is not None and row.weight is not None and not row.counted:
            row.reps = self.each
        if row.empty:
            return
        row.warmup = row.warmup or bool(self.warm)
        self.warm = "" if self.warm == "set" else self.warm
        for piece in row.pieces:
            piece.use()
        self.rows.append(row)

    def _begin_load(self, after: list[Piece]) -> None:
        begins = self.row.counted and self.fresh and (bool(self.rows) or own_counts(after))
        if self.row.weight is not None or begins:
            self.close()

    def _plates(self, piece: Piece, after: list[Piece]) -> None:
        """Bar and plates of a barbell; of a machine only plates of each side tell what they weigh."""
        self._begin_load(after)
        count, more = piece.values
        if self.plates_in == "kg" and piece.units == ("lb",):
            self.plates_in = "lb"
        bar, each = (20.0, 20.0) if self.plates_in == "kg" else (45.0, 45.0)
        side = each * count + more
        equipment = equipment_of(self.name)
        if equipment in _BARS:
            weight = bar + 2 * side
        elif equipment == "landmine" and side:
            weight = side
        elif piece.sided and not (more and equipment in _HELD):
            weight = 2 * side
        elif more and not count:  # also a dumbbell for each hand
            weight = more  # `push-ups with a 10kg plate`
        else:
            piece.use()
            self.problems.append("what the plates or the bar weigh here is not known: no weight logged.")
            self.row.unloaded = True
            piece.values = ()
            return
        self.row.weight, self.row.unit = round(weight, 2), self.plates_in
        self.row.certainty |= {"weight": "inferred", "weight_unit": "inferred"}

    def _change(self, piece: Piece) -> None:
        """`then 5 lb more for 8`: so much more or less than the set before."""
        last = next((row for row in reversed([*self.rows, self.row]) if row.weight is not None), None)
        if last is None or last.weight is None:
            return
        if not self.row.empty:
            self.close()
        unit = last.unit or ("kg" if piece.units[0] == "kg" else "lb")
        scale = {("lb", "kg"): KG_PER_LB, ("kg", "lb"): 1 / KG_PER_LB}.get((piece.units[0], unit), 1.0)
        weight = round(last.weight + piece.values[0] * scale, 2)
        if weight > 0:
            self.row.weight, self.row.unit = weight, unit
            self.row.certainty |= {"weight": "inferred", "weight_unit": "inherited"}

    def _load_below(self, piece: Piece) -> bool:
        """A load on a line of its own below sets without one is theirs."""
        if not self.rows or self.bodyweight or self.rows[-1].weight is not None or not self.rows[-1].counted:
            return False
        for row in reversed(self.rows):
            if row.weight is not None or not row.counted:
                break
            row.weight = piece.values[0]
            row.unit = "kg" if piece.units[0] == "kg" else "lb" if piece.units[0] else None
        piece.use()
        return True

    def _same_load(self) -> None:
        """`same weight incline 8, 7`: the load of the exercise before."""
        if not self.rows and self.row.weight is None and self.loaded is not None:
            self.row.weight, self.row.unit = self.loaded
            self.row.certainty["weight"] = "inherited"
            if self.row.unit is not None:
                self.row.certainty["weight_unit"] = "inherited"

    def _unit(self, piece: Piece) -> None:
        rows = [*self.rows, self.row]
        if all(row.weight is None for row in rows):
            self.unit = "kg" if piece.units[0] == "kg" else "lb"
            piece.use()
        for row in rows:
            if row.weight is not None and row.unit is None:
                row.unit = "kg" if piece.units[0] == "kg" else "lb"
            elif row.unit == piece.units[0]:
                row.certainty.pop("weight_unit", None)  # of plates: `2 plates (lb)`

    def _loads(self, loads: tuple[int, ...]) -> None:
        """`4x5: 100, 110, 120`: counts that only loads can be, each for the repetitions said before."""
        said = self.rows[-1] if self.rows else Row()
        if self.rows and said.weight is None:
            self.rows.pop()
        self.each = said.reps or self.each
        for load in loads:
            self.row = Row(weight=float(load), reps=self.each, sets=1, rpe=said.rpe, pieces=list(said.pieces))
            self.close()
        self.awaits = 0 if self.each else len(loads)

    def _for_each(self, reps: tuple[int, ...], piece: Piece) -> None:
        """`100-110-120 x5 each`: the repetitions of each load said before."""
        for at, row in enumerate(self.rows[-self.awaits :]):
            row.reps = reps[at % len(reps)]
        piece.use()
        self.awaits = 0

    def _awaits_counts(self) -> bool:
        """Whether a load was said without its repetitions."""
        return any(row.weight is not None and not row.counted for row in (*self.rows, self.row))

    def _for_all(self, reps: int, piece: Piece) -> None:
        """`60 70 80 all for 5`."""
        self.every = False
        self.close()
        for row in self.rows:
            if row.weight is not None and not row.counted:
                row.reps = reps
        piece.use()

    def _load_list(self, piece: Piece) -> None:
        """`12/10/8 at 60/65/70kg`, `5@7, 5@8 with 80/85kg`, `3x5 @ 100/110/120`: one load a set."""
        loads = piece.values
        unit: WeightUnit | None = "kg" if piece.units[0] == "kg" else "lb" if piece.units[0] else None
        row = self.row
        alike = row.reps is not None and (row.sets == len(loads) or (row.sets is None and not self.rows))
        counts = row.lists or ((row.reps or 0,) * len(loads) if alike else ())
        if len(counts) == len(loads) and row.weight is None:
            self.row = Row()
            for load, reps in zip(loads, counts, strict=True):
                self.row = Row(load, unit, reps, sets=1, rpe=row.rpe, pieces=[*row.pieces, piece])
                self.close()
            return
        self.close()
        said = self.rows[-len(loads) :]
        if len(said) == len(loads) and all(
            one.weight is None and one.counted and one.sets in (None, 1) for one in said
        ):
            for load, one in zip(loads, said, strict=True):
                one.weight, one.unit = load, unit
            piece.use()
            return
        for load in loads:
            self.row = Row(load, unit, sets=1, pieces=[piece])
            self.close()
        self.awaits = len(loads)
