"""Exercises that nobody listed: `gorilla press 40 3x8` is another press, of the writer's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.language.atoms import Atom
from agents.language.lexicon import Lexicon
from agents.language.meaning import SHAPES
from agents.language.moves import is_lifted, name_as_sets
from agents.language.named import Named
from agents.language.tokens import is_hangul

_SHORTEST, _SHORTEST_HANGUL = 4, 2
"""Letters of a word that may be of such a name."""
_WORD = frozenset(("WORD", "PLAIN"))

_OPENS = frozenset(("LINE", "STOP", "COMMA", "PLUS", "NOISE", "CLOSE", "COLON", "THEN"))
_BETWEEN = frozenset(("COLON", "DASH", "COMMA"))
_LAP = 25.0
"""Metres of the shortest way that is swum or run."""
_EX = frozenset((SHAPES["sets"],))


def with_own_names(atoms: Sequence[Atom], lexicon: Lexicon) -> list[Atom]:
    """The atoms with such names as one. Linear in their number."""
    return _before_exercises(_with_variants(atoms, lexicon), lexicon)


def _with_variants(atoms: Sequence[Atom], lexicon: Lexicon) -> list[Atom]:
    """Names with what changes them behind: `press (machine)`, `row, cable:`, `bench on the smith`."""
    result: list[Atom] = []
    at = 0
    while at < len(atoms):
        atom = atoms[at]
        at += 1
        if atom.named is not None and is_lifted(atom) and at < len(atoms) and atoms[at].has(*_LEADS):
            lifted = name_as_sets(atom.named.name) or atom.named.name
            end, name = _variant(atoms, at, lifted, lexicon)
            if name:
                named = Named(name, "strength", "sets")
                atom = replace(atom, symbols=_EX, end=atoms[end - 1].end, text=name, named=named)
                at = end
        result.append(atom)
    return result


_LEADS = frozenset(("OPEN", "COMMA", "AT", "ON_TIME", "TOOK"))
_MOST_CHANGES = 3


def _variant(atoms: Sequence[Atom], at: int, name: str, lexicon: Lexicon) -> tuple[int, str]:
    """Where words end that change a name, led by the atom at `at`, and the name they make; "" for none."""
    first = at + 1
    if first < len(atoms) and atoms[first].has("ARTICLE"):
        first += 1
    end = first
    while end < len(atoms) and end - first < _MOST_CHANGES and lexicon.is_of_names(atoms[end].text):
        end += 1
    if end == first or end == len(atoms):
        return end, ""
    changed = lexicon.names.changed(" ".join([one.text for one in atoms[first:end]]).split(), name)
    if atoms[at].has("OPEN"):
        return end + 1, changed if atoms[end].has("CLOSE") else ""
    figures = atoms[end].figure and not atoms[at].has("COMMA")
    closed = figures or atoms[end].has("COLON", "COMMA", "DASH", "FOR", "AT")
    return end, changed if closed and lexicon.names.is_listed(changed) else ""


def _before_exercises(atoms: Sequence[Atom], lexicon: Lexicon) -> list[Atom]:
    """A word that nobody knows right before an exercise that is beside figures."""
    result: list[Atom] = []
    for at, atom in enumerate(atoms):
        before = result[-1] if result else None
        named = atom.named is not None and ("EX" in atom.symbols or _is_of_no_lap(atoms, at))
        if before is None or atom.named is None or not named or not _is_own(before, lexicon):
            result.append(atom)
            continue
        led = len(result) > 1 and result[-2].figure
        opens = len(result) < 2 or result[-2].has(*_OPENS) or led
        after = next((one for one in atoms[at + 1 : at + 3] if not one.has(*_BETWEEN)), None)
        if opens and (led or (after is not None and after.has("NUM", "MASS", "TIME"))):
            name = f"{before.text} {_one(atom.text)}"
            named = Named(name, atom.named.domain, "sets")
            result[-1] = replace(atom, symbols=_EX, start=before.start, text=name, named=named)
        else:
            result.append(atom)
    return result


def _is_of_no_lap(atoms: Sequence[Atom], at: int) -> bool:
    """Whether a bout's word is one of another move, as short ways tell: `dinosaur crawls 3x20m`."""
    behind = atoms[at + 1 : at + 4]
    repeated = len(behind) > 2 and behind[0].has("INT") and behind[1].has("X")
    return atoms[at].has("BOUT") and repeated and behind[2].has("DIST") and behind[2].value < _LAP


def _is_own(word: Atom, lexicon: Lexicon) -> bool:
    """Whether it can be of a name anywhere: nothing is known of it, nor of what it may be meant for."""
    return (
        _is_unknown(word, lexicon)
        and not word.text.endswith(lexicon.no_name_ends)
        and not lexicon.is_near_apart(word.text)
    )


def _is_unknown(word: Atom, lexicon: Lexicon) -> bool:
    """Whether nothing else is known of a word."""
    if not word.symbols <= _WORD or not word.text.isalpha():
        return False
    if len(word.text) < (_SHORTEST_HANGUL if is_hangul(word.text) else _SHORTEST):
        return False
    if word.text.endswith(lexicon.no_noun_ends) or _ends_in_particle(word.text, lexicon):
        return False
    return not lexicon.is_apart(word.text)


def _ends_in_particle(word: str, lexicon: Lexicon) -> bool:
    return is_hangul(word) and any(word[-size:] in lexicon.particles for size in (1, 2, 3))


def _one(word: str) -> str:
    if word.endswith(("sses", "shes", "ches")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word
