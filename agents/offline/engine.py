"""OfflineEngine: the nine agents played by code. The default, and the floor under every model."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
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
    """Import the agents now, for instance in a thread, so that the first message need not wait for it."""
    _nine()


def _nine():
    from agents.offline import nine  # noqa: PLC0415 - a start must not wait for it

    return nine


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
        return await _aside(_nine().route, given, large=len(given.text) >= LONG_TEXT)

    async def parse(self, given: ParserInput) -> ParserOutput:
        """Read a log or a correction."""
        return await _aside(_nine().parse, given, large=len(given.text) >= LONG_TEXT)

    async def plan(self, given: PlannerInput) -> PlannerOutput:
        """Decide what to look for, or whom to ask."""
        return _nine().plan(given)

    async def retrieve(self, given: RetrieverInput, search: EntrySearch) -> RetrieverOutput:
        """Carry out the plan's searches."""
        return await _nine().retrieve(given, search)

    async def analyze(self, given: AnalyzerInput) -> AnalyzerOutput:
        """Say what the entries show and whether it is enough."""
        return await _aside(_nine().analyze, given, large=len(given.entries) >= MANY_ENTRIES)

    async def synthesize(self, given: SynthesizerInput) -> SynthesizerOutput:
        """Write the reply."""
        return _nine().synthesize(given)

    async def evaluate(self, given: EvaluatorInput) -> EvaluatorOutput:
        """Judge the reply."""
        return await _aside(_nine().evaluate, given, large=len(given.entries) >= MANY_ENTRIES)

    async def clarify(self, given: ClarifierInput) -> ClarifierOutput:
        """Word the questions to the user."""
        return _nine().clarify(given)

    async def observe(self, given: ObserverInput) -> ObserverOutput:
        """Say what to remember."""
        return _nine().observe(given)
