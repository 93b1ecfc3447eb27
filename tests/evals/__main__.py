"""`python -m tests.evals`: all development sets, each phenomenon, language and type of question, in one go.

The offline engine plays; `swealog eval` does the same for configured models. `--misses` shows what was wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

from agents.offline.engine import OfflineEngine
from bot.evals.report import as_json
from bot.evals.running import SetResult, run
from bot.evals.sets import SETS
from bot.evals.summary import by_file, details, whole

FOLDER = Path(__file__).parent


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the scores; 1 when a file is under the floor that it states."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.evals", description="Scores of the offline engine."
    )
    parser.add_argument("--set", dest="sets", action="append", choices=list(SETS), help="only these")
    parser.add_argument("--misses", action="store_true", help="also show what was not all right")
    parser.add_argument("--json", action="store_true", help="one object a set")
    told = parser.parse_args(arguments)
    results = asyncio.run(run(told.sets or list(SETS), OfflineEngine(), FOLDER))
    for line in _lines(results, misses=told.misses, json_=told.json):
        print(line)
    under = [one for result in results for one in by_file(result, FOLDER) if one.floor and not one.holds]
    return 1 if under else 0


def _lines(results: Sequence[SetResult], *, misses: bool, json_: bool) -> list[str]:
    if json_:
        told = [as_json(result, "offline", misses=misses) for result in results]
        return [json.dumps(one, ensure_ascii=False) for one in told]
    lines: list[str] = []
    for result in results:
        lines += details(result, FOLDER)
        if misses:
            lines += [
                f"  - {one.key!r} ({one.slices.file}, {one.slices.phenomenon}): {one.got}"
                for one in result.misses
            ]
            lines.append("")
    return [*lines, *whole(results)]


if __name__ == "__main__":
    raise SystemExit(main())
