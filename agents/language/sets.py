"""Phrases of one exercise to its sets: what is said once holds on; some change the sets before them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from agents.language.atoms import Atom
from agents.language.loads import BAR, Load, weight_of
from agents.language.moves import bodyweight_moves, is_hold
from agents.language.pairs import Doubt, settled_pair
from agents.language.pieces import Piece
from agents.language.rows import Row, phrase, read_rows
from agents.language.style import UNKNOWN, Style
from storage.entities import WeightUnit

Rows = tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """The rows so far, the load that holds on, and the warm-up that was begun."""

    rows: Rows = ()
    load: Load | None = None
    warm: Piece | None = None
    cold: int = 0
    """The rows before the warm-up."""
    own: int = 0
    """The rows before the last phrase of sets."""
    clause: int = -1
    """Where that began."""
    meant: Rows = ()
    """What was planned of it: what became of that has its load and counts where it tells none."""

    def ending(self, *rows: Row) -> Told:
        """With these in the place of the last row."""
        return replace(self, rows=(*self.rows[:-1], *rows))


@dataclass(frozen=True, slots=True)
class Sets:
    """The rows of one exercise, and what has two readings that are nearly as likely."""

    rows: Rows
    doubts: tuple[Doubt, ...] = ()


def sets_of(name: str, pieces: Sequence[Piece], style: Style = UNKNOWN) -> Sets:
    """The rows that the phrases say of the exercise `name`."""
    told, meant = Told(), Told()
    doubts: list[Doubt] = []
    for number, piece in enumerate(pieces):
        behind = number + 1 >= len(pieces) or pieces[number + 1].first.clause != piece.first.clause
        if piece.first.dead:
            meant, _ = _step(meant, piece, name, style, behind=behind)
            told = replace(told, meant=meant.rows, load=told.load or meant.load)
            continue
        told, doubt = _step(told, piece, name, style, behind=behind)
        doubts += doubt
    rows = _announced(told.rows, pieces[0]) if pieces else ()
    if told.meant and rows and not any(row.counted for row in rows):
        rows = _as_meant(rows[-1], told.meant)
    return Sets(_in_one_unit(rows), tuple(doubts))


def _as_meant(done: Row, meant: Rows) -> Rows:
    """`3x8 -> 60kg all three sets, @8`: what was planned, with the load, sets and effort that came of it."""
    loaded = [row if done.load is None else replace(row, load=done.load, unit=done.unit) for row in meant]
    return tuple([replace(row, sets=done.sets or row.sets, rpe=done.rpe) for row in loaded])


def _announced(rows: Rows, first: Piece) -> Rows:
    """`3 sets of bench at 80 for 8`: sets that are told before all else are of the only row."""
    if first.rule.does != "count" or not first.roles or len(rows) != 1 or rows[0].sets is not None:
        return rows
    return (replace(rows[0], sets=int(first.roles[0][1].value)),)


def _step(told: Told, piece: Piece, name: str, style: Style, *, behind: bool) -> tuple[Told, Sequence[Doubt]]:
    """What is told with one more phrase, and what is doubtful of it."""
    step = _STEPS.get(piece.rule.does)
    if step is not None:
        return step(told, piece, name, behind=behind), ()
    waits = bool(told.rows) and not told.rows[-1].counted
    held = told.load if waits or piece.first.has("X") or name not in bodyweight_moves() else None
    rows = read_rows(phrase(piece, held, name))
    new, doubt = settled_pair(name, rows, piece, style, loaded=held is not None)
    return _added(told, new, piece), doubt


def _added(told: Told, new: Sequence[Row], piece: Piece) -> Told:
    """What was told with more rows; a load that stood alone before them was theirs, or a number of ways."""
    rows = told.rows
    if rows and _counts(rows[-1], new):
        rows, new = rows[:-1], [replace(new[0], sets=new[0].sets or rows[-1].reps)]
    elif rows and not rows[-1].counted and not rows[-1].warmup:
        rows = rows[:-1]
    warms = told.warm is not None and _warms(told.warm, piece)
    loads = [row for row in new if row.load is not None]
    load: Load | None = (loads[-1].load, loads[-1].unit) if loads else told.load
    if piece.rule.does == "warm_set":
        told = replace(told, warm=piece, cold=len(rows))
    rows, own = (*rows, *[replace(row, warmup=warms or row.warmup) for row in new]), len(rows)
    return replace(told, rows=rows, load=load, own=own, clause=piece.first.clause)


def _counts(row: Row, new: Sequence[Row]) -> bool:
    """Whether a bare count before a way is that of its sets: `4 sled drags 100kg 30m`."""
    bare = row.reps is not None and row.load is None and row.sets is None
    return bare and len(new) == 1 and new[0].distance is not None and new[0].reps is None


def _warms(warm: Piece, piece: Piece) -> bool:
    """Whether a set is one to warm up: to the end of the sentence after a colon, else of the clause."""
    if _is_mark(warm):
        return piece.start == warm.end
    colon = warm.end - warm.start > 1 and not warm.roles
    return piece.first.sentence == warm.first.sentence if colon else piece.first.clause == warm.first.clause


def _is_mark(warm: Piece) -> bool:
    return warm.first.has("OPEN")


def _warm_up(told: Told, piece: Piece, name: str, *, behind: bool) -> Told:
    """Begins a warm-up, or marks the set before it.

    `40x10 (w), 60x5 (w)` marks the set before; `(w) 40x10, (w) 60x5`, which begins so, the set behind;
    `빈봉 20개 웜업하고 60 10` and `40x10, 60x5 (warmups)` all before.
    """
    if piece.first.has("WARMED") or piece.roles:
        return replace(told, rows=tuple([replace(row, warmup=True) for row in told.rows]))
    if _is_mark(piece):
        behind = told.warm is None
    if told.rows and behind:
        return replace(told, rows=(*told.rows[:-1], replace(told.rows[-1], warmup=True)), warm=None)
    return replace(told, warm=piece, cold=len(told.rows))


def _work(told: Told, piece: Piece, name: str, *, behind: bool) -> Told:
    """What was told since the warm-up began was one, but for what stands behind a name of its own."""
    warm = told.warm
    if warm is None or warm.first.line != piece.first.line or warm.end < piece.owner < piece.start:
        return replace(told, warm=None)
    warmed = [replace(row, warmup=True) for row in told.rows[told.cold :]]
    return replace(told, rows=(*told.rows[: told.cold], *warmed), warm=None)


def _another_last(told: Told, piece: Piece, name: str, *, behind: bool) -> Told:
    """The last of the sets before was another, or one more was done."""
    if not told.rows:
        return told
    if any(role == "more" for role, _ in piece.roles):
        return _one_more(told, piece, name)
    before = told.rows[-1]
    last, after = replace(before, sets=1), ()
    count = before.sets or 1
    for role, atom in piece.roles:
        if role in _SETS_BY_NUMBER:
            nth = _which_set({role: atom})
            after = (replace(before, sets=count - nth),) if nth < count else ()
            count = min(nth, count)
        elif role in ("reps", "nreps"):
            last = replace(last, reps=int(atom.value))
        elif role == "effort":
            last = replace(last, rpe=atom.value)
        else:
            load, unit = weight_of(atom, name)
            last = replace(last, load=load, unit=unit or last.unit)
    kept = (replace(before, sets=count - 1),) if count > 1 else (before,)
    return told.ending(*kept, last, *after)


def _sets_behind(told: Told, piece: Piece, name: str, *, behind: bool) -> Told:
    """`x 8, 3 sets`, `3x8 but only did 2 sets`: how many sets the row before has."""
    count = int(piece.roles[0][1].value)
    last = told.rows[-1] if told.rows else None
    if last is not None and last.reps is not None and (last.sets is None or count < last.sets):
        return told.ending(replace(last, sets=count))
    if told.meant and not told.rows:
        return replace(told, rows=(replace(told.meant[-1], sets=count),))
    return _added(told, read_rows(phrase(piece, told.load, name)), piece)


def _one_more(told: Told, piece: Piece, name: str) -> Told:
    """One more set like the last, but for what is told of it."""
    last, one = told.rows[-1], phrase(piece, None, name)
    load, unit = one.held if one.loads else (last.load, last.unit)
    reps = one.reps[0] if one.reps else last.reps
    return replace(
        told, rows=(*told.rows, replace(last, load=load, unit=unit or last.unit, reps=reps, sets=1))
    )


def _effort(told: Told, piece: Piece, name: str, *, behind: bool) -> Told:
    """An effort of the last sets, or `3x8 @7,8,9`: one for each of them."""
    if not told.rows:
        return told
    (role, atom), *others = piece.roles
    if others:
        return _efforts(told, piece)
    value = _MOST_EFFORT - atom.value if role == "rir" else atom.value
    if value <= 0:
        return told
    return told.ending(replace(told.rows[-1], rpe=value))


def _efforts(told: Told, piece: Piece) -> Told:
    values = [atom.value for _, atom in piece.roles]
    last = told.rows[-1] if told.rows else None
    if last is None or last.sets != len(values):
        return told
    return told.ending(*[replace(last, sets=1, rpe=value) for value in values])


_MOST_EFFORT = 10


def _new_load(told: Told, piece: Piece, name: str, *, behind: bool) -> Told:
    """A load alone: of the rows before that have none, else of what follows."""
    load = phrase(piece, None, name).held
    without = next((at + 1 for at in range(len(told.rows) - 1, -1, -1) if told.rows[at].load is not None), 0)
    if told.clause == piece.first.clause and (name in bodyweight_moves() or is_hold(name)):
        without = max(without, told.own)  # `12, then 6 with 10kg`
    if without < len(told.rows):
        loaded = [replace(row, load=load[0], unit=load[1]) for row in told.rows[without:]]
        return replace(told, rows=(*told.rows[:without], *loaded), load=load)
    warms = told.warm is not None and _warms(told.warm, piece)
    return replace(told, rows=(*told.rows, Row(*load, day=piece.first.day, warmup=warms)), load=load)


def _spread(told: Told, piece: Piece, name: str, *, behind: bool) -> Told:
    """`3x5 bench 100/105/110`: a load for each of the sets before; else loads without counts."""
    loads = phrase(piece, None, name).loads
    bare = next((at + 1 for at in range(len(told.rows) - 1, -1, -1) if told.rows[at].load is not None), 0)
    sets = [row for row in told.rows[bare:] if row.counted]
    if len(sets) != len(loads):
        sets = [replace(row, sets=1) for row in sets for _ in range(row.sets or 1)]
    if len(sets) != len(loads):
        bare, sets = len(told.rows), [Row(day=piece.first.day)] * len(loads)
    new = [replace(row, load=load, unit=unit) for row, (load, unit) in zip(sets, loads, strict=True)]
    return replace(told, rows=(*told.rows[:bare], *new), load=loads[-1])


def _split(told: Told, piece: Piece, name: str, *, behind: bool) -> Told:
    """`50 in 10 sets`, `100 in sets of 20`: what was told in all, set by set; `15 each leg, twice`.

    With a load (`85 for 5, 3 sets`) it was told of each.
    """
    figures = {role: int(atom.value) for role, atom in piece.roles}
    last = told.rows[-1] if told.rows else None
    if last is None or last.sets is not None or not last.counted:
        return told
    if "often" in figures:
        return told.ending(replace(last, sets=figures["often"]))
    total = last.reps
    if total is None:
        return told
    sets, each = figures.get("nsets", 0), figures.get("reps", 0)
    if not sets and not each:
        return told
    if last.load is not None and not each:
        return told.ending(replace(last, sets=sets))
    if not each:  # as even as can be
        each, more = divmod(total, sets)
        parts = ((each + 1, more), (each, sets - more))
    else:
        parts = ((each, total // each), (total % each, 1))
    return told.ending(*[replace(last, reps=reps, sets=count) for reps, count in parts if reps and count])


def _failed(told: Told, piece: Piece, name: str, *, behind: bool) -> Told:
    """The repetitions before one that failed, in the last set; of a failed try only its load holds on."""
    if not any(role in ("nth", "count") for role, _ in piece.roles):
        return replace(told, load=phrase(piece, None, name).held)
    if piece.roles[-1][0] == "load" or piece.roles[0][0] == "load":
        return _added(told, read_rows(phrase(piece, None, name)), piece)
    done = int(piece.roles[-1][1].value) - 1
    if not told.rows or done < 1:
        return told
    last = told.rows[-1]
    if last.reps is not None and last.reps <= done:
        return told
    count = last.sets or 1
    kept = (replace(last, sets=count - 1),) if count > 1 else ()
    return told.ending(*kept, replace(last, reps=done, sets=1, failed=True))


def _failed_set(told: Told, piece: Piece, name: str, *, behind: bool) -> Told:
    """`failed the last set`: one set fewer; `failed the last rep (of it)`: the repetitions before that.

    One behind all that were told (`3x5, failed the 4th set`) takes none of these away.
    """
    last = told.rows[-1] if told.rows else None
    if last is None or last.reps is None or _fell_short(told.rows):
        return told
    roles = dict(piece.roles)
    if "setcount" in roles and last.sets is None:
        last = replace(last, sets=int(roles["setcount"].value))
    count = last.sets or 1
    nth = _which_set(roles) or count
    gone = 0 if nth > count else _sets_gone(piece)
    whole = last.reps or 0
    done = _done_of(roles, whole)
    if not 0 <= done < whole or (done == 0 and count <= gone and len(told.rows) == 1):
        return told
    parts = [(min(nth - 1, count), last.reps), (1, done), (count - nth, last.reps)]
    if done == 0:
        parts = [(count - gone, last.reps)]
    kept = [replace(last, sets=sets, reps=reps, failed=done in (reps, 0)) for sets, reps in parts if sets > 0]
    return told.ending(*kept)


_SETS_BY_NUMBER = ("nthset", "setno", "setnth", "setcount")


def _which_set(roles: Mapping[str, Atom]) -> int:
    """The number of the set that failed; 0: the last one."""
    if "nthset" in roles:
        return int(roles["nthset"].what("nth_set"))
    return next((int(roles[role].value) for role in _SETS_BY_NUMBER if role in roles), 0)


def _sets_gone(piece: Piece) -> int:
    """How many sets failed: `failed set 4 and 5`, `failed the last two sets`."""
    roles = dict(piece.roles)
    if numbered := sum(role in ("setno", "also") for role, _ in piece.roles):
        return numbered
    return int(roles["nsets"].value) if "nsets" in roles else 1


def _fell_short(rows: Rows) -> bool:
    """`5/5/4, missed the last rep`: the last set has fewer than those before it already."""
    alike = [row.reps or 0 for row in rows if row.load == rows[-1].load]
    return alike[-1] < max(alike)


def _done_of(roles: Mapping[str, Atom], reps: int) -> int:
    """The repetitions that were done of a set that failed."""
    if "nreps" in roles:
        return int(roles["nreps"].value)
    if "nthrep" in roles:
        return int(roles["nthrep"].what("nth_rep")) - 1
    if "nth" in roles or "count" in roles:
        return int((roles.get("nth") or roles["count"]).value) - 1
    if "few" in roles:
        return reps - int(roles["few"].value)
    return reps - 1 if "lastrep" in roles else 0


_STEPS: dict[str, Callable[..., Told]] = {
    "warmup": _warm_up,
    "work": _work,
    "last": _another_last,
    "count": _sets_behind,
    "effort": _effort,
    "load": _new_load,
    "spread": _spread,
    "failed": _failed,
    "failed_set": _failed_set,
    "split": _split,
}


def _in_one_unit(rows: Rows) -> Rows:
    """The loads without a unit in the only one that the exercise's others have."""
    units: set[WeightUnit] = {row.unit for row in rows if row.unit is not None and not row.of_a_bar}
    if len(units) != 1:
        return rows
    unit = units.pop()
    return tuple([_with_unit(row, unit) if row.load is not None else row for row in rows])


def _with_unit(row: Row, unit: WeightUnit) -> Row:
    if row.of_a_bar:
        return replace(row, load=BAR[unit], unit=unit)
    if row.unit is not None:
        return row
    return replace(row, unit=unit, certainty={**row.certainty, "weight_unit": "inherited"})
