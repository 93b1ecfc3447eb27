"""Fits the weights of `agents/language/purpose.py` on the training messages of routing, logs and questions.

`python -m evals.purpose` writes them; `--check` fits without some files (so without their writers) at a time,
prints for each bar which of their messages are judged wrongly, and writes nothing.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from agents.language import purpose
from agents.offline.lexicon import language_of, plain
from agents.offline.questions.question_spans import signs_in
from agents.offline.routing.domain_choice import choose
from agents.types import InputType
from domains.registry import load
from evals.calibrate import rounded, training, write
from evals.cases import Routing
from evals.loading import EXAMPLES, people, read
from evals.questions import conversations

WEIGHTS = Path(purpose.__file__).parent / "data" / "purpose.json"
_KINDS = ("log", "ask", "chat")
_LABELS = {InputType.LOG: 0, InputType.QUERY: 1, InputType.BOTH: 1, InputType.CHAT: 2}
_ROUNDS, _STEP, _SHRINK = 120, 0.4, 1.0
_SELDOM, _KEPT, _SILENT, _CONTRASTED = 3, 5000, 1.5, 3.0
"""Messages in which a feature has to stand; how many features are kept; what a message weighs that holds
nothing, and one that was written beside others that look like it and are none."""
_SURE = 0.9
"""From where on a message that holds nothing is taken for a question."""
_FOLDS = 5
_BARS = (0.2, 0.3, 0.4, 0.5, 0.7)

Array = npt.NDArray[np.float64]
Places = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Case:
    """A message with its features and its kind, None where it holds nothing to log; `marked` with `?`."""

    seen: tuple[str, ...]
    kind: int | None
    file: str
    marked: bool
    weight: float


def cases() -> list[Case]:
    """Every training message once."""
    registry = load()

    def case(text: str, kind: int | None, file: str, weight: float) -> Case:
        terms = choose(text, registry.infos, registry.vocabulary).terms
        signs = sorted(signs_in(plain(text), language_of(text)))
        return Case(tuple(purpose.features(text, terms, signs)), kind, file, "?" in text, weight)

    told = {text: (kind, file, weight) for text, kind, file, weight in (*_logs(), *_routed(), *_asked())}
    return [case(text, *rest) for text, rest in told.items()]


_Told = Iterator[tuple[str, int | None, str, float]]


def _logs() -> _Told:
    """Examples of domains, the diaries, the messages for the parser."""
    for name, domain in load().domains.items():
        yield from ((one.text, 0, name, 1.0) for one in domain.examples if one.measures)
    for name, person in people(EXAMPLES).items():
        yield from ((text, 0, name, 1.0) for _, text, found in person.diary if found)
    for one in training():
        holds = bool(one.example.holds)
        yield one.example.text, 0 if holds else None, one.slices.file, 1.0 if holds else _SILENT


def _routed() -> _Told:
    for one in read(EXAMPLES, "routing", Routing):
        told, file = one.example, one.slices.file
        if told.held_out or told.reply or told.is_ not in _LABELS:
            continue
        yield told.text, _LABELS[told.is_], file, _CONTRASTED
        for kind, text in enumerate((told.log, told.query)):
            if text:
                yield text, kind, file, _CONTRASTED


def _asked() -> _Told:
    for talk in conversations(EXAMPLES):
        for asked in talk.example.thread:
            if asked.route != "both" and not (asked.held_out or talk.example.held_out):
                kind = _KINDS.index("chat" if asked.route == "chat" else "ask")
                yield asked.ask, kind, talk.slices.file, 1.0


def fitted(told: Sequence[Case]) -> dict[str, tuple[float, float]]:
    """The weights, refitted without those that matter least.

    A message that logs nothing asks if it bears a question mark or is like those that ask, else it tells.
    """
    sure = [case for case in told if case.kind is not None]
    known, weights = _descend(sure, _ROUNDS // 3)
    asks = _likely(told, known, weights)[:, 1]
    guessed = [
        case if case.kind is not None else replace(case, kind=int(case.marked or bool(one > _SURE)))
        for case, one in zip(told, asks, strict=True)
    ]
    weigh = [case.weight for case in told]
    known, weights = _descend(guessed, _ROUNDS // 3, weigh)
    largest = np.abs(weights).max(axis=1)
    best = sorted(range(len(known)), key=lambda at: -float(largest[at]))[:_KEPT]
    known, weights = _descend(guessed, _ROUNDS, weigh, frozenset(known[at] for at in best))
    return {one: (float(weights[at, 1]), float(weights[at, 2])) for at, one in enumerate(known)}


def _descend(
    told: Sequence[Case],
    rounds: int,
    weigh: Sequence[float] | None = None,
    kept: frozenset[str] | None = None,
) -> tuple[list[str], Array]:
    """The features and their weights for each kind against logs, by descent with steps of their own."""
    counts = Counter(one for case in told for one in set(case.seen))
    known = sorted(one for one, count in counts.items() if count >= _SELDOM and (kept is None or one in kept))
    rows, columns = _places(told, known)
    right: Array = np.eye(len(_KINDS))[np.array([case.kind or 0 for case in told])]
    share = np.ones(len(told)) if weigh is None else np.array(weigh)
    weights, sizes = np.zeros((len(known), len(_KINDS))), np.full((len(known), len(_KINDS)), 1e-3)
    for _ in range(rounds):
        error: Array = (_softmax(_sums(rows, columns, weights, len(told))) - right) * share[:, None]
        slopes = _SHRINK * weights
        for kind in (1, 2):
            slopes[:, kind] += np.bincount(columns, error[rows, kind], len(known))
        slopes[:, 0] = 0
        sizes += slopes * slopes
        weights -= _STEP * slopes / np.sqrt(sizes)
    return known, weights


def _places(told: Sequence[Case], known: Sequence[str]) -> tuple[Places, Places]:
    place = {one: at for at, one in enumerate(known)}
    found = [(row, place[one]) for row, case in enumerate(told) for one in case.seen if one in place]
    rows, columns = np.array(found, np.int64).T
    return rows, columns


def _sums(rows: Places, columns: Places, weights: Array, count: int) -> Array:
    sums: list[Array] = [
        np.bincount(rows, weights[columns, kind], count).astype(np.float64) for kind in range(len(_KINDS))
    ]
    return np.stack(sums, axis=1)


def _softmax(sums: Array) -> Array:
    shares = np.exp(sums - sums.max(1, keepdims=True))
    return shares / shares.sum(1, keepdims=True)


def _likely(told: Sequence[Case], known: Sequence[str], weights: Array) -> Array:
    return _softmax(_sums(*_places(told, known), weights, len(told)))


def apart(told: Sequence[Case]) -> Iterator[tuple[list[Case], list[Case]]]:
    """The messages of some files, and those of the others."""
    names = sorted({case.file for case in told})
    random.Random(7).shuffle(names)  # noqa: S311 - not a secret
    for fold in range(_FOLDS):
        inside = set(names[fold::_FOLDS])
        yield [c for c in told if c.file in inside], [c for c in told if c.file not in inside]


def check(told: Sequence[Case]) -> Iterator[str]:
    """A table: of each kind how many are judged wrongly where asking needs so much."""
    judged: list[tuple[int, Array]] = []
    for inside, others in apart(told):
        weights = fitted(others)
        known = list(weights)
        table = np.array([(0.0, *weights[one]) for one in known])
        sure = [case for case in inside if case.kind is not None]
        judged += [(case.kind or 0, one) for case, one in zip(sure, _likely(sure, known, table), strict=True)]
    totals = Counter(kind for kind, _ in judged)
    yield f"| asks from | questions missed, of {totals[1]} | logs taken for questions, of {totals[0]} |"
    yield "|---|---|---|"
    for bar in _BARS:
        missed = sum(kind == 1 and one[1] < bar for kind, one in judged)
        taken = sum(kind == 0 and one[1] >= bar for kind, one in judged)
        yield f"| {bar} | {missed} ({missed / totals[1]:.1%}) | {taken} ({taken / totals[0]:.1%}) |"
    chats = sum(kind == 2 and one[2] < 0.5 for kind, one in judged)
    others = sum(kind != 2 and one[2] >= 0.5 for kind, one in judged)
    yield f"small talk missed: {chats} of {totals[2]}; other messages taken for it: {others}"


def main() -> None:
    """Fits, or checks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    told = cases()
    if parser.parse_args().check:
        print("\n".join(check(told)))
        return
    weights = fitted(told)
    ask, chat = ({one: pair[at] for one, pair in weights.items()} for at in range(2))
    write(WEIGHTS, {"ask": rounded(ask), "chat": rounded(chat)})


if __name__ == "__main__":
    main()
