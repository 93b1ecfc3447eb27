"""Two versions of the prompts, or two recordings, on the same examples: `evals --compare OLD NEW`."""

from __future__ import annotations

import asyncio
import json
import shutil
from asyncio.subprocess import PIPE
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from agents.model.context.prompts import FOLDER, Prompts, using
from bot.errors import StartError
from bot.settings import Settings
from evals import models
from evals.command import Chosen, scored
from evals.running import SetResult

_IN_THE_REPOSITORY = "agents/prompts"


@dataclass(frozen=True)
class Difference:
    """A set before and after: how many were right, and which examples changed sides."""

    set: str
    cases: int
    old: int
    new: int
    won: tuple[str, ...]
    lost: tuple[str, ...]

    @classmethod
    def of(cls, old: SetResult, new: SetResult) -> Difference:
        """Of two results over the same examples, in the same order."""
        pairs = list(zip(old.seen, new.seen, strict=True))
        return cls(
            set=old.name,
            cases=len(pairs),
            old=sum(before.right for before, _ in pairs),
            new=sum(after.right for _, after in pairs),
            won=tuple(after.key for before, after in pairs if after.right and not before.right),
            lost=tuple(after.key for before, after in pairs if before.right and not after.right),
        )


async def lines(chosen: Chosen, settings: Settings, old: str, new: str, *, json_: bool) -> list[str]:
    """A line a set. Raises StartError where a version cannot be found or no model is configured."""
    sides = [await _results(chosen, settings, named) for named in (old, new)]
    found = [Difference.of(before, after) for before, after in zip(*sides, strict=True)]
    return list(_as_json(found) if json_ else _table(found, (old, new), misses=chosen.misses))


async def _results(chosen: Chosen, settings: Settings, named: str) -> Sequence[SetResult]:
    if _is_recording(named):
        replaying = models.replayed(Path(named))
        with using(replaying.prompts):
            results = await scored(chosen, models.engine(settings.llm, settings.limits, replaying))
        models.complete(replaying, Path(named))
        return results
    cascade = models.configured(settings.llm, settings.limits, models.Calls())
    try:
        with using(await _prompts(named)):
            return await scored(chosen, models.engine(settings.llm, settings.limits, cascade))
    finally:
        await cascade.close()


async def _prompts(named: str) -> Prompts:
    """Of a folder, else of a git revision."""
    if (folder := _of_folder(named)) is not None:
        return folder
    listed = (await _git("ls-tree", "-r", "--name-only", named, "--", _IN_THE_REPOSITORY)).splitlines()
    paths = [Path(path) for path in listed if path.endswith(".md")]
    if not paths:
        raise StartError(
            f"{named!r} is neither a file, a folder nor a git revision with {_IN_THE_REPOSITORY}"
        )
    return Prompts({path.stem: await _git("show", f"{named}:{path.as_posix()}") for path in paths})


def _is_recording(named: str) -> bool:
    return Path(named).is_file()


def _of_folder(named: str) -> Prompts | None:
    return Prompts.of(Path(named)) if Path(named).is_dir() else None


async def _git(*arguments: str) -> str:
    """What git says; nothing where it fails."""
    git = shutil.which("git")
    if git is None:
        return ""
    root = FOLDER.parents[1]
    asked = await asyncio.create_subprocess_exec(git, "-C", str(root), *arguments, stdout=PIPE, stderr=PIPE)
    told, _ = await asked.communicate()
    return told.decode("utf-8") if asked.returncode == 0 else ""


def _table(found: Sequence[Difference], names: tuple[str, str], *, misses: bool) -> Iterator[str]:
    yield f"old: {names[0]}, new: {names[1]}"
    yield f"{'':16}{'cases':>6}{'old':>8}{'new':>8}{'won':>6}{'lost':>6}"
    for one in found:
        shares = "".join(f"{right / max(one.cases, 1):>8.1%}" for right in (one.old, one.new))
        yield f"{one.set:16}{one.cases:>6}{shares}{len(one.won):>6}{len(one.lost):>6}"
        if misses:
            yield from (f"  + {key!r}" for key in one.won)
            yield from (f"  - {key!r}" for key in one.lost)


def _as_json(found: Sequence[Difference]) -> Iterator[str]:
    for one in found:
        counts = {"set": one.set, "cases": one.cases, "old": one.old, "new": one.new}
        yield json.dumps({**counts, "won": len(one.won), "lost": len(one.lost)})
