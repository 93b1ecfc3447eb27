"""What a chart is computed from: picture and words ask for the same values, which are picked out once."""

from __future__ import annotations

from dataclasses import dataclass, field

from agents.facts import Sample, Series
from agents.offline.answers.scope import Scope
from agents.types import FigureRequest
from storage.entities import DateRange


@dataclass(frozen=True, slots=True)
class ChartScope(Scope):
    """A scope that keeps what it has found: of 100,000 sets each look costs a second."""

    _found: dict[tuple[str, DateRange | None], list[Sample]] = field(
        default_factory=dict[tuple[str, DateRange | None], list[Sample]], compare=False
    )
    _fitting: dict[tuple[FigureRequest, DateRange | None], Series] = field(
        default_factory=dict[tuple[FigureRequest, DateRange | None], Series], compare=False
    )

    def samples(self, name: str, span: DateRange | None = None) -> list[Sample]:
        """The subject's measures in the span, oldest first."""
        if (name, span) not in self._found:
            self._found[name, span] = Scope.samples(self, name, span)
        return list(self._found[name, span])

    def fitting(self, request: FigureRequest, span: DateRange | None) -> Series:
        """The series of the requested quantity, or of the nearest one that was measured."""
        if (request, span) not in self._fitting:
            self._fitting[request, span] = Scope.fitting(self, request, span)
        return self._fitting[request, span]
