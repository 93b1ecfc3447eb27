"""What the offline engine scores on the examples of `evals/data`, each set played once in a run.

Of the large sets `make test` plays a third, always the same; a soak plays all of them.
"""

from __future__ import annotations

import asyncio
from functools import cache
from math import sqrt

from pydantic import TypeAdapter

from agents.offline.engine import OfflineEngine
from agents.parser import ParserInput, ParserOutput
from evals.cases import Parsing
from evals.loading import EXAMPLES
from evals.playing import everything
from evals.running import SetResult, is_in_sample, run_set
from tests.driver.sharing import alone_with
from tests.driver.sizes import size

FOLDER = EXAMPLES
EACH = size(3, 1, 1)
LARGE = frozenset({"parsing", "questions"})
_RESULT = TypeAdapter(SetResult)
_READINGS = TypeAdapter(dict[str, ParserOutput])


class _Noting(OfflineEngine):
    """Keeps what it read of logs, so that no other test reads them again."""

    def __init__(self) -> None:
        self.readings: dict[str, ParserOutput] = {}

    async def parse(self, given: ParserInput) -> ParserOutput:
        read = await super().parse(given)
        self.readings[_asked(given)] = read
        return read


def _asked(given: ParserInput) -> str:
    return given.model_dump_json(include={"text", "now", "profile", "correction"})


def is_played(key: str) -> bool:
    """Whether an example of a large set is played in this run."""
    return is_in_sample(key, EACH)


def least(share: float, count: int) -> float:
    """What a sample of so many has to reach of a share that all of them reach: three deviations less."""
    return share - (0 if EACH == 1 else 3 * sqrt(share * (1 - share) / count))


@cache
def offline(name: str) -> SetResult:
    """The set's result, by whichever worker needs it first; in a loop of its own, for pytest's may run."""
    with alone_with(f"{name}.json") as played:
        if not played.exists():
            engine = _Noting()
            result = asyncio.run(run_set(name, engine, FOLDER, each=EACH if name in LARGE else 1))
            played.with_suffix(".read").write_bytes(_READINGS.dump_json(engine.readings))
            played.write_bytes(_RESULT.dump_json(result))
        return _RESULT.validate_json(played.read_bytes())


@cache
def _readings() -> dict[str, ParserOutput]:
    offline("parsing")
    with alone_with("parsing.json") as played:
        return _READINGS.validate_json(played.with_suffix(".read").read_bytes())


def reading(example: Parsing) -> ParserOutput:
    """What was read of a message of the set `parsing` that is played, with all domains there."""
    given = ParserInput(
        text=example.text, now=example.now, profile=example.profile, domain_context=everything()
    )
    return _readings()[_asked(given)]
