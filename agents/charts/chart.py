"""A chart with the words below it, or why there is none; and who makes one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

from agents.charts.spec import ChartSpec
from agents.types import Claim


@dataclass(frozen=True, slots=True)
class Chart:
    """What is drawn, and what is said below it in plain text, whose values stand at `claims`."""

    spec: ChartSpec
    caption: str
    claims: tuple[Claim, ...]
    evidence: tuple[str, ...]
    """Entries, the most telling first."""
    names: tuple[str, ...] = ()
    """Measures it is of."""
    legend: str = ""
    """Only what explains the picture, for below an answer that tells the rest."""
    compared: bool = False
    """Whether it sets one time against another."""


@dataclass(frozen=True, slots=True)
class NoChart:
    """Why there is none, in plain text, or which is meant; neither: none was named, or nothing is logged."""

    said: str = ""
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChartMaker:
    """Makes the charts of one person."""

    wished: Callable[[str, datetime], Awaitable[Chart | NoChart]]
    """What somebody's words ask for ("bench 3m", "sleep against squat"); the moment is aware."""


ChartsOf = Callable[[int], ChartMaker | None]
