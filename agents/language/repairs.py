"""What is set right in the same breath, as when dictating: `315 for a single no wait make that 355`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from agents.language.atoms import Atom, symbols_in
from agents.language.quantities import worth

_LIGHTEST = 20.0
_BETWEEN, _FAR = 12, 24
"""Spans between the words and the new figure, and back to the old one."""
_SAID = frozenset(("RESTATED", "RESTATED_AFTER", "NAY"))
"""Words by which something is set right."""
_LINKS = frozenset(
    ("COMMA", "DASH", "COLON", "STOP", "FILLER", "LIGHT", "IT", "IS", "RESTATED", "UNTIL", "OPEN", "CLOSE")
)
_STOPS = frozenset((
    "LINE", "THEN", "AGAIN", "NOTHING", "WARMUP", "RESTATED", "EX", "BOUT", "METRIC", "MEAL", "ATE", "REST",
    "PLUS",
))  # fmt: skip
"""What is another thing to tell, not why a figure was wrong."""
_MEASURED = ("DIST", "K", "KILO", "TIME", "VOL")
_ROLES = (
    ("load", ("MASS",)), ("way", ("DIST", "K")), ("time", ("TIME",)), ("clock", ("CLOCK",)),
    ("energy", ("KCAL",)), ("amount", ("GRAMS", "VOL")), ("effort", ("EFFORT",)),
)  # fmt: skip
_COUNTED = frozenset(("REPS", "SETS"))


def repaired(atoms: Sequence[Atom]) -> list[Atom]:
    """The spans with later figures in the place of those that they set right. Linear in their number."""
    if symbols_in(atoms).isdisjoint(_SAID):
        return list(atoms)
    result: list[Atom] = []
    at = 0
    while at < len(atoms):
        end = _repair(result, atoms, at) if atoms[at].has("RESTATED") or _is_nay(atoms, at) else 0
        back = _is_restated(result) if atoms[at].has("RESTATED_AFTER") else 0
        if back:
            rest = result[len(result) - back :]
            end = at + 1 if _repair(head := result[: len(result) - back], [atoms[at], *rest], 0) else 0
            result = head if end else result
        if not end:
            result.append(atoms[at])
        at = end or at + 1
    return result


def _is_nay(atoms: Sequence[Atom], at: int) -> bool:
    """`3 coffees, no four`, `8 8 6 nah 7`, `70 kg no 71 kg`: a bare figure behind the word, or one alike."""
    if not atoms[at].has("NAY") or not at or at + 1 >= len(atoms):
        return False
    if not atoms[at + 1].has("NUM"):
        return atoms[at - 1].figure and _role(atoms, at - 1) == _role(atoms, at + 1) != ""
    end = at + (4 if _is_pair(atoms, at + 1) else 2)
    after = atoms[end] if end < len(atoms) and not atoms[end].has("SEP") else atoms[at]
    counted = after.has("PLAIN", "METRIC", "EX", "BOUT", "FOOD", "X")
    return not counted and (atoms[at - 1].figure or atoms[at - 1].has("COMMA", "DASH"))


def _repair(told: list[Atom], atoms: Sequence[Atom], at: int) -> int:
    """Puts the figures behind `at` in the place of those told before; where they end, or 0 for none."""
    for new in sorted(_new_figures(told, atoms, at), key=lambda new: not _is_pair(atoms, new)):
        size = 3 if _is_pair(atoms, new) else 1
        old = _bare_of(told, atoms, new)
        old = _alike(told, atoms, new, size) if old is None else old
        if old is None or _is_another(told[old + size :]):
            continue
        for step in range(0, size, 2):
            before, after = told[old + step], atoms[new + step]
            after = in_unit_of(before, after)
            told[old + step] = replace(after, start=before.start, end=before.end, glued=before.glued)
        return _said_again(told[old + size :], atoms, new + size)
    return 0


def _new_figures(told: Sequence[Atom], atoms: Sequence[Atom], at: int) -> Iterator[int]:
    """Figures behind `at`; words may say between what was wrong: `no wait the plates were 15s so 90x5`."""
    plain, many = True, any(atom.has("SETS", "X") for atom in told[-_NEAR:])
    for place in range(at + 1, min(at + 2 + _BETWEEN, len(atoms))):
        atom = atoms[place]
        if atom.has(*_STOPS) or (many and atom.has("LAST_SET")):
            return
        bare = atom.has("NUM") and not (plain or _is_pair(atoms, place) or _is_told(atoms, place))
        if atom.figure and (not bare or _is_close(told, atom)):
            yield place
        plain = plain and atom.has(*_LINKS)


_NEAR = 6


def _is_another(between: Sequence[Atom]) -> bool:
    """Whether another name has come since: `stress 8, energy decent, call it 6`."""
    parted = next((at for at, atom in enumerate(between) if atom.has("COMMA", "STOP", "SEP")), len(between))
    return any(atom.has("METRIC") for atom in between[parted:])


def _is_told(atoms: Sequence[Atom], at: int) -> bool:
    return atoms[at - 1].has("IS") and (at + 1 == len(atoms) or not atoms[at + 1].has("PLAIN"))


def _is_close(told: Sequence[Atom], new: Atom) -> bool:
    """Whether the last figure is nearly the same and as exact: `74.2, actually with shoes, without 73.4`."""
    last = next((atom for atom in reversed(told[-_FAR:]) if atom.figure), None)
    if last is None or not last.has("NUM", "MASS") or not (_is_exact(last) and _is_exact(new)):
        return False
    return 0 < abs(last.value - new.value) <= _CLOSE * last.value


_CLOSE, _LARGE = 0.1, 150
"""So near, and so large, that a figure can only be the same one again."""


def _is_exact(atom: Atom) -> bool:
    return "." in atom.text or (atom.value >= _LARGE and atom.value % 5 > 0)


def _bare_of(told: Sequence[Atom], atoms: Sequence[Atom], new: int) -> int | None:
    """The last figure, where the new one has lost its unit: `6 miles, call it 5.6`."""
    last = next((at for at in range(len(told) - 1, -1, -1) if told[at].figure), None)
    if last is None or told[last].line != atoms[new].line or not told[last].has(*_MEASURED):
        return None
    if "NUM" not in atoms[new].symbols or _role(atoms, new) in _COUNTED:
        return None
    return last if _is_near(told[last], in_unit_of(told[last], atoms[new])) else None


def _is_near(before: Atom, after: Atom) -> bool:
    return before.value < _TIMES * after.value and after.value < _TIMES * before.value


_TIMES = 3


def in_unit_of(before: Atom, after: Atom) -> Atom:
    """A bare figure in the unit of another."""
    if "NUM" not in after.symbols or before.has("NUM"):
        return after
    if before.has("MASS"):
        return replace(before, value=after.value, text=after.text)
    return replace(before, value=after.value * worth(before)) if before.has(*_MEASURED) else after


_ALIKE = 10
"""How many times the figure of another day one may be in its unit."""


def with_units_told(atoms: Sequence[Atom]) -> list[Atom]:
    """A bare figure in the unit of the one before: `ran 6 km yesterday and 4 today`, `and another 4`."""
    result = list(atoms)
    for at, atom in enumerate(result):
        far = _behind(result, at) if "NUM" in atom.symbols and not atom.dead else 0
        if not far:
            continue
        told = next((one for one in reversed(result[max(0, at - far) : max(0, at - 1)]) if one.figure), atom)
        another = far > _BEHIND + 2 and told.has(*_MEASURED)
        fits = another or (told.day != atom.day and not told.has("MASS"))
        if told.sentence == atom.sentence and fits and not told.dead:
            lent = in_unit_of(told, atom)
            if lent.value <= _ALIKE * told.value:
                result[at] = replace(atom, symbols=lent.symbols, value=lent.value, unit=lent.unit)
    return result


def _behind(atoms: Sequence[Atom], at: int) -> int:
    """How many spans back the figure may be whose unit a bare one has: far behind `another`."""
    before, after = atoms[max(0, at - 1) : at], atoms[at + 1 : at + 2]
    if any(one.has("ANOTHER") for one in before) and all(one.has(*_WHEN) for one in after):
        return _FAR
    dated = any(one.has("NOISE") and not one.figure for one in after)
    return _BEHIND + 2 if dated and any(one.has("SEP", "COMMA") for one in before) else 0


_WHEN = ("AGO", "ALONG", "TOOK", "NOISE", "MEAL", "STOP", "COMMA", "LINE", "SEP")
"""What may stand behind a bare figure that counts nothing else."""


def _is_restated(told: Sequence[Atom]) -> int:
    """How many spans back the figure stands that words behind it restate: `6 miles. ok 5.6 tbh`."""
    for back in range(1, min(_BEHIND, len(told)) + 1):
        if told[-back].figure:
            return back
        if not told[-back].has(*_LINKS):
            return 0
    return 0


_BEHIND = 3


def _said_again(told: Sequence[Atom], atoms: Sequence[Atom], at: int) -> int:
    """Where what was said before ends that stands again behind the figure: `no 12 reps 3 sets`."""
    end = at
    for before, after in zip(told, atoms[at:], strict=False):
        if before.text != after.text or not (after.figure or after.has(*_COUNTED) or after.named):
            break
        end += 1
    return end


def _is_pair(atoms: Sequence[Atom], at: int) -> bool:
    return at + 2 < len(atoms) and atoms[at + 1].has(*_PAIRING) and atoms[at + 2].has("NUM")


_PAIRING = frozenset(("X", "SLASH", "THROUGH"))
"""What stands between two figures that are one: `3x5`, `139/90`, `139 over 90`."""


def _alike(told: Sequence[Atom], atoms: Sequence[Atom], new: int, size: int) -> int | None:
    """The last figure of the line that can be what the new one is: a load, a count, a time, `3x4`."""
    for place in range(len(told) - size, max(-1, len(told) - _FAR), -1):
        if told[place].has("LINE"):
            return None
        pair = (
            size > 1
            and _is_pair(told, place)
            and not _PAIRING.isdisjoint(told[place + 1].symbols & atoms[new + 1].symbols)
        )
        alike = _role(told, place) == _role(atoms, new) or _gets_a_unit(told, place, atoms[new])
        if told[place].figure and (pair if size > 1 else alike):
            return place
    return None


def _gets_a_unit(told: Sequence[Atom], place: int, new: Atom) -> bool:
    """`water 300, no 500ml`, `ran 5, actually 6 km`: a bare figure of that size was said last."""
    before = told[place]
    last = all(atom.has("COMMA", "DASH") for atom in told[place + 1 :])
    bare = replace(new, value=new.value / worth(new))
    return last and before.has("NUM") and new.has(*_MEASURED) and _is_near(before, bare)


def _role(atoms: Sequence[Atom], at: int) -> str:
    atom = atoms[at]
    counted = atoms[at + 1].symbols & _COUNTED if at + 1 < len(atoms) else frozenset[str]()
    if atom.has("NUM"):
        if at and atoms[at - 1].has("TOOK") and not counted:
            return "time"
        if counted:
            return min(counted)
        return "load" if atom.value >= _LIGHTEST else "count"
    return next((role for role, symbols in _ROLES if atom.has(*symbols)), "")
