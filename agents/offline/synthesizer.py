"""The offline synthesizer: puts findings into a short reply, the answer first, what is missing last."""

from __future__ import annotations

import re
from collections.abc import Iterable

from agents.offline.about import told_about
from agents.offline.answers.wording import Phrases, fill, phrases
from agents.offline.lexicon import language_of
from agents.offline.questions.question_words import spelled
from agents.synthesizer import SynthesizerInput, SynthesizerOutput
from agents.types import Analysis, Draft, Figure, Finding, Level, QueryType

_MOST_CLAIMS = 5
_MOST_EVIDENCE = 24
"""Entries an answer points to; its figures name all that they rest on."""
_CHAT_ORDER = (
    "undo", "forget", "thanks", "praise", "never_mind", "how_are_you",
    "feeling", "laugh", "cheer", "joke", "bye", "hello", "ok",
)  # fmt: skip


def synthesize(given: SynthesizerInput) -> SynthesizerOutput:
    """The reply in plain text, in the language of the question."""
    language = language_of(given.query, given.profile.language)
    words = phrases(language)
    say = words.sentences
    if given.query_type is QueryType.CHAT or (given.analysis is None and not given.declined):
        return Draft(response=_chat(given, words), confidence="high", by_code=True)
    findings = _chosen(given)
    text = _joined(findings)
    missing = tuple(dict.fromkeys(gap.description for gap in given.unanswered_gaps if not gap.found))
    if given.declined and given.analysis is None:
        text = say["declined_subject"]
    elif given.declined:
        text = " ".join(part for part in (say["declined"], text) if part)
    elif given.is_partial and missing:
        lead = fill(say["partial"], text=text) if text else say["empty"]
        text = f"{lead}\n{fill(say['need'], list=', '.join(missing))}"
    elif not text and given.analysis is not None and given.analysis.findings:
        text = say["unsure"]  # there is something, but no sentence about it held
    figures = _unique(figure for finding in findings for figure in finding.figures)
    evidence = tuple(dict.fromkeys(entry for finding in findings for entry in finding.evidence))[
        :_MOST_EVIDENCE
    ]
    return Draft(
        response=text or say["empty"],
        figures=figures,
        evidence=evidence,
        gaps_disclosed=missing if given.is_partial else (),
        confidence=_confidence(given.analysis, findings),
        by_code=True,
    )


def _chosen(given: SynthesizerInput) -> list[Finding]:
    """The findings to tell, in the order of the parts; what the evaluator refused is left out."""
    if given.analysis is None:
        return []
    claims = (feedback.affected_claim or "" for feedback in given.feedback)
    refused = {claim for claim in claims if len(claim.split()) > 1}
    kept = [
        finding
        for finding in given.analysis.findings
        if not any(claim in finding.claim or finding.claim in claim for claim in refused)
    ]
    kept = _once(kept)
    parts = max(1, len({finding.sub_query for finding in kept}))
    return kept[: _MOST_CLAIMS * parts]


def _once(findings: list[Finding]) -> list[Finding]:
    """Nothing twice: what another claim says word for word is left to that one, and entries quoted before."""
    claims = [finding.claim for finding in findings]
    quoted = [frozenset(_QUOTED.findall(claim)) for claim in claims]
    return [
        finding
        for at, finding in enumerate(findings)
        if not any(
            (finding.claim in claim and (other < at or finding.claim != claim))
            or (other < at and quoted[at] and quoted[at] <= quoted[other])
            for other, claim in enumerate(claims)
            if other != at
        )
    ]


_QUOTED = re.compile(r"^• .*[“«].*", re.MULTILINE)
"""A line that quotes an entry."""


def _joined(findings: list[Finding]) -> str:
    """Sentences in a row; lists and the parts of a question on lines of their own."""
    lines: list[str] = []
    part = 0
    for finding in findings:
        fresh = finding.sub_query != part or "\n" in finding.claim
        part = finding.sub_query
        if lines and not fresh and "\n" not in lines[-1]:
            lines[-1] = f"{lines[-1]} {finding.claim}"
        else:
            lines.append(finding.claim)
    return "\n".join(lines)


def _unique(figures: Iterable[Figure]) -> tuple[Figure, ...]:
    return tuple({figure.model_dump_json(): figure for figure in figures}.values())


def _confidence(analysis: Analysis | None, findings: list[Finding]) -> Level:
    """As sure as the least sure claim that is not general knowledge."""
    levels = [finding.confidence for finding in findings if not finding.general]
    if analysis is None or not levels:
        return "low"
    return "low" if "low" in levels else "medium" if "medium" in levels else "high"


def _chat(given: SynthesizerInput, words: Phrases) -> str:
    """What fits, and not what was said last."""
    if (told := told_about(given.query, language_of(given.query, given.profile.language))) is not None:
        return told
    said = given.query.lower().strip()
    said = f"{said}\n{spelled(said, language_of(given.query))}"
    found = (key for key in _CHAT_ORDER if re.search(words.chat_cues[key], said, re.MULTILINE))
    kind = next(found, "unsure")
    ways = words.chat[kind]
    place = ways.index(given.said_last) + 1 if given.said_last in ways else 0
    return ways[place % len(ways)]
