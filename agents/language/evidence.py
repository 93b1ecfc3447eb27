"""How likely a stretch of a message tells of something that its writer did: a logistic regression.

Its weights are fitted on the training messages by `python -m evals.calibrate`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

from agents.language.assertion import TELLING, Message, Unit, units_of
from agents.language.atoms import Atom
from agents.language.features import NAMES, features
from agents.language.files import weights_in
from agents.language.fits import is_likely_pressure
from agents.language.logistic import logistic
from agents.language.outdone import lent, outdone


@dataclass(frozen=True, slots=True)
class Model:
    """The fitted weights, the small words that count, and the bar below which nothing was done.

    `first` judges each unit alone, `then` with what the first made of its neighbours.
    """

    first: dict[str, float]
    then: dict[str, float]
    words: frozenset[str]
    bar: float
    sure: float
    """What one stretch of a message has to reach before anything of it is stored without asking."""


@cache
def model() -> Model:
    """The weights of `data/evidence.json`."""
    held = weights_in("evidence.json")
    return Model(held["first"], held["then"], frozenset(held["words"]), held["bar"], held["sure"])


def likelihood(seen: Sequence[str], weights: dict[str, float]) -> float:
    """The probability that a unit with these features tells of a deed of the writer's."""
    return logistic(sum([weights[one] for one in seen if one in weights]))


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
    return [
        unit
        for unit in units_of(message)
        if tells(own := message.atoms[unit.first : unit.end])
        or (unit.over and any(atom.has("FOOD") for atom in own))
    ]


def tells(atoms: Sequence[Atom]) -> bool:
    """Whether there is anything in it that may be a log."""
    if any(atom.figure or atom.has(*TELLING, *_FOLDS) for atom in atoms):
        return True
    return _is_eaten(atoms)


_FOLDS = ("SINGLE", "DOUBLE", "TRIPLE")
"""Words that are counts."""


def judged(message: Message, now: datetime, known: Model) -> list[tuple[Unit, float]]:
    """The units that may be a log, and how likely each is one."""
    units = telling_units(message)
    seen = list(features(message, units, now, known.words))
    alone = [likelihood(one, known.first) for one in seen]
    return [
        (unit, likelihood([*one, *beside], known.then))
        for unit, one, beside in zip(units, seen, among(alone), strict=True)
    ]


def is_unsure(message: Message, units: Sequence[tuple[Unit, float]], known: Model) -> bool:
    """Whether no stretch of a message is surely a log, and one with a figure may be."""
    best = max([likely for _, likely in units], default=0.0)
    owns = [(tuple(message.atoms[unit.first : unit.end]), likely) for unit, likely in units]
    return best < known.sure and any(
        likely >= (_PERHAPS if _is_training(own) else known.bar) and _may_be_meant(own)
        for own, likely in owns
    )


_PERHAPS = 0.4
"""How likely training with its figures has to be a log for its writer to be asked."""
TOLD = 0.3
"""The same of what stands beside it, once the writer says that it was done."""


def _is_training(own: Sequence[Atom]) -> bool:
    return sum(atom.figure for atom in own) > 1 and any(atom.has("EX", "BOUT", "ANY_SPORT") for atom in own)


def _may_be_meant(own: Sequence[Atom]) -> bool:
    """Whether it has figures that could be planned: no pain, `knee is acting up 4/10`, nor `had 2 eggs`."""
    figures = [atom for atom in own if atom.figure]
    return bool(figures) and not _is_eaten(own) and not _is_rated(own, figures)


