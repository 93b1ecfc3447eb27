"""What the offline engine scores on the examples of `evals/data`, each set played once in a run."""

from __future__ import annotations

import asyncio
from functools import cache

from pydantic import TypeAdapter

from agents.offline.engine import OfflineEngine
from agents.parser import ParserInput, ParserOutput
from evals.cases import Parsing
from evals.loading import EXAMPLES
from evals.playing import everything
from evals.running import SetResult, run_set
from tests.driver.sharing import alone_with

FOLDER = EXAMPLES
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


@cache
def offline(name: str) -> SetResult:
    """The set's result, by whichever worker needs it first; in a loop of its own, for pytest's may run."""
    with alone_with(f"{name}.json") as played:
        if not played.exists():
            engine = _Noting()
            result = asyncio.run(run_set(name, engine, FOLDER))
            played.with_suffix(".read").write_bytes(_READINGS.dump_json(engine.readings))
            played.write_bytes(_RESULT.dump_json(result))
        return _RESULT.validate_json(played.read_bytes())


@cache
def _readings() -> dict[str, ParserOutput]:
    offline("parsing")
    with alone_with("parsing.json") as played:
        return _READINGS.validate_json(played.with_suffix(".read").read_bytes())


def reading(example: Parsing) -> ParserOutput:
    """What was read of a message of the set `parsing`, with all domains there."""
    given = ParserInput(
        text=example.text, now=example.now, profile=example.profile, domain_context=everything()
    )
    return _readings()[_asked(given)]
