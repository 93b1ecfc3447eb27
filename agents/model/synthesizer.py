"""The synthesizer played by a model: it words the findings, code keeps the wording true."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, Field

from agents.analyzer import AnalyzerInput
from agents.model.analyzer import Refs
from agents.model.calls.ask import Ask
from agents.model.checks.cleaned import is_foreign, languages, plain
from agents.model.checks.preview import Preview
from agents.model.checks.words import sentence
from agents.model.context.shown import Shown, answered, question, refused
from agents.model.requesting import request
from agents.profile import Profile
from agents.session import current
from agents.synthesizer import SynthesizerInput, SynthesizerOutput
from agents.truth import Refusal, Sheet, sheet_of, slotted, tell
from agents.types import Claim, Draft, EvaluationFeedback, Figure, Finding, Level, QueryType

logger = logging.getLogger(__name__)

_MOST_REFUSALS = 4
MOST_EVIDENCE = 24
"""Entries an answer points to."""
_FINDING = re.compile(r"\bN?(\d{1,3})\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{2,}")


class ReplyFields(BaseModel):
    """The message and what it rests on."""

    response: str = Field(description="the message to the person")
    used: Refs = Field(default=[], description="references of what it rests on, the most telling first")


class SynthesizerWire(ReplyFields):
    """A synthesizer's answer."""


def needs_model(given: SynthesizerInput, floor: SynthesizerOutput) -> bool:
    """Whether there is anything to word: who was asked what it is about and skipped gets code's sentence."""
    return bool(floor.response) and not (given.analysis is None and given.declined)


def ask(
    given: SynthesizerInput,
    floor: SynthesizerOutput,
    *,
    analyzed: AnalyzerInput | None = None,
) -> Ask[SynthesizerWire]:
    """The request. `analyzed`: what the analysis was made of; with it the answer can be shown as it grows."""
    return request(
        "synthesizer",
        now=given.now,
        profile=given.profile,
        reference=style(given.profile),
        blocks=_blocks(given, floor, analyzed),
        output=SynthesizerWire,
        floor=lambda: wire(floor, given, analyzed),
        partial=_partial(given, analyzed),
    )


def style(profile: Profile) -> list[tuple[str, str]]:
    """How much the person wants to read."""
    return [("Style of the message", profile.style)]


def _blocks(
    given: SynthesizerInput, floor: SynthesizerOutput, analyzed: AnalyzerInput | None
) -> list[tuple[str, str]]:
    missing = "\n".join(f"- {gap.description}" for gap in given.unanswered_gaps if not gap.found)
    findings = given.analysis.findings if given.analysis else ()
    checked = sheet(given, analyzed)
    chat = given.query_type is QueryType.CHAT or given.analysis is None
    state = [
        "The answer can only be partial." if given.is_partial else "",
        "The person was asked and skipped the question." if given.declined else "",
    ]
    return [
        ("findings", finding_lines(given, checked)),
        ("values", Shown(checked, ()).fact_lines() if findings else ""),
        ("patterns", "\n".join(f"- {text}" for text in given.analysis.patterns) if given.analysis else ""),
        ("reply_by_code", floor.response if chat else ""),
        ("missing", missing),
        ("answers", answered(given.answers)),
        ("refused", refused(given.feedback)),
        ("state", " ".join(text for text in state if text)),
        ("question", question(given.query, given.sub_queries)),
    ]


def finding_lines(given: SynthesizerInput, sheet: Sheet) -> str:
    """N1, N2 …, with how sure they are; their numbers are slots."""
    findings = given.analysis.findings if given.analysis else ()
    return "\n".join(
        f"N{place} (part {f.sub_query}, {'general knowledge' if f.general else f.confidence}) "
        f"{sentence(slotted(f.claim, sheet) or f.claim, 600)}"
        for place, f in enumerate(findings, 1)
    )


