"""The sets of examples: which agent each scores, how it is played and how its output is judged."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from pydantic_evals import Case, Dataset
from pydantic_evals.evaluators import Evaluator, EvaluatorContext

from agents.model.settings import AgentName
from evals import judging, playing, questions
from evals.cases import (
    Analysing,
    Clarifying,
    Evaluating,
    Example,
    Parsing,
    Part,
    Planning,
    Routing,
    Slices,
)
from evals.judging import Judgement
from evals.loading import Labelled, read
from evals.playing import World
from evals.questions import Answering

E = TypeVar("E", bound=Example)
O = TypeVar("O")  # noqa: E741 - an output


@dataclass
class Label(Evaluator[E, O, Slices], Generic[E, O]):
    """Compares an output with its label."""

    judge: Callable[[E, O], Judgement]

    def evaluate(self, ctx: EvaluatorContext[E, O, Slices]) -> dict[str, bool | int | str]:
        """Checks as assertions, counts of rows as scores, what came as a label."""
        judged = self.judge(ctx.inputs, ctx.output)
        found: dict[str, bool | int | str] = {"right": judged.right, **judged.checks, "got": judged.got}
        if judged.counts:
            found |= {
                "rows right": judged.rows_right,
                "rows wrong": judged.rows_wrong,
                "rows missed": judged.rows_missed,
            }
        if judged.stance is not None:
            found["stance"] = judged.stance
        if judged.entry_shown is not None:
            found["entry"] = "shown" if judged.entry_shown else "missed"
        return found


@dataclass(frozen=True)
class EvalSet(Generic[E, O]):
    """One set."""

    name: str
    agent: AgentName | Literal["all"]
    example: type[E]
    play: Callable[[World, E], Awaitable[O]]
    judge: Callable[[E, O], Judgement]
    find: Callable[[Path], list[Labelled[E]]] | None = None
    """Reads the examples where they do not stand as those of other sets do."""
    sealed: bool = False
    """Whether what is held out is read by nobody, and scored once a day at most (`evals.looks`)."""

    def read(self, folder: Path) -> list[Labelled[E]]:
        """All its examples. Raises ExamplesError."""
        return self.find(folder) if self.find else read(folder, self.name, self.example)

    def dataset(self, folder: Path, parts: Collection[Part] = (), only: str = "") -> Dataset[E, O, Slices]:
        """All its examples, or those of some parts, or of files named like `only`. Raises ExamplesError."""
        labelled = [one for one in self.read(folder) if not parts or one.slices.part in parts]
        labelled = [one for one in labelled if only in one.slices.file]
        cases = [
            Case[E, O, Slices](name=f"{number}", inputs=one.example, metadata=one.slices)
            for number, one in enumerate(labelled, start=1)
        ]
        return Dataset[E, O, Slices](name=self.name, cases=cases, evaluators=[Label(self.judge)])


SETS: dict[str, EvalSet[Any, Any]] = {
    one.name: one
    for one in (
        EvalSet("routing", "router", Routing, playing.route, judging.routing),
        EvalSet("parsing", "parser", Parsing, playing.parse, judging.parsing, sealed=True),
        EvalSet("planning", "planner", Planning, playing.plan, judging.planning),
        EvalSet("analysis", "analyzer", Analysing, playing.analyze, judging.analysing),
        EvalSet("evaluation", "evaluator", Evaluating, playing.evaluate, judging.evaluating),
        EvalSet("clarification", "clarifier", Clarifying, playing.clarify, judging.clarifying),
        EvalSet(
            "questions", "all", Answering, questions.answer, questions.answering, questions.conversations
        ),
    )
}
"""By name. Any: each has its own kind of example and output."""
