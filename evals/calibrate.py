"""Fits the weights of `agents/language/evidence.py` on the training messages.

`python -m evals.calibrate` writes them; `--check` fits without some files of examples (so without their
writers) at a time, reports what is read in those files, bar by bar, and writes nothing.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from agents.language import evidence
from agents.language.assertion import DOUBTS
from agents.language.atoms import Atom
from agents.language.features import features
from agents.language.logistic import logistic
from agents.language.reading import message_in, read_log
from agents.language.tokens import stem
from domains.model import ActiveDomainContext
from evals import rows
from evals.cases import Parsing
from evals.loading import EXAMPLES, Labelled, read
from evals.playing import everything
from units import HOUR_S, METRES

WEIGHTS = Path(evidence.__file__).parent / "data" / "evidence.json"
_ROUNDS, _RATE, _SHRINK = 25, 0.05, 6.0
"""How strongly a weight is held to what is expected of it (L2), chosen by what leaving files out costs."""
_AGAINST, _HELD = -3.5, 2.0
_SURELY_NOT = frozenset((
    "c.day+", "c.day~", "m.programme", "c.asks", "c.year", "subject", "u.negative", "u.failed",
    "after.failed", "after.left", "over=crossed_off",
))  # fmt: skip
_SELDOM = 5
"""Messages in which a feature has to stand."""
_COMMON = 14
_NEAR = 0.011


@dataclass(frozen=True, slots=True)
class Case:
    """A unit with its features; whether its figures or names are those of a row; and its message."""

    seen: tuple[str, ...]
    logged: bool
    message: int
    file: str
    weight: float
    silent: bool
    text: str


def training() -> list[Labelled[Parsing]]:
    """The messages that may be looked at."""
    return [
        one
        for one in read(EXAMPLES, "parsing", Parsing)
        if not one.example.after and not one.example.held_out
    ]


_STATES = (
    (("PAIN",), frozenset(("pain",))),
    (("FEELING",), frozenset(("mood", "energy", "stress", "sleep quality"))),
    (("MEAL", "ATE", "FOOD"), frozenset(("meal",))),
)
"""Words of a state, and the rows that they are of."""


@dataclass(frozen=True, slots=True)
class Needed:
    """What the rows of a message name."""

    names: frozenset[str]
    values: tuple[float, ...]
    texts: str

    @classmethod
    def of(cls, holds: Sequence[str], today: date) -> Needed:
        """The names, figures and words of these rows."""
        names: set[str] = set()
        values: set[float] = set()
        texts: list[str] = []
        for label in holds:
            for row in rows.expected_rows(label, today):
                for key, value in row:
                    if key == "name":
                        names.add(value)
                    elif key == "text":
                        texts.append(value)
                    elif key in ("weight", "reps", "rpe", "value", "distance", "duration"):
                        values.add(float("".join(one for one in value if one.isdigit() or one == ".") or 0))
                values.update(float(one) for one in [label.partition("sets=")[2].partition(" ")[0]] if one)
        return cls(frozenset(names), tuple(values), " ".join(texts))

    def has(self, atom: Atom) -> bool:
        """Whether this is one of them."""
        if atom.named is not None:
            return atom.named.name in self.names
        state = next((names for symbols, names in _STATES if atom.has(*symbols)), None)
        if state is not None:
            return bool(self.names & state)
        if not atom.figure or (atom.text and atom.text in self.texts):
            return atom.figure
        values = [
            atom.value,
            atom.value / 60,
            atom.value / HOUR_S,
            atom.value * 1000,
            atom.value * METRES["mi"],
            *atom.parts,
        ]
        if len(atom.parts) > 1:
            first, second = atom.parts[:2]
            values += [first * 60 + second, first * HOUR_S + second * 60, first + second / 60]
        return any(
            abs(one - other) <= _NEAR * max(abs(other), 0.1) for one in values for other in self.values
        )


def cases_of(examples: Iterable[Labelled[Parsing]], common: frozenset[str]) -> list[Case]:
    """The units of the messages; `common` are the small words that count."""
    cases: list[Case] = []
    context = everything()
    for number, labelled in enumerate(examples):
        example = labelled.example
        now = example.now
        message = message_in(example.text, now, example.profile, context)
        needed = Needed.of(example.holds, now.date())
        units = evidence.telling_units(message)
        for unit, seen in zip(units, features(message, units, now, common), strict=True):
            own = message.atoms[unit.first : unit.end]
            logged, weight = _judged([atom for atom in own if atom.figure], own, needed)
            text = message.text[own[0].start : own[-1].end]
            cases.append(
                Case(tuple(seen), logged, number, labelled.slices.file, weight, not example.holds, text)
            )
    return cases


def _judged(figures: Sequence[Atom], own: Sequence[Atom], needed: Needed) -> tuple[bool, float]:
    """Whether the unit is logged, and how sure that is: its largest figure or its name is a row's."""
    if not needed.names:
        return False, 1.0 if figures else 0.5
    if not figures:
        return any(map(needed.has, own)), 0.5
    if "sleep" in needed.names and any(atom.has("BED", "WAKE") for atom in own):
        return True, _UNSURE
    share = sum(map(needed.has, figures)) / len(figures)
    loads = [atom for atom in figures if atom.has("MASS", "NUM")]
    largest = needed.has(max(loads, key=lambda atom: atom.value)) if loads else share > _HALF
    told = any(needed.has(atom) for atom in own if atom.has(*_TOLD))
    if share and (largest or told):
        return True, max(_UNSURE, share)
    if share:
        return False, _UNSURE if share < 1 else 1.0
    return False, 0.1 if any(map(needed.has, own)) else 0.3


