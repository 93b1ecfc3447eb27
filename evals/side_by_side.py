"""The reading of labelled logs, scored.

`python -m evals.side_by_side` scores the training two thirds, `--sealed` the other third (scores only, once a
day, each look logged), `--misses N` shows what was not all right of the training part.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from agents.language.reading import read_log
from agents.offline.load_units import fill_units
from evals import looks, rows
from evals.cases import Parsing
from evals.loading import EXAMPLES, Labelled, read
from evals.playing import everything
from storage.entities import Measure


@dataclass(slots=True)
class Score:
    """What a reader made of messages: rows right, wrong, missed, and in how many silent ones it saw rows."""

    messages: int = 0
    all_right: int = 0
    right: int = 0
    wrong: int = 0
    missed: int = 0
    silent: int = 0
    invented: int = 0
    seconds: float = 0.0
    misses: list[str] = field(default_factory=list[str])

    @property
    def f1(self) -> float:
        """Over rows."""
        return 2 * self.right / max(1, 2 * self.right + self.wrong + self.missed)

    def add(self, example: Parsing, measures: Iterable[Measure], today: datetime) -> None:
        """One message's."""
        right, wrong, missed = rows.judge(example.holds, measures, today.date())
        good = not wrong and not missed
        self.messages += 1
        self.all_right += good
        self.right, self.wrong, self.missed = (
            self.right + right,
            self.wrong + len(wrong),
            self.missed + len(missed),
        )
        self.silent += not example.holds
        self.invented += bool(not example.holds and wrong)
        if not good:
            self.misses.append(f"- {example.text[:300]!r}\n     + {_shown(wrong)}\n     - {_shown(missed)}")

    def __str__(self) -> str:
        """In a line."""
        return (
            f"{self.messages} messages, right {self.all_right / max(1, self.messages):.3f}, F1 {self.f1:.3f}"
            f" (right {self.right} wrong {self.wrong} missed {self.missed}),"
            f" invented in {self.invented}/{self.silent} silent,"
            f" {self.seconds / max(1, self.messages) * 1000:.2f} ms each"
        )


def _shown(found: Sequence[str]) -> str:
    return "; ".join(f"{row} x{count}" for row, count in Counter(found).items()).replace("name=", "")


def scored(examples: Iterable[Labelled[Parsing]]) -> Score:
    """The score of the language layer."""
    score, context = Score(), everything()
    for one in examples:
        example = one.example
        now, profile = example.now, example.profile
        begun = time.process_time()
        measures = read_log(example.text, now, profile, context).measures
        score.seconds += time.process_time() - begun
        score.add(example, fill_units(measures, profile, ())[0], now)
    return score


def main() -> None:
    """Print the scores."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--sealed", action="store_true")
    asked.add_argument("--misses", type=int, default=0)
    asked.add_argument("--only", default="", help="a phenomenon")
    asked.add_argument("--files", default="", help="files whose names hold this")
    asked.add_argument(
        "--examples", type=Path, help="all of another folder (evals/data/strangers), scores only"
    )
    told = asked.parse_args()
    before = looks.looked(looks.today()) if told.sealed else None
    if before is not None:
        print("looked at today already:", before)
        return
    logs = [one for one in read(told.examples or EXAMPLES, "parsing", Parsing) if not one.example.after]
    part = logs if told.examples else [one for one in logs if one.example.held_out == told.sealed]
    examples = [one for one in part if told.only in one.slices.phenomenon and told.files in one.slices.file]
    score = scored(examples)
    print(score)
    if told.sealed:
        looks.remember(str(score), looks.today())
    if not (told.sealed or told.examples):
        random.Random(7).shuffle(score.misses)  # noqa: S311 - an order, no secret
        print("\n".join(score.misses[: told.misses]))


if __name__ == "__main__":
    main()
