"""What coaches cost whoever logs: `python -m benchmarks.wakes --json`.

1,000 coaches of 100 people, 10,000 entries committed through storage one by one; each minute what is due is
run, by a coach that writes an entry of its own. The ratios are CPU time, each against its floor in
alternation: a whole log (read, stored, answered) of somebody without a coach and of somebody whose coach
watches it, against the same with the emission of tokens taken out; matching with 10,000 against 1,000
subscriptions.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from agents.turn import Incoming
from agents.wakes.runner import Runner
from bot.core import Core, open_core
from bot.settings import Settings
from storage import effects as writing
from storage.coach import CoachRow, WakeEnd, WakeRow
from storage.entities import Effects, Entry, Frozen, Measure
from storage.stores import Stores
from storage.wakes import THROTTLE, entries_changed

NOW = datetime(2026, 11, 23, 9, tzinfo=UTC)
NAMES = ("bench press", "squat", "deadlift", "row", "overhead press", "run", "swim", "curl", "dip", "lunge")
_GAP = timedelta(seconds=7)
"""Between two entries of a person."""
_MINUTE = timedelta(minutes=1)


class Figures(Frozen):
    """The last line of the output."""

    entries: int
    coaches: int
    matches: int
    """Changes that a coach watched."""
    matches_per_s: float
    """Per second of CPU, with the commits of their entries."""
    wakes: int
    """Runs that these became."""
    self_wakes: int
    """Wakes of a coach by its own write."""
    double_runs: int
    """Runs of a batch that had run, though each was begun twice."""
    log_commits_more: float
    """Commits of a log of somebody whose coach watches it, less those of the floor's."""
    log_cpu_ratio_idle: float
    log_cpu_ratio_subscribed: float
    matching_ratio_10x: float


