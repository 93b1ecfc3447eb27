"""What `python -m evals` does once its options are read."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from agents.engine import Engine
from agents.offline.engine import OfflineEngine
from bot.errors import StartError
from bot.settings import Settings
from evals import models
from evals.cases import FRESH, Part
from evals.loading import EXAMPLES
from evals.report import as_json, table
from evals.running import SetResult, run
from evals.sets import SETS
from evals.summary import by_file, details, whole


@dataclass(frozen=True)
class Chosen:
    """What the options say."""

    sets: tuple[str, ...]
    examples: Path | None = None
    record: Path | None = None
    replay: Path | None = None
    parts: tuple[Part, ...] = ()
    """Empty: all."""
    files: bool = False
    """Each file of examples beside its floor."""
    misses: bool = False


@dataclass(frozen=True)
class Told:
    """What is printed, and whether a file is below the floor that it states."""

    lines: list[str]
    below: bool = False


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


async def lines(chosen: Chosen, settings: Settings | None, *, json_: bool) -> Told:
    """What is printed. Without settings the offline engine plays."""
    if settings is None:
        results = await _run(chosen, OfflineEngine())
        return Told(list(_shown(results, "offline", chosen, json_=json_)), _below(results, chosen))
    calls = models.Calls()
    if chosen.replay is not None:
        replaying = models.replayed(chosen.replay)
        results = await _run(chosen, models.engine(settings.llm, settings.limits, replaying))
        models.complete(replaying, chosen.replay)
        shown = list(_shown(results, "model, replayed", chosen, json_=json_))
        more = [] if json_ else [f"{replaying.about}", f"requests: {_counted(replaying.asked)}"]
        return Told([*shown, *more], _below(results, chosen))
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
        return Told([*shown, calls.json(recording.failed)], _below(results, chosen))
    by_code = [f"no model answered, so code did: {_counted(recording.failed)}"] if recording.failed else []
    return Told([*shown, *calls.lines(), *by_code], _below(results, chosen))


async def _run(chosen: Chosen, engine: Engine) -> list[SetResult]:
    return await run(chosen.sets, engine, chosen.examples or EXAMPLES, chosen.parts)


def _below(results: list[SetResult], chosen: Chosen) -> bool:
    folder = chosen.examples or EXAMPLES
    return chosen.files and any(
        one.floor is not None and not one.holds for result in results for one in by_file(result, folder)
    )


def _counted(asked: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(asked.items())) or "none"


def _shown(results: list[SetResult], engine: str, chosen: Chosen, *, json_: bool) -> Iterator[str]:
    for result in results:
        if json_:
            yield json.dumps(as_json(result, engine, misses=chosen.misses), ensure_ascii=False)
        elif chosen.files:
            yield from details(result, chosen.examples or EXAMPLES)
        else:
            yield from table(result, engine, misses=chosen.misses)
    if chosen.files and not json_:
        yield from whole(results)
