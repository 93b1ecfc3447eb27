"""The table of docs/reliability.md: `python -m benchmarks.reliability [--write]`.

Runs the tests that name a fault (`benchmarks/fault_counts.py`) and the long harnesses, and prints for each
fault how often the bot was put through it and what was lost. With `--results FOLDER` what each part ended
with is kept there, and taken from there when it is there already: a thousand kills take an hour.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from pydantic import TypeAdapter

from benchmarks.fault_counts import TALLY, TRIALS, Trial
from tests.crash.living import MODES

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reliability.md"
BEGIN, END = "<!-- table -->\n", "<!-- end of the table -->\n"
Figures = Mapping[str, int | float | str | dict[str, int] | None]
_FIGURES: TypeAdapter[Figures] = TypeAdapter(Figures)


@dataclass(frozen=True, slots=True)
class Harness:
    """A long run that ends with a line of JSON. `zero` are the keys of it that have to be 0."""

    name: str
    module: str
    arguments: tuple[str, ...]
    trials: str
    """The key that tells how many."""
    of: str
    zero: tuple[str, ...]
    said: tuple[str, ...] = ()
    """Keys that are told beside."""

    @property
    def command(self) -> str:
        """As one types it."""
        return " ".join(("python -m", self.module, *self.arguments, "--json"))


def harnesses(kills: int, seed: int, updates: int, updates_seed: int) -> list[Harness]:
    """Those there are; a thousand kills are half polling, half webhook."""
    gone = ("lost", "doubled", "unanswered", "reordered")
    return [
        *(
            Harness(
                f"SIGKILL at labelled instants and at any moment ({mode})",
                "benchmarks.crash",
                ("--kills", str(kills // 2), "--seed", str(seed), "--mode", mode),
                "kills",
                "kills",
                (*gone, "unanswerable", "broken"),
                ("updates", "instants", "duplicate_sends"),
            )
            for mode in MODES
        ),
        *(
            Harness(
                f"Overload: all messages at once, one chat floods ({mode})",
                "benchmarks.overload",
                ("--mode", mode),
                "messages",
                "messages",
                (*gone, "broken"),
                ("chats", "flood", "newest_share", "rss_ratio", "rss_ratio_echo"),
            )
            for mode in MODES
        ),
        Harness(
            "Generated updates, valid and broken",
            "benchmarks.updates",
            ("--count", str(updates), "--seed", str(updates_seed)),
            "updates",
            "updates",
            ("crashes",),
            ("valid", "invalid", "set_aside"),
        ),
    ]


def tested(workers: str, results: Path | None) -> list[Trial]:
    """Run every test that names a fault, or read how they went. What they print goes to standard error."""
    kept = results / "tests.json" if results else None
    if kept is not None and kept.exists():
        return TRIALS.validate_json(kept.read_bytes())
    with tempfile.TemporaryDirectory(prefix="swealog-faults-") as folder:
        file = (kept or Path(folder) / "tests.json").absolute()
        file.parent.mkdir(parents=True, exist_ok=True)
        command = ("-m", "pytest", "-p", "benchmarks.fault_counts", "-m", "fault", "-q", "-n", workers)
        subprocess.run(
            [sys.executable, *command, "--dist", "worksteal"],
            cwd=ROOT,
            env={**os.environ, TALLY: str(file)},
            stdout=sys.stderr,
            check=False,
        )
        return TRIALS.validate_json(file.read_bytes())


def figures(harness: Harness, results: Path | None) -> Figures:
    """What it ended with, or what an earlier run did."""
    kept = results / f"{'_'.join(harness.command.split()[2:-1])}.json" if results else None
    if kept is None or not kept.exists():
        done = subprocess.run(
            [sys.executable, "-m", harness.module, *harness.arguments, "--json"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        line = done.stdout.splitlines()[-1]
        if kept is None:
            return _FIGURES.validate_json(line)
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(line + "\n", encoding="utf-8")
    return _FIGURES.validate_json(kept.read_text(encoding="utf-8"))


def fault_rows(trials: Iterable[Trial]) -> Iterator[str]:
    """One line a fault, in the order of the files that show them."""
    by_fault = sorted(trials, key=lambda one: one.fault.casefold())
    rows: list[tuple[str, str]] = []
    for fault, group in groupby(by_fault, key=lambda one: one.fault):
        shown = list(group)
        files = sorted({one.test for one in shown})
        lost = sum(one.trials for one in shown if not one.good)
        where = ", ".join(f"`{file}`" for file in files)
        rows.append(
            (files[0], f"| {fault} | {sum(one.trials for one in shown)} | {lost or 'nothing'} | {where} |")
        )
    yield "| fault | trials | lost | shown by |"
    yield "|---|--:|---|---|"
    for _, row in sorted(rows):
        yield row


def harness_row(harness: Harness, found: Figures) -> str:
    """One line of the second table."""
    bad = [f"{key} {found[key]}" for key in harness.zero if found.get(key)]
    clean = "nothing (" + ", ".join(f"{key} 0" for key in harness.zero if key in found) + ")"
    beside = ", ".join(f"{key} {found[key]}" for key in harness.said if key in found)
    what = f"| {harness.name} | {found[harness.trials]} {harness.of} | {', '.join(bad) or clean} |"
    return f"{what} {beside} | `{harness.command}` |"


def table(trials: Sequence[Trial], long: Iterable[tuple[Harness, Figures]]) -> str:
    """Both tables."""
    lines = [
        *fault_rows(trials),
        "",
        "| long run | trials | lost | beside | command |",
        "|---|--:|---|---|---|",
        *(harness_row(harness, found) for harness, found in long),
    ]
    return "\n".join(lines) + "\n"


def written(page: str, new: str) -> str:
    """The page with the table between its marks."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{new}\n{END}{after}"


def main() -> None:
    """Print it, or write it into the page. Exit 1 when anything was lost."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reliability", description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1, help="of the kills")
    parser.add_argument("--updates", type=int, default=100_000)
    parser.add_argument("--updates-seed", type=int, default=1)
    parser.add_argument("--workers", default="auto", help="of the tests, as for pytest -n")
    parser.add_argument("--results", type=Path, help="folder with what the long runs ended with")
    parser.add_argument("--write", action="store_true", help="into docs/reliability.md")
    given = parser.parse_args()
    trials = tested(given.workers, given.results)
    long = [
        (one, figures(one, given.results))
        for one in harnesses(given.kills, given.seed, given.updates, given.updates_seed)
    ]
    new = table(trials, long)
    print(new, end="")
    if given.write:
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), new), encoding="utf-8")
    good = all(one.good for one in trials) and not any(
        found.get(key) for one, found in long for key in one.zero
    )
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
