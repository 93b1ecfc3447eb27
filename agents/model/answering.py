"""Analyzer and synthesizer in one call: findings, gaps, the verdict, and then the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pydantic import Field

from agents.analyzer import AnalyzerInput, AnalyzerOutput
from agents.model import analyzer, synthesizer
from agents.model.analyzer import AnalyzerWire, Refs
from agents.model.calls.ask import Ask
from agents.model.checks.cleaned import languages
from agents.model.checks.preview import Preview
from agents.model.context.prompts import merged
from agents.model.context.shown import shown_to
from agents.model.requesting import request
from agents.session import current
from agents.types import Analysis, Draft, Sufficiency

if TYPE_CHECKING:
    from pydantic_ai import Tool


class AnsweringWire(AnalyzerWire):
    """Both answers: the verdict after its reasons, and before the message."""

    response: str = Field(default="", description="the message to the person; empty if insufficient")
    used: Refs = Field(default=[], description="E… and F… that the message rests on, the most telling first")


def ask(
    given: AnalyzerInput,
    floor: AnalyzerOutput,
    tool_context: str = "",
    *,
    tools: Sequence[Tool[None]] = (),
) -> Ask[AnsweringWire]:
    """The request. In a session with a preview the message is streamed."""
    return request(
        merged("analyzer", "synthesizer"),
        now=given.now,
        profile=given.profile,
        reference=[*analyzer.reference(given), *synthesizer.style(given.profile)],
        blocks=analyzer.blocks(given, floor, memory=not tool_context),
        tool_context=tool_context,
        output=AnsweringWire,
        with_agents=("synthesizer",),
        tools=tools,
        floor=lambda: wire(floor, given),
        partial=_partial(given, floor),
    )


def wire(floor: AnalyzerOutput, given: AnalyzerInput) -> AnsweringWire:
    """Code's own analysis in wire form; it has no message, which code writes from the findings."""
    return AnsweringWire(**dict(analyzer.wire(floor, given)))


def output(told: AnsweringWire, given: AnalyzerInput, floor: AnalyzerOutput) -> tuple[Analysis, Draft | None]:
    """The analysis and the draft. None: there is none that could be used, or it is not enough to answer."""
    analysis = analyzer.output(told, given, floor)
    if analysis.verdict is Sufficiency.INSUFFICIENT:
        return analysis, None
    shown = shown_to(given, floor)
    written = synthesizer.worded(
        shown.named(told.response),
        given.query,
        given.profile,
        own_words=[given.query, *(entry.text for entry in given.entries)],
        sheet=shown.sheet,
        again=bool(given.feedback),
    )
    if written is None:
        return analysis, None
    claims = written.claims or ()
    cited, named = shown.cited([*told.used, *shown.written_in(told.response)])
    figures = synthesizer.unique((*named, *(claim.figure for claim in claims if claim.figure is not None)))
    ids = (*cited, *(one for claim in claims for one in claim.entries), *shown.carriers(figures))
    ids = tuple(dict.fromkeys(ids))
    used = [f for f in analysis.findings if set(f.evidence) & set(ids) or set(f.figures) & set(figures)]
    if not used:
        used = list(analysis.findings)
        ids = tuple(dict.fromkeys(entry_id for finding in used for entry_id in finding.evidence))
        figures = synthesizer.unique(figure for finding in used for figure in finding.figures)
    return analysis, Draft(
        response=written.text,
        claims=written.claims,
        refused=written.refused,
        left_out=written.left_out,
        figures=figures,
        evidence=ids[: synthesizer.MOST_EVIDENCE],
        confidence=synthesizer.confidence(used),
    )


def _partial(given: AnalyzerInput, floor: AnalyzerOutput) -> Callable[[AnsweringWire], None] | None:
    session = current()
    if session is None or session.preview is None:
        return None
    preview = Preview(
        session,
        shown_to(given, floor).sheet,
        languages=languages(given.query, given.profile),
        named=shown_to(given, floor).named,
    )

    def grown(so_far: AnsweringWire) -> None:
        """Nothing where something critical is missing: then the person is asked, not answered."""
        gaps = getattr(so_far, "gaps", ())
        if not any(getattr(gap, "severity", "") == "critical" for gap in gaps):
            preview.grown(str(getattr(so_far, "response", "")))

    return grown
