"""How likely a reading is all right: a logistic regression over what the reader knows of its own work.

Its weights are fitted on the training messages by `python -m evals.confidence`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, pairwise

from agents.language.atoms import Atom
from agents.language.features import NAMES
from agents.language.files import weights_in
from agents.language.logistic import logistic
from agents.language.reading import Reading
from agents.language.tokens import stem

_SAYS_NOTHING = frozenset((
    "FILLER", "WORD", "COMMA", "STOP", "LINE", "NOISE", "LIGHT", "AND", "IS", "IT", "PLAIN", "SEP",
))  # fmt: skip
SURE = 0.95
"""From here on no model is asked: `python -m evals.confidence` tells what that bar is worth."""
_MOST = 12
"""Steps of the finest scale."""


def confidence(reading: Reading) -> float:
    """The probability (0 to 1) that everything in the message was read as it was meant."""
    known = weights()
    return logistic(sum([known.get(one, 0.0) for one in seen(reading)]))


@cache
def weights() -> dict[str, float]:
    """The weights of `data/confidence.json`, by feature."""
    return weights_in("confidence.json")


def seen(reading: Reading) -> list[str]:
    """The features of a reading: scales, pairs of scales, and marks."""
    loose = _loose(reading)
    scales = tuple([f"{name}={step}" for name, step in _scales(reading, loose)])
    return list(dict.fromkeys(["bias", *scales, *_pairs(scales), *_marks(reading, loose)]))


@lru_cache(maxsize=512)
def _pairs(scales: tuple[str, ...]) -> Sequence[str]:
    return [f"{one}&{other}" for one, other in combinations(scales, 2)]


def _scales(reading: Reading, loose: Sequence[Atom]) -> Iterator[tuple[str, int]]:
    """What there is more or less of."""
    atoms = reading.atoms
    strange = sum([atom.unheard for atom in atoms])
    yield "strange", min(6, strange)
    yield "share", round(5 * strange / max(1, len(atoms)))
    yield "run", min(6, _longest_run(atoms))
    yield "loose", min(6, len(loose))
    yield "figures", min(8, sum(atom.figure for atom in atoms) // 2)
    yield "measures", min(8, len(reading.measures))
    yield "unread", min(3, len(reading.unread))
    yield "cost", min(_MOST, int(2 * reading.cost / max(1, len(reading.pieces))))
    yield "dearest", min(8, int(2 * max([piece.cost for piece in reading.pieces], default=0.0)))
    yield "margin", min(4, int(10 * min([abs(one - 0.5) for one in reading.likely], default=0.5)))


def _longest_run(atoms: Sequence[Atom]) -> int:
    """The most words in a row that nothing knows."""
    longest = run = 0
    for atom in atoms:
        run = run + 1 if atom.unheard else 0
        longest = max(longest, run)
    return longest


def _loose(reading: Reading) -> list[Atom]:
    """Spans that are alive, mean something, and stand in no phrase."""
    held = {at for piece in reading.pieces for at in range(piece.start, piece.end)}
    held.update(piece.owner for piece in reading.pieces)
    return [
        atom
        for at, atom in enumerate(reading.atoms)
        if at not in held and not atom.dead and not atom.symbols <= _SAYS_NOTHING
    ]


def _marks(reading: Reading, loose: Sequence[Atom]) -> Iterator[str]:
    """What is there or not."""
    message, atoms = reading.message, reading.atoms
    yield f"length={min(10, len(atoms) // 4)}"
    yield f"lines={min(4, len(message.lines))}"
    yield f"total={min(_MOST, int(reading.cost))}"
    yield f"problems={min(2, len(reading.problems))}"
    yield f"doubts={min(2, len(reading.doubts))}"
    yield f"orphans={min(2, len(reading.orphans))}"
    yield f"days={min(3, len({measure.day for measure in reading.measures}))}"
    yield f"dead={min(4, sum(atom.figure and atom.dead for atom in atoms))}"
    yield f"dead-names={min(3, sum(atom.dead and atom.has(*NAMES) for atom in atoms))}"
    yield from (f"likely={min(9, int(10 * one))}" for one in reading.likely)
    yield from (f"t={one.row.name}" for one in message.triggers)
    yield from (f"is={one.row.is_}" for one in message.triggers)
    yield from (
        f"w={stem(word.text)}" for word in message.words if word.text[0].isalpha() or word.text == "?"
    )
    yield from (f"row={piece.rule.pattern}" for piece in reading.pieces)
    yield from (f"{piece.family}={min(8, int(2 * piece.cost))}" for piece in reading.pieces)
    yield from (f"of={one.domain if one.reps else one.name}" for one in reading.measures)
    yield from (f"loose.{symbol}" for atom in loose for symbol in atom.symbols)
    yield from (f"s={symbol}" for atom in atoms if not (atom.dead or atom.figure) for symbol in atom.symbols)
    if any("guessed" in one.certainty.values() for one in reading.measures):
        yield "guessed"
    yield from _neighbours(atoms)


def _neighbours(atoms: Sequence[Atom]) -> Iterator[str]:
    """Whether words that nothing knows stand beside figures or names."""
    for one, other in pairwise(atoms):
        for strange, beside in ((one, other), (other, one)):
            if strange.unheard and not strange.dead:
                if beside.figure:
                    yield "strange-figure"
                if beside.has(*NAMES):
                    yield "strange-name"
