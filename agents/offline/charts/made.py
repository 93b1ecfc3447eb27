"""A chart before its caption is checked: what is drawn, and the findings and sentences that tell it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from agents.charts.spec import ChartSpec, Kind
from agents.offline.answers.scope import Scope
from agents.offline.charts.courses import shown_in
from agents.offline.charts.speech import chart_words
from agents.types import Figure, Finding
from storage.entities import DateRange

CITED = 6
"""Entries that a chart names as its evidence."""
Slotted = tuple[str, tuple[Figure, ...]]
"""A sentence with slots, and the figures they stand for."""


@dataclass(frozen=True, slots=True)
class Made:
    """A chart without its caption. `telling`: what the words below it are made of, in order."""

    spec: ChartSpec
    telling: tuple[Finding | Slotted, ...]
    evidence: tuple[str, ...]
    """Entries, the most telling first."""


def spec_of(
    scope: Scope,
    kind: Literal[Kind],
    *,
    title: str,
    span: DateRange,
    **fields: object,
) -> ChartSpec:
    """With the words of the person's language, their zone and theme, and the alternative text."""
    words, own = scope.wording.shown, chart_words(scope.wording.language)
    spec = ChartSpec.model_validate(
        {
            "kind": kind,
            "title": title[:1].upper() + title[1:],
            "span": span,
            "zone": scope.profile.time_zone,
            "months": own.months or words.months,
            "weekdays": words.weekdays,
            "forms": own.forms,
            "theme": scope.profile.theme,
            **fields,
        }
    )
    return spec.model_copy(update={"alt": shown_in(spec, scope)})
