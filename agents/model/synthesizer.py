"""The synthesizer played by a model: it words the findings, code keeps the wording true."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from pydantic import BaseModel, Field

from agents.analyzer import AnalyzerInput
from agents.model.analyzer import Refs
from agents.model.calls.ask import Ask
from agents.model.checks.cleaned import is_foreign, languages, line, plain
from agents.model.checks.preview import Preview
from agents.model.checks.support import Support, told
from agents.model.checks.words import sentence
from agents.model.context.prompts import framed, prompt
from agents.model.context.shown import answered, question, refused
from agents.number_check import sentence_bounds, spans_in_question
from agents.profile import Profile
from agents.session import current
from agents.synthesizer import SynthesizerInput, SynthesizerOutput
from agents.types import Draft, Figure, Finding, Level, QueryType

_POINT, _MOST_POINTS = 300, 8
MOST_EVIDENCE = 24
"""Entries an answer points to."""
_FINDING = re.compile(r"\bN?(\d{1,3})\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{2,}")


class ReplyFields(BaseModel):
    """The message and what it rests on."""

    response: str = Field(description="the message to the person")
    key_points: list[str] = []
    used: Refs = Field(default=[], description="references of what it rests on, the most telling first")


class SynthesizerWire(ReplyFields):
    """A synthesizer's answer."""


def needs_model(given: SynthesizerInput, floor: SynthesizerOutput) -> bool:
    """Whether there is anything to word: who was asked what it is about and skipped gets code's sentence."""
    return bool(floor.response) and not (given.analysis is None and given.declined)


def ask(
    given: SynthesizerInput,
    floor: SynthesizerOutput,
    tool_context: str = "",
    *,
    analyzed: AnalyzerInput | None = None,
) -> Ask[SynthesizerWire]:
    """The request. `analyzed`: what the analysis was made of; with it the answer can be shown as it grows."""
    own = prompt("synthesizer")
    return Ask(
        agent="synthesizer",
        instructions=own.instructions,
        context=framed(
            own,
            now=given.now,
            profile=given.profile,
            blocks=_blocks(given, floor),
            history=0,
            tool_context=tool_context,
        ),
        output=SynthesizerWire,
        floor=lambda: wire(floor, given),
        partial=_partial(given, analyzed),
    )


def _blocks(given: SynthesizerInput, floor: SynthesizerOutput) -> list[tuple[str, str]]:
    missing = "\n".join(f"- {gap.description}" for gap in given.unanswered_gaps if not gap.found)
    chat = given.query_type is QueryType.CHAT or given.analysis is None
    state = [
        "The answer can only be partial." if given.is_partial else "",
        "The person was asked and skipped the question." if given.declined else "",
    ]
    return [
        ("findings", finding_lines(given)),
        ("patterns", "\n".join(f"- {text}" for text in given.analysis.patterns) if given.analysis else ""),
        ("reply_by_code", floor.response if chat else ""),
        ("missing", missing),
        ("answers", answered(given.answers)),
        ("refused", refused(given.feedback)),
        ("state", " ".join(text for text in state if text)),
        ("question", question(given.query, given.sub_queries)),
    ]


def finding_lines(given: SynthesizerInput) -> str:
    """N1, N2 …, with how sure they are."""
    findings = given.analysis.findings if given.analysis else ()
    return "\n".join(
        f"N{place} (part {f.sub_query}, {'general knowledge' if f.general else f.confidence}) "
        f"{sentence(f.claim, 600)}"
        for place, f in enumerate(findings, 1)
    )


def wire(floor: SynthesizerOutput, given: SynthesizerInput) -> SynthesizerWire:
    """Code's own draft in wire form."""
    findings = given.analysis.findings if given.analysis else ()
    used = [f"N{place}" for place, f in enumerate(findings, 1) if set(f.evidence) & set(floor.evidence)]
    return SynthesizerWire(response=floor.response, key_points=list(floor.key_points), used=used)


