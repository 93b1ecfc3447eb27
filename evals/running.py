"""Runs sets of examples against an engine and adds up what was right, group by group."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any, cast

from pydantic_evals.reporting import ReportCase, ReportCaseFailure

from agents.engine import Engine
from agents.session import Session, enter
from evals.cases import FRESH, Example, Part, Slices
from evals.claims import Stance
from evals.loading import people
from evals.playing import World
from evals.sets import SETS

SENT_AT = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
"""When every message of the examples is said to be sent, so that prompts are the same in every run."""
AT_ONCE = 8


@dataclass
class Score:
    """One row of the table."""

    slice: str
    cases: int = 0
    right: int = 0
    checks: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    """Check to how many were right of how many."""
    rows: tuple[int, int, int] | None = None
    """Of logs: rows found and right, found and wrong, missed."""
    wrong_claims: int | None = None
    honest: int = 0
    """Of answers: those that claim something wrong, and those that say honestly that they can't tell."""
    entries: tuple[int, int] = (0, 0)
    """Of answers that quote entries, where the label says which: those with the right one, of how many."""

    @property
    def accuracy(self) -> float:
        """The share of examples with everything right."""
        return self.right / self.cases if self.cases else 0.0

    @property
    def f1(self) -> float | None:
        """2 x right / (2 x right + wrong + missed) over rows; 1 where there was nothing and nothing came."""
        if self.rows is None:
            return None
        right, wrong, missed = self.rows
        return 2 * right / (2 * right + wrong + missed) if any(self.rows) else 1.0

    def share(self, check: str) -> float | None:
        """How many passed a check, of those it was made for."""
        right, of = self.checks.get(check, (0, 0))
        return right / of if of else None

    def add(self, seen: Seen) -> None:
        """Count one example."""
        self.cases += 1
        self.right += seen.right
        for check, passed in seen.checks.items():
            right, of = self.checks.get(check, (0, 0))
            self.checks[check] = (right + passed, of + 1)
        if seen.rows is not None:
            before = self.rows or (0, 0, 0)
            self.rows = (before[0] + seen.rows[0], before[1] + seen.rows[1], before[2] + seen.rows[2])
        if seen.stance is not None:
            self.wrong_claims = (self.wrong_claims or 0) + (seen.stance == "wrong claim")
            self.honest += seen.stance == "honest"
        if seen.entry_shown is not None:
            self.entries = (self.entries[0] + seen.entry_shown, self.entries[1] + 1)


@dataclass(frozen=True)
class Seen:
    """One example with what came of it."""

    key: str
    slices: Slices
    right: bool
    checks: dict[str, bool]
    got: str
    rows: tuple[int, int, int] | None = None
    stance: Stance | None = None
    entry_shown: bool | None = None


def sum_of(seen: Iterable[Seen]) -> Score:
    """All of them as one row."""
    score = Score("all")
    for one in seen:
        score.add(one)
    return score


@dataclass(frozen=True)
class SetResult:
    """A set's examples as they came out."""

    name: str
    agent: str
    seen: tuple[Seen, ...]

    @property
    def misses(self) -> tuple[Seen, ...]:
        """What was not all right, but for what is sealed."""
        sealed = SETS[self.name].sealed
        return tuple(
            one for one in self.seen if not one.right and not (sealed and one.slices.part == "held out")
        )

    def scores(self) -> list[Score]:
        """Of fresh examples all together, then by part, file, language, label, length; all by phenomenon."""
        found: dict[str, Score] = {}
        for one in self.seen:
            for name in _groups(one.slices):
                found.setdefault(name, Score(name)).add(one)
        order = ("all", "part:", "file:", "language:", "label:", "length:", "phenomenon:")
        ranked = sorted(found, key=lambda name: next(i for i, o in enumerate(order) if name.startswith(o)))
        return [found[name] for name in ranked]

    def score(self, slice_: str = "all") -> Score:
        """One row; an empty one where no example is in the group."""
        return next((one for one in self.scores() if one.slice == slice_), Score(slice_))


def _groups(slices: Slices) -> Iterator[str]:
    """`seen` and `apart` examples guard and say little about quality: they count in rows of their own."""
    if slices.part in FRESH:
        yield "all"
        yield f"language: {slices.language}"
        yield f"length: {slices.length}"
        if slices.label:
            yield f"label: {slices.label}"
    yield f"part: {slices.part}"
    yield f"file: {slices.file}"
    yield f"phenomenon: {slices.phenomenon}"


def is_in_sample(key: str, each: int) -> bool:
    """Whether an example is in the sample, always the same, of one in `each`; not the hash that holds out."""
    return blake2b(key.encode()).digest()[0] % each == 0


async def run_set(
    name: str, engine: Engine, folder: Path, parts: Collection[Part] = (), only: str = "", *, each: int = 1
) -> SetResult:
    """Score one set, or only some parts of it, files named like `only`, a sample. Raises ExamplesError."""
    one = SETS[name]
    world = World(engine, people(folder))
    dataset = one.dataset(folder, parts, only)
    dataset.cases = [case for case in dataset.cases if is_in_sample(case.inputs.key, each)]

    async def task(example: Example) -> object:
        turn = f"{name}: {example.key}"
        enter(Session(turn_id=turn, user_id=1, chat_id=1, sent_at=SENT_AT, kind=name))
        return await one.play(world, example)

    report = await dataset.evaluate(task, progress=False, max_concurrency=AT_ONCE, task_name=engine.name)
    found = {case.name: _seen(case) for case in report.cases}
    found |= {failure.name: _failed(failure) for failure in report.failures}
    return SetResult(name, one.agent, tuple(found[case.name or ""] for case in dataset.cases))


async def run(
    names: Sequence[str], engine: Engine, folder: Path, parts: Collection[Part] = ()
) -> list[SetResult]:
    """Score several sets, one after the other."""
    return [await run_set(name, engine, folder, parts) for name in names]


def _seen(case: ReportCase[Any, Any, Any]) -> Seen:
    if case.evaluator_failures:
        raise RuntimeError(f"{case.inputs.key!r}: {case.evaluator_failures[0].error_message}")
    checks = {name: bool(result.value) for name, result in case.assertions.items()}
    right = checks.pop("right")
    rows = None
    if "rows right" in case.scores:
        right_, wrong, missed = (int(case.scores[f"rows {w}"].value) for w in ("right", "wrong", "missed"))
        rows = (right_, wrong, missed)
    slices = cast("Slices", case.metadata)
    told = {name: str(label.value) for name, label in case.labels.items()}
    return Seen(
        case.inputs.key,
        slices,
        right,
        checks,
        told["got"],
        rows,
        stance=cast("Stance | None", told.get("stance")),
        entry_shown=told["entry"] == "shown" if "entry" in told else None,
    )


def _failed(failure: ReportCaseFailure[Any, Any, Any]) -> Seen:
    slices = cast("Slices", failure.metadata)
    return Seen(failure.inputs.key, slices, right=False, checks={}, got=failure.error_message)