class Clock:
    """Set by hand."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        """Now."""
        return self.now


def entry(number: int, user_id: int, name: str, at: datetime = NOW) -> Entry:
    """A logged set."""
    measure = Measure(
        domain="strength", name=name, day=at.date(), weight=80, weight_unit="kg", reps=5, sets=3
    )
    return Entry(
        id=f"{number:026d}", user_id=user_id, chat_id=user_id, message_id=number, day=at.date(),
        logged_at=at, text=f"{name} 80kg 5x3", domains=("strength",), measures=(measure,),
    )  # fmt: skip


async def fill(db: Stores, people: int, each: int, of_one: int = 1) -> None:
    """So many coaches a person, with so many subscriptions each; the first watches an exercise."""
    for user_id in range(1, people + 1):
        for number in range(each):
            coach = CoachRow(
                f"{user_id:08x}{number:08x}",
                user_id,
                NAMES[number % 10],
                "strength",
                "active",
                True,
                "{}",
                NOW,
            )
            others = (f"goal:{number}x{more}" for more in range(1, of_one))
            await db.coaches.save(coach, (f"exercise:{NAMES[number % 10]}", *others))


class Lived:
    """Entries are committed, and each minute what is due is run, twice where that is possible."""

    def __init__(self, db: Stores, clock: Clock) -> None:
        self.db, self.clock = db, clock
        self.matches = self.self_wakes = self.double_runs = 0
        self.cpu = 0.0
        self.ran: list[WakeRow] = []
        self._runner = Runner(db, clock, self._run)

    async def commit(self, people: int, count: int) -> None:
        """The entries, people in turn."""
        minute = self.clock.now
        for number in range(1, count + 1):
            self.clock.now += _GAP / people
            new = entry(number, number % people + 1, NAMES[number * 7 // people % 10], self.clock.now)
            began = time.process_time()
            await self.db.turns.apply(Effects(entries=[new]), now=self.clock.now)
            self.cpu += time.process_time() - began
            if self.clock.now - minute >= _MINUTE:
                minute = self.clock.now
                await self.look()

    async def look(self) -> None:
        """Run what is due; nobody may be woken by what that writes."""
        due = await self.db.wakes.due(self.clock.now, most=10**6)
        self.matches += sum(one.changes for one in due)
        before = len(self.ran)
        await self._runner.idle()
        for one, wake in zip(due, self.ran[before:], strict=False):
            self.double_runs += await self.db.wakes.begin(one, wake)
            waits = await self.db.wakes.waiting(wake.user_id, wake.coach_id, "changes")
            self.self_wakes += waits is not None and waits.queued_at == self.clock.now

    async def _run(self, coach: CoachRow, wake: WakeRow) -> Effects:
        self.ran.append(wake)
        own = entry(10**8 + len(self.ran), coach.user_id, coach.name, self.clock.now)
        end = WakeEnd(wake, self.clock.now, "reported", report="{}")
        return Effects(entries=[own], author=coach.id, ended=[end])


async def of_storage(folder: Path, people: int, each: int, count: int) -> dict[str, float]:
    """The figures of many coaches."""
    db, clock = await Stores.open(folder), Clock()
    await fill(db, people, each)
    lived = Lived(db, clock)
    await lived.commit(people, count)
    clock.now += THROTTLE
    await lived.look()
    await db.close()
    keys = {one.run_key for one in lived.ran}
    return {
        "matches": lived.matches, "matches_per_s": round(lived.matches / lived.cpu), "wakes": len(lived.ran),
        "self_wakes": lived.self_wakes, "double_runs": lived.double_runs + len(lived.ran) - len(keys),
    }  # fmt: skip


async def matching_ratio(folder: Path, rounds: int) -> float:
    """CPU an entry at ten times the subscriptions of the same people."""
    small, large = await Stores.open(folder / "small"), await Stores.open(folder / "large")
    await fill(small, 100, 10)
    await fill(large, 100, 10, of_one=10)
    took = [0.0, 0.0]
    for number in range(1, rounds + 1):
        for place, db in enumerate((small, large)):
            new = entry(number, number % 100 + 1, NAMES[number % 10])
            began = time.process_time()
            await db.turns.apply(Effects(entries=[new]), now=NOW)
            took[place] += time.process_time() - began
    await small.close()
    await large.close()
    return took[1] / took[0]


async def log_ratios(folder: Path, rounds: int) -> tuple[float, float, float]:
    """Of whole logs: without a coach, with one, both against the floor; and the commits of the last."""
    clock = Clock()
    core = await open_core(Settings.model_validate({"data_dir": str(folder)}), clock)
    await core.db.coaches.save(
        CoachRow(f"{3:016x}", 3, "bench", "strength", "active", True, "{}", NOW), ("exercise:bench press",)
    )
    took, commits = [0.0, 0.0, 0.0], [0, 0, 0]
    for number in range(-5, rounds):
        for user_id in (1, 2, 3):
            writing.entries_changed = _nothing if user_id == 1 else entries_changed
            before, began = core.db.database.commits, time.process_time()
            await _log(core, user_id, number + 10, clock)
            if number >= 0:
                took[user_id - 1] += time.process_time() - began
                commits[user_id - 1] += core.db.database.commits - before
    writing.entries_changed = entries_changed
    await core.aclose()
    return took[1] / took[0], took[2] / took[0], (commits[2] - commits[0]) / rounds


def _nothing(*_given: object, **_more: object) -> None:
    """In the place of what emits tokens."""


async def _log(core: Core, user_id: int, number: int, clock: Clock) -> None:
    clock.now += timedelta(minutes=1)
    await core.machine.begin(
        Incoming(
            user_id=user_id, chat_id=user_id, message_id=number, text=f"bench {60 + number % 40}kg 5x5",
            sent_at=clock.now, update_id=None, user_name="Ann",
        )
    )  # fmt: skip
    await core.lanes.idle()


async def measured(people: int, each: int, entries: int, rounds: int) -> Figures:
    """All of them."""
    with tempfile.TemporaryDirectory(prefix="swealog-wakes-") as folder:
        base = Path(folder)
        storage = await of_storage(base / "many", people, each, entries)
        idle, subscribed, commits = await log_ratios(base / "logs", rounds)
        ratio = await matching_ratio(base, rounds)
    return Figures.model_validate(
        {
            "entries": entries, "coaches": people * each, **storage, "log_commits_more": round(commits, 2),
            "log_cpu_ratio_idle": round(idle, 3), "log_cpu_ratio_subscribed": round(subscribed, 3),
            "matching_ratio_10x": round(ratio, 3),
        }
    )  # fmt: skip


def main() -> None:
    """Print the figures; with --json only the JSON line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.wakes", description=__doc__)
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--coaches", type=int, default=10, help="of a person")
    parser.add_argument("--entries", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=300, help="logs of each kind")
    parser.add_argument("--json", action="store_true", help="print the JSON line only")
    given = parser.parse_args()
    found = asyncio.run(measured(given.people, given.coaches, given.entries, given.rounds))
    if not given.json:
        for name, value in found:
            print(f"{name:>26}  {value}")
    print(json.dumps(found.model_dump()))


if __name__ == "__main__":
    main()
