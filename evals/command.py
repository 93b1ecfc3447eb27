"""What `python -m evals` does once its options are read."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import get_args

from agents.engine import Engine
from agents.model.context.prompts import using
from agents.offline.engine import OfflineEngine
from bot.errors import StartError
from bot.settings import Settings
from evals import looks, models
from evals.cases import FRESH, Part
from evals.loading import EXAMPLES
from evals.report import as_json, in_a_line, table
from evals.running import SetResult, run_set
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
    only: str = ""
    """A part of the names of files."""
    looks: Path = looks.LOG

    @property
    def looked_at(self) -> tuple[str, ...]:
        """The sets of which the sealed part is meant, and nothing else."""
        sealed = self.parts == ("held out",) and self.examples is None
        return tuple(name for name in self.sets if sealed and SETS[name].sealed)

    def parts_of(self, name: str) -> tuple[Part, ...]:
        """What is scored of a set: what is sealed, only by itself or within whole files."""
        if self.examples or self.files or name in self.looked_at or not SETS[name].sealed:
            return self.parts
        return tuple(part for part in self.parts or get_args(Part) if part != "held out")


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
    """What is printed. Without settings the offline engine plays.

    What is held out of a sealed set is scored once a day; who asks again is told the score of that look.
    """
    before = looks.looked(looks.today(), chosen.looks) if chosen.looked_at else None
    if before is None:
        return await _played(chosen, settings, json_=json_)
    rest = replace(chosen, sets=tuple(name for name in chosen.sets if name not in chosen.looked_at))
    again = json.dumps({"looked at today already": before}) if json_ else f"looked at today already: {before}"
    told = await _played(rest, settings, json_=json_)
    return Told([again, *told.lines], told.below)


async def _played(chosen: Chosen, settings: Settings | None, *, json_: bool) -> Told:
    if settings is None:
        results = await scored(chosen, OfflineEngine())
        return Told(list(_shown(results, "offline", chosen, json_=json_)), _below(results, chosen))
    calls = models.Calls()
    if chosen.replay is not None:
        replaying = models.replayed(chosen.replay)
        with using(replaying.prompts):
            results = await scored(chosen, models.engine(settings.llm, settings.limits, replaying))
        models.complete(replaying, chosen.replay)
        shown = list(_shown(results, "model, replayed", chosen, json_=json_))
        more = [] if json_ else [f"{replaying.about}", f"requests: {_counted(replaying.asked)}"]
        return Told([*shown, *more], _below(results, chosen))
    cascade = models.configured(settings.llm, settings.limits, calls)
    recording = models.RecordingModels(cascade)
    try:
        results = await scored(chosen, models.engine(settings.llm, settings.limits, recording))
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


async def scored(chosen: Chosen, engine: Engine) -> list[SetResult]:
    """The sets, played by an engine."""
    results: list[SetResult] = []
    for name in chosen.sets:
        parts = chosen.parts_of(name)
        results.append(await run_set(name, engine, chosen.examples or EXAMPLES, parts, chosen.only))
        if name in chosen.looked_at:
            looks.remember(in_a_line(results[-1].score()), looks.today(), chosen.looks)
    return results


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
