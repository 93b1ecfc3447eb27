"""Macros by their first letters: `P150 C220 F60`, `160p / 200c / 70f`, 탄단지 180/120/45."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.language.atoms import Atom
from agents.language.lexicon import Lexicon

_BETWEEN = frozenset(("COMMA", "SLASH", "DASH", "PLUS", "SIGN"))
_AMOUNT = frozenset(("NUM", "GRAMS"))
_GRAMS = frozenset(("GRAMS",))
_MOST_GRAMS = 1500


def with_macros(atoms: Sequence[Atom], lexicon: Lexicon) -> list[Atom]:
    """The atoms with such letters as names; one letter alone may be anything. Linear in their number."""
    result = list(atoms)
    if not any(atom.means and not atom.symbols.isdisjoint(_LETTERS) for atom in atoms):
        return result
    energy = any(atom.has("KCAL") for atom in atoms)
    run: list[tuple[int, int]] = []
    at = 0
    while at < len(result):
        row = result[at].what("macros").split()
        if row:
            _name_row(result, at, row, lexicon)
        pair = _pair(result, at)
        if pair is not None:
            run.append(pair)
            at = max(pair) + 1
            continue
        if not (run and result[at].has(*_BETWEEN)):
            _name(result, run, lexicon, energy=energy)
            run = []
        at += 1
    _name(result, run, lexicon, energy=energy)
    return result


_LETTERS = frozenset(("MACRO", "MACROS"))


def _is_amount(atom: Atom) -> bool:
    return atom.has(*_AMOUNT) and 0 <= atom.value <= _MOST_GRAMS


def _pair(atoms: Sequence[Atom], at: int) -> tuple[int, int] | None:
    """The places of the letter and the figure that begin at `at`, in either order."""
    if at + 1 >= len(atoms):
        return None
    colon = atoms[at + 1].has("COLON") and at + 2 < len(atoms)
    after = at + 2 if colon else at + 1
    if atoms[at].what("macro") and _is_amount(atoms[after]):
        return at, after
    return (at + 1, at) if atoms[at + 1].what("macro") and _is_amount(atoms[at]) else None


def _name(atoms: list[Atom], run: Sequence[tuple[int, int]], lexicon: Lexicon, *, energy: bool) -> None:
    """`150p` alone is protein beside kilocalories only."""
    glued = energy and all(atoms[letter].glued for letter, _ in run)
    if len({atoms[letter].text for letter, _ in run}) < (1 if glued else 2):
        return
    for letter, amount in run:
        atoms[letter] = _titled(atoms[letter], atoms[letter].what("macro"), lexicon)
        atoms[amount] = replace(atoms[amount], symbols=_GRAMS, glued=False)


def _name_row(atoms: list[Atom], at: int, names: Sequence[str], lexicon: Lexicon) -> None:
    """The signs between take the names that the word has for the figures."""
    end = at + 2 * len(names)
    titles, amounts = range(at, end, 2), range(at + 1, end, 2)
    if end > len(atoms) or not all(_is_amount(atoms[place]) for place in amounts):
        return
    if not all(atoms[place].has(*_BETWEEN) for place in titles[1:]):
        return
    for title, amount, name in zip(titles, amounts, names, strict=True):
        atoms[title] = _titled(atoms[title], name, lexicon)
        atoms[amount] = replace(atoms[amount], symbols=_GRAMS)


def _titled(atom: Atom, name: str, lexicon: Lexicon) -> Atom:
    entry = lexicon.entry(name)
    return replace(atom, symbols=entry.symbols, named=entry.named, text=name, glued=False)
