"""What `swealog eval` does once its options are read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from agents.engine import Engine
from agents.offline.engine import OfflineEngine
from bot.errors import StartError
from bot.evals.loading import EXAMPLES
from bot.evals.report import as_json, table
from bot.evals.running import SetResult, run
from bot.evals.sets import SETS
from bot.settings import Settings


@dataclass(frozen=True)
class Chosen:
    """What the options say."""

    sets: tuple[str, ...]
    examples: Path | None = None
    record: Path | None = None
    replay: Path | None = None
    misses: bool = False


def named(sets: str | None, agents: str | None) -> tuple[str, ...]:
    """The sets that are meant; all when nothing is said. Raises StartError for a name that is none."""
    wanted = _names(sets, {name: name for name in SETS}, "set")
    players = _names(agents, {one.agent: one.agent for one in SETS.values()}, "agent")
    return tuple(name for name, one in SETS.items() if name in wanted and one.agent in players)


def _names(told: str | None, known: dict[str, str], what: str) -> set[str]:
    if told is None:
        return set(known)
    names = {name.strip() for name in told.split(",") if name.strip()}
    for name in sorted(names - set(known)):
        raise StartError(f"there is no {what} {name!r} with examples (there are: {', '.join(known)})")
    return names


async def lines(chosen: Chosen, settings: Settings | None, *, json_: bool) -> list[str]:
    """What is printed. Without settings the offline engine plays."""
    engine: Engine = OfflineEngine()
    results = await run(chosen.sets, engine, chosen.examples or EXAMPLES)
    return list(_shown(results, engine.name, misses=chosen.misses, json_=json_))


def _shown(results: list[SetResult], engine: str, *, misses: bool, json_: bool) -> Iterator[str]:
    for result in results:
        if json_:
            yield json.dumps(as_json(result, engine, misses=misses), ensure_ascii=False)
        else:
            yield from table(result, engine, misses=misses)
