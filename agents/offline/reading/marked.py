"""Marks on sets: warm-up, last set, failed, dropped; and what they change of the sets said before."""

from __future__ import annotations

from itertools import takewhile

from agents.offline.reading.ahead import own_counts
from agents.offline.reading.loads import Loads
from agents.offline.reading.pieces import Piece
from agents.offline.reading.roles import LIGHTEST_BARE
from agents.offline.reading.rows import Row


class Marked(Loads):
    """Sets that marks change: their last one, those to come, those that were lost."""

    def _mark(self, piece: Piece, after: list[Piece]) -> None:  # noqa: C901, PLR0912 - a table of words
        match piece.kind:
            case "break" | "dropped" | "work":
                self.alone = self.alone if not piece.items else any(one.kind == "line" for one in piece.items)
                if self.row.counted or piece.kind == "work":
                    self.close()
                self.warm = ""
                self.fresh = True
            case "colon":
                self.marked = True
            case "each":
                self.sided = True
            case "all":
                self.every = True
            case "comma":
                self.fresh = self.fresh or not any(item.kind == "open" for item in piece.items)
                self.marked = self.marked or any(item.kind == "open" for item in piece.items)
                if self.warm in ("set", "clause") and self.row.counted:
                    self.close()
                    self.warm = ""
            case "warmup":
                if self.row.counted and not self.fresh and not self.warm:
                    self.row.warmup = True
                elif self.rows and self.row.empty and not self.fresh and not self.warm:
                    self.rows[-1].warmup = True
                else:
                    again = self.warm in ("set", "clause") or _marked_again(after)
                    if self.row.counted:
                        self.close()
                    line = (after and after[0].kind == "colon") or _all_warm(after)
                    self.warm = "open" if line else "set" if again else "clause"
            case "last_set":
                self._last_set(after)
            case "failed":
                self._failed(piece)
            case "bodyweight":
                if self.row.counted and self.fresh and self.row.weight is not None:
                    self.close()
                self.row.unloaded = True
            case "unit":
                self._unit(piece)
            case "same_load":
                self._same_load()
            case _:
                return

    def _last_set(self, after: list[Piece]) -> None:
        ahead = next((one for one in after if one.kind != "amrap" and not _opens(one)), None)
        effort = ahead is not None and (
            ahead.kind == "rpe" or (ahead.kind == "at" and ahead.values[0] <= _MOST_EFFORT)
        )
        if effort and self._effort_of_last():
            return
        if self._effort_said():
            return
        loaded = ahead is not None and ahead.kind == "weight" and not own_counts(after[1:])
        if loaded and (self.row.counted or self.row.empty):
            self.reload = True
            return
        if ahead is not None and ahead.kind in ("number", "reps") and ahead.near:
            self.override = True
            return
        if self.spare is not None:
            spare, self.spare = self.spare, None
            self.close()
            self._split_off(self.rows[-1], int(spare.values[0]), [spare])
            return
        said = self.row.reps or (self.row.lists[0] if self.row.lists else None)
        if said is not None and self.row.weight is None and self.row.sets is None and self.rows:
            spoken = self.row.pieces
            self.row = Row()
            self._split_off(self.rows[-1], said, spoken)

    def _effort_said(self) -> bool:
        """`3x5, RPE 9 on the last set`: the effort told right before is that of the last set alone."""
        row = self.row
        told = bool(row.pieces) and row.pieces[-1].kind == "rpe" and not row.rpes
        if not told or row.reps is None or (row.sets or 1) < _SEVERAL:
            return False
        effort, row.rpe = row.rpe, None
        if not self._effort_of_last():
            return False
        self.row.rpe = effort
        return True

    def _effort_of_last(self) -> bool:
        """`3x5, last set RPE 9`: the effort that follows is that of the last set alone."""
        if self.row.counted:
            self.close()
        last = self.rows[-1] if self.rows else None
        if last is None or (last.sets or 1) < 2 or last.reps is None:
            return False
        last.sets = (last.sets or 1) - 1
        self.row = Row(last.weight, last.unit, last.reps, sets=1, certainty=dict(last.certainty))
        return True

    def _override(self, reps: int) -> None:
        """The last set had other repetitions than the rest."""
        self.override = False
        if self.row.counted:
            self.close()
        if self.rows:
            self._split_off(self.rows[-1], reps, [])

    def _split_off(self, row: Row, reps: int, pieces: list[Piece]) -> None:
        for piece in pieces:
            piece.use()
        if (row.sets or 1) > 1 and row.reps is not None:
            row.sets = (row.sets or 1) - 1
            self.rows.append(
                Row(row.weight, row.unit, reps, rpe=row.rpe, certainty=dict(row.certainty), pieces=pieces)
            )
        else:
            row.reps, row.lists = (reps, ()) if not row.lists else (None, (*row.lists[:-1], reps))

    def _failed(self, piece: Piece) -> None:
        if self.row.counted:
            self.close()
        row = self.rows[-1] if self.rows else None
        if row is not None and row.reps is not None and row.reps > 1 and (row.sets or 1) > 1:
            self._split_off(row, row.reps - 1, [piece])


_MOST_EFFORT = 10
_SEVERAL = 2


def _opens(piece: Piece) -> bool:
    """Whether it is a bracket or the like that what follows stands in."""
    return piece.kind == "colon" or (
        piece.kind == "comma" and all(item.kind == "open" for item in piece.items)
    )


def _all_warm(after: list[Piece]) -> bool:
    """Whether several single sets follow, and work only after a break: `warm up bar x10, 60x5. 80 3x5`."""
    here = list(takewhile(lambda piece: piece.kind not in ("break", "work"), after))
    chains = [piece for piece in here if piece.kind == "chain"]
    single = not any(piece.kind == "sets" or len(piece.values) > 2 for piece in chains)
    pairs = all(piece.units[0] or piece.values[0] >= LIGHTEST_BARE for piece in chains)
    loads = [piece for piece in here if piece.kind in ("chain", "plates", "weight")]
    return len(loads) > 1 and single and pairs and any(piece.data for piece in after[len(here) :])


def _marked_again(after: list[Piece]) -> bool:
    """Whether the next set is marked as a warm-up too: then each mark is for one set."""
    for piece in after:
        if piece.kind in ("comma", "break"):
            return False
        if piece.kind == "warmup":
            return True
    return False
