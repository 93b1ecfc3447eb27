"""What a user notices of misbehaving models: `python -m benchmarks.faults --json`.

Every agent x every fault x (alone, with a fallback provider) x (OpenAI's, Anthropic's way of asking), and the
streamed answers besides. Each cell is the whole product on a data directory of its own: a message that
reports and asks, while one agent's calls to the default provider misbehave over real HTTP, all of them.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

from storage.entities import Frozen
from tests.models.answers import MATRIX, Fault
from tests.models.asked import AGENTS, Api
from tests.models.matrix import Cell, Done, Matrix, cells
from tests.models.product import QUICKLY
from tests.models.server import ModelServer

CALLS = {**QUICKLY, "tries": 3, "reminders": 2, "turn_seconds": 10}
"""As many tries as a configuration has that says nothing; only nobody waits as long."""


class Faults(Frozen):
    """The last line of the output."""

    cells: int
    logs_lost: int
    """Cells whose log was not stored, or not exactly once."""
    unanswered: int
    """Cells without a receipt or without an answer."""
    over_time: int
    """Cells answered later than `limits.calls.turn_seconds` and a grace for the rest of the work."""
    not_recorded: int
    """Cells where the record, or what the user was told about it, does not say what happened."""
    slowest_s: float
    median_s: float
    minutes: float


async def measure(chosen: Sequence[Cell], at_once: int) -> tuple[Faults, list[Done]]:
    """Run the cells."""
    began = perf_counter()
    with tempfile.TemporaryDirectory(prefix="swealog-faults-") as folder:
        async with ModelServer.running() as server, ModelServer.running() as spare:
            done = await Matrix(Path(folder), server, spare, at_once).run(chosen, CALLS)
    seconds = [cell.seconds for cell in done]
    counted = Faults(
        cells=len(done),
        logs_lost=sum(cell.log_lost for cell in done),
        unanswered=sum(cell.unanswered for cell in done),
        over_time=sum(cell.over_time for cell in done),
        not_recorded=sum(bool(cell.troubles) for cell in done),
        slowest_s=round(max(seconds), 2),
        median_s=round(median(seconds), 2),
        minutes=round((perf_counter() - began) / 60, 1),
    )
    return counted, done


def main() -> None:
    """Print the cells that went wrong and the figures; with --json only the JSON line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the JSON line only")
    parser.add_argument("--api", action="append", choices=["openai", "anthropic"], help="default: both")
    parser.add_argument("--agent", action="append", choices=AGENTS, help="default: all")
    parser.add_argument("--fault", action="append", choices=MATRIX, type=Fault, help="default: all")
    parser.add_argument("--at-once", type=int, default=6, help="cells at the same time")
    given = parser.parse_args()
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # it wonders about cut connections
    apis: list[Api] = given.api or ["openai", "anthropic"]
    chosen = [cell for cell in cells(apis, given.fault or MATRIX) if cell.agent in (given.agent or AGENTS)]
    result, done = asyncio.run(measure(chosen, given.at_once))
    if not given.json:
        for cell in done:
            if cell.troubles or cell.over_time:
                print(f"{cell.cell}  {cell.seconds:.1f} s  {'; '.join(cell.troubles)}  {cell.outcomes}")
        for fault, count in Counter(cell.cell.fault for cell in done if cell.troubles).items():
            print(f"{fault:>16}  {count} cells")
        for name, value in result:
            print(f"{name:>16}  {value}")
    print(result.model_dump_json())


if __name__ == "__main__":
    main()
