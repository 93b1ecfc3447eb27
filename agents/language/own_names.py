"""Exercises that nobody listed, by the place where they stand: the words before or behind a set.

`gorilla press 40 3x8` is another press, of the writer's own; `2x10 nerve glides` and `nerve glides 2x10` one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
_ENDS = frozenset(("LINE", "STOP", "COMMA", "PLUS", "OPEN", "CLOSE", "THEN", "SEP", "SLASH"))
_MOST_WORDS, _FAR, _LINE = 4, 8, 40
"""Of a name, from where its clause begins to its set, and back to other names."""
_MOST_SETS, _LEAST_REPS, _MOST_REPS = 10, 5, 60
_LAP = 25.0
"""Metres of the shortest way that is swum or run."""
_EX = frozenset((SHAPES["sets"],))


def with_own_names(text: str, atoms: Sequence[Atom], lexicon: Lexicon) -> list[Atom]:
    """The atoms of a plain text with such names as one. Linear in their number."""
    named = _with_variants(_with_moves(text, atoms, lexicon), lexicon)
    result = _before_exercises(named, lexicon)
    at = 0
    while at < len(result):
        end = _set_at(result, at)
        if not end:
            at += 1
            continue
        place = _before(result, at, lexicon) or _behind(result, at, end, lexicon)
        if place is not None:
            own = result[place[0] : place[1]]
            result[place[0] : place[1]] = [_named(own, _called(text, own))]
            end = place[0] + 1 + (end - place[1] if place[1] <= at else 0)
        at = end
    return result


def _with_moves(text: str, atoms: Sequence[Atom], lexicon: Lexicon) -> list[Atom]:
    """A word that ends as those of movements do beside figures, with what is moved: `팔 뒤로 뻗기 10회`."""
    if not any("MOVE" in atom.symbols for atom in atoms):
        return list(atoms)
    result: list[Atom] = []
    for at, atom in enumerate(atoms):
        beside = next((one for one in atoms[at + 1 : at + 3] if not one.has(*_BETWEEN)), None)
        if (
            not atom.has("MOVE")
            or atom.named is not None
            or beside is None
            or not beside.has("INT", "TIME", "MASS")
        ):
            result.append(atom)
            continue
        first = len(result)
        while first and len(result) - first < _LIMBS and _is_moved(result[first - 1], lexicon):
            first -= 1
        own = [*result[first:], atom]
        result[first:] = [_named(own, _called(text, own))]
    return result


_LIMBS = 2
"""Words that say what is moved, and where to."""


def _is_moved(atom: Atom, lexicon: Lexicon) -> bool:
    return atom.has("PART") or (is_hangul(atom.text) and _is_unknown(atom, lexicon))


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
    way = atoms[at + 3 : at + 4]
    return atoms[at].has("BOUT") and any(one.has("DIST") for one in way) and _counted_at(atoms, at + 1) > 0


# Sets


def _set_at(atoms: Sequence[Atom], at: int) -> int:
    """Where a set ends that begins there and can be nothing else: `3x12`, `2 sets of 10`; or 0."""
    if not atoms[at].has("MASS") or at + 2 >= len(atoms):
        return _counted_at(atoms, at)
    after = at + 2 if atoms[at + 1].has("COMMA", "AT", "FOR") else at + 1
    if atoms[after].has("X"):
        return after + 2 if after + 1 < len(atoms) and _is_count(atoms[after + 1]) else 0
    return _counted_at(atoms, after)


def _counted_at(atoms: Sequence[Atom], at: int) -> int:
    first, after = atoms[at], atoms[at + 1 : at + 5]
    if not first.has("INT") or not after or not 0 < first.value <= _MOST_REPS:
        return 0
    unit = after[0]
    if unit.has("X", "SETS") and first.value <= _MOST_SETS:
        worded = unit.has("SETS")
        skipped = 2 if worded and len(after) > 1 and after[1].has("OF", "X", "FOR") else 1
        counted = skipped < len(after) and _is_count(after[skipped], least=1 if worded else _LEAST_REPS)
        return at + skipped + 2 if counted else 0
    if unit.has("A_SIDE") or (unit.has("REPS") and not unit.has("MULTIPLIED")):
        return at + 2 if not is_hangul(unit.text) else 0
    sided = next((place for place, one in enumerate(after) if one.has("A_SIDE")), 0)
    return at + 1 if sided and all(one.has("WORD") for one in after[:sided]) else 0


def _is_count(atom: Atom, least: int = 1) -> bool:
    if atom.has("DIST"):
        return atom.value < _LAP
    return atom.has("TIME") or (atom.has("INT") and least <= atom.value <= _MOST_REPS)


# Names


def _before(atoms: Sequence[Atom], at: int, lexicon: Lexicon) -> tuple[int, int] | None:
    """Where a set's name stands before it, from where the clause begins: `heel digs off the step 2x15`."""
    end = at - 1 if at and atoms[at - 1].has("COLON", "DASH", "FOR") else at
    end -= int(end == at and at > 1 and atoms[at - 1].has("NUM", "MASS") and atoms[at].has("INT"))
    first = end
    while first and end - first < _FAR and not atoms[first - 1].has(*_ENDS, "COLON", "NOISE"):
        if atoms[first - 1].figure:
            return None
        first -= 1
    while first < end and atoms[first].text in lexicon.name_opens:
        first += 1
    aside = next((place for place in range(first, end) if atoms[place].text in lexicon.name_ends), end)
    name = atoms[first:aside]
    alone = len(name) == 1 and _one(name[0].text) == name[0].text
    if alone and (aside < end or any(one.has("EX") for one in _line_before(atoms, first))):
        return None
    return (first, aside) if _is_name(name, lexicon) else None


