"""Pieces of one exercise to sets: slots are filled in order, a slot that is taken begins the next set."""

from __future__ import annotations

from agents.language.style import UNKNOWN, Style
from agents.offline.reading.ahead import counts_follow, own_counts
from agents.offline.reading.marked import Marked
from agents.offline.reading.pieces import WORK, Piece
from agents.offline.reading.results import settled_rows
from agents.offline.reading.roles import LIGHTEST_BARE, MASS, MOST_REPS, Roles, pair, settled, triple
from agents.offline.reading.rows import Row, Sets, drops_on, inherited, is_carried
from agents.offline.reading.shared import is_rounds
from storage.entities import WeightUnit


def read_sets(
    name: str,
    pieces: list[Piece],
    *,
    plates_in: WeightUnit,
    style: Style = UNKNOWN,
    before: tuple[float, WeightUnit | None] | None = None,
) -> Sets:
    """The sets that the pieces of the exercise `name` say.

    `plates_in` is what a bar and plates weigh in, `before` the load of the exercise before.
    """
    units = {unit for piece in pieces for unit in piece.units if unit in MASS}
    if len(units) == 1:
        plates_in = "kg" if units == {"kg"} else "lb"
    builder = _Builder(name, plates_in, style)
    builder.loaded = before
    for at, piece in enumerate(pieces):
        builder.take(piece, pieces[at + 1 :])
    builder.close()
    builder.rows = settled_rows(builder.rows)
    for row in builder.rows:
        if builder.unit is not None and row.weight is not None and row.unit is None:
            row.unit = builder.unit
            row.certainty["weight_unit"] = "inherited"
    return Sets(inherited(builder.rows, bodyweight=builder.bodyweight), builder.doubts, builder.problems)


