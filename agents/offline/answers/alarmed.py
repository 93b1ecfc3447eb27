"""What is said of a sign that may be serious, in the question or in what was logged lately."""

from __future__ import annotations

from collections.abc import Sequence

from agents.analyzer import AnalyzerInput
from agents.offline.alarms import Sign, grave_lately, sign_in, told, words_of
from agents.offline.answers.advice import METRICS
from agents.offline.answers.explain import quoted
from agents.offline.answers.wording import Wording
from agents.types import Finding, QueryType
from storage.entities import Entry


def alarm(given: AnalyzerInput) -> tuple[Sign, Entry | None]:
    """The sign in the message; where advice on training is asked for, also one logged in the last days."""
    sign = sign_in(given.message or given.query)
    advised = any(
        part.query_type is QueryType.RECOMMENDATION and not (part.subjects and part.subjects[0] in METRICS)
        for part in given.sub_queries
    )
    entry = grave_lately(given.entries, given.now.date()) if advised and sign < Sign.GRAVE else None
    return (sign, None) if entry is None else (Sign.GRAVE, entry)


def alarmed(
    wording: Wording, findings: Sequence[Finding], given: AnalyzerInput, sign: Sign, entry: Entry | None
) -> list[Finding]:
    """First what to do about it, and no milder word on the same; beside a crisis nothing else is told."""
    parts = given.sub_queries
    answers = [*(p.id for p in parts if p.query_type is QueryType.RECOMMENDATION), *(p.id for p in parts), 1]
    if entry is not None:
        text = quoted(entry.text, words_of("grave"))
        claim = wording.say("advice.alarm_noted", text=text, day=entry.day)
    else:
        claim = told(sign, wording.language)
    first = Finding(
        claim=claim,
        evidence=(entry.id,) if entry is not None else (),
        confidence="high",
        general=entry is None,
        sub_query=answers[0],
    )
    if sign is Sign.CRISIS:
        return [first]
    milder = {wording.say("advice.care"), wording.say("advice.pain_care")}
    return [first, *(finding for finding in findings if finding.claim not in milder)]
