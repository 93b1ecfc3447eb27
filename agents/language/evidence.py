"""How likely a stretch of a message tells of something that its writer did: a logistic regression.

Its weights are fitted on the training messages by `python -m evals.calibrate`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import exp

from agents.language.assertion import DOUBTS, TELLING, Message, Unit, units_of
from agents.language.atoms import Atom
from agents.language.triggers import Word
from agents.offline.days.dateforms import evening_words
from agents.offline.days.dates import LATE_HOUR, DayMention

_NAMES = ("EX", "BOUT", "METRIC")
_KINDS = (
    "MASS", "DIST", "TIME", "CLOCK", "HOUR", "PACE", "KCAL", "GRAMS", "VOL", "K", "BPM", "LAPS", "ROUNDSN", "X", "SETS",
    "REPS", "AT", "EX", "BOUT", "METRIC", "PAIN", "FEELING", "MEAL", "ATE", "AMOUNT", "RACE", "PART", "WARMUP", "COLON",
    "OPEN", "SLASH", "PLUS", "DASH", "SIGN", "PROGRAMME", "RPE", "RM", "SLEEP_QUALITY", "BED", "WAKE",
    "FAILED", "TRIED", "ONLY", "WORK", "NOISE", "UNKEPT", "PER", "INCHES", "PERCENT", "ANY_SPORT", "TOOK", "TREADMILL",
)  # fmt: skip
_EVENING = 16
"""The hour from which `tonight` may be over for those who train early."""
_NEARLY_A_YEAR = 300
"""`Dec 5` said in November is in two weeks."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_QUOTES = frozenset('"“”„«»')


