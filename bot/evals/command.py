"""What `swealog eval` does once its options are read."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from agents.engine import Engine
from agents.offline.engine import OfflineEngine
from bot.errors import StartError
from bot.evals.cases import FRESH, Part
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
    parts: tuple[Part, ...] = ()
    """Empty: all."""
    misses: bool = False


def parts(told: str | None, *, asks_models: bool) -> tuple[Part, ...]:
    """Models are asked about what is fresh only, unless told otherwise: code was made with the rest."""
    known: dict[str, tuple[Part, ...]] = {"seen": ("seen",), "open": ("open",), "held out": ("held out",)}
    known |= {"fresh": FRESH, "all": ()}
    return known[told or ("fresh" if asks_models else "all")]


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
    if settings is None:
        return list(_shown(await _run(chosen, OfflineEngine()), "offline", chosen, json_=json_))
    from bot.evals import models  # noqa: PLC0415 - the offline engine needs none of it

    calls = models.Calls()
    if chosen.replay is not None:
        replaying = models.replayed(chosen.replay)
        results = await _run(chosen, models.engine(settings.llm, settings.limits, replaying))
        models.complete(replaying, chosen.replay)
        shown = list(_shown(results, "model, replayed", chosen, json_=json_))
        return shown if json_ else [*shown, f"{replaying.about}", f"requests: {_counted(replaying.asked)}"]
    cascade = models.configured(settings.llm, settings.limits, calls)
    recording = models.RecordingModels(cascade)
    try:
        results = await _run(chosen, models.engine(settings.llm, settings.limits, recording))
    finally:
        await cascade.close()
    if chosen.record is not None:
        names = ", ".join(sorted({f"{call.provider} {call.model}" for call in calls.made}))
        await models.save(recording, chosen.record, f"Answers of {names}, recorded {models.today()}.")
    shown = list(_shown(results, "model", chosen, json_=json_))
    if json_:
        return [*shown, calls.json(recording.failed)]
    by_code = [f"no model answered, so code did: {_counted(recording.failed)}"] if recording.failed else []
    return [*shown, *calls.lines(), *by_code]


async def _run(chosen: Chosen, engine: Engine) -> list[SetResult]:
    return await run(chosen.sets, engine, chosen.examples or EXAMPLES, chosen.parts)


def _counted(asked: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(asked.items())) or "none"


def _shown(results: list[SetResult], engine: str, chosen: Chosen, *, json_: bool) -> Iterator[str]:
    for result in results:
        if json_:
            yield json.dumps(as_json(result, engine, misses=chosen.misses), ensure_ascii=False)
        else:
            yield from table(result, engine, misses=chosen.misses)
