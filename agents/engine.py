"""The Engine: what can play the nine agents. Steps know this protocol and nothing behind it."""

from __future__ import annotations

from typing import Protocol

from agents.analyzer import AnalyzerInput, AnalyzerOutput
from agents.clarifier import ClarifierInput, ClarifierOutput
from agents.evaluator import EvaluatorInput, EvaluatorOutput
from agents.observer import ObserverInput, ObserverOutput
from agents.parser import ParserInput, ParserOutput
from agents.planner import PlannerInput, PlannerOutput
from agents.retriever import EntrySearch, RetrieverInput, RetrieverOutput
from agents.router import RouterInput, RouterOutput
from agents.synthesizer import SynthesizerInput, SynthesizerOutput


class Engine(Protocol):
    """Nine agents. One that asks models counts its calls in the session: such a step is worth saving."""

    name: str
    models: bool
    """Whether models play any of it: then code alone can answer once their drafts were refused."""

    @property
    def languages(self) -> tuple[str, ...] | None:
        """The languages it answers in; None: any."""
        ...

    async def route(self, given: RouterInput) -> RouterOutput:
        """Classify a message."""
        ...

    async def parse(self, given: ParserInput) -> ParserOutput:
        """Read a log or a correction."""
        ...

    async def plan(self, given: PlannerInput) -> PlannerOutput:
        """Decide what to look for, or whom to ask."""
        ...

    async def retrieve(self, given: RetrieverInput, search: EntrySearch) -> RetrieverOutput:
        """Carry out the plan's searches."""
        ...

    async def analyze(self, given: AnalyzerInput) -> AnalyzerOutput:
        """Say what the entries show and whether it is enough."""
        ...

    async def synthesize(self, given: SynthesizerInput) -> SynthesizerOutput:
        """Write the reply."""
        ...

    async def evaluate(self, given: EvaluatorInput) -> EvaluatorOutput:
        """Judge the reply."""
        ...

    async def clarify(self, given: ClarifierInput) -> ClarifierOutput:
        """Word the questions to the user."""
        ...

    async def observe(self, given: ObserverInput) -> ObserverOutput:
        """Say what to remember."""
        ...
