"""The offline engine played over the wire forms, and what it was given: material for the tests of a model."""

from __future__ import annotations

from dataclasses import dataclass, field

from agents.analyzer import AnalyzerInput, AnalyzerOutput
from agents.evaluator import EvaluatorInput, EvaluatorOutput
from agents.model import analyzer, evaluator, synthesizer
from agents.model.synthesizer import SynthesizerWire
from agents.offline.engine import OfflineEngine
from agents.synthesizer import SynthesizerInput, SynthesizerOutput
from evals.diary import MemorySearch
from evals.loading import EXAMPLES, people
from evals.talk import Asker, Reply


@dataclass
class Echo(OfflineEngine):
    """A model that says what code says: what comes out has been through its wire form and its checks."""

    analyzed: list[tuple[AnalyzerInput, AnalyzerOutput]] = field(
        default_factory=list[tuple[AnalyzerInput, AnalyzerOutput]]
    )
    synthesized: list[tuple[SynthesizerInput, SynthesizerOutput]] = field(
        default_factory=list[tuple[SynthesizerInput, SynthesizerOutput]]
    )
    evaluated: list[tuple[EvaluatorInput, EvaluatorOutput]] = field(
        default_factory=list[tuple[EvaluatorInput, EvaluatorOutput]]
    )

    async def analyze(self, given: AnalyzerInput) -> AnalyzerOutput:
        floor = await super().analyze(given)
        self.analyzed.append((given, floor))
        return analyzer.output(analyzer.wire(floor, given), given, floor)

    @property
    def _last(self) -> AnalyzerInput | None:
        return self.analyzed[-1][0] if self.analyzed else None

    async def synthesize(self, given: SynthesizerInput) -> SynthesizerOutput:
        floor = await super().synthesize(given)
        self.synthesized.append((given, floor))
        said = SynthesizerWire.model_validate(synthesizer.wire(floor, given, self._last).model_dump())
        return synthesizer.output(said, given, floor, self._last)

    async def evaluate(self, given: EvaluatorInput) -> EvaluatorOutput:
        floor = await super().evaluate(given)
        self.evaluated.append((given, floor))
        return evaluator.output(evaluator.wire(floor, given), given, floor)


_ASKED: dict[tuple[str, str], tuple[Reply, Echo]] = {}


async def asked(name: str, query: str) -> tuple[Reply, Echo]:
    """What one of the people of evals/data/questions is told, and what the agents were given for it."""
    if (name, query) not in _ASKED:
        person = people(EXAMPLES)[name]
        engine = Echo()
        talking = Asker(engine, MemorySearch(person.entries()), person.profile)
        reply = await talking.ask(query, person.now)
        _ASKED[name, query] = reply, engine
    return _ASKED[name, query]