_TOLD = ("PAIN", "FEELING", "MEAL", "ATE", "FOOD", "METRIC", "BOUT")
_HALF, _UNSURE = 0.4, 0.5


def common_words(examples: Iterable[Labelled[Parsing]]) -> list[str]:
    """The words of many messages, which are no names or figures."""
    counts: Counter[str] = Counter()
    context = everything()
    for labelled in examples:
        example = labelled.example
        message = message_in(example.text, example.now, example.profile, context)
        named = {place for atom in message.atoms if atom.named for place in range(atom.start, atom.end)}
        words: set[str] = set()
        for word in message.words:
            if word.text[0].isalpha() and word.start not in named:
                words.add(stem(word.text))
        counts.update(words)
    return sorted(word for word, count in counts.items() if count >= _COMMON)


def fitted(cases: Sequence[Case], seed: int = 1) -> dict[str, float]:
    """The weights, by AdaGrad with shrinkage towards none."""
    known = sorted(one for one, messages in _by_feature(cases).items() if messages >= _SELDOM)
    place = {one: at for at, one in enumerate(known)}
    data = [
        ([place[one] for one in case.seen if one in place], float(case.logged), case.weight) for case in cases
    ]
    prior = [_expected(one) for one in known]
    often = Counter(one for seen, _, _ in data for one in seen)
    shrink = [(_HELD if one else _SHRINK) / often[at] for at, one in enumerate(prior)]
    weights, slopes = list(prior), [1e-2] * len(known)
    chance = random.Random(seed)  # noqa: S311 - not a secret
    for _ in range(_ROUNDS):
        chance.shuffle(data)
        for seen, logged, weight in data:
            total = sum([weights[one] for one in seen])
            error = weight * (logistic(total) - logged)
            for one in seen:
                slope = error + shrink[one] * (weights[one] - prior[one])
                slopes[one] += slope * slope
                weights[one] -= _RATE * slope / slopes[one] ** 0.5
    return dict(zip(known, weights, strict=True))


def _expected(feature: str) -> float:
    """What a weight is before anything was seen: what is over a stretch speaks against a log."""
    kind, _, category = feature.partition(".")
    if feature in _SURELY_NOT:
        return _AGAINST
    return _AGAINST if kind == "over" and category in DOUBTS else 0.0


def _by_feature(cases: Sequence[Case]) -> dict[str, int]:
    messages: dict[str, set[int]] = {}
    for case in cases:
        for one in case.seen:
            messages.setdefault(one, set()).add(case.message)
    return {one: len(found) for one, found in messages.items()}


def apart(cases: Sequence[Case], folds: int, seed: int) -> Iterator[tuple[list[Case], list[Case]]]:
    """The units of some files, and those of the others."""
    files = sorted({case.file for case in cases})
    random.Random(seed).shuffle(files)  # noqa: S311 - not a secret
    place = {file: at % folds for at, file in enumerate(files)}
    for fold in range(folds):
        inside = [case for case in cases if place[case.file] == fold]
        yield inside, [case for case in cases if place[case.file] != fold]


