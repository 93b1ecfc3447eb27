"""Fits the weights of `agents/language/confidence.py` on the training messages, and says what they are worth.

`python -m evals.confidence` prints, for messages of files that the weights were not fitted to, how many
readings a bar would send on to a model or a person: of those that are wrong, and of those that are right;
`--write` fits on all of them and writes the weights.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from agents.language import confidence
from agents.language.logistic import logistic
from agents.language.reading import Reading, read_log
from evals import rows
from evals.calibrate import rounded, training, write
from evals.playing import everything

WEIGHTS = Path(confidence.__file__).parent / "data" / "confidence.json"
_FOLDS = 4
_ROUNDS, _STEP, _SHRINK = 120, 0.15, 30.0
"""Of the descent; `_SHRINK` is how much is lost for a weight of 1, in messages."""
_SELDOM = 4


@dataclass(frozen=True, slots=True)
class Case:
    """A message's features, whether all of it was read rightly, and its file.

    `holds`: there is something to store. `plain`: measures of one day, nothing doubted, guessed or refused.
    """

    seen: tuple[str, ...]
    right: bool
    file: str
    holds: bool
    plain: bool


def cases() -> list[Case]:
    """The training messages as they are read now."""
    context, found = everything(), list[Case]()
    for one in training():
        example = one.example
        reading = read_log(example.text, example.now, example.profile, context)
        _, wrong, missed = rows.judge(example.holds, reading.measures, example.now.date())
        right = not wrong and not missed
        seen = tuple(confidence.seen(reading))
        found.append(Case(seen, right, one.slices.file, bool(example.holds), _is_plain(reading)))
    return found


def _is_plain(reading: Reading) -> bool:
    guessed = any("guessed" in measure.certainty.values() for measure in reading.measures)
    one_day = len({measure.day for measure in reading.measures}) == 1
    return one_day and not (guessed or reading.doubts or reading.problems)


def fitted(told: Sequence[Case]) -> dict[str, float]:
    """The weights that lose least, by descent with a step of its own for each feature."""
    counts = Counter(one for case in told for one in case.seen)
    known = [one for one, count in counts.items() if count >= _SELDOM]
    place = {one: at for at, one in enumerate(known)}
    data = [([place[one] for one in case.seen if one in place], case.right) for case in told]
    weights, sizes = [0.0] * len(known), [1e-3] * len(known)
    shrink = [0.0 if one == "bias" else _SHRINK for one in known]
    for _ in range(_ROUNDS):
        slopes = [one * weight for one, weight in zip(shrink, weights, strict=True)]
        for places, right in data:
            error = logistic(sum([weights[at] for at in places])) - right
            for at in places:
                slopes[at] += error
        for at, slope in enumerate(slopes):
            sizes[at] += slope * slope
            weights[at] -= _STEP * slope / sizes[at] ** 0.5
    return dict(zip(known, weights, strict=True))


def judged(told: Sequence[Case]) -> list[tuple[float, Case]]:
    """Each message with its confidence by weights that were fitted to other files than its own."""
    files = sorted({case.file for case in told})
    random.Random(3).shuffle(files)  # noqa: S311 - an order, no secret
    fold = {file: at % _FOLDS for at, file in enumerate(sorted(files, key=lambda one: one[:5] != "blind"))}
    result: list[tuple[float, Case]] = []
    for number in range(_FOLDS):
        weights = fitted([case for case in told if fold[case.file] != number])
        result += [
            (logistic(sum([weights.get(one, 0.0) for one in case.seen])), case)
            for case in told
            if fold[case.file] == number
        ]
    return result


def report(told: Sequence[tuple[float, Case]]) -> Iterator[str]:
    """The curve: what each bar sends on of the wrong and of the right readings, and what stays above it."""
    groups: dict[str, Callable[[Case], bool]] = {
        "all": lambda _: True,
        "written blind": lambda case: case.file.startswith("blind"),
    }
    for name, chosen in groups.items():
        right = sorted(likely for likely, case in told if chosen(case) and case.right)
        wrong = sorted(likely for likely, case in told if chosen(case) and not case.right)
        yield f"{name}: {len(right)} right, {len(wrong)} wrong"
        for share in (0.5, 0.7, 0.8, 0.85, 0.9, 0.95):
            bar = wrong[min(len(wrong) - 1, int(share * len(wrong)))]
            sent = sum(one < bar for one in right) / len(right)
            above = sum(one >= bar for one in wrong) / max(1, sum(one >= bar for one in wrong + right))
            yield (
                f"  bar {bar:.3f}: {share:.0%} of the wrong sent on, {sent:.0%} of the right;"
                f" {above:.1%} wrong above"
            )
    for bar in (0.85, 0.9, confidence.SURE, 0.96):
        yield from asked(told, bar)
    for low in range(10):
        part = [case.right for likely, case in told if low / 10 <= likely < (low + 1) / 10 + (low == 9)]
        if part:
            yield f"  confidence from {low / 10:.1f}: {len(part)} messages, {sum(part) / len(part):.2f} right"


def asked(told: Sequence[tuple[float, Case]], bar: float) -> Iterator[str]:
    """What the product asks a model for, of the messages that hold something: not plain, or below the bar."""
    logs = [(not case.plain or likely < bar, case) for likely, case in told if case.holds]
    wrong = [sent for sent, case in logs if not case.right]
    right = [sent for sent, case in logs if case.right]
    kept = sum(not sent for sent in wrong) / max(1, sum(not sent for sent in wrong + right))
    yield (
        f"asked for below {bar}: escalated_wrong {sum(wrong) / len(wrong):.3f},"
        f" escalated_right {sum(right) / len(right):.3f}; {kept:.1%} of the others wrong"
    )


def main() -> None:
    """Says, and writes if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="fit on all and write the weights")
    told = cases()
    if parser.parse_args().write:
        write(WEIGHTS, rounded(fitted(told)))
        confidence.weights.cache_clear()
    print("\n".join(report(judged(told))))


if __name__ == "__main__":
    main()