def output(
    said: ReplyFields,
    given: SynthesizerInput,
    floor: SynthesizerOutput,
    analyzed: AnalyzerInput | None = None,
) -> SynthesizerOutput:
    """The draft; code's own where the model's cannot be used."""
    findings = given.analysis.findings if given.analysis else ()
    places = [int(place) for ref in said.used for place in _FINDING.findall(ref)]
    used = [findings[place - 1] for place in dict.fromkeys(places) if 0 < place <= len(findings)]
    used = used or list(findings)
    checked = None if analyzed is None or not findings else support(given, analyzed)
    own_words = [given.query, *(finding.claim for finding in findings)]
    response = worded(said.response, given.query, given.profile, own_words=own_words, support=checked)
    if not response:
        return floor
    return Draft(
        response=_with_gaps(response, floor),
        key_points=points(said.key_points, checked),
        figures=unique(figure for finding in used for figure in finding.figures),
        evidence=tuple(dict.fromkeys(e for finding in used for e in finding.evidence))[:MOST_EVIDENCE],
        gaps_disclosed=floor.gaps_disclosed,
        confidence=confidence(used),
    )


# --- Shared with the call that analyzes and answers at once -----------------------------------------------


def worded(
    response: str, query: str, profile: Profile, *, own_words: Iterable[str], support: Support | None
) -> str:
    """The message as plain text in a language that fits, empty if there is none.

    Later sentences with a number that nothing supports go. When the first one has it, or most of them, the
    message stays whole: the evaluator refuses it and says why.
    """
    text = plain(response, own_words)
    if not text or is_foreign(text, languages(query, profile)):
        return ""
    kept = support.kept(text) if support else text
    first = next((text[start:end].strip() for start, end in sentence_bounds(text)), "")
    return kept if kept.startswith(first) and len(kept) * 2 >= len(text) else text


def points(texts: Sequence[str], checked: Support | None) -> tuple[str, ...]:
    """Key points that hold."""
    lines = dict.fromkeys(text for point in texts if (text := line(point, _POINT)))
    return tuple(text for text in lines if checked is None or checked.holds(text))[:_MOST_POINTS]


def unique(figures: Iterable[Figure]) -> tuple[Figure, ...]:
    """Each figure once."""
    return tuple(dict.fromkeys(figures))


def confidence(used: Sequence[Finding]) -> Level:
    """As sure as the least sure finding that is not general knowledge."""
    levels = [finding.confidence for finding in used if not finding.general]
    if not levels or "low" in levels:
        return "low"
    return "medium" if "medium" in levels else "high"


def support(given: SynthesizerInput, analyzed: AnalyzerInput) -> Support:
    """What may carry the numbers of an answer, as the evaluator will see it."""
    findings = given.analysis.findings if given.analysis else ()
    return Support(
        now=given.now,
        entries=analyzed.entries,
        figures=unique(figure for finding in findings for figure in finding.figures),
        ranges=spans_in_question(given.sub_queries, analyzed.retrieval_history),
        query=given.query,
        told=told(given.answers),
        general=tuple(finding.claim for finding in findings if finding.general),
        vocabulary=analyzed.domain_context.vocabulary,
    )


def _with_gaps(response: str, floor: SynthesizerOutput) -> str:
    """A partial answer names what is missing: in code's words, if the model did not say it."""
    said = response.casefold()
    gaps = [_WORD.findall(gap.casefold()) for gap in floor.gaps_disclosed]
    if not gaps or any(sum(word in said for word in gap) * 2 >= len(gap) for gap in gaps if gap):
        return response
    return f"{response}\n{floor.response.rsplit(chr(10), 1)[-1]}"


def _partial(
    given: SynthesizerInput, analyzed: AnalyzerInput | None
) -> Callable[[SynthesizerWire], None] | None:
    session = current()
    if session is None or session.preview is None or analyzed is None or given.analysis is None:
        return None
    preview = Preview(session, support(given, analyzed), languages=languages(given.query, given.profile))
    return lambda so_far: preview.grown(str(getattr(so_far, "response", "")))