def asserted(message: Message, units: Sequence[tuple[Unit, float]], bar: float) -> list[Atom]:
    """The atoms, those dead that tell of no deed of the writer's; `units` as `judged` has them.

    Sets that were only meant keep their symbols: what became of them has their load.
    """
    atoms = list(message.atoms)
    told = set[int]()
    for at, (unit, _) in enumerate(units):
        own = tuple(atoms[unit.first : unit.end])
        place = _came(message, units, at, bar)
        if place:
            came = units[place][0]
            atoms[unit.first : unit.end] = [_meant(atom) for atom in own]
            atoms[came.first : came.end] = lent(own, atoms[came.first : came.end])
            told.add(place)
        elif at not in told and not _is_of_a_failure(atoms, unit):
            atoms[unit.first : unit.end] = _alone(message, units, at, bar)
    return atoms


_FAILURES = ("FAILED", "LOST")
_OF_SETS = ("REPS", "REPSN", "SETS", "NTHN", "NTH_REP", "LAST_SET", "NTH_SET", "NOISE")


def _is_of_a_failure(atoms: Sequence[Atom], unit: Unit) -> bool:
    """Whether it says which set or repetition before it failed: `3x5, failed the last set`."""
    own, before = atoms[unit.first : unit.end], atoms[unit.first - 1 : unit.first]
    if not any(one.has(*_FAILURES) for one in own) or any(one.has("MASS", "X", *NAMES) for one in own):
        return False
    goes_on = any(not one.dead and one.sentence == own[0].sentence for one in before)
    return goes_on and any(one.has(*_OF_SETS) for one in own)


def _came(message: Message, units: Sequence[tuple[Unit, float]], at: int, bar: float) -> int:
    """The place of the stretch that tells what came of that `at`: the next, or one of the next line; or 0."""
    end = message.line_of(units[at][0].first)[1]
    below = bisect_left(units, end, lo=at, key=lambda one: one[0].first)
    for place in (at + 1, below):
        known = 0 < place < len(units) and units[place][1] >= bar * _CAME
        if known and outdone(message, units[at][0], units[place][0]):
            return place
    return 0


def _meant(atom: Atom) -> Atom:
    return atom if atom.has("EX", "BOUT") else replace(atom, dead=True)


def _alone(message: Message, units: Sequence[tuple[Unit, float]], at: int, bar: float) -> list[Atom]:
    """The atoms of a stretch, dead if it tells of nothing that was done."""
    unit, likely = units[at]
    follows = units[at + 1] if at + 1 < len(units) and units[at + 1][1] >= bar else None
    strictness = _strictness(message, unit, instead=_is_instead(message, unit, follows))
    done = likely >= bar * min(_DENIED, strictness) and not _is_elses(message, unit)
    return [atom if done else _killed(atom) for atom in message.atoms[unit.first : unit.end]]


def _with_its_pain(message: Message, unit: Unit) -> Sequence[Atom]:
    """Its atoms, behind the pain that it rates: `hurts on pressing, I'd say 6`."""
    first = unit.first
    if message.atoms[first].has("RATHER"):
        sentence = message.atoms[first].sentence
        while (
            first and message.atoms[first - 1].sentence == sentence and not message.atoms[first].has("PAIN")
        ):
            first -= 1
    rated = [message.atoms[first]] if first < unit.first and message.atoms[first].has("PAIN") else []
    return [*rated, *message.atoms[unit.first : unit.end]]


def _is_elses(message: Message, unit: Unit) -> bool:
    """Whether the first metric is somebody's: `Martha's blood pressure was 118 over 75`."""
    own = message.atoms[unit.first : unit.end]
    at = next((at for at, atom in enumerate(own) if atom.has("METRIC", "PRESSURE")), 0)
    owner = message.known.owner(own[at - 1].text) if at and own[at - 1].unheard else ""
    if not owner or message.known.is_of(owner, ("role",)):
        return False
    called = message.text[own[at - 1].start].isupper()
    return called or message.known.is_of(owner, ("person", "first_name"))