class _Builder(Marked):
    def take(self, piece: Piece, after: list[Piece]) -> None:  # noqa: C901, PLR0912 - one case a kind
        """Fill a slot from the piece, beginning a new set where it is taken."""
        match piece.kind:
            case "weight":
                self._weight(piece, after)
            case "plates":
                self._plates(piece, after)
            case "change":
                self._change(piece)
            case "chain":
                self._chain(piece, after)
            case "sets":
                self._sets(piece, after)
            case "every":
                self._for_all(piece.lists[0], piece)
                self.each = piece.lists[0]
            case "added":
                self._added(piece, after)
            case "split":
                self._split(piece.lists[0])
            case "loads":
                self._load_list(piece)
            case "reps":
                self._reps(piece)
            case "times":
                self._times(piece)
            case "number":
                self._number(piece, after)
            case "at":
                self._at(piece, after)
            case "rpe":
                self._rpe(piece, piece.values[0])
                if len(piece.values) > 1:
                    (self.row if not self.row.empty or not self.rows else self.rows[-1]).rpes = piece.values
            case "time" | "distance":
                self._measured(piece, after)
            case _:
                self._mark(piece, after)
        self.begun = piece.kind in ("break", "comma")
        if piece.data:
            self.row.pieces.append(piece)
            self.fresh = self.marked = self.sided = self.alone = False

    def _sets(self, piece: Piece, after: list[Piece]) -> None:
        sets, row = int(piece.values[0]), self.row
        if any(item.tag("again") for item in piece.items):
            self.close()
            self.row.sets, self.row.again = sets, True
            return
        if row.lists and row.sets is None and not own_counts(after):
            cluster = any(item.kind == "plus" for item in row.pieces[-1].items)
            row.lists *= min(sets, _MOST_TIMES) if cluster or len(row.lists) != sets else 1
            return
        if row.sets is not None and row.counted:
            self.close()
        self.row.sets = sets

    def _added(self, piece: Piece, after: list[Piece]) -> None:
        """`+10`: a load of moves with the body's weight; of others it is like any number."""
        if not self.bodyweight:
            self._number(piece, after)
            return
        if self.row.counted and (self.row.weight is not None or counts_follow(after)):
            self.close()
        self.row.weight = piece.values[0]

    def _split(self, reps: int) -> None:
        """`100 push-ups in sets of 20`; without a total `a set of 10`."""
        total = self.row.reps
        if total is None and not self.row.lists and self.row.duration is None:
            self.row.reps = reps
        if total is not None and self.row.sets is None and total % reps == 0:
            self.row.reps, self.row.sets = reps, total // reps

    def _weight(self, piece: Piece, after: list[Piece]) -> None:
        if self.row.empty and self.alone and _line_ends(after) and self._load_below(piece):
            return
        if self.reload:
            self._reload()
        else:
            self._begin_load(after)
        self.row.weight = piece.values[0]
        self.row.unit = "kg" if piece.units[0] == "kg" else "lb" if piece.units[0] else None
        if self.each is not None and not self.row.counted:
            self.row.reps = self.each

    def _reload(self) -> None:
        """The load that follows is that of the last set only."""
        self.reload = False
        self.close()
        if not self.rows:
            return
        said = self.rows[-1]
        if said.reps is not None and said.sets is not None and said.sets > 1:
            said.sets -= 1
            self.row = Row(reps=said.reps, sets=1, rpe=said.rpe)

    def _chain(self, piece: Piece, after: list[Piece]) -> None:
        ahead = next((one for one in after if one.kind not in ("comma", "each", "bodyweight", "name")), None)
        follows = ahead is not None and (
            ahead.kind in ("weight", "plates") or (ahead.kind == "at" and ahead.values[0] > 10)
        )
        if (
            ahead is not None
            and ahead.kind == "number"
            and ahead.near
            and ahead.values[0] >= 2 * LIGHTEST_BARE
        ):
            follows = not self.bodyweight and len(piece.values) == 2
        held = self.hold and self.row.counted and self.row.weight is None
        two = len(piece.values) == 2 and piece.values[0] in (1, 2) and piece.units[1] in MASS
        if two and (held or counts_follow(after)):
            if not held:
                self._start(keep_weight=False)
            self.row.weight, self.row.unit = piece.values[1], "kg" if piece.units[1] == "kg" else "lb"
            return
        known = self.row.weight is not None and not self.row.counted
        if self.row.counted:
            self.close()
        if (
            (self.row.unloaded or known)
            and len(piece.values) == 2
            and piece.items
            and piece.items[0].tag("x")
        ):
            roles = Roles(reps=int(piece.values[0]), sets=int(piece.values[1]))  # `bw x 8 x 3`, `+10x8x3`
        elif len(piece.values) == 3:
            roles = triple(piece.values, piece.units)
        elif drops_on(self.rows, piece):
            roles = Roles(piece.values[0], "", int(piece.values[1]))
        else:
            roles = pair(
                piece.values,
                piece.units,
                weight_elsewhere=known or follows or is_carried(self.rows, piece),
                bodyweight=self.bodyweight or self.row.unloaded,
            )
        roles = settled(roles, self.name, self.style)
        if roles.weight is not None and self.row.weight is not None:
            self.close()
        self._fill(roles, piece)

    def _start(self, *, keep_weight: bool) -> None:
        if self.row.counted or (self.row.weight is not None and not keep_weight):
            self.close()

    def _fill(self, roles: Roles, piece: Piece) -> None:
        row = self.row
        if roles.weight is not None:
            row.weight = roles.weight
            row.unit = "kg" if roles.unit == "kg" else "lb" if roles.unit == "lb" else None
        row.reps = roles.reps
        row.sets = roles.sets if roles.sets is not None else row.sets
        sides = len(piece.lists) == _SIDES and len(set(piece.lists)) == 1 and roles.sets not in (None, _SIDES)
        if piece.lists and not sides:
            row.reps, row.lists = None, piece.lists
        if piece.ranged:
            row.certainty["reps"] = "guessed"
        if roles.guessed:
            self.doubts.append(roles.guessed)
            told = {"sets": roles.sets, "reps": roles.reps, "weight": roles.weight}
            row.certainty |= {field: "guessed" for field, value in told.items() if value is not None}
        elif roles.inferred:
            row.certainty |= {
                "weight" if roles.weight is not None else "sets": "inferred",
                "reps": "inferred",
            }

    def _reps(self, piece: Piece) -> None:
        again = len(piece.lists) == 1 and any(item.tag("multiplied") for item in piece.items)
        if again and self.row.counted and self.row.sets is None:
            self.row.sets = piece.lists[0]  # `40 meters three times`
            return
        if self.sided and len(piece.lists) == 1 and piece.items[0].tag("for"):
            self._times(piece)
            return
        if self.every and len(piece.lists) == 1 and self._awaits_counts():
            self._for_all(piece.lists[0], piece)
            return
        if self.override:
            self._override(piece.lists[0])
            return
        pending = self.row
        if pending.counted:
            self.close()
        lists = piece.lists
        if self.awaits and len(lists) in (1, self.awaits) and self.row.empty:
            self._for_each(lists, piece)
            return
        if (
            len(lists) > 1
            and min(lists) >= 2 * LIGHTEST_BARE
            and not self.bodyweight
            and (pending.weight is None or (not pending.counted and min(lists) > _MOST_REPEATED))
        ):
            self._loads(lists)
            return
        if len(lists) == 1:
            self.row.reps = lists[0]
        else:
            self.row.lists, self.row.marked = lists, self.marked

    def _times(self, piece: Piece) -> None:
        """`10 per side x 3`: what was said, three times; `60kg x5`: repetitions."""
        self.sided = False
        if self.row.counted and self.row.sets is None and not self.row.lists:
            self.row.sets = piece.lists[0]
        else:
            self._reps(piece)

    def _number(self, piece: Piece, after: list[Piece]) -> None:  # noqa: C901, PLR0911, PLR0912 - a table
        value = piece.values[0]
        ahead = next((one for one in after if one.kind not in ("comma", "each")), None)
        if self.override:
            self._override(int(value))
            return
        row = self.row
        whole = value == int(value)
        counts_ahead = ahead is not None and ahead.kind in ("reps", "chain", "sets")
        if row.empty and ahead is not None and is_rounds(ahead) and whole and value < LIGHTEST_BARE:
            row.reps = int(value)  # `squats 15, 12 rounds`
            return
        if row.counted and row.weight is not None:
            if counts_ahead and ahead is not None and ahead.near and value >= 10:
                self.close()
                self.row.weight = value
            elif self.fresh and value >= LIGHTEST_BARE and _is_its_count(ahead, value):
                self.close()
                self.row.weight = value  # `60 10, 70 8`
            elif (
                ahead is not None
                and ahead.kind in ("weight", "at")
                and (self.fresh or ahead.glued)
                and whole
                and value <= 50
            ):
                self.close()
                self.row.reps = int(value)
            elif whole and value <= 100:
                self.spare = piece
            return
        if row.counted:
            behind = (row.sets or 1) > 1 and not self.fresh and not row.unloaded
            if piece.near and (behind or value >= 2 * LIGHTEST_BARE) and not self.bodyweight:
                row.weight = value  # `3x12 14`
            elif self.fresh and whole and value <= 50 and ahead is not None and ahead.kind in ("at", "rpe"):
                self.close()
                self.row.reps = int(value)  # `5@7, 5@8`
            return
        if row.weight is not None and self._goes_on(value):
            self.close()
            self.row.weight = value
            return
        if row.weight is not None:
            if whole and value <= 50 and piece.near:
                row.reps = int(value)
            return
        if row.empty and self.rows and self.alone and _line_ends(after) and whole and value <= 50:
            row.reps = int(value)  # a count on a line of its own
            return
        if row.empty and self._is_next_count(piece, after):
            row.reps = int(value)
            return
        load_ahead = ahead is not None and ahead.kind in ("weight", "at", "plates", "loads")
        if self.bodyweight or row.unloaded or row.sets is not None or (load_ahead and value < LIGHTEST_BARE):
            if whole and piece.near and value <= 500 and not self.hold:
                row.reps = int(value)
        elif piece.near and (value >= LIGHTEST_BARE or counts_ahead) and value <= 600:
            row.weight = value

    def _is_next_count(self, piece: Piece, after: list[Piece]) -> bool:
        """`10 reps, then 8, then another 6`: a count alone after a break."""
        said = self.rows[-1].reps if self.rows else None
        alone = not after or after[0].kind in ("break", "comma")
        value = piece.values[0]
        likely = said is not None and (self.rows[-1].sets or 1) == 1 and value == int(value) <= 2 * said
        return self.begun and piece.near and alone and likely and value < LIGHTEST_BARE

    def _goes_on(self, load: float) -> bool:
        """`80 good, 85 good`: after a comma a number as large as the load before is the next load."""
        said = self.row.weight or 0.0
        return self.fresh and load >= LIGHTEST_BARE and said / _MOST_APART <= load <= said * _MOST_APART

    def _at(self, piece: Piece, after: list[Piece]) -> None:
        value = piece.values[0]
        if self.row.empty and self.fresh and value >= LIGHTEST_BARE and own_counts(_within(after)):
            self.row.weight = value  # `then at 90 for 8`
            return
        row = self.row if not self.row.empty or not self.rows else self.rows[-1]
        loaded = row.weight is not None
        if (value <= 10 and (loaded or piece.glued)) or (value <= 20 and loaded and piece.glued):
            self._rpe(piece, value)
            if not loaded and not self.bodyweight:
                row.certainty["rpe"] = "inferred"
        elif not loaded and value <= 600:
            row.weight = value
        elif self.row.weight is not None and self.row.counted and value > 10:
            piece.values = ()

    def _rpe(self, piece: Piece, value: float) -> None:
        if not self.row.empty:
            self.row.rpe = value
        elif self.rows:
            self.rows[-1].rpe = value
            piece.use()
            piece.values = ()

    def _is_timed(self, piece: Piece, after: list[Piece]) -> bool:
        """`mountain climbers 3x30s`, `burpees 45s`, `4 sets of 30s`: a time instead of repetitions."""
        short = piece.kind == "time" and "clock" not in piece.units and max(piece.values) <= _LONGEST_WORK
        numbered = bool(after) and after[0].kind == "sets"
        told = self.row.counted or self.row.weight is not None or (numbered and self.row.sets is not None)
        if not short or told or self.rows or counts_follow(after[numbered:]):
            return False
        return len(piece.values) == 2 or (self.bodyweight and piece.units in (("s",), ("min",)))

    def _measured(self, piece: Piece, after: list[Piece]) -> None:
        """Time and distance count for holds and carries only; else they are rest or the session's length."""
        shorthand = piece.kind == "time" and len(piece.values) == 1 and piece.units == ("s",)
        item = piece.items[0] if piece.items else None
        timed = self._is_timed(piece, after)
        if shorthand and not self.hold and not timed and item is not None and item.end - item.start <= 5:
            if self.row.weight is None and piece.values[0] >= 2:
                self.row.weight = piece.values[0]  # `12.5s`: a pair of dumbbells
            return
        if self.row.distance is not None and piece.kind == "distance":
            self.close()
        if not self.hold and piece.units == ("s", "") and piece.values[0] < 200:
            self._start(keep_weight=False)
            self.row.weight, self.row.reps = piece.values[0], int(piece.values[-1])  # `60s x 10`
            return
        if not self.hold and piece.units != (WORK,) and not timed:
            piece.values = ()
            return
        values = list(piece.values)
        units = list(piece.units)
        kept = next((at for at, unit in enumerate(units) if unit and unit not in MASS), 0)
        if self.row.duration is not None and piece.kind == "time":
            self.close()
        if piece.kind == "time":
            self.row.duration = values[kept]
        else:
            self.row.distance, self.row.distance_unit = values[kept], units[kept]
        if len(values) == 2:
            self.row.sets = int(values[1 - kept])


def _within(after: list[Piece]) -> list[Piece]:
    """What follows, without the comma right behind."""
    return after[1:] if after and after[0].kind == "comma" else after


def _line_ends(after: list[Piece]) -> bool:
    """Whether nothing more stands on the line."""
    return not after or after[0].kind == "break"


_SIDES = 2
"""Equal counts of left and right: `3x15/15`."""
_LONGEST_WORK = 180
"""Seconds of work on a move that is no hold."""
_MOST_TIMES = 20
_MOST_APART = 2.5
_MOST_REPEATED = 50
"""Repetitions of a load: larger figures in a row are loads themselves."""


def _is_its_count(ahead: Piece | None, load: float) -> bool:
    """Whether a bare number tells how often the load before it was lifted."""
    if ahead is None or ahead.kind != "number" or not ahead.near or len(ahead.values) != 1:
        return False
    return ahead.values[0] == int(ahead.values[0]) and 0 < ahead.values[0] <= min(load, MOST_REPS)
