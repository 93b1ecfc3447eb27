"""Generated updates, valid and broken: `python -m benchmarks.updates --count 100000 --seed 1 --json`.

Lives of some thousand updates each, by webhook and by getUpdates in turn, one seed after the other, so that
any of them can be had again alone. What the strategies know is in `tests/fuzz`.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from benchmarks.figures import told
from storage.entities import Frozen
from tests.fuzz.feeding import WAYS, Fed, feed, made

UPDATES_A_LIFE = 2500


class Updates(Frozen):
    """The last line of the output. `crashes` has to be 0."""

    updates: int
    valid: int
    invalid: int
    set_aside: int
    """Kept as they came, because the fields that the bot goes by make no sense."""
    kinds: dict[str, int]
    lives: int
    crashes: int
    """Errors in the log, refusals, rows that were not finished, invariants of the database that do not hold,
    a log at the end that was not answered."""
    seed: int
    minutes: float


def measure(count: int, seed: int) -> Updates:
    """Print what went wrong as it is found."""
    began, total, lives = perf_counter(), Fed(), 0
    for number, done in enumerate(range(0, count, UPDATES_A_LIFE)):
        updates = made(seed + number, min(UPDATES_A_LIFE, count - done))
        with tempfile.TemporaryDirectory(prefix="swealog-updates-") as folder:
            way = WAYS[number % len(WAYS)]
            fed = asyncio.run(feed(Path(folder), way, updates))
        for crash in fed.crashes:
            sys.stderr.write(f"seed {seed + number}, {way}: {crash}\n")
        total.add(fed)
        lives += 1
        sys.stderr.write(f"{total.kinds.total()} updates, {len(total.crashes)} crashes\n")
    return Updates(
        updates=total.kinds.total(),
        valid=total.kinds.total() - total.invalid,
        invalid=total.invalid,
        set_aside=total.set_aside,
        kinds=dict(sorted(total.kinds.items())),
        lives=lives,
        crashes=len(total.crashes),
        seed=seed,
        minutes=round((perf_counter() - began) / 60, 1),
    )


def main() -> None:
    """Print the figures; with --json only the JSON line. Exit 1 when anything crashed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.updates", description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1, help="the first life's; each has the next one")
    parser.add_argument("--json", action="store_true", help="print the JSON line only")
    given = parser.parse_args()
    logging.disable(logging.WARNING)  # what is refused, and why, is said a hundred times a second
    result = measure(given.count, given.seed)
    told(result, json=given.json)
    sys.exit(1 if result.crashes else 0)


if __name__ == "__main__":
    main()