def wire(
    floor: SynthesizerOutput, given: SynthesizerInput, analyzed: AnalyzerInput | None = None
) -> SynthesizerWire:
    """Code's own draft in wire form."""
    checked = sheet(given, analyzed)
    findings = given.analysis.findings if given.analysis else ()
    used = [f"N{place}" for place, f in enumerate(findings, 1) if set(f.evidence) & set(floor.evidence)]
    return SynthesizerWire(
        response=slotted(floor.response, checked) or floor.response,
        used=used,
    )


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
    checked = sheet(given, analyzed) if findings else None
    own_words = [given.query, *(finding.claim for finding in findings)]
    written = worded(
        said.response,
        given.query,
        given.profile,
        own_words=own_words,
        sheet=checked,
        again=bool(given.feedback),
    )
    if written is None:
        return floor
    return Draft(
        response=_with_gaps(written.text, floor),
        claims=written.claims,
        refused=written.refused,
        left_out=written.left_out,
        figures=unique(figure for finding in used for figure in finding.figures),
        evidence=tuple(dict.fromkeys(e for finding in used for e in finding.evidence))[:MOST_EVIDENCE],
        gaps_disclosed=floor.gaps_disclosed,
        confidence=confidence(used),
    )


# --- Shared with the call that analyzes and answers at once -----------------------------------------------


@dataclass(frozen=True, slots=True)
class Written:
    """A model's message, rendered, with what of it does not hold."""

    text: str
    claims: tuple[Claim, ...] | None = None
    refused: tuple[EvaluationFeedback, ...] = ()
    left_out: tuple[str, ...] = ()


def worded(
    response: str, query: str, profile: Profile, *, own_words: Iterable[str], sheet: Sheet | None, again: bool
) -> Written | None:
    """The message as plain text in a language that fits; None where there is none.

    What does not hold is refused with its reason, so that it is written again; the second time (`again`) its
    sentences are left out, unless that leaves no answer. Without a sheet (small talk) nothing is looked up.
    """
    text = plain(response, own_words)
    if not text or is_foreign(text, languages(query, profile)):
        return None
    if sheet is None:
        return Written(text)
    told = tell(text, sheet)
    if not told.refused:
        return Written(told.text, told.claims)
    kept = told.kept
    answers = told.refused[0][0] > 0 and len(kept.text) * 2 >= len(told.text)
    if not (again and answers):
        return Written(told.text, told.claims, tuple(map(_refusal, told.refusals))[:_MOST_REFUSALS])
    left_out = tuple(told.text[start:end].strip() for start, end in told.refused)
    logger.info("left out of an answer after it was asked for again: %d sentences", len(left_out))
    return Written(kept.text, kept.claims, (), left_out)


def _refusal(wrong: Refusal) -> EvaluationFeedback:
    return EvaluationFeedback(
        issue=f"{wrong.phrase}: {wrong.reason}.",
        suggestion="Write the slot of the value that is meant, or leave the sentence out.",
        affected_claim=wrong.sentence,
    )


def unique(figures: Iterable[Figure]) -> tuple[Figure, ...]:
    """Each figure once."""
    return tuple(dict.fromkeys(figures))


def confidence(used: Sequence[Finding]) -> Level:
    """As sure as the least sure finding that is not general knowledge."""
    levels = [finding.confidence for finding in used if not finding.general]
    if not levels or "low" in levels:
        return "low"
    return "medium" if "medium" in levels else "high"


def sheet(given: SynthesizerInput, analyzed: AnalyzerInput | None) -> Sheet:
    """What the answer can be made of: the figures of the findings, and the entries where they are at hand."""
    return sheet_of(
        now=given.now,
        profile=given.profile,
        query=given.query,
        entries=analyzed.entries if analyzed else (),
        findings=given.analysis.findings if given.analysis else (),
        sub_queries=given.sub_queries,
        attempts=analyzed.retrieval_history if analyzed else (),
        answers=given.answers,
        context=analyzed.domain_context if analyzed else None,
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
    preview = Preview(session, sheet(given, analyzed), languages=languages(given.query, given.profile))
    return lambda so_far: preview.grown(str(getattr(so_far, "response", "")))
