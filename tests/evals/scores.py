"""What the offline engine scores on the examples of `evals/data`, each set played once."""

from __future__ import annotations

import asyncio
from functools import cache

from agents.offline.engine import OfflineEngine
from evals.loading import EXAMPLES
from evals.running import SetResult, run_set

FOLDER = EXAMPLES


@cache
def offline(name: str) -> SetResult:
    """The set's result; played in a loop of its own, as pytest's may be running."""
    return asyncio.run(run_set(name, OfflineEngine(), FOLDER))