def _level(count: int, most: int = 8) -> str:
    """A count as one of few steps: 0, 1, 2, 3, 4, 6, 8."""
    return str(count if count <= 4 else min(count // 2 * 2, most))


@dataclass(frozen=True, slots=True)
class Around:
    """What holds for the message as a whole."""

    shape: tuple[str, ...]
    categories: dict[str, int]


_UNKNOWN = frozenset(("WORD",))


def unknown(atom: Atom) -> bool:
    """A word that nothing here knows."""
    return (
        atom.symbols == _UNKNOWN
        and atom.text[:1].isalpha()
        and not (atom.glued and "가" <= atom.text[0] <= "힣")
    )


def around(message: Message, now: datetime) -> Around:
    """What holds for all units of a message."""
    atoms = [atom for atom in message.atoms if not atom.has("LINE", "COMMA", "STOP")]
    strange = sum(map(unknown, atoms))
    figures = sum(atom.figure for atom in atoms)
    named = sum(atom.has(*_NAMES) for atom in atoms)
    share = round(4 * strange / max(1, len(atoms)))
    categories: dict[str, int] = {}
    for one in message.triggers:
        categories[one.row.is_] = categories.get(one.row.is_, 0) + 1
    shape = [
        f"m.strange={share}", f"m.unknown={_level(strange)}", f"m.figures={_level(figures)}", f"m.named={_level(named)}",
        f"m.length={_level(len(atoms), 30)}", f"m.lines={min(3, len(message.lines))}", *[f"m.{one}" for one in categories],
    ]  # fmt: skip
    shape += [f"m.day{_when(one, now)}" for one in message.mentions]
    shape += [f"m={one.row.name}" for one in message.triggers]
    if any(word.text == "?" for word in message.words):
        shape.append("m.asks")
    if atoms and (atoms[0].figure or atoms[0].has(*_NAMES)):
        shape.append("m.opens")
    if any(message.known.kind(word.text, "mine") for word in message.words):
        shape.append("m.mine")
    return Around(tuple(dict.fromkeys(shape)), categories)


def _when(one: DayMention, now: datetime) -> str:
    """How long ago a day is: to come, of today, of these days, longer ago."""
    if LATE_HOUR <= now.hour < _EVENING and one.phrase.casefold() in evening_words():
        return "~"
    back = (now.date() - one.day).days
    if back > _NEARLY_A_YEAR and not _YEAR.search(one.phrase):
        return "+"
    return "+" if back < 0 else "=" if back == 0 else "-" if back < 15 else "--"


def features(message: Message, unit: Unit, whole: Around, now: datetime) -> list[str]:
    """What is to be seen of a unit and where it stands."""
    nth = message.nth_clause(unit.first)
    own = message.atoms[unit.first : unit.end]
    first, end = message.clauses[nth]
    clause = message.atoms[first:end]
    seen = ["bias", *whole.shape]
    seen += [f"u.{one}" for one in _looks(own)]
    seen += [f"c.{one}" for one in _looks(clause)]
    seen += [f"over={one}" for one in unit.over] + [f"over.{one}" for one in unit.categories]
    triggers = message.clause_triggers[nth]
    seen += [f"in={one.row.name}" for one in triggers] + [f"in.{one.row.is_}" for one in triggers]
    seen += _beside(message, nth)
    seen += _worded(message, message.clause_words[nth])
    seen += _of_others(message, message.clause_words[nth], now)
    seen += [
        f"c.day{_when(one, now)}" for one in message.mentions if clause[0].start <= one.start < clause[-1].end
    ]
    seen += _crossed(unit, frozenset(seen))
    return list(dict.fromkeys(seen))


def _looks(atoms: Sequence[Atom]) -> Iterator[str]:
    """The kinds of figures, names and signs; how many words nothing knows, and whether beside figures."""
    for kind in _KINDS:
        if any(kind in atom.symbols for atom in atoms):
            yield kind
    yield f"figures={_level(sum(atom.figure for atom in atoms))}"
    yield f"unknown={_level(sum(map(unknown, atoms)))}"
    if sum(atom.figure for atom in atoms) == 1 and any(atom.has("FAILED") for atom in atoms):
        yield "failed"
    words = [atom for atom in atoms if not atom.has("LINE", "COMMA", "STOP", "OPEN", "CLOSE", "SLASH")]
    yield f"length={_level(len(words), 16)}"
    for one, after in zip(words, words[1:], strict=False):
        if one.figure and unknown(after):
            yield "unknown-after"
        if after.figure and unknown(one):
            yield "unknown-before"
        if after.figure and one.has(*_NAMES):
            yield "name-figure"
        if one.figure and after.has(*_NAMES):
            yield "figure-name"
        if one.has("DASH") and not one.glued and after.figure and after.glued:
            yield "negative"
    if words:
        yield f"begins={_sort(words[0])}"
        yield f"ends={_sort(words[-1])}"


def _sort(atom: Atom) -> str:
    if atom.figure:
        return "figure"
    if atom.has(*_NAMES):
        return "name"
    return (
        "unknown"
        if unknown(atom)
        else "filler"
        if atom.has("FILLER", "NOTHING")
        else next(iter(sorted(atom.symbols)), "")
    )


def _beside(message: Message, nth: int) -> Iterator[str]:
    """What stands in the clauses before and after, and in the rest of the sentence."""
    first, _ = message.clauses[nth]
    sentence = message.atoms[first].sentence
    for step, label in ((-1, "before"), (1, "after")):
        at = nth + step
        if not 0 <= at < len(message.clauses):
            yield f"{label}=none"
            continue
        begin, stop = message.clauses[at]
        same = "" if message.atoms[begin].sentence == sentence else "'"
        yield from (f"{label}{same}.{one.row.is_}" for one in message.clause_triggers[at])
        if any(atom.has(*_NAMES) for atom in message.atoms[begin:stop]):
            yield f"{label}{same}.named"
        if any(atom.figure for atom in message.atoms[begin:stop]):
            yield f"{label}{same}.figures"
        if same == "" and label == "after" and _is_verdict(message.atoms[begin:stop]):
            yield "after.failed"
        if sum(map(unknown, message.atoms[begin:stop])) > 2:
            yield f"{label}{same}.prose"
    if message.atoms[first].has("OPEN"):
        yield "in-brackets"


def _is_verdict(atoms: Sequence[Atom]) -> bool:
    """Whether it only says that the try before it went wrong: `80kg (failed)`."""
    told = [
        atom for atom in atoms if not atom.has("OPEN", "CLOSE", "DASH", "LINE", "STOP", "COMMA", "FILLER")
    ]
    return len(told) == 1 and told[0].has("FAILED")


def _worded(message: Message, words: Sequence[Word]) -> Iterator[str]:
    """The frequent small words, the first one, whose it is, and marks."""
    common = model().words
    known = message.known
    lead = True
    for word in words:
        if word.text in common:
            yield f"w={word.text}"
        elif "가" <= word.text[0] <= "힣" and word.text[-2:] in common:
            yield f"w={word.text[-2:]}"
        if known.kind(word.text, "mine"):
            yield "c.mine"
        if word.text == "?":
            yield "c.asks"
        if word.text in _QUOTES:
            yield "c.quotes"
        if lead and word.text[0].isalnum():
            lead = known.kind(word.text, "leads")
            if word.text in common:
                yield f"first={word.text}"
            written = message.text[word.start : word.end]
            if written[:1].isupper() and not written.isupper():
                yield "first-capital"


def _of_others(message: Message, words: Sequence[Word], now: datetime) -> Iterator[str]:
    """A year gone by, and a name that nobody knows as the subject: `Kipchoge ran 2:01`."""
    for before, word in pairwise(words):
        past = _YEAR.fullmatch(word.text) and int(word.text) < now.year
        if past and message.known.kind(before.text, "in_year"):
            yield "c.year"
    led = [word for word in words if word.text[0].isalpha()][:3]
    while led and message.known.kind(led[0].text, "leads"):
        del led[0]
    if (
        len(led) < 2
        or not message.text[led[0].start].isupper()
        or message.text[led[0].start : led[0].end].isupper()
    ):
        return
    if unknown(message.atoms[message.place(led[0].start)]):
        verbs = {
            one.start
            for one in message.clause_triggers[message.nth_clause(message.place(led[0].start))]
            if one.row.name == "they_did"
        }
        yield "subject" if led[1].start in verbs or led[-1].start in verbs else "unknown-capital"


def _crossed(unit: Unit, has: frozenset[str]) -> Iterator[str]:
    """Doubts beside what outweighs them; figures by where names are and how much of the clause nothing knows."""
    for category in unit.categories & DOUBTS:
        yield from (f"over.{category}&{other}" for other in _OUTWEIGHING & has)
    if {"in.done", "in.other"} <= has:
        yield "done&other"
    named = next((one for one in ("u", "c") if any(f"{one}.{kind}" in has for kind in _NAMES)), "m")
    named = "none" if "m.named=0" in has else named
    words = next((count for count in range(4) if f"c.unknown={count}" in has), 4)
    own = [kind for kind in _FIGURES if f"u.{kind}" in has] or ["bare"]
    for kind in own + [one for one in ("in.done", "c.mine", "in.now") if one in has]:
        yield f"{kind}&named={named}"
        yield f"{kind}&unknown={words}"
    yield f"named={named}&unknown={words}"


_OUTWEIGHING = frozenset(("in.done", "in.now", "c.mine", "u.X", "u.SETS", "u.EX"))
_FIGURES = (
    "MASS",
    "DIST",
    "TIME",
    "CLOCK",
    "PACE",
    "KCAL",
    "GRAMS",
    "K",
    "X",
    "SETS",
    "REPS",
    "PAIN",
    "FEELING",
    "MEAL",
)


@dataclass(frozen=True, slots=True)
class Model:
    """The fitted weights, the small words that count, and the bar below which nothing was done.

    `first` judges each unit alone, `then` with what the first made of its neighbours.
    """

    first: dict[str, float]
    then: dict[str, float]
    words: frozenset[str]
    bar: float


@cache
def model() -> Model:
    """The weights of `data/evidence.json`."""
    held = json.loads(files("agents.language").joinpath("data", "evidence.json").read_text("utf-8"))
    return Model(held["first"], held["then"], frozenset(held["words"]), held["bar"])


def likelihood(seen: Sequence[str], weights: dict[str, float]) -> float:
    """The probability that a unit with these features tells of a deed of the writer's."""
    total = sum([weights.get(one, 0.0) for one in seen])
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


def among(likely: Sequence[float]) -> list[tuple[str, ...]]:
    """What the units of a message, each judged alone, say of one another."""
    steps = [min(4, int(5 * one)) for one in likely]
    result: list[tuple[str, ...]] = []
    total, low, high = sum(likely), sorted(steps)[:2], sorted(steps)[-2:]
    for at, step in enumerate(steps):
        beside = [f"left={steps[at - 1]}"] if at else []
        beside += [f"right={steps[at + 1]}"] if at + 1 < len(steps) else []
        if len(steps) > 1:
            rest = (total - likely[at]) / (len(steps) - 1)
            beside.append(f"rest={min(4, int(5 * rest))}")
            beside.append(f"least={low[1] if low[0] == step else low[0]}")
            beside.append(f"most={high[0] if high[1] == step else high[1]}")
        result.append(tuple(beside))
    return result


def telling_units(message: Message) -> list[Unit]:
    """The units in which there is anything that may be a log."""
    return [unit for unit in units_of(message) if tells(message.atoms[unit.first : unit.end])]


def tells(atoms: Sequence[Atom]) -> bool:
    """Whether there is anything in it that may be a log."""
    return any(atom.figure or atom.has(*TELLING) for atom in atoms)


def judged(message: Message, now: datetime) -> list[tuple[Unit, float]]:
    """The units that may be a log, and how likely each is one."""
    known = model()
    units = telling_units(message)
    whole = around(message, now)
    seen = [features(message, unit, whole, now) for unit in units]
    alone = [likelihood(one, known.first) for one in seen]
    return [
        (unit, likelihood([*one, *beside], known.then))
        for unit, one, beside in zip(units, seen, among(alone), strict=True)
    ]


def asserted(message: Message, now: datetime) -> list[Atom]:
    """The atoms, those dead that tell of no deed of the writer's."""
    atoms = list(message.atoms)
    bar = model().bar
    units = judged(message, now)
    for at, (unit, likely) in enumerate(units):
        own = message.atoms[unit.first : unit.end]
        if likely < (bar if any(atom.figure for atom in own) else bar * _STATES):
            follows = units[at + 1] if at + 1 < len(units) else None
            names = follows is not None and follows[1] >= bar and _lends(message, unit, follows[0])
            atoms[unit.first : unit.end] = [
                atom if names and atom.has(*_NAMES) else _killed(atom) for atom in own
            ]
    return atoms


_STATES = 0.7
"""A pain, mood or meal without a figure is seldom invented."""


def _lends(message: Message, unit: Unit, follows: Unit) -> bool:
    """Whether the figures of the next unit are of a name that was planned: `was going to run 10k but stopped at 6k`."""
    own = message.atoms[follows.first : follows.end]
    meant = unit.categories and unit.categories <= {"planned", "negated"}
    same = message.atoms[unit.first].sentence == own[0].sentence
    return (
        bool(meant)
        and same
        and any(atom.figure for atom in own)
        and not any(atom.has(*TELLING) for atom in own)
    )


_SIGNS = frozenset(
    ("COMMA", "STOP", "LINE", "SLASH", "PLUS", "DASH", "COLON", "OPEN", "CLOSE", "SIGN", "NOISE")
)


_DEAD, _KEPT = frozenset(("DEAD",)), frozenset(("EX",))


def _killed(atom: Atom) -> Atom:
    symbols = atom.symbols & _SIGNS or _DEAD | (atom.symbols & _KEPT)
    return replace(atom, symbols=symbols, dead=True)
