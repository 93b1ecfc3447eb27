"""OfflineEngine: the nine agents played by code. The default, and the floor under every model."""

from __future__ import annotations

from agents.analyzer import AnalyzerInput, AnalyzerOutput
from agents.clarifier import ClarifierInput, ClarifierOutput
from agents.evaluator import EvaluatorInput, EvaluatorOutput
from agents.observer import ObserverInput, ObserverOutput
from agents.offline.analyzer import analyze
from agents.offline.clarifier import clarify
from agents.offline.evaluator import evaluate
from agents.offline.observer import observe
from agents.offline.parser import parse
from agents.offline.planner import plan
from agents.offline.retriever import retrieve
from agents.offline.router import route
from agents.offline.synthesizer import synthesize
from agents.parser import ParserInput, ParserOutput
from agents.planner import PlannerInput, PlannerOutput
from agents.retriever import EntrySearch, RetrieverInput, RetrieverOutput
from agents.router import RouterInput, RouterOutput
from agents.synthesizer import SynthesizerInput, SynthesizerOutput


class OfflineEngine:
    """Deterministic and without a network: the same input gives the same output."""

    name = "offline"
    calls = 0

    async def route(self, given: RouterInput) -> RouterOutput:
        """Classify a message."""
        return route(given)

    async def parse(self, given: ParserInput) -> ParserOutput:
        """Read a log or a correction."""
        return parse(given)

    async def plan(self, given: PlannerInput) -> PlannerOutput:
        """Decide what to look for, or whom to ask."""
        return plan(given)

    async def retrieve(self, given: RetrieverInput, search: EntrySearch) -> RetrieverOutput:
        """Carry out the plan's searches."""
        return await retrieve(given, search)

    async def analyze(self, given: AnalyzerInput) -> AnalyzerOutput:
        """Say what the entries show and whether it is enough."""
        return analyze(given)

    async def synthesize(self, given: SynthesizerInput) -> SynthesizerOutput:
        """Write the reply."""
        return synthesize(given)

    async def evaluate(self, given: EvaluatorInput) -> EvaluatorOutput:
        """Judge the reply."""
        return evaluate(given)

    async def clarify(self, given: ClarifierInput) -> ClarifierOutput:
        """Word the questions to the user."""
        return clarify(given)

    async def observe(self, given: ObserverInput) -> ObserverOutput:
        """Say what to remember."""
        return observe(given)
