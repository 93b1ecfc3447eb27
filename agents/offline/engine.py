"""OfflineEngine: the nine agents played by code. The default, and the floor under every model."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib import import_module
from typing import TypeVar

from agents.analyzer import AnalyzerInput, AnalyzerOutput
from agents.clarifier import ClarifierInput, ClarifierOutput
from agents.evaluator import EvaluatorInput, EvaluatorOutput
from agents.observer import ObserverInput, ObserverOutput
from agents.parser import ParserInput, ParserOutput
from agents.planner import PlannerInput, PlannerOutput
from agents.retriever import EntrySearch, RetrieverInput, RetrieverOutput
from agents.router import RouterInput, RouterOutput
from agents.synthesizer import SynthesizerInput, SynthesizerOutput

In = TypeVar("In")
Out = TypeVar("Out")


def load() -> None:
    """Import now, for instance in a thread, what a log needs, so that the first one need not wait for it.

    What only questions need is imported with the first of them.
    """
    for agent in ("router", "parser", "observer"):
        import_module(f"agents.offline.{agent}")


LONG_TEXT = 1_000
"""Characters (30 ms for a diary) from which on a thread reads them, so that nobody else's message waits."""
MANY_ENTRIES = 200
"""The same of entries."""


async def _aside(play: Callable[[In], Out], given: In, *, large: bool) -> Out:
    return await asyncio.to_thread(play, given) if large else play(given)


class OfflineEngine:
    """Deterministic and without a network: the same input gives the same output."""

    name = "offline"
    models = False
    languages = ("en", "ko")

    async def route(self, given: RouterInput) -> RouterOutput:
        """Classify a message."""
        from agents.offline.router import route  # noqa: PLC0415 - a start must not wait for it

        return await _aside(route, given, large=len(given.text) >= LONG_TEXT)

    async def parse(self, given: ParserInput) -> ParserOutput:
        """Read a log or a correction."""
        from agents.offline.parser import parse  # noqa: PLC0415 - as above

        return await _aside(parse, given, large=len(given.text) >= LONG_TEXT)

    async def plan(self, given: PlannerInput) -> PlannerOutput:
        """Decide what to look for, or whom to ask."""
        from agents.offline.planner import plan  # noqa: PLC0415 - as above

        return plan(given)

    async def retrieve(self, given: RetrieverInput, search: EntrySearch) -> RetrieverOutput:
        """Carry out the plan's searches."""
        from agents.offline.retriever import retrieve  # noqa: PLC0415 - as above

        return await retrieve(given, search)

    async def analyze(self, given: AnalyzerInput) -> AnalyzerOutput:
        """Say what the entries show and whether it is enough."""
        from agents.offline.analyzer import analyze  # noqa: PLC0415 - as above

        return await _aside(analyze, given, large=len(given.entries) >= MANY_ENTRIES)

    async def synthesize(self, given: SynthesizerInput) -> SynthesizerOutput:
        """Write the reply."""
        from agents.offline.synthesizer import synthesize  # noqa: PLC0415 - as above

        return synthesize(given)

    async def evaluate(self, given: EvaluatorInput) -> EvaluatorOutput:
        """Judge the reply."""
        from agents.offline.evaluator import evaluate  # noqa: PLC0415 - as above

        return await _aside(evaluate, given, large=len(given.entries) >= MANY_ENTRIES)

    async def clarify(self, given: ClarifierInput) -> ClarifierOutput:
        """Word the questions to the user."""
        from agents.offline.clarifier import clarify  # noqa: PLC0415 - as above

        return clarify(given)

    async def observe(self, given: ObserverInput) -> ObserverOutput:
        """Say what to remember."""
        from agents.offline.observer import observe  # noqa: PLC0415 - as above

        return observe(given)
