"""A word that nobody knows right before an exercise: `gorilla press` is another one, of the writer's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.language.atoms import Atom
from agents.language.lexicon import SHAPES, Lexicon
from agents.language.named import Named
from agents.language.tokens import is_hangul

_SHORTEST, _SHORTEST_HANGUL = 4, 2
"""Letters of a word that may be of such a name."""
_WORD = frozenset(("WORD", "PLAIN"))
_OPENS = frozenset(("LINE", "STOP", "COMMA", "PLUS", "NOISE", "CLOSE", "COLON", "THEN"))
_BETWEEN = frozenset(("COLON", "DASH", "COMMA"))


def with_own_names(atoms: Sequence[Atom], lexicon: Lexicon) -> list[Atom]:
    """The atoms with such names as one. Linear in their number."""
    result: list[Atom] = []
    for at, atom in enumerate(atoms):
        before = result[-1] if result else None
        if before is None or atom.named is None or "EX" not in atom.symbols or not _is_own(before, lexicon):
            result.append(atom)
            continue
        opens = len(result) < 2 or result[-2].has(*_OPENS) or result[-2].figure
        after = next((one for one in atoms[at + 1 : at + 3] if not one.has(*_BETWEEN)), None)
        if opens and after is not None and after.has("NUM", "MASS", "TIME"):
            name = f"{before.text} {_singular(atom.text)}"
            named = Named(name, atom.named.domain, "sets")
            result[-1] = replace(
                atom, symbols=frozenset((SHAPES["sets"],)), start=before.start, text=name, named=named
            )
        else:
            result.append(atom)
    return result


def _is_own(word: Atom, lexicon: Lexicon) -> bool:
    """Whether it can be a word of a name: nothing else is known of it."""
    if not word.symbols <= _WORD or not word.text.isalpha():
        return False
    if len(word.text) < (_SHORTEST_HANGUL if is_hangul(word.text) else _SHORTEST):
        return False
    return (
        not word.text.endswith(lexicon.no_name_ends)
        and not _ends_in_particle(word.text, lexicon)
        and not lexicon.is_apart(word.text)
    )


def _ends_in_particle(word: str, lexicon: Lexicon) -> bool:
    return is_hangul(word) and any(word[-size:] in lexicon.particles for size in (1, 2, 3))


def _singular(word: str) -> str:
    if word.endswith(("sses", "shes", "ches")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word