def among(cases: Sequence[Case], likely: Mapping[int, float]) -> list[Case]:
    """The units with what their neighbours are taken for; `likely` is by their identity."""
    messages: dict[int, list[Case]] = {}
    for case in cases:
        messages.setdefault(case.message, []).append(case)
    result: list[Case] = []
    for told in messages.values():
        beside = evidence.among([likely[id(case)] for case in told])
        result += [replace(case, seen=(*case.seen, *more)) for case, more in zip(told, beside, strict=True)]
    return result


def both(cases: Sequence[Case], folds: int = 4) -> tuple[dict[str, float], dict[str, float]]:
    """The weights for a unit alone, and those for it among its neighbours."""
    likely: dict[int, float] = {}
    for inside, others in apart(cases, folds, 11):
        weights = fitted(others)
        likely.update((id(case), evidence.likelihood(case.seen, weights)) for case in inside)
    return fitted(cases), fitted(among(cases, likely))


def check(examples: Sequence[Labelled[Parsing]], cases: Sequence[Case], words: frozenset[str]) -> list[Tally]:
    """What is read in each file by weights of the others, a tally for each bar of `_SURE`."""
    tallies = [Tally(sure) for sure in _SURE]
    context = everything()
    for inside, others in apart(cases, _FOLDS, 3):
        first, then = both(others)
        files = {case.file for case in inside}
        for one in [one for one in examples if one.slices.file in files]:
            for tally in tallies:
                known = evidence.Model(first, then, words, _BAR, tally.sure or _BAR)
                tally.add(one.example, known, context)
    return tallies


@dataclass
class Tally:
    """What was read right where a stretch has to be as likely as `sure`; 0: no message is asked about."""

    sure: float
    right: int = 0
    extra: int = 0
    missed: int = 0
    logs: int = 0
    spoilt: int = 0
    """Logs of which not all was read right."""
    asked: int = 0
    silent: int = 0
    invented: int = 0
    asked_in_vain: int = 0
    """Silent messages that are asked about."""

    def add(self, example: Parsing, known: evidence.Model, context: ActiveDomainContext) -> None:
        """Count a message in."""
        given = (example.text, example.now, example.profile, context)
        reading = read_log(*given, weights=known)
        right, extra, missed = rows.judge(example.holds, reading.measures, example.now.date())
        asked = reading.unsure and bool(read_log(*given, told=True, weights=known).measures)
        self.right, self.extra, self.missed = (
            self.right + right,
            self.extra + len(extra),
            self.missed + len(missed),
        )
        if example.holds:
            self.logs, self.asked = self.logs + 1, self.asked + asked
            self.spoilt += bool(extra or missed)
        else:
            self.silent, self.asked_in_vain = self.silent + 1, self.asked_in_vain + asked
            self.invented += bool(extra)

    def __str__(self) -> str:
        """A row of the table in docs/evals.md."""
        f1 = 2 * self.right / (2 * self.right + self.extra + self.missed)
        return (
            f"| {self.sure} | {self.invented} ({self.invented / self.silent:.1%}) | {self.asked_in_vain} "
            f"| {self.spoilt} ({self.spoilt / self.logs:.1%}) | {self.asked} | {f1:.3f} |"
        )


_FOLDS = 10
_BAR = 0.5
_SURE = (0.0, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9)


def main() -> None:
    """Fits, or checks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--sure", type=float, default=0.6)
    options = parser.parse_args()
    examples = training()
    words = common_words(examples)
    cases = cases_of(examples, frozenset(words))
    if not options.check:
        first, then = map(rounded, both(cases))
        write(WEIGHTS, {"bar": _BAR, "sure": options.sure, "words": words, "first": first, "then": then})
        return
    print("| sure from | invented, of silent | asked of them | not all right, of logs | asked of them | F1 |")
    print("|---|---|---|---|---|---|")
    for tally in check(examples, cases, frozenset(words)):
        print(tally)


def rounded(weights: Mapping[str, float]) -> dict[str, float]:
    """Those that matter, to two places."""
    return {one: round(value, 2) for one, value in sorted(weights.items()) if abs(value) >= _LEAST}


def write(path: Path, held: Mapping[str, object]) -> None:
    """A file of weights, whole or not at all: it takes the place of the old one when it is written."""
    beside = path.with_suffix(".new")
    beside.write_text(json.dumps(held, ensure_ascii=False, indent=0) + "\n", "utf-8")
    beside.replace(path)


_LEAST = 0.02


if __name__ == "__main__":
    main()
