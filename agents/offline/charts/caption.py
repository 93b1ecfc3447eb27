"""The words below a chart: each figure from a slot or held against the figures and entries it is of."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from agents.offline.answers.scope import Scope
from agents.offline.charts.making import Made
from agents.truth import sheet_of, tell
from agents.truth.rendering import with_particles
from agents.types import Claim, Figure, Finding
from storage.entities import DateRange, Entry, Frozen


class Caption(Frozen):
    """Plain text, and where its values stand. `legend`: of its lines those that explain the picture."""

    text: str
    claims: tuple[Claim, ...] = ()
    legend: str = ""


def captioned(scope: Scope, made: Made, query: str, now: datetime) -> Caption:
    """Each sentence checked by itself; one with a figure that nothing carries is left out."""
    lines: list[str] = []
    legend: list[str] = []
    claims: list[Claim] = []
    length = 0
    for one in made.telling:
        told = _told(scope, one, query, now, made.spec.span)
        if not told.text or told.text in lines:
            continue
        lines.append(told.text)
        legend += [] if isinstance(one, Finding) else [told.text]
        claims += [
            claim.model_copy(update={"start": claim.start + length, "end": claim.end + length})
            for claim in told.claims
        ]
        length += len(told.text) + 1
    return Caption(text="\n".join(lines), claims=tuple(claims), legend="\n".join(legend))


def _told(
    scope: Scope, one: Finding | tuple[str, Sequence[Figure]], query: str, now: datetime, span: DateRange
) -> Caption:
    slotted = not isinstance(one, Finding)
    draft, figures = one if slotted else (one.detail or one.claim, one.figures)
    cited = [] if slotted else _cited(scope, figures)
    sheet = sheet_of(
        now=now,
        profile=scope.profile.model_copy(update={"language": scope.wording.language}),
        query=query,
        entries=cited,
        figures=figures,
        findings=() if slotted else (one,),
        context=scope.context,
    )
    told = tell(draft, sheet, code=True).kept
    return Caption(text=with_particles(told.text), claims=told.claims)


def _cited(scope: Scope, figures: Sequence[Figure]) -> list[Entry]:
    """First what has a day of its own: the ends and bests that a sentence names."""
    dated = sorted(figures, key=lambda figure: figure.day is None)
    ids = list(dict.fromkeys(entry for figure in dated for entry in figure.entries))[:_CITED]
    known = {entry.id: entry for entry in scope.entries}
    return [known[one] for one in ids if one in known]


_CITED = 40
"""Entries that a sentence is held against."""