def _strictness(message: Message, unit: Unit, *, instead: bool) -> float:
    """How many times as likely as usual a log it has to be, at most `_DENIED` times."""
    own = _with_its_pain(message, unit)
    figures = [atom for atom in own if atom.figure]
    if not figures or _is_counted_food(own, figures):
        eaten = any(atom.has("HAD", "STATE") for atom in own)
        return _STATES if unit.categories else 0.0 if eaten else _PLAIN_STATES
    pulse = all(atom.has("BPM") for atom in figures)
    if not unit.categories and (pulse or _is_eaten(own)):
        return 0.0
    if unit.categories <= _OF_A_THING and _is_rated(own, figures):
        return _RATED if unit.categories or is_likely_pressure(figures) else 0.0
    if unit.categories == frozenset(("other",)):
        return _ELSES
    return _DENIED if instead or unit.categories == frozenset(("negated",)) else 1.0


def _is_eaten(own: Sequence[Atom]) -> bool:
    """Whether it says that food was had."""
    return any(atom.has("HAD") for atom in own) and any(atom.has("FOOD") for atom in own)


def _is_counted_food(own: Sequence[Atom], figures: Sequence[Atom]) -> bool:
    """Whether its figures only say how much of what was eaten: `2 eggs and milk`."""
    return (
        any(atom.has("FOOD", "STATE") for atom in own)
        and not any(atom.has("EX", "BOUT", "METRIC", "SETS") for atom in own)
        and all(atom.has("NUM", "GRAMS", "VOL", "HOUR", "CLOCK") for atom in figures)
    )


_OF_A_THING = frozenset(("thing",))
"""What may be told beside a rating, as its reason: `stress 8/10 boss meeting`."""


def _is_rated(own: Sequence[Atom], figures: Sequence[Atom]) -> bool:
    """Whether it only rates something, or is a blood pressure: `mood is like a 4`, `tired 6/10`, `138/86`."""
    if any(atom.has("EX", "BOUT", "X") for atom in own):
        return False
    if is_likely_pressure(figures):
        return any(atom.has("SLASH", "THROUGH") for atom in own)
    values = [one.value for one in figures if one.has("NUM")]
    of_ten = len(values) == len(figures) <= 1 + (_MOST_RATED in values) and max(values) <= _MOST_RATED
    rated = ("M_SCALE", "PLACE", "PAIN", "FEELING") if len(values) > 1 else ("M_SCALE", "PLACE", "PAIN")
    return of_ten and any(atom.has(*rated) for atom in own)


_MOST_RATED = 10


def _is_instead(message: Message, unit: Unit, follows: tuple[Unit, float] | None) -> bool:
    """Whether other figures follow a plan that were surely done: `6km planned, did 4km in the end`."""
    if follows is None or follows[1] < _SURE or unit.categories != frozenset(("planned",)):
        return False
    own = message.atoms[follows[0].first : follows[0].end]
    same = message.atoms[unit.first].sentence == own[0].sentence
    return same and any(atom.figure for atom in own) and not any(atom.has("LAST_SET") for atom in own)


_SURE, _CAME = 0.9, 0.5
"""How likely what was done beside a plan is, and what is told of a plan, as a share of the bar."""


_STATES, _PLAIN_STATES, _RATED, _DENIED, _ELSES = 0.7, 0.36, 0.3, 1.7, 1.4
"""A pain, mood or meal without a figure, or one rated (`stress is a nine`), is seldom invented; figures that
were denied, or of somebody else, are seldom a log."""


_SIGNS = frozenset(
    ("COMMA", "STOP", "LINE", "SLASH", "PLUS", "DASH", "COLON", "OPEN", "CLOSE", "SIGN", "NOISE")
)


_DEAD = frozenset(("DEAD",))
_KEPT = frozenset(("EX", "BOUT", "FAILED", "LOST", "HEART", "AVERAGE", "AVERAGE_SPEED", "PACE_WORD"))
"""A name goes on for what follows; a failure tells that others went well, a watch that energy was spent."""


def _killed(atom: Atom) -> Atom:
    symbols = atom.symbols & _SIGNS or _DEAD | (atom.symbols & _KEPT)
    return atom.meaning(symbols, dead=True)
