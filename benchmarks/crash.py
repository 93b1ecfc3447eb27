"""Kills of the real bot while people text it: `python -m benchmarks.crash --kills 1000 --seed 1 --json`.

Lives of some dozen kills each, one seed after the other, so that any of them can be had again alone. Each is
compared with what the same messages leave in a life without kills (`tests/crash`).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from benchmarks.figures import told
from storage.entities import Frozen
from tests.crash.living import MODES, Mode, kills, live
from tests.crash.stream import scripts
from tests.crash.verdict import Verdict, judge

KILLS_A_LIFE = 40
PEOPLE, CROWD = 3, 2
"""So many alone with the bot, and so many more in one group."""


class Crash(Frozen):
    """The last line of the output. `wrong` has to be 0."""

    kills: int
    instants: int
    """Different labelled instants at which it was killed; the other kills came at any moment."""
    updates: int
    lost: int
    doubled: int
    unanswered: int
    unanswerable: int
    """Questions left open over all kills that could not be answered after the last."""
    reordered: int
    reminders: int
    """Reminders and timers that came; each that was set has to."""
    tools: int
    """Calls of tools that change something elsewhere; none is made twice."""
    coaches: int
    """Coaches that were asked for; each is there once, with one report."""
    broken: int
    """Invariants of the database, vault files, tracebacks, stops that hung."""
    duplicate_sends: int
    """Replies that came again and said so."""
    briefings: int
    """Weekly reviews and questions that came by themselves, a week being 3 s."""
    in_doubt: int
    """Replies that said so though they had not come before."""
    minutes: float

    @property
    def wrong(self) -> int:
        """Everything that must not happen."""
        return self.lost + self.doubled + self.unanswered + self.unanswerable + self.reordered + self.broken


async def one_life(folder: Path, seed: int, count: int, mode: Mode) -> Verdict:
    """`count` kills, judged."""
    people = scripts(seed, PEOPLE, max(count, 8), CROWD)
    calm = await live(folder / "calm", people, [], mode, seed)
    killed = await live(folder / "killed", people, kills(seed, count), mode, seed)
    return await judge(people, calm, killed)


async def measure(count: int, seed: int, mode: Mode, at_once: int) -> Crash:
    """Print what went wrong as it is found."""
    began = perf_counter()
    places = asyncio.Semaphore(at_once)

    async def life(number: int, share: int) -> Verdict:
        async with places:
            with tempfile.TemporaryDirectory(prefix="swealog-crash-") as folder:
                verdict = await one_life(Path(folder), seed + number, share, mode)
        sys.stderr.write(f"seed {seed + number}: {verdict.kills} kills, {verdict.updates} updates\n")
        for line in (*verdict.examples, *verdict.broken):
            sys.stderr.write(f"seed {seed + number}: {line}\n")
        return verdict

    shares = [min(KILLS_A_LIFE, count - done) for done in range(0, count, KILLS_A_LIFE)]
    verdicts = await asyncio.gather(*(life(number, share) for number, share in enumerate(shares)))
    return Crash(
        kills=sum(one.kills for one in verdicts),
        instants=len({label for one in verdicts for label in one.instants}),
        updates=sum(one.updates for one in verdicts),
        lost=sum(one.lost for one in verdicts),
        doubled=sum(one.doubled for one in verdicts),
        unanswered=sum(one.unanswered for one in verdicts),
        unanswerable=sum(one.unanswerable for one in verdicts),
        reordered=sum(one.reordered for one in verdicts),
        reminders=sum(one.reminders for one in verdicts),
        tools=sum(one.tools for one in verdicts),
        coaches=sum(one.coaches for one in verdicts),
        broken=sum(len(one.broken) for one in verdicts),
        duplicate_sends=sum(one.duplicate_sends for one in verdicts),
        briefings=sum(one.briefings for one in verdicts),
        in_doubt=sum(one.in_doubt for one in verdicts),
        minutes=round((perf_counter() - began) / 60, 1),
    )


def main() -> None:
    """Print the figures; with --json only the JSON line. Exit code 1 when anything went wrong."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="the first life's; each has the next one")
    parser.add_argument("--mode", choices=MODES, default="polling")
    parser.add_argument("--at-once", type=int, default=max(1, (os.cpu_count() or 2) // 2), help="lives")
    parser.add_argument("--json", action="store_true", help="print the JSON line only")
    given = parser.parse_args()
    result = asyncio.run(measure(given.kills, given.seed, given.mode, given.at_once))
    told(result, json=given.json)
    sys.exit(1 if result.wrong else 0)


if __name__ == "__main__":
    main()