def _line_before(atoms: Sequence[Atom], at: int) -> Iterator[Atom]:
    """The nearest atoms of its line before it, the last one first."""
    for atom in reversed(atoms[max(0, at - _LINE) : at]):
        if atom.has("LINE"):
            return
        yield atom


def _behind(atoms: Sequence[Atom], at: int, end: int, lexicon: Lexicon) -> tuple[int, int] | None:
    """Where the name of a set stands behind it up to the clause's end: `2x10 nerve glides`."""
    opens = at
    while opens and atoms[opens - 1].text in lexicon.name_opens and not atoms[opens - 1].has(*_OPENS, "SEP"):
        opens -= 1
    if opens and not atoms[opens - 1].has(*_OPENS, "SEP"):
        return None
    first = end + 1 if end < len(atoms) and atoms[end].has("OF") else end
    last = first
    while last < len(atoms) and not _is_end(atoms[last], lexicon):
        last += 1
    name = atoms[first:last]
    several = bool(name) and _one(name[-1].text) != name[-1].text
    if not several and (len(name) < 2 or any(one.has("EX") for one in _line_before(atoms, at))):
        return None
    return (first, last) if _is_name(name, lexicon) else None


def _is_end(atom: Atom, lexicon: Lexicon) -> bool:
    return atom.has(*_ENDS, "A_SIDE") or atom.text in lexicon.name_ends


def _is_name(words: Sequence[Atom], lexicon: Lexicon) -> bool:
    """Whether they can be a name: its last word is known for nothing else, the others are or change names."""
    if not 0 < len(words) <= _MOST_WORDS or not _is_unknown(words[-1], lexicon):
        return False
    return all(
        one.has("PART") or lexicon.is_of_names(one.text) or _is_unknown(one, lexicon) for one in words[:-1]
    )


def _called(text: str, words: Sequence[Atom]) -> str:
    """The words as a name: as they were written, in the singular."""
    written = text[words[0].start : words[-1].end].split()
    return " ".join([*written[:-1], _one(written[-1])])


def _named(words: Sequence[Atom], name: str) -> Atom:
    """The words as one exercise."""
    named = Named(name, "strength", "sets")
    return replace(words[0], symbols=_EX, end=words[-1].end, text=name, named=named, means=())


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
