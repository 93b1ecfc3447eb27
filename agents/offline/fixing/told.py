"""The spans of a correction: which words say what was wrong, which figures are values, and of which kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from agents.language.atoms import Atom
from agents.language.lexicon import Lexicon
from agents.language.spans import atoms_of
from agents.offline.fixing.places import pattern
from agents.offline.fixing.stated import Slot, Value
from units import METRES

Stretch = tuple[int, int]
_DIVIDES = ("COMMA", "STOP", "LINE")
_ARROW = re.compile(r" {0,3}(?:→|-?>) {0,3}")
_BOTH = 2
_PLACES = ("last", "first", "second", "third")
_NEAR = 3
"""Spans from a word to the number that it is about: `rpe was 9`."""
_UNKNOWN = frozenset(("WORD", "PLAIN", "FOOD", "STATE", "PORTION", "DOSE"))
_SLOTS: tuple[tuple[Slot, tuple[str, ...]], ...] = (
    ("weight", ("MASS",)),
    ("distance_m", ("DIST", "K")),
    ("duration_s", ("TIME", "CLOCK")),
    ("value", ("KCAL", "GRAMS", "VOL", "BPM")),
)
"""What a figure with a unit is."""


@dataclass(frozen=True, slots=True)
class Told:
    """A plain text as spans; `wrong` are stretches that tell what was wrong."""

    text: str
    atoms: tuple[Atom, ...]
    lexicon: Lexicon
    wrong: tuple[Stretch, ...] = ()
    rewritten: bool = False
    """Whether it tells whole sets as they were written, and as they were."""

    def is_wrong(self, atom: Atom) -> bool:
        """Whether it stands in what was wrong."""
        return any(start <= atom.start < end for start, end in self.wrong)

    def is_unknown(self, atom: Atom) -> bool:
        """Whether it is a word that means nothing by itself."""
        return atom.symbols <= _UNKNOWN and not self.lexicon.alone(atom.text).unit

    def lone_units(self) -> Iterator[str]:
        """Units without a figure that are right: `kg not lb`, `that was in pounds`, `miles not km`."""
        for atom in self.atoms:
            if atom.has("WORD") and not self.is_wrong(atom) and (unit := self.lexicon.alone(atom.text).unit):
                yield unit

    def without(self, spans: Sequence[Stretch]) -> str:
        """The text with blanks in the place of these stretches."""
        letters = list(self.text)
        for start, end in spans:
            letters[start:end] = " " * (end - start)
        return "".join(letters)

    def beside(self, at: int, step: int = 1) -> Atom | None:
        """The span so many places further."""
        return self.atoms[at + step] if 0 <= at + step < len(self.atoms) else None

    def value(self, at: int) -> Value | None:
        """The figure there, with what it is where its unit or the words beside it say so."""
        atom = self.atoms[at]
        if atom.has("NUM"):
            return self._number(at)
        if atom.has("NOISE") and atom.value:
            return Value(atom.value, "text")  # a dose
        slot: Slot | None = next((one for one, symbols in _SLOTS if atom.has(*symbols)), None)
        if slot is None:
            return None
        if atom.has("KILO"):
            return Value(atom.value, None)  # a load, or a way
        if atom.has("K"):
            return Value(atom.value * METRES["km"], slot, "km")
        after = self.beside(at)
        more = 0 if after is None or slot != "weight" else after.has("MORE") - after.has("LESS")
        return Value(atom.value, slot, atom.unit, more)

    def _number(self, at: int) -> Value | None:
        """A bare number: `4 sets`, `rpe was 9`; "oh" and "the second one" are none."""
        atom, before = self.atoms[at], self.beside(at, -1)
        if is_said(atom, "no_number") or (before is not None and _numbers(before, atom)):
            return None
        after = self.beside(at)
        if after is not None and after.has("DOSE"):
            return Value(atom.value, "text")
        if after is not None and is_said(after, "more"):
            after = self.beside(at, 2)  # `two more sets`
        if after is not None and after.has("SETS", "REPS"):
            return Value(atom.value, "sets" if after.has("SETS") else "reps")
        near = self.atoms[max(0, at - _NEAR) : at]
        label = next((one for one in reversed(near) if one.has("SETS", "REPS", "RPE")), None)
        if label is None or any(one.figure for one in near) or (label.has("SETS") and near[-1].has("AT")):
            return Value(atom.value, None)
        slot = None if self._is_placed(label) or atom.value != int(atom.value) else _labelled(label)
        return Value(atom.value, "rpe" if label.has("RPE") else slot)  # nobody does 47.5 sets

    def _is_placed(self, label: Atom) -> bool:
        """Whether it only tells which sets are meant: `the last two sets were 75`."""
        at = self.atoms.index(label)
        return any(is_said(one, place) for one in self.atoms[max(0, at - _BOTH) : at] for place in _PLACES)


def _labelled(label: Atom) -> Slot | None:
    """What the number behind a word is: `sets should be 4`; `the last set was 5` does not say."""
    if label.has("RPE"):
        return "rpe"
    if is_said(label, "several_sets"):
        return "sets"
    return "reps" if label.has("REPS") else None


def _numbers(before: Atom, atom: Atom) -> bool:
    """Whether a number only tells which thing is meant: `set 3`, `the wrong one`, `4/5`."""
    if is_said(before, "set") or before.has("SLASH"):
        return True
    return is_said(atom, "one") and (
        before.figure or any(is_said(before, kind) for kind in ("points", *_PLACES))
    )


def is_said(atom: Atom, kind: str) -> bool:
    """Whether it is one of the words of this kind."""
    return pattern(kind).fullmatch(atom.text) is not None


def told(text: str, lexicon: Lexicon, days: Sequence[Stretch]) -> Told:
    """A correction in plain text as spans; what lies in `days` is noise."""
    plainly = Told(text, atoms_of(text, lexicon, days), lexicon)
    written = _as_written(plainly)
    wrong = (
        *written,
        *_put_right(plainly),
        *_denied(plainly, days),
        *_denied_before(plainly),
        *_changed_from(plainly),
    )
    return Told(text, plainly.atoms, lexicon, wrong, rewritten=bool(written))


def _as_written(said: Told) -> list[Stretch]:
    """The first of two sets, as in `the 3x8 on squats was 4x8`."""
    sets = [
        (one.start, last.end)
        for one, times, last in zip(said.atoms, said.atoms[1:], said.atoms[2:], strict=False)
        if one.has("NUM") and times.has("X") and last.has("NUM")
    ]
    if len(sets) != _BOTH:
        return []
    (_, end), (start, _) = sets
    return sets[:1] if pattern("became").search(said.text, end, start) else []


def _put_right(said: Told) -> Iterator[Stretch]:
    """The first of two bare figures of a size: `the 250 was actually 252.5`."""
    figures = [at for at, one in enumerate(said.atoms) if one.figure]
    if len(figures) != _BOTH:
        return
    (at, old), new = ((figures[0], said.atoms[figures[0]]), said.atoms[figures[1]])
    led = at > 0 and is_said(said.atoms[at - 1], "leads") and pattern("became").match(said.text, old.end + 1)
    if led and old.value and 1 / _ALIKE < new.value / old.value < _ALIKE:
        yield old.start, old.end


_ALIKE = 1.5
"""How far apart what was meant and what was written may be."""


def _denied(said: Told, days: Sequence[Stretch]) -> Iterator[Stretch]:
    """After "not" up to the next clause; `the weight from monday was 82.1` says whose it is."""
    valued = [start for start, end in days if pattern("became").match(said.text, end + 1)]
    for found in pattern("old").finditer(said.text):
        if found.end() + 1 in valued:
            continue
        behind = (
            atom.start
            for atom in said.atoms
            if atom.start >= found.end() and (atom.has(*_DIVIDES) or is_said(atom, "ends_old"))
        )
        yield found.start(), next(behind, len(said.text))


def _denied_before(said: Told) -> Iterator[Stretch]:
    """In Korean before "아니고": the last figure or pair of the clause, else its last name or word."""
    for found in pattern("old_before").finditer(said.text):
        before = [one for one in said.atoms if one.end <= found.start() + 1 and one.start < found.start()]
        divided = next((at for at in reversed(range(len(before))) if before[at].has(*_DIVIDES)), -1)
        clause = before[divided + 1 :]
        figures = [at for at, atom in enumerate(clause) if atom.figure]
        names = [at for at, atom in enumerate(clause) if atom.named is not None]
        for last in (figures or names or range(len(clause)))[-1:]:
            pair = last > 1 and clause[last].figure and clause[last - 1].has("X") and clause[last - 2].figure
            yield clause[last - 2 if pair else last].start, found.end()


def _changed_from(said: Told) -> Iterator[Stretch]:
    """The A of `change A to B`, `A → B`, `A를 B로 바꿔`, where exactly two names or two figures stand."""
    verb = pattern("change").search(said.text)
    verb_after = pattern("change_after").search(said.text)
    begin = verb.end() if verb is not None else 0
    kinds: tuple[Callable[[Atom], bool], ...] = (_is_name, lambda atom: atom.figure)
    for kind in kinds:
        both = [atom for atom in said.atoms if atom.start >= begin and kind(atom)]
        if len(both) != 2:
            continue
        between = said.text[both[0].end : both[1].start]
        led = verb is not None and pattern("into").search(between) is not None
        if led or verb_after is not None or _ARROW.fullmatch(between):
            yield both[0].start, both[0].end


def _is_name(atom: Atom) -> bool:
    return atom.named is not None
