"""What the offline engine scores on the examples of `evals/data`, each set played once in a run."""

from __future__ import annotations

import asyncio
from functools import cache

from pydantic import TypeAdapter

from agents.offline.engine import OfflineEngine
from evals.loading import EXAMPLES
from evals.running import SetResult, run_set
from tests.driver.sharing import alone_with

FOLDER = EXAMPLES
_RESULT = TypeAdapter(SetResult)


@cache
def offline(name: str) -> SetResult:
    """The set's result, by whichever worker needs it first; in a loop of its own, for pytest's may run."""
    with alone_with(f"{name}.json") as played:
        if not played.exists():
            played.write_bytes(_RESULT.dump_json(asyncio.run(run_set(name, OfflineEngine(), FOLDER))))
        return _RESULT.validate_json(played.read_bytes())
