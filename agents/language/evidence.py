"""How likely a stretch of a message tells of something that its writer did: a logistic regression.

Its weights are fitted on the training messages by `python -m evals.calibrate`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from itertools import takewhile

from agents.language.assertion import TELLING, Message, Unit, units_of
from agents.language.atoms import Atom, symbols_in
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
    if _is_eaten(own) or _is_rated(own) or _is_of_a_place(own):
        return False
    hurts = any(atom.has("PAIN") for atom in own) and not any(atom.has("EX", "BOUT") for atom in own)
    return not hurts and any(atom.figure for atom in own)


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
            lifts = _is_lifted(message, unit, came)
            atoms[unit.first : unit.end] = [_meant(atom, lifts=lifts) for atom in own]
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


def _meant(atom: Atom, *, lifts: bool) -> Atom:
    if atom.has(*NAMES) and not atom.has("METRIC"):
        return atom
    return replace(atom, dead=True) if lifts else _killed(atom)


def _alone(message: Message, units: Sequence[tuple[Unit, float]], at: int, bar: float) -> list[Atom]:
    """The atoms of a stretch, dead if it tells of nothing that was done."""
    unit, likely = units[at]
    follows = units[at + 1] if at + 1 < len(units) and units[at + 1][1] >= bar else None
    meant = follows is not None and _is_meant(message, unit, follows[0])
    instead = _is_instead(message, unit, follows)
    done = not meant and not _is_elses(message, unit)
    if done and (likely >= bar * _DENIED or likely >= bar * _strictness(message, unit, instead=instead)):
        return list(message.atoms[unit.first : unit.end])
    names = meant or (follows is not None and _lends(message, unit, follows[0]))
    return [
        atom if names and atom.has(*NAMES) else replace(atom, dead=True) if meant else _killed(atom)
        for atom in message.atoms[unit.first : unit.end]
    ]


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


def _is_lifted(message: Message, *units: Unit) -> bool:
    """Whether the load that was meant goes on for what came of it."""
    atoms = [atom for unit in units for atom in message.atoms[unit.first : unit.end]]
    return any(atom.has("EX") for atom in atoms) or not any(atom.has(*_APART) for atom in atoms)


def _strictness(message: Message, unit: Unit, *, instead: bool) -> float:
    """How many times as likely as usual a log it has to be, at most `_DENIED` times."""
    own = _with_its_pain(message, unit)
    figures = [atom for atom in own if atom.figure]
    if not figures or _is_counted_food(own, figures):
        eaten = any(atom.has("HAD", "STATE") for atom in own)
        if unit.categories == _OF_A_THING and {"MEAL", "FOOD"} <= symbols_in(own):
            return 0.0  # what it cost
        return _STATES if unit.categories else 0.0 if eaten else _PLAIN_STATES
    if not unit.categories and (_is_said_anyway(own, figures) or _is_eaten(own) or _is_of_a_place(own)):
        return 0.0
    if unit.categories <= _OF_A_THING and _is_rated(own):
        return _RATED
    if unit.categories == frozenset(("other",)):
        return _ELSES
    return _DENIED if instead or unit.categories == frozenset(("negated",)) else 1.0


_OF_A_THING = frozenset(("thing",))
"""What may be told beside: the reason for a rating (`stress 8/10 boss meeting`), what a meal cost."""


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


def _is_rated(own: Sequence[Atom]) -> bool:
    """Whether it rates something, or is a blood pressure: `mood is like a 4`, `tired 6/10`, `138/86`."""
    figures = [atom for atom in own if atom.figure]
    alone = len(figures) == 2 and len(own) <= _RATING and _is_one_of_ten(figures)
    if is_likely_pressure(figures) or alone:
        return any(atom.has("SLASH", "THROUGH") for atom in own) and not any(
            atom.has("EX", "BOUT", "X") for atom in own
        )
    if figures and any(atom.has("FEELING") for atom in takewhile(lambda one: not one.figure, own)):
        return len(figures) == 2 and any(atom.has("SLASH", "OUT", "OF") for atom in own)
    rated = [at for at, atom in enumerate(own) if atom.has("M_SCALE")]
    led = bool(rated) and any(one.has("IS", "LIGHT", "NUM") for one in own[rated[0] + 1 :][:1])
    return led and _is_one_of_ten(figures)


_RATING = 5
"""Spans of a rating in brackets."""


def _is_of_a_place(own: Sequence[Atom]) -> bool:
    """Whether it says how much a place hurts, with a word of pain or without: `knee still a 4`."""
    rated = [at for at, atom in enumerate(own) if atom.has("PLACE", "PAIN")]
    behind = own[rated[-1] + 1 :] if rated else ()
    lead = next((at for at, one in enumerate(behind) if one.figure), 0)
    only = all(one.has(*_OF_A_STATE) for one in behind[:lead])
    return (
        only
        and not any(one.has("EX", "BOUT", "X") for one in own)
        and _is_one_of_ten([one for one in behind if one.figure])
    )


_OF_A_STATE = (
    "IS", "LIGHT", "RATHER", "COMMA", "AT", "NOISE", "ALL", "MORNING", "LEVEL", "FEELING", "SLEEP_QUALITY",
    "ONE",
)  # fmt: skip


def _is_one_of_ten(figures: Sequence[Atom]) -> bool:
    values = [one.value for one in figures if one.has("NUM")]
    one = len(figures) == 1 or (len(figures) == 2 and _MOST_RATED in values)
    return one and len(values) == len(figures) and max(values) <= _MOST_RATED


_MOST_RATED = 10


def _is_said_anyway(own: Sequence[Atom], figures: Sequence[Atom]) -> bool:
    """Whether it is told of as not read, or asked about, and never stored: pulses, sets without a name."""
    if all(atom.has("BPM") for atom in figures):
        return True
    loaded = any(atom.has("MASS") for atom in figures) and any(atom.has("X") for atom in own)
    return loaded and not any(atom.has(*NAMES) for atom in own)


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


def _lends(message: Message, unit: Unit, follows: Unit) -> bool:
    """Whether the next figures are of a name that was planned: `was going to run 10k but stopped at 6k`."""
    own = message.atoms[follows.first : follows.end]
    meant = unit.categories and unit.categories <= {"planned", "negated"}
    same = message.atoms[unit.first].sentence == own[0].sentence
    return (
        bool(meant)
        and same
        and any(atom.figure for atom in own)
        and not any(atom.has(*(TELLING - _VERBS)) for atom in own)
    )


def _is_meant(message: Message, unit: Unit, follows: Unit) -> bool:
    """Whether it tells sets that were planned, and what follows what became of them: `meant for 5, got 4`."""
    own, other = message.atoms[unit.first : unit.end], message.atoms[follows.first : follows.end]
    if (
        not unit.categories & _MEANT
        or not unit.categories <= _PLANS
        or other[0].sentence > own[-1].sentence + 1
    ):
        return False
    if any(atom.has(*_APART) for atom in own) or any(atom.has(*TELLING) for atom in other):
        return False
    triggers = message.clause_triggers[message.nth_clause(follows.first)]
    return any(one.row.is_ == "done" for one in triggers) and tells(other)


_APART = ("BOUT", "METRIC", "MEAL", "ATE", "RACE")
_MEANT, _PLANS = frozenset(("planned", "negated")), frozenset(("planned", "negated", "other", "past"))
_VERBS = frozenset(("ATE",))
"""What tells no name by itself."""
_SIGNS = frozenset(
    ("COMMA", "STOP", "LINE", "SLASH", "PLUS", "DASH", "COLON", "OPEN", "CLOSE", "SIGN", "NOISE")
)


_DEAD = frozenset(("DEAD",))
_KEPT = frozenset(("EX", "BOUT", "FAILED", "LOST", "HEART", "AVERAGE", "AVERAGE_SPEED", "PACE_WORD"))
"""A name goes on for what follows; a failure tells that others went well, a watch that energy was spent."""


def _killed(atom: Atom) -> Atom:
    symbols = atom.symbols & _SIGNS or _DEAD | (atom.symbols & _KEPT)
    return atom.meaning(symbols, dead=True)
